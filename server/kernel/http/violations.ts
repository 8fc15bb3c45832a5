import type { ErrorObject } from 'ajv';
import type { ValidationIssue } from '../../shared/wire/appError.ts';

/** What is read of a schema here. */
interface Schema {
  description?: string;
  /** What a text of this pattern is, such as `six digits`. */
  'x-form'?: string;
  required?: readonly string[];
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, { const?: unknown }>>;
}

/** A violated rule as Ajv tells it with the option `verbose`. */
export type Violation = ErrorObject<string, Record<string, unknown>, unknown>;

/** What is wrong, in words: usually one place; of things that exclude each other, each that is too much. */
type Tell = (violation: Violation, under: string) => string | readonly ValidationIssue[];

/**
 * What is wrong with a request, in plain sentences without a subject (`must be one of all, security`), for the rules of
 * JSON Schema that it violates. `if` says only that one of its branches does not hold: what the branch asks is told
 * instead, with the condition.
 */
export function issuesOf(violations: readonly Violation[]): ValidationIssue[] {
  const conditions = violations.filter(({ keyword }) => keyword === 'if');
  const issues = violations
    .filter(({ keyword }) => keyword !== 'if')
    .flatMap((violation) => {
      const told = textOf(violation, conditionOf(violation, conditions));
      return typeof told === 'string' ? [{ path: placeOf(violation), message: told }] : told;
    });
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

function textOf(violation: Violation, under: string): string | readonly ValidationIssue[] {
  const tell = TEXTS[violation.keyword];
  return tell ? tell(violation, under) : (violation.message ?? 'is not valid');
}

function placeOf({ keyword, instancePath, params }: Violation): string {
  const name =
    params[{ required: 'missingProperty', additionalProperties: 'additionalProperty' }[keyword] ?? ''];
  return typeof name === 'string' ? `${instancePath}/${name}` : instancePath;
}

const counted = (count: unknown, one: string, many = `${one}s`): string =>
  `${String(count)} ${count === 1 ? one : many}`;
const listed = (values: readonly unknown[]): string => values.map((value) => shown(value)).join(', ');
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID, such as 01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
  'date-time': 'a time with its offset, such as 2026-01-15T08:30:00Z',
  date: 'a day, such as 2026-01-15',
  email: 'a mail address',
  uri: 'a URL with its scheme, such as https://example.org/',
  int32: 'a whole number that fits into 32 bits',
  int64: 'a whole number',
};

const TEXTS: Readonly<Record<string, Tell>> = {
  required: (_violation, under) => `is required${under}`,
  additionalProperties: () => 'is not known here',
  type: ({ params }) =>
    `must be ${[params['type']]
      .flat()
      .map((type) => TYPES[String(type)] ?? String(type))
      .join(' or ')}`,
  enum: ({ params }) => `must be one of ${listed(params['allowedValues'] as readonly unknown[])}`,
  const: ({ params }) => `must be ${shown(params['allowedValue'])}`,
  format: ({ params }) =>
    `must be ${FORMATS[String(params['format'])] ?? `a valid ${String(params['format'])}`}`,
  pattern: ({ params, parentSchema }) => {
    const form = (parentSchema as Schema | undefined)?.['x-form'];
    return form === undefined ? `must match the pattern ${String(params['pattern'])}` : `must be ${form}`;
  },
  minLength: ({ params }) =>
    params['limit'] === 1
      ? 'must not be empty'
      : `must have at least ${counted(params['limit'], 'character')}`,
  maxLength: ({ params }) => `must have at most ${counted(params['limit'], 'character')}`,
  minItems: ({ params }) => `must have at least ${counted(params['limit'], 'entry', 'entries')}`,
  maxItems: ({ params }) => `must have at most ${counted(params['limit'], 'entry', 'entries')}`,
  minProperties: ({ params }) => `must name at least ${counted(params['limit'], 'field')}`,
  maxProperties: ({ params }) => `must name at most ${counted(params['limit'], 'field')}`,
  uniqueItems: ({ params }) =>
    `must not name the same twice (entries ${String(params['j'])} and ${String(params['i'])})`,
  minimum: ({ params }) => `must be at least ${String(params['limit'])}`,
  maximum: ({ params }) => `must be at most ${String(params['limit'])}`,
  exclusiveMinimum: ({ params }) => `must be more than ${String(params['limit'])}`,
  exclusiveMaximum: ({ params }) => `must be less than ${String(params['limit'])}`,
  multipleOf: ({ params }) => `must be a multiple of ${String(params['multipleOf'])}`,
  dependentRequired: ({ params }) => `takes ${String(params['missingProperty'])} with it`,
  propertyNames: ({ params }) => `has a field whose name is not allowed: ${String(params['propertyName'])}`,
  anyOf: () => 'has none of the forms that it may have',
  oneOf: ({ params }) =>
    params['passingSchemas'] === null
      ? 'has none of the forms that it may have'
      : 'has two of the forms of which it may have one',
  'false schema': (_violation, under) => `must not be given${under}`,
  not: tellExcluded,
};

/** What must not be given: fields that exclude one another, or any of several under a condition. */
function tellExcluded({ schema, data, instancePath }: Violation, under: string): string | ValidationIssue[] {
  const { required = [], anyOf } = schema as Schema;
  if (required.length > 1) return `must not have ${required.join(' and ')} together`;
  const names = anyOf ? anyOf.flatMap((one) => one.required ?? []) : required;
  const given = names.filter((name) => Object.hasOwn((data ?? {}) as object, name));
  if (given.length === 0) return 'has a form that is not allowed';
  return given.map((name) => ({ path: `${instancePath}/${name}`, message: `must not be given${under}` }));
}

/** Under what condition the violated rule holds, with a blank before it; empty where it always does. */
function conditionOf({ schemaPath, instancePath }: Violation, conditions: readonly Violation[]): string {
  for (const condition of conditions) {
    const at = condition.schemaPath.replace(/if$/, '');
    const branch = ['then', 'else'].find((name) => schemaPath.startsWith(`${at}${name}/`));
    if (branch === undefined || instancePath !== condition.instancePath) continue;
    return conditionText(condition.schema as Schema, branch === 'then');
  }
  return '';
}

function conditionText({ required = [], properties = {} }: Schema, holds: boolean): string {
  if (required.length > 0) return ` ${holds ? 'with' : 'without'} ${required.join(' and ')}`;
  const fixed = Object.entries(properties).map(
    ([name, value]) => `${name} is ${holds ? '' : 'not '}${shown(value.const)}`,
  );
  return fixed.length > 0 ? ` where ${fixed.join(' and ')}` : '';
}
