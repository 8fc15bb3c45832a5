import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connect } from 'node:net';
import { agentOperations } from '../../generated/agentOperations.ts';
import { FAKE_BOOT_ID } from '../testing/fakeDeps.ts';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import { startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';

const test = suite('app');
test.after.each(stopFakeAgents);

const JOB_ID = '01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01';

const setup = (overrides: Parameters<typeof startFakeAgent>[0] = {}) =>
  startFakeAgent({
    backend: createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1', security: true } }),
    ...overrides,
  });

const fill = (path: string): string => path.replace('{id}', JOB_ID).replace('{name}', 'cron');

/** What a raw TCP client gets for `text` until the agent closes or `enough` has come. */
function raw(baseUrl: string, text: string, enough: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (data) => {
      received += String(data);
      if (enough.test(received)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test('without the manager every path is refused alike, known or not, and nothing runs', async () => {
  const backend = createFakeBackend();
  const t = await setup({ backend, authorize: () => false });
  const bodies = { post: '{}', put: '{}', delete: '{}' } as Record<string, string>;
  for (const { method, path, operationId } of agentOperations) {
    const body = operationId === 'deleteJob' ? undefined : bodies[method];
    const answer = await t.call(method.toUpperCase(), fill(path), body ? { body } : {});
    assert.is(answer.status, 403, operationId);
    assert.is(answer.json.error?.['code'], 'CERTIFICATE_REQUIRED', operationId);
  }
  assert.is((await t.call('GET', '/nowhere')).status, 403);
  await t.stream('').then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, '403'),
  );
  assert.equal(backend.calls, []);
  await t.cleanUp();
});

test('every operation of the contract has a handler', async () => {
  const t = await setup();
  for (const { method, path, operationId } of agentOperations) {
    const answer = await t.call(method.toUpperCase(), fill(path), {});
    const { code } = answer.json.error ?? {};
    assert.not.ok(code === 'NOT_FOUND' || code === 'INTERNAL_ERROR', `${operationId}: ${String(code)}`);
  }
  await t.cleanUp();
});

test('unknown paths and methods answer in the envelope', async () => {
  const t = await setup();
  for (const path of ['/', '/api/v1', '/api/v1/jobs/', '/api/v2/jobs', '/api/v1/jobs/%', '/health/..%2f']) {
    const answer = await t.call('GET', path);
    assert.ok(['NOT_FOUND', 'INVALID_JOB_ID'].includes(String(answer.json.error?.['code'])), path);
  }
  const answer = await t.call('PATCH', '/api/v1/packages');
  assert.is(answer.status, 405);
  assert.is(answer.headers.get('allow'), 'GET, PUT, POST, DELETE');
  await t.cleanUp();
});

test('health and system info', async () => {
  const t = await setup();
  const health = (await t.call('GET', '/health')).json.data;
  assert.is(health?.['status'], 'ok');
  assert.is(health?.['boot_id'], FAKE_BOOT_ID);
  const info = (await t.call('GET', '/api/v1/system/info')).json.data;
  assert.is(info?.['fqdn'], 'fake-1.example.org');
  assert.is(info?.['booted_at'], '2026-01-01T00:00:00.000Z');
  assert.equal(info?.['capabilities'], health?.['capabilities']);
  assert.equal(info?.['package_proxies'], []);
  await t.cleanUp();
});

test('a configuration of the package manager that cannot be read keeps nothing else of the system back', async () => {
  const backend = createFakeBackend({});
  backend.proxies = () => Promise.reject(new Error('apt-config ended with 100'));
  const t = await setup({ backend });
  const { status, json } = await t.call('GET', '/api/v1/system/info');
  assert.equal([status, json.data?.['fqdn']], [200, 'fake-1.example.org']);
  assert.not('package_proxies' in (json.data ?? {}));
  await t.cleanUp();
});

test('without root the agent is degraded, lists, and offers no change', async () => {
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  backend.privileged = false;
  const t = await setup({ backend });
  const health = (await t.call('GET', '/health')).json.data;
  assert.is(health?.['status'], 'degraded');
  // It may run as root and be told by its configuration to change nothing: people look there then.
  const [problem] = health?.['problems'] as { code: string; message: string }[];
  assert.is(problem?.code, 'NOT_PRIVILEGED');
  assert.match(problem?.message ?? '', 'or its setting read_only is on');
  assert.not((health?.['capabilities'] as string[]).includes('patch'));
  assert.is((await t.call('GET', '/api/v1/patches')).json.data?.['total'], 1);
  for (const [method, path, body] of [
    ['POST', '/api/v1/patches', {}],
    ['POST', '/api/v1/patches/refresh', undefined],
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq' }] }],
    ['PUT', '/api/v1/packages', { hold: ['jq'] }],
    ['DELETE', '/api/v1/packages', { packages: [{ name: 'jq' }] }],
    ['POST', '/api/v1/system/reboot', {}],
    ['POST', `/api/v1/jobs/${JOB_ID}/rollback`, undefined],
  ] as const) {
    const answer = await t.call(method, path, { body });
    assert.is(answer.json.error?.['code'], 'NOT_PRIVILEGED', path);
    assert.match(String(answer.json.error?.['message']), 'or its setting read_only is on', path);
  }
  await t.cleanUp();
});

test('bad input gets a clear error and starts nothing', async () => {
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  const t = await setup({ backend });
  const cases: [string, string, unknown, string][] = [
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq' }], force: true }, '/body/force'],
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq', arch: 'x' }] }, '/body/packages/0/arch'],
    ['POST', '/api/v1/packages', '{"packages":[{"name":"jq"}],"__proto__":{"a":1}}', '/body/__proto__'],
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq*' }] }, '/body/packages/0/name'],
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq/suite' }] }, '/body/packages/0/name'],
    [
      'POST',
      '/api/v1/packages',
      { packages: [{ name: '-oDPkg::Pre-Invoke::=id' }] },
      '/body/packages/0/name',
    ],
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq' }, { name: 'jq' }] }, '/body/packages/1/name'],
    ['POST', '/api/v1/packages', { packages: [] }, '/body/packages'],
    ['POST', '/api/v1/packages', { packages: 'jq' }, '/body/packages'],
    ['POST', '/api/v1/packages', {}, '/body/packages'],
    ['POST', '/api/v1/packages', '{"packages":[{"na', '/body'],
    ['POST', '/api/v1/packages', '', '/body'],
    ['PUT', '/api/v1/packages', { hold: ['jq*'] }, '/body/hold/0'],
    ['PUT', '/api/v1/packages', { hold: ['jq'], unhold: ['jq'] }, '/body/unhold'],
    ['POST', '/api/v1/patches', { reboot: 'perhaps' }, '/body/reboot'],
    ['POST', '/api/v1/patches', { max_age_secs: '60' }, '/body/max_age_secs'],
    ['POST', '/api/v1/patches', { plan_hash: 'abc' }, '/body/plan_hash'],
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq' }], plan_hash: 'abc' }, '/body/plan_hash'],
    ['POST', '/api/v1/patches/refresh', { now: true }, '/body'],
    ['POST', '/api/v1/system/reboot', { delay_secs: -1 }, '/body/delay_secs'],
    ['GET', '/api/v1/jobs?limit=0', undefined, '/query/limit'],
    ['GET', '/api/v1/jobs?limit=501', undefined, '/query/limit'],
    ['GET', '/api/v1/jobs?limit=ten', undefined, '/query/limit'],
    ['GET', '/api/v1/jobs?limit=1&limit=2', undefined, '/query/limit'],
    ['GET', '/api/v1/jobs?sort=x', undefined, '/query/sort'],
    ['GET', '/api/v1/jobs?idempotency_key=x', undefined, '/query/idempotency_key'],
    ['GET', '/api/v1/packages?search=a%20b', undefined, '/query/search'],
    ['GET', '/api/v1/system/services/-x', undefined, '/path/name'],
    ['GET', '/health?x=1', undefined, '/query/x'],
  ];
  for (const [method, path, body, where] of cases) {
    const answer = await t.call(method, path, { body });
    assert.is(answer.status, 400, `${path} ${JSON.stringify(body)}`);
    assert.is(answer.json.error?.['code'], 'VALIDATION_FAILED', path);
    const { errors } = answer.json.error?.['details'] as { errors: { path: string }[] };
    assert.ok(
      errors.some(({ path: at }) => at === where),
      `${where} not in ${JSON.stringify(errors)}`,
    );
  }
  assert.is((await t.call('GET', '/api/v1/jobs')).json.data?.['total'], 0);
  assert.equal(backend.calls, []);
  await t.cleanUp();
});

test('names that are not exactly in the catalogue, or not installed, are refused before the 202', async () => {
  const backend = createFakeBackend({
    'jq:amd64': { version: '1.0' },
    'curl:amd64': { version: null, available: '8' },
  });
  const t = await setup({ backend });
  for (const [method, path, body, name] of [
    ['POST', '/api/v1/packages', { packages: [{ name: 'jq-' }] }, 'jq-'],
    ['POST', '/api/v1/patches', { packages: ['jq', 'jq+'] }, 'jq+'],
    ['POST', '/api/v1/patches', { packages: ['jq', 'no-such'], exclude: ['nothing'] }, 'no-such'],
    ['PUT', '/api/v1/packages', { packages: [{ name: 'curl' }] }, 'curl'],
    ['PUT', '/api/v1/packages', { hold: ['curl:amd64'] }, 'curl:amd64'],
    ['DELETE', '/api/v1/packages', { packages: [{ name: 'curl' }] }, 'curl'],
  ] as const) {
    const answer = await t.call(method, path, { body });
    assert.is(answer.status, 404, name);
    assert.is(answer.json.error?.['code'], 'PACKAGE_NOT_FOUND');
    assert.equal(answer.json.error?.['details'], { packages: [name] });
  }
  assert.is((await t.call('GET', '/api/v1/jobs')).json.data?.['total'], 0);
  await t.cleanUp();
});

test('what is excluded may be unknown to this host: one list serves hosts of many kinds', async () => {
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0' } });
  const t = await setup({ backend });
  const body = { exclude: ['mariadb-server', 'kernel-core'] };
  assert.is((await t.call('POST', '/api/v1/patches', { body })).status, 202);
  assert.is((await t.call('POST', '/api/v1/patches', { body: { exclude: ['-o'] } })).status, 400);
  await t.cleanUp();
});

test('a body must be JSON by its type and at most 1 MB', async () => {
  const t = await setup();
  const headers = { 'content-type': 'text/plain' };
  assert.is((await t.call('POST', '/api/v1/packages', { body: '{}', headers })).status, 415);
  const large = await t.call('POST', '/api/v1/packages', { body: 'x'.repeat(1_100_000) });
  assert.is(large.status, 413);
  assert.is(large.json.error?.['code'], 'PAYLOAD_TOO_LARGE');
  const head = 'POST /api/v1/packages HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const told = await raw(t.baseUrl, `${head}Content-Length: 10000000\r\n\r\n`, /PAYLOAD_TOO_LARGE/);
  assert.match(told, 'HTTP/1.1 413');
  const chunk = `20000\r\n${'x'.repeat(0x20000)}\r\n`;
  const endless = await raw(
    t.baseUrl,
    `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(9)}`,
    /PAYLOAD_TOO_LARGE/,
  );
  assert.match(endless, 'HTTP/1.1 413');
  assert.is((await t.call('GET', '/health')).status, 200);
  await t.cleanUp();
});

test('the exact codes of the job calls', async () => {
  const backend = createFakeBackend();
  const t = await setup({ backend });
  const codeOf = async (method: string, path: string) => {
    const answer = await t.call(method, path);
    return [answer.status, answer.json.error?.['code'], answer.json.error?.['retryable']];
  };
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/logs'],
    ['POST', '/cancel'],
    ['POST', '/rollback'],
  ]) {
    assert.equal(await codeOf(method as string, `/api/v1/jobs/7${path}`), [400, 'INVALID_JOB_ID', false]);
  }
  assert.equal(await codeOf('GET', `/api/v1/jobs/${JOB_ID}`), [404, 'JOB_NOT_FOUND', false]);
  assert.equal(await codeOf('DELETE', `/api/v1/jobs/${JOB_ID}`), [404, 'JOB_NOT_FOUND', false]);
  const unknown = await t.call('POST', `/api/v1/jobs/${JOB_ID}/rollback`);
  assert.is(unknown.status, 400);
  assert.is(unknown.json.error?.['code'], 'ROLLBACK_NOT_ALLOWED');
  assert.equal(unknown.json.error?.['details'], { job_id: JOB_ID });
  const waiting = await t.call('POST', '/api/v1/system/reboot', { body: { delay_secs: 3600 } });
  const jobId = waiting.json.data?.['job_id'];
  await t.until(jobId, 'running');
  const refused = await t.call('DELETE', `/api/v1/jobs/${jobId}`);
  assert.is(refused.status, 409);
  assert.equal(refused.json.error?.['details'], { job_id: jobId, status: 'running' });
  assert.is((await codeOf('POST', `/api/v1/jobs/${jobId}/rollback`))[1], 'ROLLBACK_NOT_ALLOWED');
  await t.call('POST', `/api/v1/jobs/${jobId}/cancel`);
  await t.finished(jobId);
  const deleted = await t.call('DELETE', `/api/v1/jobs/${String(jobId).toUpperCase()}`);
  assert.equal(deleted.json.data, { deleted: true, job_id: jobId });
  assert.equal(backend.forgotten, [jobId]);
  assert.is((await codeOf('GET', `/api/v1/jobs/${jobId}`))[0], 404);
  await t.cleanUp();
});

