/** Input that the contract forbids, made from its schemas: each call has one thing wrong. */
import { NOBODY, type Call } from './walker.ts';
import { resolved, type Operation, type Parameter, type Schema } from './contract.ts';

export interface WrongCall {
  call: Call;
  /** What is wrong, in words. */
  what: string;
  /** The place that the answer must name, such as `/body/name`; null: any. */
  where: string | null;
}

/** Longer parameters do not fit into the head of a request. */
const LONGEST_PARAMETER = 4_096;
/** The manager names all rules that a small body violates, but only the first for a larger one. */
const LONGEST_TEXT = 3_000;

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** All calls that have one thing wrong, made from a correct one. */
export function wrongCalls(operation: Operation, right: Call): WrongCall[] {
  const ofParameters = operation.parameters.flatMap((parameter) => wrongParameters(parameter, right));
  const query = { ...right.query, nobody_knows_this: '1' };
  return [
    ...ofParameters,
    ...(operation.takesAnyQuery
      ? []
      : [{ call: { ...right, query }, what: 'an unknown parameter', where: '/query/nobody_knows_this' }]),
    ...(operation.body ? wrongBodies(operation.body, right) : []),
  ];
}

function wrongParameters(parameter: Parameter, right: Call): WrongCall[] {
  const { name, in: place, required = false } = parameter;
  const key = place === 'header' ? 'headers' : place;
  const made = wrongTexts(parameter.schema)
    .filter(({ text }) => text.length <= LONGEST_PARAMETER && (place !== 'path' || text !== ''))
    // Leaves out what a header cannot hold at all: the contract has no say in that.
    .filter(({ text }) => place !== 'header' || /^[\x21-\x7e]*$/.test(text))
    .map(({ text, what }) => ({
      call: { ...right, [key]: { ...right[key], [name]: text } },
      what: `${place} ${name} ${what}`,
      where: null,
    }));
  if (!required || place !== 'query') return made;
  const { [name]: _left, ...query } = right.query ?? {};
  return [...made, { call: { ...right, query }, what: `query without ${name}`, where: null }];
}

/** Wrong values of a parameter, all as text. */
function wrongTexts(schema: Schema): { text: string; what: string }[] {
  const found: { text: string; what: string }[] = [];
  const add = (text: string, what: string): void => void found.push({ text, what });
  const types = typesOf(schema);
  if (types.includes('integer')) {
    add('many', 'is no number');
    add('1.5', 'is no whole number');
    if (schema.minimum !== undefined) add(String(schema.minimum - 1), 'is too small');
    if (schema.maximum !== undefined) add(String(schema.maximum + 1), 'is too large');
  }
  if (types.includes('boolean')) add('maybe', 'is neither true nor false');
  if (!types.includes('string')) return found;
  if (schema.enum) add('nothing-of-these', 'is none of the values');
  else if (schema.format === 'uuid' || schema.format === 'date-time')
    add('tomorrow', `is no ${schema.format}`);
  else if (schema.maxLength !== undefined) add('a'.repeat(schema.maxLength + 1), 'is too long');
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test('%'))
    add('%', 'breaks the pattern');
  return found;
}

function wrongBodies({ schema, required }: NonNullable<Operation['body']>, right: Call): WrongCall[] {
  const base = (right.body ?? {}) as Record<string, unknown>;
  const { body: _body, ...without } = right;
  const of = (body: unknown, what: string, where: string | null): WrongCall => ({
    call: { ...without, body },
    what,
    where,
  });
  return [
    ...(required ? [{ call: without, what: 'no body', where: null }] : []),
    ...[[], 'text', 7, null].map((body) => of(body, `${JSON.stringify(body)} as the body`, null)),
    ...wrongValues(schema, base, 0).map(({ value, what, where }) =>
      of(value, what, where && `/body${where}`),
    ),
  ];
}

interface WrongValue {
  value: unknown;
  what: string;
  /** Null where it may violate any of several rules. */
  where: string | null;
}

const DEEPEST = 4;

/** Values that the schema forbids, each with one fault; `base` is an allowed value, if one is known. */
function wrongValues(given: Schema, base: unknown, depth: number): WrongValue[] {
  const schema = flat(given);
  if (schema.oneOf || schema.anyOf || depth > DEEPEST) return [];
  const types = typesOf(schema);
  const own = wrongScalars(schema, types);
  if (types.includes('object')) own.push(...wrongObjects(schema, isObject(base) ? base : {}, depth));
  if (types.includes('array')) own.push(...wrongArrays(schema, Array.isArray(base) ? base : [], depth));
  return own;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with references followed, and with all parts of `allOf` in one. */
function flat(given: Schema): Schema {
  const schema = { ...resolved<Schema>(given) };
  for (const part of schema.allOf ?? []) Object.assign(schema, flat(part));
  return schema;
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 7,
  boolean: true,
  object: { nobody_knows_this: 1 },
  array: [],
};

function wrongScalars(schema: Schema, types: readonly string[]): WrongValue[] {
  const found: WrongValue[] = [];
  const add = (value: unknown, what: string): void => void found.push({ value, what, where: '' });
  if (types.length > 0) {
    const [name, sample] = Object.entries(SAMPLES).find(
      ([type]) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
    ) ?? ['', null];
    add(sample, `${name} instead of ${types.join(' or ')}`);
    if (!types.includes('null')) add(null, `null instead of ${types.join(' or ')}`);
  }
  if (types.includes('integer') || types.includes('number')) {
    if (schema.minimum !== undefined) add(schema.minimum - 1, 'too small');
    if (schema.maximum !== undefined) add(schema.maximum + 1, 'too large');
    if (types.includes('integer')) add((schema.minimum ?? 0) + 0.5, 'not whole');
  }
  if (types.includes('string')) wrongStrings(schema, add);
  return found;
}

function wrongStrings(schema: Schema, add: (value: unknown, what: string) => void): void {
  const { minLength = 0, maxLength } = schema;
  if (schema.enum) return add('nothing-of-these', 'none of the values');
  if (minLength > 0) add('a'.repeat(minLength - 1), 'too short');
  if (maxLength !== undefined && maxLength < LONGEST_TEXT) add('a'.repeat(maxLength + 1), 'too long');
  if (schema.format === 'uuid' || schema.format === 'date-time') add('tomorrow', `no ${schema.format}`);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test('\u0007'))
    add('\u0007'.repeat(Math.max(minLength, 1)), 'against the pattern');
}

