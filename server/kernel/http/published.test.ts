import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readContract } from '../../contract.ts';
import { streamOf } from './asyncApi.ts';
import { inOpenApi30, opened, visitSchemas } from './published.ts';

const test = suite('the contract as clients get it');

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const closed = (properties: object): object => ({ type: 'object', additionalProperties: false, properties });
const open = (properties: object): object => ({ type: 'object', additionalProperties: true, properties });

const operation = {
  requestBody: json(ref('Wish')),
  responses: { 200: json(ref('Job')), default: json(ref('Fault')) },
};
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1', summary: 'S', license: { name: 'L', identifier: 'L' } },
  paths: { '/jobs': { post: operation } },
  webhooks: { ended: { post: { requestBody: json(ref('Ended')), responses: {} } } },
  components: {
    schemas: {
      Wish: closed({ mode: { type: 'string', enum: ['all'] }, kind: ref('Kind') }),
      Job: closed({ kind: ref('Kind'), enum: { type: ['string', 'null'], enum: ['a', null] } }),
      Kind: { type: 'string', enum: ['patch'] },
      Fault: closed({ map: { type: 'object', additionalProperties: { type: 'string' } } }),
      Ended: closed({ kind: { const: 'ended' } }),
    },
  },
};

test('what is answered and told is open, also where requests have it too; the rest stays closed', () => {
  const before = structuredClone(DOCUMENT);
  const { schemas } = opened(DOCUMENT).components;
  assert.equal(DOCUMENT, before);
  assert.equal(schemas.Wish, before.components.schemas.Wish);
  const word = { type: ['string', 'null'], 'x-extensible-enum': ['a'] };
  assert.equal(schemas.Job, open({ kind: ref('Kind'), enum: word }) as never);
  assert.equal(schemas.Kind, { type: 'string', 'x-extensible-enum': ['patch'] } as never);
  assert.equal(schemas.Ended, open({ kind: { const: 'ended' } }) as never);
  assert.is((opened(DOCUMENT).webhooks.ended.post as Record<string, unknown>)['x-internal'], true);
  const map = { type: 'object', additionalProperties: { type: 'string' } };
  assert.equal(schemas.Fault, open({ map }) as never);
});

test('what requests and answers share has a closed form of its own for requests', () => {
  const schemas = {
    Wish: closed({ target: ref('Target'), kind: ref('Kind') }),
    Target: closed({ filters: { type: 'array', items: ref('Filter') } }),
    Filter: closed({ mode: { type: 'string', enum: ['all'] } }),
    Job: closed({ target: ref('Target'), kind: ref('Kind'), fault: ref('Fault') }),
    Kind: DOCUMENT.components.schemas.Kind,
    Fault: closed({}),
  };
  const shared = opened({ ...DOCUMENT, webhooks: {}, components: { schemas } }).components.schemas as object;
  assert.equal(shared, {
    Wish: closed({ target: ref('TargetInput'), kind: ref('Kind') }),
    TargetInput: closed({ filters: { type: 'array', items: ref('FilterInput') } }),
    FilterInput: schemas.Filter,
    Target: open({ filters: { type: 'array', items: ref('Filter') } }),
    Filter: open({ mode: { type: 'string', 'x-extensible-enum': ['all'] } }),
    Job: open({ target: ref('Target'), kind: ref('Kind'), fault: ref('Fault') }),
    Kind: { type: 'string', 'x-extensible-enum': ['patch'] },
    Fault: open({}),
  });
});

test('the copy in 3.0 says in its words what it can', () => {
  const A = { type: 'object' };
  const B = { type: 'string' };
  const schemas = {
    A,
    B,
    Null: { oneOf: [ref('A'), { type: 'null' }], description: 'D' },
    Both: { oneOf: [ref('A'), ref('B'), { type: 'null' }] },
    Beside: { ...ref('A'), default: 1, description: 'D' },
    Described: { ...ref('A'), description: 'D' },
    Any: { type: ['string', 'number', 'null'], examples: ['x'] },
    If: { type: 'object', if: {}, then: {}, properties: { const: { const: 1 }, if: ref('A') } },
  };
  const { components, info, paths, ...rest } = inOpenApi30({ ...DOCUMENT, components: { schemas } }) as {
    components: { schemas: object };
    info: object;
    paths: { '/jobs': { post: { responses: object } } };
  };
  assert.equal(rest, { openapi: '3.0.3' });
  assert.equal(info, {
    title: 'T',
    version: '1',
    license: { name: 'L', url: 'https://spdx.org/licenses/L' },
  });
  assert.equal(Object.keys(paths['/jobs'].post.responses), ['200', '4XX', '5XX']);
  assert.equal(components.schemas, {
    A,
    B,
    Null: { description: 'D', allOf: [ref('A')], type: 'object', nullable: true },
    Both: { oneOf: [ref('A'), ref('B')] },
    Beside: { default: 1, allOf: [ref('A')] },
    Described: ref('A'),
    Any: {},
    If: { type: 'object', properties: { const: { enum: [1] }, if: ref('A') } },
  });
});

test('nothing of 3.1 is left in the copy of the contract', () => {
  const left = new Set<string>();
  visitSchemas(
    inOpenApi30(opened(readContract().document)),
    (schema) => {
      if (Array.isArray(schema['type']) || schema['type'] === 'null') left.add('type');
      for (const key of ['if', 'const', 'examples', 'prefixItems', '$defs']) if (key in schema) left.add(key);
      if ('$ref' in schema && Object.keys(schema).length > 1) left.add(JSON.stringify(schema));
    },
    false,
  );
  assert.equal([...left], []);
});

test('the document of the stream has each event that the contract knows, and all that they refer to', () => {
  const document = readContract().document as unknown as {
    components: { schemas: { LiveEvent: { oneOf: object[] } } };
  };
  const stream = streamOf(document) as { channels: { live: { messages: object } }; components: object };
  assert.is(
    Object.keys(stream.channels.live.messages).length,
    document.components.schemas.LiveEvent.oneOf.length + 2,
  );
  const text = JSON.stringify(stream);
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  const { schemas } = stream.components as { schemas: object };
  assert.equal(
    [...new Set(referred)].filter((name) => !Object.hasOwn(schemas, name)),
    [],
  );
  assert.is(streamOf({ paths: {}, components: {} }), null);
});

test('an operation of the copy in 3.0 has one kind of answer for success, and one for errors', () => {
  const responses = {
    200: json(ref('Job')),
    202: json(ref('Kind')),
    500: json(ref('Fault')),
    503: json(ref('Job')),
    default: json(ref('Fault')),
  };
  const { paths } = inOpenApi30({ ...DOCUMENT, paths: { '/jobs': { get: { responses } } } }) as {
    paths: { '/jobs': { get: { responses: object } } };
  };
  assert.equal(Object.keys(paths['/jobs'].get.responses), ['200', '500', '4XX']);
});

test.run();
