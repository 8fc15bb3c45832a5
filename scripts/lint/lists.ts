import { nounOf } from '../../server/kernel/http/fields.ts';

/** A schema or a parameter, as far as lists need it. */
interface Node {
  $ref?: string;
  name?: string;
  in?: string;
  schema?: Node;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  default?: unknown;
  items?: Node;
  properties?: Readonly<Record<string, Node>>;
  required?: readonly string[];
  style?: string;
  explode?: boolean;
}

interface Operation {
  operationId: string;
  parameters?: readonly Node[];
  responses: Readonly<Record<string, Node & { content?: Readonly<Record<string, { schema?: Node }>> }>>;
}

type Path = Partial<Record<'get', Operation>> & { parameters?: readonly Node[] };

export interface Contract {
  paths: Readonly<Record<string, object>>;
}

/** What may differ, by operation, and why. */
export type Exceptions = Readonly<Record<string, string>>;

/**
 * Every list of a contract is of one kind: it takes `cursor`, `limit`, `fields` and `sort` (with a default, of properties of its
 * items, each up and down), and `name` where its items have one; it answers its items under its noun, `total` and
 * `next_cursor`. Filters have one vocabulary: `state` and `state_not` take several values, times are `<property>_from` and
 * `<property>_to`, a text is `search`ed for. Returns `OPERATION: what is wrong`; `but` leaves out what stands there in these
 * words. Whoever answers one of the items by a GET takes `fields`, too.
 */
export function listFaults(document: Contract, but: Exceptions = {}): string[] {
  const follow = (node: Node | undefined): Node => followed(document, node);
  const items = itemsOf(document, follow);
  const faults = Object.values(document.paths as Record<string, Path>).flatMap(({ get, parameters = [] }) => {
    if (!get) return [];
    const asked = [...parameters, ...(get.parameters ?? [])].map(follow).filter((one) => one.in === 'query');
    const query = new Map(
      asked.map(({ name = '', schema, ...rest }) => [name, { ...rest, ...follow(schema) }]),
    );
    const answer = follow(follow(get.responses['200']) && bodyOf(get, follow));
    const ofList = isList(get, answer) ? faultsOfList(get, { query, answer, follow }) : [];
    const ofOne =
      items.has(String(bodyOf(get, follow).$ref)) && !query.has('fields') ? ['takes no fields'] : [];
    const found = [...ofList, ...ofOne, ...faultsOfFilters(query)];
    return found.map((fault) => `${get.operationId}: ${fault}`);
  });
  return faults.filter((fault) => !Object.hasOwn(but, fault));
}

/** References to the schemas of what lists hold. */
function itemsOf(document: Contract, follow: (node: Node | undefined) => Node): Set<string> {
  const answers = Object.values(document.paths as Record<string, Path>).flatMap(({ get }) =>
    get ? [{ get, properties: follow(bodyOf(get, follow)).properties ?? {} }] : [],
  );
  const references = answers.flatMap(({ get: { operationId }, properties }) => {
    const noun = nounOf(operationId, properties);
    return noun === null ? [] : (follow(properties[noun]).items?.$ref ?? []);
  });
  return new Set(references);
}

export function followed(document: object, node: Node | undefined): Node {
  let found: Node = node ?? {};
  while (found.$ref !== undefined) {
    const { $ref, ...beside } = found;
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    found = { ...(target as Node), ...beside };
  }
  return found;
}

const bodyOf = ({ responses }: Operation, follow: (node: Node) => Node): Node =>
  (follow(responses['200'] ?? {}) as Operation['responses'][string]).content?.['application/json']?.schema ??
  {};

const isList = ({ operationId }: Operation, { properties = {} }: Node): boolean =>
  /^list[A-Z]/.test(operationId) || 'next_cursor' in properties;

const PAGED = ['cursor', 'limit', 'sort', 'fields'];

function faultsOfList(
  { operationId }: Operation,
  {
    query,
    answer,
    follow,
  }: { query: ReadonlyMap<string, Node>; answer: Node; follow: (node: Node | undefined) => Node },
): string[] {
  const faults = PAGED.filter((name) => !query.has(name)).map((name) => `takes no ${name}`);
  const { properties = {}, required = [] } = answer;
  for (const name of ['total', 'next_cursor'])
    if (!required.includes(name)) faults.push(`does not always answer ${name}`);
  const noun = nounOf(operationId, { next_cursor: {}, ...properties });
  if (noun === null || !operationId.startsWith('list'))
    return [...faults, `answers ${Object.keys(properties).join(', ')}, and nothing by its name`];
  const item = follow(follow(properties[noun]).items).properties ?? {};
  if ('name' in item && !query.has('name')) faults.push('takes no name');
  return [...faults, ...faultsOfSort(query.get('sort'), item), ...faultsOfStates(query)];
}

function faultsOfSort(sort: Node | undefined, item: object): string[] {
  if (!sort) return [];
  const orders = (sort.enum ?? []).map(String);
  const names = [...new Set(orders.map((order) => order.replace(/^-/, '')))];
  return [
    ...(orders.includes(String(sort.default)) ? [] : ['sort has no default']),
    ...names.filter((name) => !(name in item)).map((name) => `sorts by ${name}, which its items have not`),
    ...names
      .flatMap((name) => [name, `-${name}`])
      .filter((order) => !orders.includes(order))
      .map((order) => `does not sort by ${order}`),
  ];
}

/** Other words for the same. */
const WORDS: Readonly<Record<string, string>> = { status: 'state', q: 'search' };

function faultsOfFilters(query: ReadonlyMap<string, Node>): string[] {
  return [...query].flatMap(([name, schema]) => {
    const word = WORDS[name];
    if (word !== undefined) return [`${name} is called ${word}`];
    if (schema.format === 'date-time' && !/.+_(from|to)$/.test(name))
      return [`${name} is a time, and no <property>_from or <property>_to`];
    return [];
  });
}

const STATES = ['state', 'state_not'];

function faultsOfStates(query: ReadonlyMap<string, Node>): string[] {
  const named = STATES.filter((name) => query.has(name));
  const isSeveral = (name: string): boolean =>
    query.get(name)?.type === 'array' && query.get(name)?.explode === false;
  return [
    ...named.filter((name) => !isSeveral(name)).map((name) => `${name} takes one value`),
    ...(named.length === 1 ? [`${named.join('')} without the other`] : []),
  ];
}
