import type { ContractDocument, ContractOperation, ContractPath } from '../kernel/http/operations.ts';
import { operationRows } from '../kernel/http/operations.ts';
import { OPEN_PERMISSIONS } from '../kernel/security/actor.ts';
import type { OperationRow } from '../shared/wire/dispatch.ts';

/** An entry of `components.x-error-codes`, as it is written. */
interface Code {
  /** An installed plugin may leave it to its manifest. */
  status?: number | null;
  /** Which operations may answer it without naming it; left out: those that name it. */
  common?: Common;
  /** What `error.details` holds: properties of `ErrorDetails`, with a `?` after those that may be absent. */
  details?: readonly string[] | object;
}

interface Parameter {
  $ref?: string;
  'x-error-codes'?: readonly string[];
}

interface Operation extends ContractOperation {
  parameters?: readonly Parameter[];
  requestBody?: { content?: object };
  responses: Record<string, object>;
  'x-rate-limit'?: unknown;
  'x-error-codes'?: readonly string[] | Readonly<Record<string, readonly string[]>>;
}

interface Asked {
  row: OperationRow;
  operation: Operation;
  isCore: boolean;
}

/** Which operations may answer a code of many. */
const COMMON = {
  /** Before an operation is found: so it is of none. */
  request: () => false,
  all: () => true,
  json: ({ operation }: Asked) => Object.hasOwn(operation.requestBody?.content ?? {}, 'application/json'),
  body: ({ operation }: Asked) => operation.requestBody !== undefined,
  session: ({ row }: Asked) => !OPEN_PERMISSIONS.has(row.permission),
  permission: ({ row }: Asked) => !OPEN_PERMISSIONS.has(row.permission) && row.permission !== 'authenticated',
  fresh: ({ row }: Asked) => row.fresh === true,
  limited: ({ row, operation }: Asked) =>
    operation['x-rate-limit'] !== undefined || !OPEN_PERMISSIONS.has(row.permission),
  address: ({ row }: Asked) => row.anyAddress !== true,
  plugin: ({ isCore }: Asked) => !isCore,
} as const satisfies Record<string, (asked: Asked) => boolean>;

type Common = keyof typeof COMMON;

/** The answer that describes the errors of a status; those of others are `default`. */
const ANSWERS: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  423: 'Locked',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'BadGateway',
};

interface Components {
  'x-error-codes'?: Record<string, Code>;
  parameters?: Record<string, Parameter>;
  responses?: Record<string, object>;
}

/**
 * Completes the document in place, and returns it: with the error codes of each operation by status (those that it names
 * in `x-error-codes`, those of its parameters, and those that are common), and an answer for each of their statuses. The
 * `details` of a code become a schema. What is complete already stays. Throws where an operation names a code, or a code a detail, that is not there.
 */
export function withErrorCodes(
  document: ContractDocument,
  isCore: (feature: string) => boolean,
): ContractDocument {
  const components = (document as { components?: Components }).components ?? {};
  for (const [code, row] of Object.entries(components['x-error-codes'] ?? {}))
    if (Array.isArray(row.details)) row.details = detailsOf(row.details as string[], code, document);
  for (const row of operationRows(document)) {
    const item = document.paths[row.path] as ContractPath & { parameters?: readonly Parameter[] };
    const operation = item[row.method] as Operation;
    const named = operation['x-error-codes'] ?? [];
    if (!Array.isArray(named)) continue;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const codes = new Set([
      ...(named as string[]),
      ...parameters.flatMap((one) => parameterCodes(one, components)),
      ...commonCodes({ row, operation, isCore: isCore(row.feature) }, components),
    ]);
    operation['x-error-codes'] = byStatus([...codes].sort(), row.operationId, components);
    for (const status of Object.keys(operation['x-error-codes'])) {
      const answer = ANSWERS[status];
      if (answer === undefined || !Object.hasOwn(components.responses ?? {}, answer)) continue;
      operation.responses[status] ??= { $ref: `#/components/responses/${answer}` };
    }
  }
  return document;
}

function parameterCodes(parameter: Parameter, { parameters = {} }: Components): readonly string[] {
  const { $ref } = parameter;
  const known = $ref === undefined ? parameter : parameters[$ref.slice('#/components/parameters/'.length)];
  return known?.['x-error-codes'] ?? [];
}

function commonCodes(asked: Asked, { 'x-error-codes': codes = {} }: Components): string[] {
  return Object.entries(codes).flatMap(([code, { common }]) =>
    common !== undefined && COMMON[common](asked) ? [code] : [],
  );
}

function byStatus(
  codes: readonly string[],
  operationId: string,
  { 'x-error-codes': rows = {} }: Components,
): Record<string, string[]> {
  const statuses: Record<string, string[]> = {};
  for (const code of codes) {
    if (!Object.hasOwn(rows, code))
      throw new Error(`${operationId} names the error code ${code}, which is not in x-error-codes`);
    (statuses[String(rows[code]?.status ?? 'default')] ??= []).push(code);
  }
  return statuses;
}

const ALL_DETAILS = '#/components/schemas/ErrorDetails/properties/';

function detailsOf(names: readonly string[], code: string, document: ContractDocument): object {
  const { components } = document as {
    components?: { schemas?: { ErrorDetails?: { properties?: object } } };
  };
  const known = components?.schemas?.ErrorDetails?.properties ?? {};
  const properties = names.map((name) => name.replace(/\?$/, ''));
  const unknown = properties.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new Error(`the details of ${code} name ${unknown.join(', ')}, which ErrorDetails has not`);
  const required = names.filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties.map((name) => [name, { $ref: `${ALL_DETAILS}${name}` }])),
  };
}
