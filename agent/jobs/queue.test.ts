import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';
import { packages, patch, setup } from '../testing/tasks.ts';

const test = suite('queue of tasks');
test.after.each(stopFakeAgents);

test('jobs run one at a time in their order, a rollback first', async () => {
  const t = await setup();
  const done = await t.start('PUT', packages, { packages: [{ name: 'jq' }] });
  await t.finished(done);
  const release = t.hold();
  const running = await t.start('POST', packages, { packages: [{ name: 'curl' }] });
  await t.until(running, 'running');
  const waiting = await t.start('POST', '/api/v1/patches/refresh', undefined);
  const rollback = await t.start('POST', `/api/v1/jobs/${done}/rollback`, undefined);
  const { data } = (await t.call('GET', '/api/v1/jobs?status=PENDING')).json;
  assert.is(data?.['total'], 2);
  release();
  await t.finished(waiting);
  assert.equal(t.backend.calls, ['run', 'run', 'rollback', 'refresh']);
  const job = (await t.call('GET', `/api/v1/jobs/${rollback}`)).json.data;
  assert.is(job?.['original_job_id'], done);
  assert.is(job?.['exclusive_mode'], true);
  assert.is(t.backend.packages.get('jq:amd64')?.version, '1.0');
  assert.is((await t.call('GET', `/api/v1/jobs/${done}`)).json.data?.['rollback_job_id'], rollback);
  await t.cleanUp();
});

test('a 17th waiting job is refused', async () => {
  const t = await setup();
  const release = t.hold();
  const running = await t.start('POST', packages, { packages: [{ name: 'curl' }] });
  await t.until(running, 'running');
  const answers = await Promise.all(
    Array.from({ length: 17 }, () => t.call('POST', '/api/v1/patches/refresh')),
  );
  assert.is(answers.filter(({ status }) => status === 202).length, 16);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.json.error, {
    code: 'QUEUE_FULL',
    message: 'Too many jobs are waiting on this host.',
    retryable: true,
  });
  release();
  await t.finished(running);
  await t.cleanUp();
});

test('a pending job is cancelled at once, a running one at its safe point', async () => {
  const t = await setup();
  let reached = (): void => {};
  const downloading = new Promise<void>((resolve) => (reached = resolve));
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  t.backend.onDownload = async (env) => {
    reached();
    await held;
    env.safePoint();
  };
  const running = await t.start('POST', patch, {});
  const pending = await t.start('POST', '/api/v1/patches/refresh', undefined);
  await downloading;
  const atOnce = await t.call('POST', `/api/v1/jobs/${pending}/cancel`);
  assert.is(atOnce.status, 202);
  assert.is(atOnce.json.data?.['status'], 'cancelled');
  assert.is((await t.call('POST', `/api/v1/jobs/${running}/cancel`)).json.data?.['status'], 'running');
  assert.is((await t.call('POST', `/api/v1/jobs/${running}/cancel`)).status, 202);
  release();
  const job = await t.finished(running);
  assert.is(job['status'], 'cancelled');
  assert.equal(job['changes'], []);
  const again = await t.call('POST', `/api/v1/jobs/${running}/cancel`);
  assert.is(again.status, 409);
  assert.is(again.json.error?.['code'], 'CANCEL_NOT_ALLOWED');
  assert.is(t.backend.packages.get('jq:amd64')?.version, '1.0');
  await t.cleanUp();
});

test('inside the transaction a cancel is recorded and has no effect', async () => {
  const t = await setup();
  const release = t.hold();
  let entered = (): void => {};
  const inTransaction = new Promise<void>((resolve) => (entered = resolve));
  const wait = t.backend.onTransaction;
  t.backend.onTransaction = (env, plan) => {
    entered();
    return wait(env, plan).then(() => env.safePoint());
  };
  const jobId = await t.start('POST', patch, {});
  await inTransaction;
  assert.is((await t.call('POST', `/api/v1/jobs/${jobId}/cancel`)).status, 202);
  release();
  assert.is((await t.finished(jobId))['status'], 'completed');
  await t.cleanUp();
});

test('jobs that waited wait on over a restart', async () => {
  const t = await setup();
  const release = t.hold();
  const first = await t.start('POST', packages, { packages: [{ name: 'curl' }] });
  const second = await t.start('POST', '/api/v1/patches/refresh', undefined);
  await t.until(first, 'running');
  const stopped = t.stop();
  release();
  await stopped;
  t.backend.onTransaction = async () => {};
  const again = await startFakeAgent({ backend: t.backend, dataDir: t.deps.dataDir });
  assert.is((await again.finished(second))['status'], 'completed');
  assert.is((await again.finished(first))['status'], 'completed');
  assert.equal(t.backend.calls, ['run', 'run resumed', 'refresh']);
  await again.cleanUp();
});

test.run();