test('the list filters by status in any case, ignores unknown ones, and counts what it returns', async () => {
  const t = await setup();
  for (let count = 0; count < 3; count += 1) {
    await t.finished((await t.call('POST', '/api/v1/patches/refresh')).json.data?.['job_id']);
  }
  const total = async (query: string) => (await t.call('GET', `/api/v1/jobs${query}`)).json.data?.['total'];
  assert.is(await total(''), 3);
  assert.is(await total('?status=CompLeted'), 3);
  assert.is(await total('?status=failed'), 0);
  assert.is(await total('?status=nonsense'), 3);
  assert.is(await total('?limit=2'), 2);
  await t.cleanUp();
});

test('an Idempotency-Key must be a UUID', async () => {
  const t = await setup();
  const answer = await t.call('POST', '/api/v1/patches/refresh', { headers: { 'idempotency-key': 'again' } });
  assert.is(answer.json.error?.['code'], 'VALIDATION_FAILED');
  await t.cleanUp();
});

test('the stream path asks for an upgrade', async () => {
  const t = await setup();
  assert.is((await t.call('GET', '/api/v1/ws/jobs')).status, 426);
  await t.cleanUp();
});

test('an unexpected failure tells nothing of itself', async () => {
  const backend = createFakeBackend();
  backend.listPackages = () => Promise.reject(new Error('secret'));
  const t = await setup({ backend });
  const answer = await t.call('GET', '/api/v1/packages');
  assert.is(answer.status, 500);
  assert.not.match(JSON.stringify(answer.json), 'secret');
  await t.cleanUp();
});

test.run();
