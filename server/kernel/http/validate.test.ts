import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { operationRows, type ContractDocument } from './operations.ts';
import { partOf } from './documentPart.ts';
import { createMatcher } from './match.ts';
import { setState } from './state.ts';
import { validate } from './validate.ts';

const test = suite('what requests are held against');

const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const operation = (operationId: string, more: object = {}) => ({
  operationId,
  tags: ['shelves'],
  'x-permission': 'public',
  responses: { '200': { description: 'Done.' } },
  ...more,
});

/** A book holds pages, which hold pages themselves; nothing refers from a shelf to a room. */
const document = {
  openapi: '3.1.0',
  info: { title: 'A library', version: '1' },
  paths: {
    '/shelves/{shelf}/books/{book}': {
      parameters: ['shelf', 'book'].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      put: operation('putBook', { requestBody: { required: true, ...json('Book') } }),
      get: operation('getRoom', {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500 } }],
        responses: {
          '200': { description: 'It.', ...json('Room') },
          '202': { description: 'A list.', content: { 'text/csv': { schema: { type: 'string' } } } },
          '404': { description: 'Why not.', ...json('Reason') },
        },
      }),
    },
  },
  components: {
    schemas: {
      Book: {
        type: 'object',
        required: ['page'],
        properties: { page: { $ref: '#/components/schemas/Page' } },
      },
      Page: {
        type: 'object',
        required: ['text'],
        properties: {
          text: { type: 'string' },
          at: { type: 'string', format: 'date-time' },
          next: { $ref: '#/components/schemas/Page' },
        },
      },
      Room: { type: 'object' },
      Reason: { type: 'object', required: ['text'] },
    },
  },
} as unknown as ContractDocument;
const rows = operationRows(document);

interface Answered {
  status: number;
  answer: unknown;
}

/** Answers a request that passes with the path parameters that the handler would get. */
function call(path: string, body: unknown): Promise<Answered> {
  const validateResponses = false;
  return serve({ path, method: 'PUT', body: JSON.stringify(body), validateResponses }, (req, res) => {
    res.json((req as unknown as { openapi: { pathParams: unknown } }).openapi.pathParams);
  });
}

/** How this answer of `getRoom` reaches the caller; 500 where the contract does not allow it. */
function answering(status: number, body: unknown): Promise<Answered> {
  const request = { path: '/shelves/a/books/b', method: 'GET', validateResponses: true };
  return serve(request, (_req, res) => void res.status(status).json(body));
}

interface Asked {
  path: string;
  method: string;
  body?: string;
  validateResponses: boolean;
}

async function serve(
  { path, method, body, validateResponses }: Asked,
  handler: express.RequestHandler,
): Promise<Answered> {
  const app = express();
  const match = createMatcher(rows);
  app.use(express.json(), (req, _res, next) => {
    const { operation } = match(req.method, req.path);
    setState(req, { operation, bodyBytes: 0 } as never);
    next();
  });
  app.use(validate(document, { validateResponses }));
  app.use(handler);
  app.use(((error: { status: number; message: string }, _req, res, _next) => {
    res.status(error.status).json(error.message);
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, answer: await response.json() };
  } finally {
    server.close();
  }
}

const page = { text: 'It was a dark night.' };

test('parts of a path are told by their names, out of the code of URLs', async () => {
  const { status, answer } = await call('/shelves/a%2Fb/books/d%C3%A9j%C3%A0', { page });
  assert.equal([status, answer], [200, { shelf: 'a/b', book: 'déjà' }]);
});

test('a part of a path that is no text in the code of URLs is a 400', async () => {
  const { status } = await call('/shelves/a/books/%E0%A4', { page });
  assert.is(status, 400);
});

test('a component is held to components that it refers to, itself included', async () => {
  const right = await call('/shelves/a/books/b', { page: { ...page, next: { ...page, next: page } } });
  const wrong = await call('/shelves/a/books/b', { page: { ...page, next: { ...page, next: {} } } });
  assert.is(right.status, 200);
  assert.equal([wrong.status, wrong.answer], [400, 'request/body/page/next/next/text is required']);
});

test('a date-time is one that exists, and that an answer can name', async () => {
  const statusOf = async (at: string): Promise<number> =>
    (await call('/shelves/a/books/b', { page: { ...page, at } })).status;
  for (const at of ['2026-02-28T23:59:59Z', '2026-01-15t06:00:00.5+01:00', '9999-12-31T23:59:59.999Z'])
    assert.is(await statusOf(at), 200, at);
  for (const at of [
    '2026-19-39T29:59:59Z',
    '2026-02-30T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-01T00:00:00+01',
    '9999-12-31T23:59:59-00:01',
    '0000-01-01T00:00:00+00:01',
    '2026-01-01T00:00:00',
    '2026-01-01',
  ])
    assert.is(await statusOf(at), 400, at);
});

test('no number of a query is beyond its limits, and so none is infinite', async () => {
  const statusOf = async (limit: string): Promise<number> => {
    const path = `/shelves/a/books/b?limit=${limit}`;
    const answered = await serve({ path, method: 'GET', validateResponses: false }, (_req, res) => {
      res.json({});
    });
    return answered.status;
  };
  assert.is(await statusOf('500'), 200);
  for (const limit of ['501', 'Infinity', '-Infinity', '1e999', 'NaN', '1.5'])
    assert.is(await statusOf(limit), 400, limit);
});

test('an operation is compiled with the components that it leads to, and no others', () => {
  const parts = rows.map((row) => Object.keys(partOf(document, row).components['schemas'] ?? {}));
  assert.equal(Object.fromEntries(rows.map(({ operationId }, index) => [operationId, parts[index]])), {
    putBook: ['Book', 'Page'],
    getRoom: ['Room', 'Reason'],
  });
});

test('an answer is held to what its own status says, and refused where that says nothing', async () => {
  const statuses = async (status: number, bodies: unknown[]): Promise<number[]> =>
    Promise.all(bodies.map(async (body) => (await answering(status, body)).status));
  assert.equal(await statuses(200, [{}, page, 'a room']), [200, 200, 500]);
  assert.equal(await statuses(404, [page, {}, page]), [404, 500, 404]);
  assert.equal(await statuses(202, [{}]), [500], 'JSON where a list is said');
  assert.equal(await statuses(409, [{}]), [500], 'a status that the contract does not know');
});

test.run();
