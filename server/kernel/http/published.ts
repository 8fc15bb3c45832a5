/** The contract as clients get it: open where answers may grow, and a copy in OpenAPI 3.0 for tools that read no newer one. */

type Node = Record<string, unknown>;

interface Document {
  paths: Record<string, Node>;
  components?: Record<string, Node>;
  webhooks?: Record<string, Node>;
}

/**
 * A copy in which answers, calls of webhooks and live events are open: objects may have further properties, and a word from a list
 * is a text whose known values stand in `x-extensible-enum`. So clients read what a newer manager adds. The manager
 * itself, and its tests, check by the closed document, answers too.
 */
export function opened<Closed extends object>(document: Closed): Closed {
  const copy = structuredClone(document) as Closed & Document;
  const { schemas = {}, responses = {} } = copy.components ?? {};
  const answered = new Set<string>();
  const open = (node: unknown, isSchema = false): void =>
    visitSchemas(
      node,
      (schema) => {
        openOne(schema);
        const name = nameIn(schema);
        if (name === null || answered.has(name)) return;
        answered.add(name);
        open(schemas[name], true);
      },
      isSchema,
    );
  open(responses);
  for (const { responses: answers } of operationsIn(copy.paths)) open(answers);
  for (const call of operationsIn(copy.webhooks ?? {})) {
    open(call['requestBody']);
    // openapi-generator would make calls of the client of them, in the place of those that have the same tag.
    call['x-internal'] = true;
  }
  open({ $ref: '#/components/schemas/LiveServerMessage' }, true);
  // No API token is fresh.
  for (const one of operationsIn(copy.paths))
    if (one['x-fresh'] === true) one['security'] ??= [{ accessToken: [] }];
  const bodies = operationsIn(copy.paths).map(({ requestBody }) => requestBody);
  splitRequests(bodies, schemas, { closed: (document as Document).components?.schemas ?? {}, answered });
  visitSchemas(copy, withoutBooleanLists, false);
  return copy;
}

/**
 * Gives what stands in requests and in answers a closed form for requests, `JobTargetInput` for `JobTarget`. Of an open
 * one typescript-fetch sends each property twice, in its own spelling too, which the manager refuses.
 */
function splitRequests(
  bodies: readonly unknown[],
  schemas: Node,
  { closed, answered }: { closed: Node; answered: ReadonlySet<string> },
): void {
  const requested = namedIn(bodies, closed, false);
  const isOpen = (name: string): boolean =>
    answered.has(name) && [name, ...namedIn(closed[name], closed, true)].some((one) => isObject(closed[one]));
  const inputs = new Map([...requested].filter(isOpen).map((name) => [name, `${name}Input`]));
  for (const [name, input] of inputs) schemas[input] ??= structuredClone(closed[name]);
  const rename = (node: unknown, isSchema: boolean): void =>
    visitSchemas(
      node,
      (schema) => {
        const input = inputs.get(nameIn(schema) ?? '');
        if (input !== undefined) schema['$ref'] = `#/components/schemas/${input}`;
      },
      isSchema,
    );
  rename(bodies, false);
  for (const name of requested) if (!answered.has(name)) rename(schemas[name], true);
  for (const input of inputs.values()) rename(schemas[input], true);
}

/** The names of all schemas to which a node refers, also by way of others. */
function namedIn(node: unknown, schemas: Node, isSchema: boolean): Set<string> {
  const names = new Set<string>();
  const follow = (one: unknown, isOne: boolean): void =>
    visitSchemas(
      one,
      (schema) => {
        const name = nameIn(schema);
        if (name === null || names.has(name)) return;
        names.add(name);
        follow(schemas[name], true);
      },
      isOne,
    );
  follow(node, isSchema);
  return names;
}

/** The name of the schema to which one refers. */
const nameIn = ({ $ref }: Node): string | null =>
  /^#\/components\/schemas\/(.+)$/.exec(String($ref))?.[1] ?? null;

function isObject(schema: unknown): boolean {
  let found = false;
  visitSchemas(schema, ({ additionalProperties }) => (found ||= additionalProperties === false), true);
  return found;
}

/** Java has no list of booleans; that only one of them is taken stands in the description. */
function withoutBooleanLists(schema: Node): void {
  if (schema['type'] !== 'boolean') return;
  delete schema['enum'];
  delete schema['const'];
}

function openOne(schema: Node): void {
  const { type } = schema;
  // Go has no type for one of several: without it, it is any value.
  if (Array.isArray(type) && type.filter((one) => one !== 'null').length > 1) delete schema['type'];
  if (schema['additionalProperties'] === false) schema['additionalProperties'] = true;
  const { enum: words } = schema;
  if (!Array.isArray(words)) return;
  delete schema['enum'];
  const known = (words as unknown[]).filter((word) => word !== null);
  if (known.length > 0) schema['x-extensible-enum'] = known;
}

/**
 * The same in OpenAPI 3.0.3. What that cannot say is left out: webhooks, conditions (`if`), and descriptions beside a
 * reference; and examples, for no checker of 3.0 takes null beside a reference, as generators do. The answer `default`
 * becomes the ranges `4XX` and `5XX`: some generators take it for one of success, too.
 */
