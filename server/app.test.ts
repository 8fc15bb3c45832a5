import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertServed } from './app.ts';
import { mayCall } from './kernel/security/permissions.ts';
import { readContract } from './contract.ts';
import { AppError } from './shared/wire/appError.ts';
import { identityFeature } from './core/identity/plugin.ts';
import { createTestApp, testActor, type TestAnswer, type TestCall } from './testing.ts';

const test = suite('app');
const app = await createTestApp({
  features: [identityFeature],
  config: { adminPassword: 'seven quiet otters row north' },
});
test.after(() => app.stop());

const codeOf = ({ status, body }: TestAnswer): [number, string] => [
  status,
  (body as { error: { code: string } }).error.code,
];
const call = async (method: string, path: string, options?: TestCall): Promise<[number, string]> =>
  codeOf(await app.call(method, path, options));
const login = (options: TestCall): Promise<[number, string]> =>
  call('POST', '/api/v1/auth/login', { role: null, ...options });

test('browsers are told of HTTPS for the manager, and for the names below it only where that is configured', async () => {
  const { headers } = await app.call('GET', '/api/v1/nope', { role: null });
  assert.is(headers.get('strict-transport-security'), 'max-age=31536000');
  const wide = await createTestApp({ features: [], config: { hstsSubDomains: true } });
  const told = (await wide.call('GET', '/api/v1/nope', { role: null })).headers;
  assert.is(told.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
  await wide.stop();
});

test('truncated JSON, wrong types, unknown fields and big bodies each get their code', async () => {
  assert.equal(await login({ text: '{"username": "adm' }), [400, 'MALFORMED_JSON']);
  assert.equal(await login({ body: { username: 1, password: 'x' } }), [400, 'VALIDATION_FAILED']);
  assert.equal(await login({ body: { username: 'a', password: 'x', admin: true } }), [
    400,
    'VALIDATION_FAILED',
  ]);
  assert.equal(await login({ text: '{"username":"a","password":"x","__proto__":{"role":"admin"}}' }), [
    400,
    'VALIDATION_FAILED',
  ]);
  assert.equal(await login({ body: { username: 'a', password: 'x'.repeat(10_000_000) } }), [
    413,
    'PAYLOAD_TOO_LARGE',
  ]);
  assert.equal(
    await login({ text: 'username=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
  );
});

test('an error names each violated rule and the request', async () => {
  const { body, headers } = await app.call('POST', '/api/v1/auth/login', { role: null, body: { user: 'a' } });
  const { error } = body as { error: { details: { errors: { path: string }[] }; request_id: string } };
  assert.ok(error.details.errors.length >= 2);
  assert.is(error.request_id, headers.get('x-request-id'));
});

test('a proxy that the configuration does not name is told in the log, with the name of the setting', async () => {
  const warnings: [object, string][] = [];
  const log = pino({ level: 'silent' });
  Object.assign(log, { warn: (...words: [object, string]) => warnings.push(words) });
  const behind = await createTestApp({ features: [], log });
  await behind.call('GET', '/api/v1/hosts', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  await behind.stop();
  const [[facts, text] = [{}, '']] = warnings.filter(([, said]) => said.includes('X-Forwarded-For'));
  assert.equal(facts, { address: '127.0.0.1' });
  assert.match(text, 'trusted_proxies');
});

test('unknown paths and methods are answered in the envelope', async () => {
  assert.equal(await call('GET', '/api/v1/nothing'), [404, 'NOT_FOUND']);
  assert.equal(await call('GET', '/api/v1/auth/login'), [405, 'METHOD_NOT_ALLOWED']);
  assert.equal(await call('GET', '/api/v1/users/me?x=1'), [400, 'VALIDATION_FAILED']);
});

test('HEAD is answered as GET, without the body, and 401 says how to prove who calls', async () => {
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => app.call(method, '/api/v1/users/me')),
  );
  assert.equal(
    [head?.status, head?.headers.get('content-type')],
    [get?.status, get?.headers.get('content-type')],
  );
  assert.not.ok(head?.body);
  assert.is(head?.headers.get('content-length'), get?.headers.get('content-length'));
  const { status, headers } = await app.call('GET', '/api/v1/users/me', { role: null });
  assert.equal([status, headers.get('www-authenticate')], [401, 'Bearer']);
  const { headers: refused } = await app.call('PUT', '/api/v1/users/me', { role: null });
  assert.is(refused.get('allow'), 'GET, HEAD');
});

test('operations of features that are switched off answer so, after the permission check', async () => {
  assert.equal(await call('GET', '/api/v1/maintenance-windows'), [404, 'PLUGIN_DISABLED']);
  assert.equal(await call('GET', '/api/v1/maintenance-windows', { role: null }), [401, 'UNAUTHENTICATED']);
});

test('each request that a broken hook fails is one line in the log; the stack comes once a minute', async () => {
  const lines: { msg: string; stack?: string; reason?: string }[] = [];
  const write = (text: string): void => {
    const { msg, reason, error } = JSON.parse(text) as Record<string, never> & { msg: string };
    // A busy machine has slow transactions besides.
    if (msg.endsWith('failed'))
      lines.push({ msg, reason, stack: (error as { stack?: string } | undefined)?.stack });
  };
  const errors = { error: pino.stdSerializers.err };
  const log = pino({ level: 'warn', serializers: errors }, { write });
  const broken = await createTestApp({ features: [], log });
  broken.ctx.hooks.add('ip-allow-list', {
    'http.beforeRequest': () => Promise.reject(new Error('the list is broken')),
  });
  for (let n = 0; n < 3; n++) await broken.call('GET', '/api/v1/hosts');
  await broken.stop();
  const failed = { msg: 'request failed', reason: 'hook http.beforeRequest of ip-allow-list failed' };
  assert.equal(
    lines.map(({ msg, reason }) => ({ msg, reason })),
    [{ msg: 'hook failed', reason: undefined }, failed, failed, failed],
  );
  assert.match(lines[0]?.stack ?? '', 'the list is broken');
});

test('a request is one line in the log, and a security event if who called was refused', async () => {
  const lines: Record<string, unknown>[] = [];
  const all = Promise.withResolvers<void>();
  const write = (text: string): void => {
    const line = JSON.parse(text) as Record<string, unknown>;
    if (line['requestId'] !== undefined && lines.push(line) === 4) all.resolve();
  };
  const logging = await createTestApp({ features: [identityFeature], log: pino({}, { write }) });
  await logging.call('GET', '/api/v1/users/me', { role: null });
  await logging.call('GET', '/api/v1/settings', { role: 'reporter' });
  await logging.call('GET', '/api/v1/nothing');
  await logging.call('GET', '/api/v1/users/me?x=1');
  await all.promise;
  await logging.stop();
  assert.equal(
    lines.map(({ msg, status, kind, code, operation }) => [msg, status, kind, code, operation]),
    [
      ['request', 401, 'security', 'UNAUTHENTICATED', 'getOwnUser'],
      ['request', 403, 'security', 'FORBIDDEN', 'getSettings'],
      ['request', 404, undefined, undefined, undefined],
      ['request', 400, undefined, undefined, undefined],
    ],
  );
  const { id, name } = testActor('reporter');
  const { actor, actorKind, actorId, address } = lines[1] ?? {};
  assert.equal([actor, actorKind, actorId, address], [name, 'user', id, '127.0.0.1']);
});

test('an address that a hook refuses gets the code of that hook, and one whose hook broke a 503', async () => {
  let fail: () => Error = () => new AppError('FORBIDDEN', { message: 'This address is not on the list.' });
  const guarded = await createTestApp({ features: [] });
  guarded.ctx.hooks.add('ip-allow-list', { 'http.beforeRequest': () => Promise.reject(fail()) });
  const ask = async () => {
    const answer = await guarded.call('GET', '/api/v1/hosts');
    const { code, message } = (answer.body as { error: { code: string; message: string } }).error;
    return [answer.status, code, message, answer.headers.get('retry-after')];
  };
  const answers = [await ask()];
  fail = () => new AppError('RATE_LIMITED', { headers: { 'Retry-After': '7' } });
  answers.push(await ask());
  fail = () => new Error('secret detail');
  answers.push(await ask());
  await guarded.stop();
  assert.equal(answers, [
    [403, 'FORBIDDEN', 'This address is not on the list.', null],
    [429, 'RATE_LIMITED', 'Too many requests. Wait a moment.', '7'],
    [503, 'SERVICE_UNAVAILABLE', 'The manager cannot answer right now.', null],
  ]);
});

test('a plugin can hold operations to a fresh sign-in, and sessions to what they are limited to', async () => {
  const asked: string[] = [];
  const held = await createTestApp({ features: [] });
  held.ctx.hooks.add('mfa', {
    'http.beforeOperation': ({ operationId, permission, actor, address }) => {
      asked.push(`${operationId} ${permission} ${actor.name} ${actor.restriction ?? 'free'} ${address}`);
      if (actor.role === 'operator')
        throw new AppError('FORBIDDEN', { message: 'Set up a second factor first.' });
      return Promise.resolve(undefined);
    },
  });
  const answers = [];
  for (const role of ['admin', 'operator', 'reporter', null] as const)
    answers.push(codeOf(await held.call('POST', '/api/v1/hosts', { role, text: '{' })));
  answers.push(codeOf(await held.call('POST', '/api/v1/auth/login', { role: null, text: '{' })));
  await held.stop();
  assert.equal(answers, [
    [404, 'PLUGIN_DISABLED'],
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
    [401, 'UNAUTHENTICATED'],
    [404, 'PLUGIN_DISABLED'],
  ]);
  assert.equal(asked, [
    'createHost hosts:edit test-admin free 127.0.0.1',
    'createHost hosts:edit test-operator free 127.0.0.1',
    'login public anonymous free 127.0.0.1',
  ]);
});

test("an operation whose permission nobody was given is nobody's", () => {
  assert.not.ok(mayCall('nobody:gave-this', testActor('admin')));
});

test('a feature that serves other operations than the contract gives it does not start', () => {
  const routes = { login: () => Promise.reject(new Error('unused')) };
  const contract = readContract();
  const all = contract.operations.map(({ feature }) => feature);
  assert.throws(
    () => assertServed(contract, new Map([['identity', { routes } as never]]), all),
    /the routes of identity: its operations .*logout.* have no handler$/,
  );
  assert.throws(
    () => assertServed(contract, new Map([['live', { routes: { steal: routes.login } } as never]]), all),
    /its handlers steal are of no operation of it$/,
  );
});

const DOCUMENTS = ['openapi.json', 'openapi-3.0.json', 'asyncapi.json'];

test('the documentation comes whole from this server, under a strict policy', async () => {
  const page = await app.call('GET', '/api/docs', { role: null });
  assert.is(page.status, 200);
  assert.not.match(String(page.body), /https?:\/\//);
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self';/);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', ...DOCUMENTS]) {
    assert.is((await app.call('GET', `/api/docs/${file}`, { role: null })).status, 200, file);
  }
});

test('the documentation comes whole, whatever part or state of it is asked for', async () => {
  for (const file of [
    '',
    '/swagger-ui.css',
    '/swagger-ui-bundle.js',
    '/start.js',
    ...DOCUMENTS.map((name) => `/${name}`),
  ])
    for (const headers of [
      { range: 'bytes=9999999-' },
      { range: 'bytes=0-1' },
      { 'if-match': '"x"' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ] as Record<string, string>[]) {
      const { status } = await app.call('GET', `/api/docs${file}`, { role: null, headers });
      assert.is(status, 200, `${file} ${JSON.stringify(headers)}`);
    }
  const first = await app.call('GET', '/api/docs/swagger-ui.css', { role: null });
  assert.match(first.headers.get('content-type') ?? '', /^text\/css/);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  assert.is((await app.call('GET', '/api/docs/swagger-ui.css', { role: null, headers })).status, 304);
  const contract = await app.call('GET', '/api/docs/openapi.json', { role: null });
  const same = { 'if-none-match': contract.headers.get('etag') ?? '' };
  assert.is((await app.call('GET', '/api/docs/openapi.json', { role: null, headers: same })).status, 304);
  assert.is((await app.call('GET', '/api/docs/openapi.json', { role: null, headers })).status, 200);
});

test.run();
