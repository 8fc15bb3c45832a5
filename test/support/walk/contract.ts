/** The contract as a client reads it: its operations, what each takes, and what each may answer. */
import { readContract } from '#server/contract.ts';
import { FIXED_ROLES } from '#server/kernel/security/permissions.ts';
import { core } from '#server/plugins.ts';

export interface Schema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  examples?: readonly unknown[];
  default?: unknown;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $ref?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Response {
  description: string;
  headers?: Readonly<Record<string, { required?: boolean; schema: Schema }>>;
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  permission: string;
  isFresh: boolean;
  feature: string;
  /** Its first tag, by which generators sort operations. */
  tag: string;
  parameters: readonly Parameter[];
  /** The JSON body; null: it takes none, or a file. */
  body: { schema: Schema; required: boolean } | null;
  takesFile: boolean;
  takesAnyQuery: boolean;
  responses: Readonly<Record<string, Response>>;
  /** The error codes that it names. */
  codes: ReadonlySet<string>;
  /** How often it may be called is limited, beside the turns of an account. */
  isLimited: boolean;
}

interface RawOperation {
  operationId: string;
  tags: readonly [string, ...string[]];
  description?: string;
  parameters?: readonly object[];
  requestBody?: object;
  responses: Readonly<Record<string, object>>;
  'x-eov-allow-unknown-query-parameters'?: boolean;
  'x-error-codes': Readonly<Record<string, readonly string[]>>;
  'x-rate-limit'?: unknown;
}

const { document, operations: rows, permissions } = readContract();
const root = document as unknown as {
  paths: Record<string, Record<string, RawOperation> & { parameters?: readonly object[] }>;
  components: {
    'x-error-codes': Record<string, { status: number | null; details?: { properties: object } }>;
  };
};

export { document, permissions };
export const errorCodes = root.components['x-error-codes'];

/** What a `$ref` leads to; ignores what stands beside the `$ref`. */
export function resolved<T>(node: unknown, within: object = root): T {
  const ref = (node as { $ref?: string } | undefined)?.$ref;
  if (ref === undefined) return node as T;
  const keys = ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], within);
  return resolved<T>(found, within);
}

const raw = new Map(
  rows.map((row) => {
    const item = root.paths[row.path];
    const operation = item?.[row.method];
    if (!operation) throw new Error(`${row.operationId} is not in the contract`);
    return [row.operationId as string, { operation, shared: item.parameters ?? [] }];
  }),
);

function parametersOf(operationId: string): Parameter[] {
  const { operation, shared = [] } = raw.get(operationId) ?? {};
  return [...shared, ...(operation?.parameters ?? [])].map((one) => {
    const parameter = resolved<Parameter>(one);
    return { ...parameter, schema: resolved<Schema>(parameter.schema) };
  });
}

function operationOf(row: (typeof rows)[number]): Operation {
  const operation = raw.get(row.operationId)?.operation;
  if (!operation) throw new Error('unreachable');
  const body = resolved<{ required?: boolean; content: Record<string, { schema: Schema }> } | undefined>(
    operation.requestBody,
  );
  const json = body?.content['application/json'];
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [status, resolved<Response>(response)]),
  );
  return {
    operationId: row.operationId,
    method: row.method.toUpperCase(),
    path: row.path,
    permission: row.permission,
    isFresh: row.fresh ?? false,
    feature: row.feature,
    tag: operation.tags[0],
    responses,
    parameters: parametersOf(row.operationId),
    body: json ? { schema: json.schema, required: body.required ?? false } : null,
    takesFile: body !== undefined && !json,
    takesAnyQuery: operation['x-eov-allow-unknown-query-parameters'] ?? false,
    codes: new Set(Object.values(operation['x-error-codes']).flat()),
    isLimited: operation['x-rate-limit'] !== undefined,
  };
}

export const operations: readonly Operation[] = rows.map(operationOf);
/** Codes of the whole manager; they are provoked where they are tested. */
const OF_THE_MANAGER: ReadonlySet<string> = new Set([
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'ADDRESS_NOT_ALLOWED',
  'MFA_SETUP_REQUIRED',
]);

/** Whether the operation belongs to the core, which nobody can switch off. */
export const isCore = ({ feature }: Operation): boolean => core.some(({ name }) => name === feature);

/** The error codes that calls of the operation can be made to meet here, and that of another method. */
export function documentedCodes(operation: Operation): ReadonlySet<string> {
  const found = operation.codes.difference(OF_THE_MANAGER);
  if (!operation.isLimited) found.delete('RATE_LIMITED');
  // Each fixed role has it.
  const roles = permissions[operation.permission] ?? [];
  if (FIXED_ROLES.every((role) => roles.includes(role))) found.delete('FORBIDDEN');
  return found.add('METHOD_NOT_ALLOWED');
}

const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

export function operationNamed(operationId: string): Operation {
  const operation = byId.get(operationId);
  if (!operation) throw new Error(`there is no ${operationId}`);
  return operation;
}