export function inOpenApi30(document: object): Node {
  const { webhooks: _calls, ...rest } = structuredClone(document) as Node & Document;
  const { summary: _summary, license, ...info } = rest['info'] as Node & { license?: Node };
  if (license)
    info['license'] = {
      name: license['name'],
      url: `https://spdx.org/licenses/${String(license['identifier'])}`,
    };
  const { schemas = {}, responses: named = {} } = rest.components ?? {};
  for (const { responses } of operationsIn(rest.paths)) {
    lowerDefault(responses as Node);
    for (const digits of ['12', '45']) keepOneKind(responses as Node, { digits, named });
  }
  visitSchemas(rest, (schema) => lower(schema, schemas), false);
  return { ...rest, openapi: '3.0.3', info };
}

function lowerDefault(responses: Node): void {
  const { default: other } = responses;
  if (other === undefined) return;
  delete responses['default'];
  for (const range of ['4XX', '5XX']) responses[range] ??= other;
}

/**
 * progenitor knows one kind of answer for success and one for errors. That of the first status stays, and of the others
 * nothing is said, also not by a range: clients hand these on as they came.
 */
function keepOneKind(responses: Node, { digits, named }: { digits: string; named: Node }): void {
  const statuses = Object.keys(responses).filter((status) => digits.includes(status.charAt(0)));
  const [first, ...others] = statuses.map((status) => ({ status, kind: kindOf(responses[status], named) }));
  for (const { status, kind } of others) {
    if (kind === first?.kind) continue;
    Reflect.deleteProperty(responses, status);
    Reflect.deleteProperty(responses, `${status.charAt(0)}XX`);
  }
}

function kindOf(response: unknown, named: Node): string {
  const { $ref, content = {} } = response as { $ref?: string; content?: Node };
  const name = $ref?.split('/').at(-1);
  if (name !== undefined) return kindOf(named[name], named);
  const json = content['application/json'] as Node | undefined;
  return json ? JSON.stringify(json['schema']) : Object.keys(content).length > 0 ? 'raw' : 'none';
}

const NOT_IN_30 = ['if', 'then', 'else', 'const', 'examples', 'propertyNames'] as const;

function lower(schema: Node, named: Node): void {
  const { const: only, type, oneOf } = schema;
  if (only !== undefined) schema['enum'] = [only];
  for (const key of NOT_IN_30) Reflect.deleteProperty(schema, key);
  if (Array.isArray(type)) lowerType(schema, type as string[]);
  if (Array.isArray(oneOf)) lowerNull(schema, oneOf as Node[], named);
  if (KINDS.every((key) => !(key in schema))) lowerAny(schema);
  // progenitor takes no file with a limit.
  if (schema['format'] === 'binary') delete schema['maxLength'];
  const { $ref, description: _description, ...beside } = schema;
  if ($ref === undefined) return;
  delete schema['description'];
  if (Object.keys(beside).length === 0) return;
  delete schema['$ref'];
  schema['allOf'] = [{ $ref }];
}

const KINDS = ['type', 'enum', '$ref', 'oneOf', 'anyOf', 'allOf', 'not'] as const;
const BOUNDS = 'items minItems maxItems minLength maxLength pattern format minimum maximum'.split(' ');

/** Bounds beside no type are for one of several types; progenitor takes them for a mistake. */
function lowerAny(schema: Node): void {
  for (const key of BOUNDS) Reflect.deleteProperty(schema, key);
}

function lowerType(schema: Node, types: readonly string[]): void {
  const [type, ...more] = types.filter((one) => one !== 'null');
  delete schema['type'];
  // Without a type it is anything, null too.
  if (type === undefined || more.length > 0) return;
  schema['type'] = type;
  if (types.includes('null')) schema['nullable'] = true;
}

/** In 3.0 null is allowed only beside a type, so that of what is referred to is written here too. */
function lowerNull(schema: Node, choices: readonly Node[], named: Node): void {
  const others = choices.filter(({ type }) => type !== 'null');
  if (others.length === choices.length) return;
  delete schema['oneOf'];
  schema[others.length > 1 ? 'oneOf' : 'allOf'] = others;
  const types = new Set(others.flatMap((one) => typeOf(one, named)));
  if (types.size !== 1) return;
  schema['type'] = [...types][0];
  schema['nullable'] = true;
}

function typeOf(schema: Node, named: Node): unknown {
  return schema['type'] ?? (named[nameIn(schema) ?? ''] as Node | undefined)?.['type'] ?? [];
}

const operationsIn = (paths: Record<string, Node>): Node[] =>
  Object.values(paths).flatMap((item) => Object.values(item).filter(isNode));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands there is data of any form. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Calls `look` with each schema below a node, outer ones first; it may change what it is given. */
export function visitSchemas(node: unknown, look: (schema: Node) => void, isSchema: boolean): void {
  if (Array.isArray(node)) for (const one of node) visitSchemas(one, look, isSchema);
  if (!isNode(node)) return;
  if (isSchema) look(node);
  for (const [key, value] of Object.entries(node)) {
    if (isSchema && DATA.has(key)) continue;
    // Here names stand before schemas: a property may be called `enum`.
    if (key === (isSchema ? 'properties' : 'schemas') && isNode(value))
      for (const one of Object.values(value)) visitSchemas(one, look, true);
    else visitSchemas(value, look, isSchema || key === 'schema');
  }
}
