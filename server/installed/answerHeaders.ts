import { operationRows, type ContractDocument, type ContractPath } from '../kernel/http/operations.ts';

interface Schema {
  $ref?: string;
  properties?: Readonly<Record<string, unknown>>;
  allOf?: readonly Schema[];
}

interface Answer {
  $ref?: string;
  headers?: Record<string, object>;
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

interface Operation {
  responses: Record<string, Answer>;
  'x-location'?: string;
}

interface Components {
  schemas?: Readonly<Record<string, Schema>>;
  headers?: Readonly<Record<string, object>>;
}

/**
 * Completes the document in place, and returns it: with the headers that the manager sends by itself. `X-Request-Id` on
 * each answer; `ETag` where the answer has an `edit_version`; `Location` on 201 and 202, with the path in `x-location`
 * (see `headersOf` in `kernel/http/reply.ts`): that of the operation that it names, else that of the GET below the path.
 * What is complete already stays. Throws where `x-location` names no operation.
 */
export function withAnswerHeaders(document: ContractDocument): ContractDocument {
  const { components = {} } = document as { components?: Components };
  const rows = operationRows(document);
  for (const { path, method, permission } of rows) {
    const operation = document.paths[path]?.[method] as unknown as Operation;
    const location = locationOf(operation, path, document);
    if (location !== undefined) operation['x-location'] = location;
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (answer.$ref !== undefined) continue;
      const names = [
        // A live connection is no request.
        ...(permission === 'ticket' ? [] : ['X-Request-Id']),
        ...(isTagged(answer, components) && status.startsWith('2') ? ['ETag'] : []),
        ...(location !== undefined && STARTED.includes(status) ? ['Location'] : []),
      ].filter(
        (name) =>
          !Object.hasOwn(answer.headers ?? {}, name) &&
          Object.hasOwn(components.headers ?? {}, componentOf(name)),
      );
      if (names.length > 0)
        answer.headers = { ...answer.headers, ...Object.fromEntries(names.map(headerOf)) };
    }
  }
  return document;

  function locationOf(operation: Operation, path: string, { paths }: ContractDocument): string | undefined {
    const { 'x-location': named } = operation;
    if (!STARTED.some((status) => Object.hasOwn(operation.responses, status))) return undefined;
    if (named === undefined)
      return Object.keys(paths).find((other) => isBelow(other, path) && (paths[other] as ContractPath).get);
    if (named.startsWith('/')) return named;
    const row = rows.find(({ operationId }) => operationId === named);
    if (!row) throw new Error(`x-location names ${named}, which is no operation`);
    return row.path;
  }
}

/** What was made, or has begun. */
const STARTED: readonly string[] = ['201', '202'];

const headerOf = (name: string): [string, object] => [
  name,
  { $ref: `#/components/headers/${componentOf(name)}` },
];
const componentOf = (header: string): string => header.replaceAll('-', '');

const isBelow = (path: string, above: string): boolean =>
  path.startsWith(`${above}/{`) && !path.slice(above.length + 1).includes('/');

function isTagged({ content }: Answer, components: Components): boolean {
  const schema = content?.['application/json']?.schema;
  return schema !== undefined && hasVersion(schema, components);
}

function hasVersion({ $ref, properties = {}, allOf = [] }: Schema, components: Components): boolean {
  const referred = components.schemas?.[$ref?.slice('#/components/schemas/'.length) ?? ''];
  if (referred) return hasVersion(referred, components);
  return Object.hasOwn(properties, 'edit_version') || allOf.some((one) => hasVersion(one, components));
}
