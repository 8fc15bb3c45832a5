import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ContractDocument } from '../kernel/http/operations.ts';
import { withErrorCodes } from './errorCodes.ts';

const test = suite('the error codes of operations');

const CODES = {
  BAD: { status: 400, common: 'all', details: ['errors?', 'id'] },
  NOBODY: { status: 401, common: 'session' },
  FORBIDDEN: { status: 403, common: 'permission' },
  OFF: { status: 404, common: 'plugin' },
  HOST_GONE: { status: 404 },
  STALE: { status: 412 },
  FULL: { status: 409 },
  NO_METHOD: { status: 405, common: 'request' },
};

interface Given {
  operation?: object;
  codes?: object;
}

function document({ operation = {}, codes = CODES }: Given = {}): ContractDocument {
  const post = {
    operationId: 'makeThing',
    tags: ['things'],
    'x-permission': 'things:make',
    parameters: [{ name: 'If-Match', in: 'header', 'x-error-codes': ['STALE'] }],
    responses: { 201: { description: 'Made.' } },
    ...operation,
  };
  const components = {
    parameters: { HostId: { name: 'host_id', in: 'path', 'x-error-codes': ['HOST_GONE'] } },
    responses: { BadRequest: {}, NotFound: {}, Conflict: {} },
    schemas: { ErrorDetails: { properties: { id: { type: 'string' }, errors: { type: 'array' } } } },
    'x-error-codes': codes,
  };
  const path = { parameters: [{ $ref: '#/components/parameters/HostId' }], post };
  return { paths: { '/things': path }, components } as unknown as ContractDocument;
}

interface Completed {
  paths: Record<string, { post: { 'x-error-codes': object; responses: Record<string, object> } }>;
  components: { 'x-error-codes': Record<string, { details?: object }> };
}

const complete = (given?: Given, isCore = false): Completed =>
  withErrorCodes(document(given), () => isCore) as unknown as Completed;
const listed = (given?: Given, isCore?: boolean): object | undefined =>
  complete(given, isCore).paths['/things']?.post['x-error-codes'];

test('an operation may answer what it names, what its parameters name, and what is common, by status', () => {
  assert.equal(listed({ operation: { 'x-error-codes': ['FULL'] } }), {
    400: ['BAD'],
    401: ['NOBODY'],
    403: ['FORBIDDEN'],
    404: ['HOST_GONE', 'OFF'],
    409: ['FULL'],
    412: ['STALE'],
  });
});

test('nobody is refused for want of a permission that all have, and what is of the core is never off', () => {
  const everybodys = listed({ operation: { 'x-permission': 'authenticated' } }, true);
  assert.equal(everybodys, { 400: ['BAD'], 401: ['NOBODY'], 404: ['HOST_GONE'], 412: ['STALE'] });
  const open = listed({ operation: { 'x-permission': 'public' } }, true);
  assert.equal(open, { 400: ['BAD'], 404: ['HOST_GONE'], 412: ['STALE'] });
});

test('each status has an answer: the own one, or that of all', () => {
  const own = { description: 'Of this one.' };
  const { responses = {} } =
    complete({ operation: { responses: { 400: own }, 'x-error-codes': ['FULL'] } }).paths['/things']?.post ??
    {};
  const $ref = (name: string) => ({ $ref: `#/components/responses/${name}` });
  assert.equal(responses, { 400: own, 404: $ref('NotFound'), 409: $ref('Conflict') });
});

test('the details of a code become a schema', () => {
  const at = '#/components/schemas/ErrorDetails/properties';
  const details = complete().components['x-error-codes']['BAD']?.details;
  const properties = { errors: { $ref: `${at}/errors` }, id: { $ref: `${at}/id` } };
  assert.equal(details, { type: 'object', required: ['id'], properties });
});

test('what is complete stays as it is', () => {
  const once = withErrorCodes(document(), () => false);
  assert.equal(
    withErrorCodes(once, () => true),
    once,
  );
});

test('a code or a detail that is nowhere is refused by name', () => {
  const operation = { 'x-error-codes': ['FUL'] };
  assert.throws(() => complete({ operation }), /makeThing names the error code FUL, which is not in/);
  const codes = { ...CODES, FULL: { status: 409, details: ['ids', 'ida?'] } };
  assert.throws(() => complete({ codes }), /the details of FULL name ids, ida, which ErrorDetails has not/);
});

test.run();
