import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../server/shared/wire/appError.ts';
import { runCommand } from '../process/command.ts';
import { FAKE_BOOT_ID } from '../testing/fakeDeps.ts';
import { startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';
import { KEY, packages, patch, setup } from '../testing/tasks.ts';
import { parseRecord } from '../journal/parse.ts';
import { newRecord } from '../journal/record.ts';
import type { JobRequest } from '../journal/record.ts';
import type { ActiveJob } from './activeJob.ts';
import { execute } from './execute.ts';
import type { ExecuteDeps } from './execute.ts';

const test = suite('tasks');
test.after.each(stopFakeAgents);

test('a patch job runs to its end and tells what changed', async () => {
  const t = await setup();
  const answer = await t.call('POST', patch, { body: {} });
  assert.is(answer.status, 202);
  assert.is(answer.json.data?.['status'], 'pending');
  const job = await t.finished(answer.json.data?.['job_id']);
  assert.is(job['status'], 'completed');
  assert.equal(job['changes'], [
    { name: 'jq', arch: 'amd64', from: '1.0', to: '1.1' },
    { name: 'vim', arch: 'amd64', from: '9.0', to: '9.1' },
  ]);
  assert.equal(job['packages'], ['jq:amd64', 'vim:amd64']);
  assert.is(job['progress'], 100);
  assert.is(job['boot_id'], FAKE_BOOT_ID);
  assert.is(job['error'], null);
  await t.cleanUp();
});

test('install, update, remove, hold and release each run under their own name', async () => {
  const t = await setup();
  for (const [method, body, operation] of [
    ['POST', { packages: [{ name: 'curl' }] }, 'install'],
    ['PUT', { packages: [{ name: 'jq', version: '1.1' }] }, 'update'],
    ['DELETE', { packages: [{ name: 'vim' }] }, 'remove'],
    ['PUT', { hold: ['jq'] }, 'hold'],
    ['PUT', { unhold: ['jq'] }, 'unhold'],
  ] as const) {
    const answer = await t.call(method, packages, { body });
    assert.is(answer.json.data?.['operation'], operation);
    assert.is((await t.finished(answer.json.data?.['job_id']))['status'], 'completed', operation);
  }
  assert.is(t.backend.packages.get('curl:amd64')?.version, '8.0');
  assert.is(t.backend.packages.get('vim:amd64')?.version, null);
  await t.cleanUp();
});

test('a job that a later agent has left in the journal is read, and ends with what is the matter', () => {
  const request = { operation: 'from_later' } as unknown as JobRequest;
  const record = newRecord({ jobId: KEY, request, idempotencyKey: null, createdAt: new Date() });
  const kept: unknown = JSON.parse(JSON.stringify({ ...record, status: 'running', fromLater: { x: 1 } }));
  const read = parseRecord(kept, KEY);
  assert.is(read?.operation, 'from_later');
  const job = { record: read } as ActiveJob;
  assert.throws(() => execute(job, {} as ExecuteDeps), /older than this job, and knows no from_later/);
});

test('an agent that is no package of a host does not update itself', async () => {
  const t = await setup();
  const release = { version: '9.9.9', file: 'fleetmend-agent_9.9.9_amd64.deb', sha256: 'a'.repeat(64) };
  const body = { ...release, size_bytes: 1000, signature: null };
  const answer = await t.call('POST', '/api/v1/agent/update', { body });
  assert.is(answer.json.data?.['operation'], 'agent_update');
  const job = await t.finished(answer.json.data?.['job_id']);
  assert.equal([job['status'], (job['error'] as { code: string }).code], ['failed', 'UNSUPPORTED']);
  const outside = await t.call('POST', '/api/v1/agent/update', {
    body: { ...body, file: '../../etc/passwd' },
  });
  assert.is(outside.status, 400);
  await t.cleanUp();
});

test('a dry run answers a plan and changes nothing, also without root', async () => {
  const t = await setup();
  t.backend.privileged = false;
  const job = await t.finished(await t.start('POST', patch, { dry_run: true }));
  assert.is(job['status'], 'completed');
  assert.is(job['dry_run'], true);
  assert.is(job['message'], '2 to upgrade');
  assert.is((job['plan'] as { upgrade: unknown[] }).upgrade.length, 2);
  assert.match(String((job['plan'] as { plan_hash: string }).plan_hash), /^[0-9a-f]{64}$/);
  assert.equal(job['changes'], []);
  assert.is(job['reversible'], null);
  assert.is(t.backend.packages.get('jq:amd64')?.version, '1.0');
  const refused = await t.call('POST', patch, { body: {} });
  assert.is(refused.json.error?.['code'], 'NOT_PRIVILEGED');
  await t.cleanUp();
});

test('an approved plan that has changed ends its job with nothing changed; the call itself asks no package manager', async () => {
  const t = await setup();
  const plan = (await t.finished(await t.start('POST', patch, { dry_run: true })))['plan'];
  const body = { plan_hash: (plan as { plan_hash: string }).plan_hash };
  t.backend.packages.set('jq:amd64', { version: '1.0', available: '1.2' });
  t.backend.calls = [];
  const refused = await t.finished(await t.start('POST', patch, body));
  assert.equal(t.backend.calls, ['run']);
  assert.is(refused['status'], 'failed');
  assert.is((refused['error'] as { code: string }).code, 'PLAN_CHANGED');
  assert.equal([refused['changes'], t.backend.packages.get('jq:amd64')?.version], [[], '1.0']);
  t.backend.packages.set('jq:amd64', { version: '1.0', available: '1.1' });
  assert.is((await t.finished(await t.start('POST', patch, body)))['status'], 'completed');
  await t.cleanUp();
});

test('after an interruption what is left of an approved plan is done, by the hash alone', async () => {
  const t = await setup();
  const plan = (await t.finished(await t.start('POST', patch, { dry_run: true })))['plan'];
  const { plan_hash, upgrade } = plan as { plan_hash: string; upgrade: unknown[] };
  assert.is(upgrade.length, 2);
  const failed = async () => {
    const job = await t.finished(await t.start('POST', patch, { plan_hash }));
    return (job['error'] as { code: string } | null)?.code;
  };
  // One of two packages is changed when the job fails. That is no interruption, so the plan has now changed.
  t.backend.onTransaction = async () => {
    t.backend.onTransaction = async () => {};
    t.backend.packages.set('jq:amd64', { version: '1.1', available: '1.1' });
    throw new AppError('SCRIPT_FAILED');
  };
  assert.is(await failed(), 'SCRIPT_FAILED');
  assert.is(await failed(), 'PLAN_CHANGED');
  t.backend.packages.set('jq:amd64', { version: '1.0', available: '1.1' });
  t.backend.onTransaction = async () => {
    t.backend.onTransaction = async () => {};
    t.backend.packages.set('jq:amd64', { version: '1.1', available: '1.1' });
    throw new AppError('INTERRUPTED');
  };
  assert.is(await failed(), 'INTERRUPTED');
  const job = await t.finished(await t.start('POST', patch, { plan_hash }));
  assert.is(job['status'], 'completed');
  assert.equal(job['changes'], [{ name: 'vim', arch: 'amd64', from: '9.0', to: '9.1' }]);
  await t.cleanUp();
});

test('lists older than max_age_secs are refreshed before a dry run, and never beside a plan hash', async () => {
  const t = await setup();
  await t.finished(await t.start('POST', patch, { dry_run: true, max_age_secs: 0 }));
  assert.equal(t.backend.calls, ['refresh', 'plan']);
  t.backend.calls = [];
  t.backend.lastRefreshedAt = new Date(0);
  const refused = await t.finished(
    await t.start('POST', patch, { dry_run: true, plan_hash: 'a'.repeat(64) }),
  );
  assert.is((refused['error'] as { code: string }).code, 'PLAN_CHANGED');
  assert.not(t.backend.calls.includes('refresh'));
  await t.cleanUp();
});

test('the rollback of a job that changed nothing completes with nothing to restore', async () => {
  const t = await setup();
  const original = await t.start('POST', '/api/v1/patches/refresh', undefined);
  await t.finished(original);
  const job = await t.finished(await t.start('POST', `/api/v1/jobs/${original}/rollback`, undefined));
  assert.is(job['status'], 'completed');
  assert.is(job['message'], 'Nothing to restore');
  assert.not(t.backend.calls.includes('rollback'));
  await t.cleanUp();
});

test('timedout and cancelled only if no package changed, else failed, so that a rollback stays allowed', async () => {
  for (const [code, changed, status] of [
    ['TIMED_OUT', false, 'timedout'],
    ['TIMED_OUT', true, 'failed'],
    ['CANCELLED_PARTWAY', false, 'cancelled'],
    ['CANCELLED_PARTWAY', true, 'failed'],
    ['SCRIPT_FAILED', true, 'failed'],
  ] as const) {
    const t = await setup();
    t.backend.failNext = { failure: { code, message: 'so it was' }, changed };
    const job = await t.finished(await t.start('POST', patch, {}));
    assert.is(job['status'], status, `${code} ${changed}`);
    if (status === 'failed') {
      assert.equal(job['error'], { code, message: 'so it was', retryable: false });
      assert.is((await t.call('POST', `/api/v1/jobs/${job['job_id']}/rollback`)).status, 202);
    }
    await t.cleanUp();
  }
});

test('what a backend throws becomes the error of the job, and unknown errors keep their words inside', async () => {
  const t = await setup();
  t.backend.onDownload = async () => {
    throw new AppError('LOCK_HELD', { message: 'Process 7 holds it', details: { pid: 7 } });
  };
  const held = await t.finished(await t.start('POST', patch, {}));
  assert.equal(held['error'], {
    code: 'LOCK_HELD',
    message: 'Process 7 holds it',
    details: { pid: 7 },
    retryable: true,
  });
  t.backend.onDownload = async () => {
    throw Object.assign(new Error('ENOSPC: /secret/path'), { code: 'ENOSPC' });
  };
  const full = await t.finished(await t.start('POST', patch, {}));
  assert.is((full['error'] as { code: string }).code, 'NO_SPACE');
  t.backend.onDownload = async () => {
    throw new Error('secret');
  };
  const unknown = await t.finished(await t.start('POST', patch, {}));
  assert.is((unknown['error'] as { code: string }).code, 'INTERNAL_ERROR');
  assert.not.match(JSON.stringify(unknown), 'secret');
  await t.cleanUp();
});

test('the same key gives the same job, once; with another body it is refused', async () => {
  const t = await setup();
  const headers = { 'idempotency-key': KEY };
  const body = { packages: [{ name: 'curl' }] };
  const answers = await Promise.all([1, 2, 3].map(() => t.call('POST', packages, { body, headers })));
  const ids = new Set(answers.map(({ json }) => json.data?.['job_id']));
  assert.is(ids.size, 1);
  const [jobId] = [...ids];
  await t.finished(jobId);
  assert.is((await t.call('POST', packages, { body, headers })).json.data?.['job_id'], jobId);
  assert.equal(t.backend.calls, ['run']);
  const other = await t.call('POST', packages, { body: { ...body, dry_run: true }, headers });
  assert.is(other.status, 409);
  assert.is(other.json.error?.['code'], 'IDEMPOTENCY_MISMATCH');
  const found = await t.call('GET', `/api/v1/jobs?idempotency_key=${KEY}`);
  assert.is((found.json.data?.['jobs'] as { job_id: string }[])[0]?.job_id, jobId);
  await t.cleanUp();
});

test('a key outlives its job and a restart, also when a crash came before it was stored', async () => {
  const t = await setup();
  const headers = { 'idempotency-key': KEY };
  const jobId = await t.start('POST', '/api/v1/patches/refresh', undefined, headers);
  await t.finished(jobId);
  await t.stop();
  await rm(join(t.deps.dataDir, 'idempotency'), { recursive: true });
  const second = await startFakeAgent({ backend: t.backend, dataDir: t.deps.dataDir });
  await second.call('DELETE', `/api/v1/jobs/${jobId}`);
  await second.stop();
  const third = await startFakeAgent({ backend: t.backend, dataDir: t.deps.dataDir });
  const answer = await third.call('POST', '/api/v1/patches/refresh', { headers });
  assert.is(answer.json.data?.['job_id'], jobId);
  assert.is((await third.call('GET', `/api/v1/jobs/${jobId}`)).status, 404);
  assert.equal(t.backend.calls, ['refresh']);
  await third.cleanUp();
});

test('the agent starts with a damaged record, sets it aside and says so', async () => {
  const t = await setup();
  const jobId = await t.start('POST', '/api/v1/patches/refresh', undefined);
  await t.finished(jobId);
  await t.stop();
  const dir = join(t.deps.dataDir, 'journal');
  await runCommand(['/bin/sh', '-c', `echo '{"version":1' > ${dir}/${jobId}/job.json`], { timeoutMs: 5000 });
  const again = await startFakeAgent({ backend: t.backend, dataDir: t.deps.dataDir });
  const { data } = (await again.call('GET', '/health')).json;
  assert.is(data?.['status'], 'degraded');
  assert.match(JSON.stringify(data?.['problems']), String(jobId));
  assert.is((await again.call('GET', `/api/v1/jobs/${jobId}`)).status, 404);
  assert.ok((await readdir(dir)).some((name) => name.startsWith('.unreadable-')));
  await again.cleanUp();
});

test('a package manager at work is no problem, ours or another; what it leaves half done is', async () => {
  const t = await setup();
  const health = async () => (await t.call('GET', '/health')).json.data?.['status'];
  t.backend.wrong = ['jq (half-installed)'];
  assert.is(await health(), 'degraded');
  t.backend.locked = { code: 'LOCK_HELD', message: 'The lock is held by process 42 (apt-get).' };
  assert.is(await health(), 'ok', 'another');
  t.backend.locked = null;
  assert.is(await health(), 'degraded');
  let [go, seen] = [() => {}, 'not looked at'];
  const looked = new Promise<void>((resolve) => (go = resolve));
  t.backend.onTransaction = async () => {
    seen = String(await health());
    go();
  };
  await t.finished(await t.start('POST', patch, {}));
  await looked;
  assert.is(seen, 'ok', 'ours');
  assert.is(await health(), 'degraded');
  await t.cleanUp();
});

test('a broken dependency is a problem of the host by name; its repair is planned, approved and run as a patch', async () => {
  const t = await setup();
  const problems = async () => (await t.call('GET', '/health')).json.data?.['problems'];
  t.backend.packages.set('zlib:amd64', { version: null, available: '1' });
  t.backend.unmet = [{ name: 'jq', needs: 'zlib' }];
  const message = '1 dependency of installed packages is not met: jq needs zlib.';
  assert.equal(await problems(), [{ code: 'DEPENDENCIES_BROKEN', message }]);
  for (const body of [{ repair: true }, { repair: true, dry_run: true, packages: ['jq'] }])
    assert.is((await t.call('POST', patch, { body })).status, 400, JSON.stringify(body));
  const plan = await t.finished(await t.start('POST', patch, { repair: true, dry_run: true }));
  const { plan_hash, install } = plan['plan'] as { plan_hash: string; install: { name: string }[] };
  assert.equal(
    install.map(({ name }) => name),
    ['zlib'],
  );
  assert.is(
    (await t.finished(await t.start('POST', patch, { repair: true, plan_hash })))['status'],
    'completed',
  );
  assert.equal(await problems(), []);
  await t.cleanUp();
});

test('packages that are put right between two looks were not broken', async () => {
  const t = await setup();
  let looks = 0;
  t.backend.problems = async () => (++looks === 1 ? ['jq (unpacked)'] : []);
  assert.is((await t.call('GET', '/health')).json.data?.['status'], 'ok');
  assert.is(looks, 2);
  await t.cleanUp();
});

test.run();
