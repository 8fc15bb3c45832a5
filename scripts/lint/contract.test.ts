import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';

const test = suite('lint: the rules of our own for the contract');
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Lints a contract with these paths and schemas; `rule: place` of what our own rules find. */
async function foundIn(paths: object, schemas: object = {}): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  try {
    const file = path.join(folder, 'planted.yaml');
    await writeFile(file, stringify({ openapi: '3.1.0', info, paths, components: { schemas } }));
    const spectral = path.join(root, 'node_modules/.bin/spectral');
    const args = [spectral, 'lint', '--quiet', '--format=json', '--ruleset=.spectral.yaml', file];
    const text = await new Promise<string>((resolve) =>
      execFile(process.execPath, args, { cwd: root }, (_error, stdout) => resolve(stdout)),
    );
    const found = JSON.parse(text) as { code: string; path: string[] }[];
    const own = found.filter(({ code }) => OURS.includes(code));
    return own.map(({ code, path: [, ...place] }) => `${code}: ${place.join(' ')}`).sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

const CODES = 'operation-lists-no-codes';
const NAMES = 'path-parameters-named-after-their-noun';
const DESCRIBED = 'described';
const WORDS = 'plain-words';
const VERBS = 'summary-begins-with-its-verb';
const ENDS = 'deprecated-says-its-end';
const FORMS = 'pattern-says-its-form';
const ACTS = 'acts-have-one-word';
const OWN = 'own-things-say-so';
const DELETES = 'delete-has-few-verbs';
/** Of what generated clients cannot read. */
const READABLE = [
  'answer-has-a-name',
  'default-is-a-keyword',
  'null-is-no-type',
  'one-media-type',
  'text-is-no-file',
  'union-is-told-apart',
];
const OURS = [
  CODES,
  NAMES,
  FORMS,
  DESCRIBED,
  WORDS,
  VERBS,
  ENDS,
  ACTS,
  OWN,
  DELETES,
  'operation-description',
  ...READABLE,
];
const info = { title: 'Planted', version: '1' };

const MISNAMED = [
  '/a/hosts/{hostId}',
  '/a/hosts/{id}',
  '/a/hosts/{job_id}',
  '/a/hosts/{host_id}/checks/{id}',
  '/a/policies/{policie_id}/runs',
  '/a/enrollment-tokens/{enrollment_token_id}',
  '/a/files/{fileName}',
];
const WELL_NAMED = [
  '/a/hosts',
  '/a/hosts/{host_id}/client.crt',
  '/a/hosts/{host_id}/checks/{check_id}/history',
  '/a/policies/{policy_id}/runs',
  '/a/addresses/{address_id}',
  '/a/enrollment-tokens/{token_id}',
  '/a/files/{file_name}',
  '/a/cves/{cve}',
];

test('each planted habit is found where it is, and nothing else', async () => {
  const found = await foundIn({
    '/a': {
      get: { description: 'It may end. Codes: `JOB_ENDED`.' },
      put: { description: 'It ends. `JOB_ENDED` (409, it has ended).' },
      post: { description: '`JOB_ENDED`: it ended while it was read.' },
    },
    ...Object.fromEntries([...MISNAMED, ...WELL_NAMED].map((name) => [name, {}])),
  });
  const wanted = [
    `${CODES}: /a get description`,
    `${CODES}: /a put description`,
    ...MISNAMED.map((name) => `${NAMES}: ${name}`),
  ];
  assert.equal(found, wanted.sort());
});

test('a pattern that does not say in words what it takes is found', async () => {
  const found = await foundIn(
    {},
    {
      Code: { type: 'string', description: 'A code.', pattern: '^[0-9]{6}$' },
      Pin: { type: 'string', description: 'A pin.', pattern: '^[0-9]{6}$', 'x-form': 'six digits' },
    },
  );
  assert.equal(found, [`${FORMS}: schemas Code`]);
});

test('what has no description is found, and what is described by its reference is not', async () => {
  const query = { name: 'q', in: 'query', schema: { type: 'string' } };
  const found = await foundIn(
    { '/a': { get: { parameters: [query, { ...query, name: 'r', description: 'Text to find.' }] } } },
    {
      Bare: {
        type: 'object',
        properties: { named: { $ref: '#/components/schemas/Told' }, bare: { type: 'string' } },
      },
      Told: {
        type: 'object',
        description: 'A thing.',
        properties: {
          list: { type: 'array', description: 'Parts.', items: { properties: { deep: { type: 'string' } } } },
        },
      },
    },
  );
  assert.equal(found, [
    `${DESCRIBED}: /a get parameters 0`,
    `${DESCRIBED}: schemas Bare`,
    `${DESCRIBED}: schemas Bare properties bare`,
    `${DESCRIBED}: schemas Told properties list items properties deep`,
    'operation-description: /a get',
  ]);
});

test('words that are not of the trade are found, and their plain words are not', async () => {
  const texts = [
    'It ends by itself.',
    'What became of it is told by its job.',
    'The plan is made anew.',
    'Hosts at work finish.',
    'For who may not see it.',
    'Each host. Of them those that failed.',
    'Hosts that are left out.',
    'A change that is under way.',
  ];
  const plain = ['It ends automatically.', 'Holds a package.', 'Takes two minutes, whether it works or not.'];
  const schemas = Object.fromEntries(
    [...texts, ...plain].map((description, i) => [`S${i}`, { description }]),
  );
  const found = await foundIn({}, schemas);
  assert.equal(
    found,
    texts.map((_text, i) => `${WORDS}: schemas S${i} description`),
  );
});

test('a summary that does not begin with its verb is found', async () => {
  const described = { description: 'A thing.' };
  const found = await foundIn({
    '/a': {
      get: { summary: 'Read a thing', ...described },
      put: { summary: 'Update a thing', ...described },
    },
    '/b': {
      get: { summary: 'What happens next', ...described },
      post: { summary: 'Create a thing', ...described },
    },
  });
  assert.equal(found, [`${VERBS}: /a get summary`, `${VERBS}: /b get summary`]);
});

test('a second word for an act, and an own thing that does not say so, are found', async () => {
  const get = (operationId: string) => ({ get: { operationId, description: 'A thing.' } });
  const remove = (operationId: string) => ({ delete: { operationId, description: 'A thing.' } });
  const paths = ['/a/run-now', '/a/change/confirm', '/a/change/reject', '/a/run', '/a/web-tls/confirm'];
  const found = await foundIn({
    ...Object.fromEntries(paths.map((name) => [name, {}])),
    '/a/users/me/tokens': get('listApiTokens'),
    '/a/users/me': get('getOwnUser'),
    '/a/users/{user_id}/tokens': get('listUserApiTokens'),
    '/a/sessions': remove('endSessions'),
    '/a/tokens': remove('deleteTokens'),
  });
  assert.equal(found, [
    `${ACTS}: /a/change/confirm`,
    `${ACTS}: /a/change/reject`,
    `${ACTS}: /a/run-now`,
    `${DELETES}: /a/sessions delete operationId`,
    `${OWN}: /a/users/me/tokens get operationId`,
  ]);
});

test('a deprecated operation that does not say its end is found', async () => {
  const operation = (...names: string[]) => ({
    deprecated: true,
    description: 'A thing.',
    responses: {
      200: { headers: Object.fromEntries(names.map((name) => [name, { description: 'When.' }])) },
    },
  });
  const found = await foundIn({
    '/a': { get: operation('Deprecation'), put: operation('Deprecation', 'Sunset'), post: operation() },
  });
  assert.equal(found, [`${ENDS}: /a get responses 200 headers`, `${ENDS}: /a post responses 200 headers`]);
});

const answer = (content: object): object => ({ get: { responses: { 200: { content } } } });
const text = (format: object): object => ({ schema: { type: 'string', ...format } });
const Named = { $ref: '#/components/schemas/Named' };

test('what clients cannot read is found where it is, and nothing else', async () => {
  const found = await foundIn(
    {
      '/a/csv': answer({ 'text/csv': text({ format: 'binary' }) }),
      '/a/text': answer({ 'text/plain': text({}) }),
      '/a/pdf': answer({ 'application/pdf': text({ format: 'binary' }) }),
      '/a/both': answer({ 'text/csv': text({}), 'application/pdf': text({ format: 'binary' }) }),
      '/a/inline': answer({ 'application/json': { schema: { type: 'object' } } }),
      '/a/named': answer({ 'application/json': { schema: Named } }),
      '/a/list': answer({ 'application/json': { schema: { type: 'array', items: Named } } }),
    },
    {
      Named: { type: 'object' },
      Words: { properties: { a: { type: 'integer', description: 'Days. Default 7.' } } },
      Keyword: { properties: { a: { type: 'integer', default: 7, description: 'Kept by default.' } } },
      OnlyNull: { properties: { seq: { type: 'null' } } },
      OrNull: { oneOf: [Named, { type: 'null' }] },
      Guessed: { oneOf: [Named, Named] },
      Distinct: { oneOf: [Named, Named], discriminator: { propertyName: 'kind' } },
    },
  );
  assert.equal(
    found.filter((one) => READABLE.some((rule) => one.startsWith(rule))),
    [
      'answer-has-a-name: /a/inline get responses 200 content application/json schema',
      'default-is-a-keyword: schemas Words properties a description',
      'null-is-no-type: schemas OnlyNull properties seq type',
      'one-media-type: /a/both get responses 200 content',
      'text-is-no-file: /a/csv get responses 200 content text/csv schema format',
      'union-is-told-apart: schemas Guessed',
    ],
  );
});

test.run();
