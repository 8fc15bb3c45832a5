import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameClashes, repeatedLists } from './clientNames.ts';

const test = suite('lint: names and lists of generated clients');

type Document = Parameters<typeof nameClashes>[0];

test('what clashes is told, and nothing else', () => {
  const clashes = nameClashes({
    paths: { '/login': { post: { operationId: 'login' } } },
    components: {
      schemas: { Host: {}, Error: {}, LoginResponse: {}, LoginRequest: {} },
      parameters: { Host: {}, HostId: {} },
      securitySchemes: { host: {} },
    },
  });
  assert.equal(clashes, [
    'Host stands in parameters and in schemas',
    'Error is a name that languages have',
    'LoginResponse is what generators call a part of an operation',
  ]);
});

test('a list that is written twice is told with its places', () => {
  const Mode = { type: 'string', enum: ['all', 'security'] };
  const examples = [{ enum: ['all', 'security'] }];
  const job = { properties: { mode: Mode, version: { enum: [1] }, other: { enum: [1] } }, examples };
  const found = repeatedLists({ components: { schemas: { Mode, Job: job, Policy: { examples } } } });
  assert.equal(found, [
    '["all","security"]: /components/schemas/Mode, /components/schemas/Job/properties/mode',
  ]);
});

test('the contract has neither', () => {
  const text = readFileSync(new URL('../../generated/manager.json', import.meta.url), 'utf8');
  const document = JSON.parse(text) as Document;
  assert.equal([...nameClashes(document), ...repeatedLists(document)], []);
});

test.run();
