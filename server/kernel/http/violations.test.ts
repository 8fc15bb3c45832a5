import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { operations, resolved, type Schema } from '#test/support/walk/contract.ts';
import { rightValue } from '#test/support/walk/wrong.ts';
import { readContract } from '../../contract.ts';
import { issuesOf, type Violation } from './violations.ts';

const test = suite('what is wrong with a request, in words');

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
// The package is CommonJS, but its types say otherwise.
(formats as unknown as { default: (one: Ajv2020) => void }).default(ajv);
ajv.addSchema({ ...(readContract().document as object), $id: 'contract' });

/** `place: sentence` of all that is wrong with a value. */
function told(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return issuesOf((validate.errors ?? []) as Violation[]).map(({ path, message }) => `${path}: ${message}`);
}

const own = (name: string): object => ({ $ref: `contract#/components/schemas/${name}` });

/** Schema, value, what is told. */
const RULES: readonly (readonly [object, unknown, string])[] = [
  [{ required: ['name'] }, {}, '/name: is required'],
  [{ additionalProperties: false }, { x: 1 }, '/x: is not known here'],
  [{ type: 'integer' }, 'seven', ': must be a whole number'],
  [{ type: ['string', 'null'] }, 7, ': must be a text or null'],
  [{ type: 'boolean' }, 7, ': must be true or false'],
  [{ type: 'array' }, 7, ': must be a list'],
  [{ enum: ['all', 'security', null] }, 'some', ': must be one of all, security, null'],
  [{ const: 'service' }, 'url', ': must be service'],
  [{ format: 'uuid' }, 'seven', ': must be a UUID, such as 01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21'],
  [{ format: 'ipv4' }, 'seven', ': must be a valid ipv4'],
  [{ pattern: '^[0-9]{6}$', 'x-form': 'six digits' }, 'seven', ': must be six digits'],
  [{ pattern: '^[0-9]{6}$' }, 'seven', ': must match the pattern ^[0-9]{6}$'],
  [{ minLength: 1 }, '', ': must not be empty'],
  [{ minLength: 12 }, 'seven', ': must have at least 12 characters'],
  [{ maxLength: 1 }, 'seven', ': must have at most 1 character'],
  [{ minItems: 1 }, [], ': must have at least 1 entry'],
  [{ maxItems: 2 }, [1, 2, 3], ': must have at most 2 entries'],
  [{ uniqueItems: true }, [1, 2, 1], ': must not name the same twice (entries 0 and 2)'],
  [{ minimum: 1 }, 0, ': must be at least 1'],
  [{ maximum: 500 }, 501, ': must be at most 500'],
  [{ exclusiveMinimum: 0 }, 0, ': must be more than 0'],
  [{ multipleOf: 5 }, 7, ': must be a multiple of 5'],
  [{ minProperties: 1 }, {}, ': must name at least 1 field'],
  [{ maxProperties: 1 }, { a: 1, b: 1 }, ': must name at most 1 field'],
  [{ anyOf: [{ type: 'integer' }] }, 'x', ': has none of the forms that it may have'],
  [{ oneOf: [{ minimum: 1 }, { maximum: 9 }] }, 5, ': has two of the forms of which it may have one'],
  [{ properties: { a: false } }, { a: 1 }, '/a: must not be given'],
  [{ not: { required: ['a', 'b'] } }, { a: 1, b: 1 }, ': must not have a and b together'],
  [{ not: { type: 'string' } }, 'x', ': has a form that is not allowed'],
];

for (const [schema, value, text] of RULES)
  test(`${JSON.stringify(schema)} is told of ${JSON.stringify(value)}`, () => {
    assert.ok(told(schema, value).includes(text), told(schema, value).join('\n'));
  });

test('of what holds under a condition, the condition is told, and not that a branch does not hold', () => {
  const window = { name: 'n', timezone: 'Europe/Berlin', duration_secs: 3600 };
  const both = { rrule: 'FREQ=DAILY', starts_at: '2026-01-15T08:30:00Z' };
  assert.equal(told(own('CreateWindowRequest'), { ...window, ...both }), [
    '/starts_at: must not be given with rrule',
  ]);
  assert.equal(told(own('CreateWindowRequest'), window), ['/starts_at: is required without rrule']);
  const check = { name: 'n', kind: 'service', url: 'https://example.org/' };
  assert.equal(told(own('CreateHealthCheckRequest'), check), [
    '/url: must not be given where kind is service',
    '/service_name: is required where kind is service',
  ]);
  const run = { from_plan_job_id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21', mode: 'all', exclude: [] };
  assert.equal(told(own('CreateJobRequest'), run).toSorted(), [
    '/exclude: must not be given with from_plan_job_id',
    '/mode: must not be given with from_plan_job_id',
  ]);
});

/** Words of Ajv, and of regular expressions. */
const OF_THE_VALIDATOR = /must (NOT|match|pass|have required|be equal)|schema|fewer than|more than \d/;

test('no request that the contract refuses under a condition is refused in words of the validator', () => {
  let conditional = 0;
  for (const { operationId, body } of operations) {
    const schema = body ? (resolved(body.schema) as Schema & { if?: object; not?: object }) : undefined;
    if (!schema || (schema.if === undefined && schema.not === undefined)) continue;
    conditional += 1;
    const all = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, rightValue(property) ?? 'x']),
    );
    const wrong = [{}, all, ...Object.keys(all).map((name) => ({ [name]: all[name] }))];
    const ref = (body?.schema as { $ref: string }).$ref.replace('#', 'contract#');
    const texts = wrong.flatMap((value) => told({ $ref: ref }, value));
    assert.ok(texts.length > 0, operationId);
    assert.equal(
      texts.filter((text) => OF_THE_VALIDATOR.test(text)),
      [],
      operationId,
    );
  }
  assert.ok(conditional >= 6, String(conditional));
});

test.run();