function wrongObjects(schema: Schema, base: Record<string, unknown>, depth: number): WrongValue[] {
  const found: WrongValue[] = [];
  if (schema.additionalProperties === false)
    found.push({
      value: { ...base, nobody_knows_this: 1 },
      what: 'an unknown property',
      where: '/nobody_knows_this',
    });
  for (const name of schema.required ?? []) {
    const { [name]: _left, ...rest } = base;
    found.push({ value: rest, what: `without ${name}`, where: null });
  }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    for (const { value, what, where } of wrongValues(property, base[name], depth + 1))
      found.push({
        value: { ...base, [name]: value },
        what: `${name}: ${what}`,
        where: where === null ? null : `/${name}${where}`,
      });
  return found;
}

function wrongArrays(schema: Schema, base: unknown[], depth: number): WrongValue[] {
  const { minItems = 0, maxItems, uniqueItems = false, items } = schema;
  const found: WrongValue[] = [];
  const add = (value: unknown[], what: string): void => void found.push({ value, what, where: '' });
  if (minItems > 0) add(base.slice(0, minItems - 1), 'too few items');
  const item = base[0] ?? (items && rightValue(items));
  if (item === undefined) return found;
  if (maxItems !== undefined && JSON.stringify(item).length * (maxItems + 1) < 400_000)
    found.push({
      value: Array.from({ length: maxItems + 1 }, () => item),
      what: 'too many items',
      where: null,
    });
  if (uniqueItems) add([item, item], 'an item twice');
  if (!items) return found;
  for (const { value, what, where } of wrongValues(items, item, depth + 1))
    found.push({ value: [value], what: `item ${what}`, where: where === null ? null : `/0${where}` });
  return found;
}

/** Calls that the contract allows: each has one more parameter, or another value of one from a closed list. */
export function rightCalls({ parameters }: Operation, right: Call): { call: Call; what: string }[] {
  return parameters
    .filter(({ in: place, name }) => place === 'query' && !STATEFUL.has(name))
    .flatMap(({ name, schema }) =>
      rightValues(schema).map((value) => ({
        call: { ...right, query: { ...right.query, [name]: value as string } },
        what: `${name}=${String(value)}`,
      })),
    );
}

/** Parameters whose values come from an earlier answer. */
const STATEFUL: ReadonlySet<string> = new Set(['cursor', 'ticket', 'sid', 'state', 'code', 'issuer']);

function rightValues(given: Schema): unknown[] {
  const schema = flat(given);
  const types = typesOf(schema);
  // None for times: of two, one must be the later.
  if (schema.format === 'date-time') return [];
  if (schema.enum) return [...schema.enum];
  if (types.includes('boolean')) return [true, false];
  if (types.includes('integer'))
    return [schema.minimum, schema.maximum].filter((value) => value !== undefined);
  const value = rightValue(schema);
  return value === undefined ? [] : [value];
}

/** The same call with one unknown id in it: in the query, or at one place of the body. */
export function strangeCalls({ parameters, body }: Operation, right: Call): Call[] {
  const queries = parameters.filter(({ in: place, schema }) => place === 'query' && schema.format === 'uuid');
  return [
    ...queries.map(({ name }) => ({ ...right, query: { ...right.query, [name]: NOBODY } })),
    ...(body && isObject(right.body)
      ? strangeValues(body.schema, right.body).map((value) => ({ ...right, body: value }))
      : []),
  ];
}

function strangeValues(given: Schema, base: Record<string, unknown>): object[] {
  return Object.entries(flat(given).properties ?? {}).flatMap(([name, property]) => {
    const schema = flat(property);
    const isId = (one: Schema | undefined): boolean => one !== undefined && flat(one).format === 'uuid';
    if (isId(schema)) return [{ ...base, [name]: NOBODY }];
    if (isId(schema.items)) return [{ ...base, [name]: [NOBODY] }];
    if (!typesOf(schema).includes('object')) return [];
    return strangeValues(schema, {}).map((value) => ({ ...base, [name]: value }));
  });
}

/** A value that the schema allows, if it is easily found; else undefined. */
export function rightValue(given: Schema): unknown {
  const schema = flat(given);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const types = typesOf(schema);
  if (types.includes('integer')) return schema.minimum ?? 1;
  if (types.includes('boolean')) return true;
  if (!types.includes('string')) return undefined;
  if (schema.format === 'uuid') return NOBODY;
  if (schema.format === 'date-time') return '2026-01-15T08:30:00.000Z';
  if (schema.format !== undefined || schema.pattern !== undefined) return undefined;
  return 'text'.padEnd(schema.minLength ?? 0, 't').slice(0, schema.maxLength ?? 4);
}
