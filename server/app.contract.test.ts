import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { operations } from '../generated/manager.ts';
import type { Contract } from './contract.ts';
import type { Routes } from './kernel/boot/feature.ts';
import type { AnyFeature } from './kernel/boot/loader.ts';
import { operationRows, type ContractDocument } from './kernel/http/operations.ts';
import { empty, reply, type Reply } from './shared/wire/dispatch.ts';
import { createTestApp } from './testing.ts';

const test = suite('who serves what');

const answer = (names: string[]) => ({
  description: 'Names.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: names,
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        additionalProperties: false,
      },
    },
  },
});

const operation = (operationId: string, tag: string, more: object = {}) => ({
  operationId,
  tags: [tag],
  'x-permission': 'public',
  responses: { '200': answer(['name']), '503': answer(['why']) },
  ...more,
});

/** `shelves` has one operation of its own and one that `books` serves; `rooms` belongs to `books` as a whole. */
const document = {
  openapi: '3.1.0',
  info: { title: 'A library', version: '1' },
  tags: [{ name: 'shelves' }, { name: 'books' }, { name: 'rooms', 'x-feature': 'books' }],
  paths: {
    '/api/v1/shelves': {
      get: operation('listShelves', 'shelves'),
      post: operation('fillShelf', 'shelves', { 'x-feature': 'books' }),
    },
    '/api/v1/rooms': { get: operation('listRooms', 'rooms') },
  },
} as unknown as ContractDocument;

const contract: Contract = { document, operations: operationRows(document), permissions: {} };

const shelves: AnyFeature = {
  name: 'shelves',
  setup: () => ({ routes: { listShelves: async () => reply(200, { name: 'low' }) } }),
} as never;
const featureOf = (name: string, routes: object): AnyFeature =>
  ({ name, setup: () => ({ routes }) }) as never;
const books = featureOf('books', {
  fillShelf: async () => reply(200, { name: 'full' }),
  listRooms: async () => reply(503, { why: 'closed' }),
});

const codeOf = ({ body }: { body: unknown }): unknown => (body as { error?: { code: string } }).error?.code;

test('a feature serves operations of several tags, and a part of one', async () => {
  const app = await createTestApp({ features: [books, shelves], contract });
  const filled = await app.call('POST', '/api/v1/shelves');
  const listed = await app.call('GET', '/api/v1/shelves');
  await app.stop();
  assert.equal([filled.status, filled.body], [200, { name: 'full' }]);
  assert.equal([listed.status, listed.body], [200, { name: 'low' }]);
});

test('a handler answers any status that the contract documents, with the body of that status', async () => {
  const app = await createTestApp({ features: [books, shelves], contract });
  const rooms = await app.call('GET', '/api/v1/rooms');
  await app.stop();
  assert.equal([rooms.status, rooms.body], [503, { why: 'closed' }]);
});

test('a refusal names the feature that is switched off, and not the tag', async () => {
  const app = await createTestApp({ features: [shelves], off: [books], contract });
  const filled = await app.call('POST', '/api/v1/shelves');
  const listed = await app.call('GET', '/api/v1/shelves');
  await app.stop();
  assert.equal([filled.status, codeOf(filled)], [404, 'PLUGIN_DISABLED']);
  assert.match(JSON.stringify(filled.body), /The feature books is switched off/);
  assert.equal([listed.status, listed.body], [200, { name: 'low' }]);
});

test('an operation whose feature is neither here nor switched off stops the boot by its name', async () => {
  const told = await createTestApp({ features: [books], contract }).then(
    () => 'started',
    (error: Error) => error.message,
  );
  assert.match(told, /features? is not here: listShelves \(shelves\)$/);
});

test("a feature that lacks one of its operations, or serves another's, does not start", async () => {
  const told = async (...features: AnyFeature[]): Promise<string> =>
    createTestApp({ features, contract }).then(
      () => 'started',
      (error: Error) => error.message,
    );
  assert.match(
    await told(shelves, featureOf('books', { fillShelf: async () => empty() })),
    /books: its operations listRooms have no handler$/,
  );
  const greedy = { listShelves: async () => empty(), fillShelf: async () => empty() };
  assert.match(
    await told(featureOf('shelves', greedy), books),
    /shelves: its handlers fillShelf are of no operation of it$/,
  );
});

/** Checked by the compiler: `npm run typecheck` fails where one of the expected errors is none. */
function typesOfAnswers(): void {
  const health = {
    status: 'failing',
  } as unknown as operations['getServiceHealth']['responses'][503] extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : never;
  const documented: Reply<operations['getServiceHealth']> = reply(503, health);
  // @ts-expect-error -- the contract documents no 418
  const undocumented: Reply<operations['getServiceHealth']> = reply(418, health);
  // @ts-expect-error -- 503 has another body there
  const otherBody: Reply<operations['getServiceHealth']> = reply(503, { status: 1 });
  // @ts-expect-error -- getFleetHistory and getServiceHealth are missing
  const routes: Routes<'fleet'> = { getFleetStatus: () => Promise.reject(new Error('unused')) };
  void [documented, undocumented, otherBody, routes];
}
void typesOfAnswers;

test.run();
