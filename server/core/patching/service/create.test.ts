// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import { hostByHost } from '../hostByHost.ts';
import { upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  codeOf,
  KEY,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
  wireJob,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('new jobs');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

test('a job needs hosts, and a request that makes sense', async ({ world, manager }) => {
  const { service } = manager.patching;
  const ids = world.fleet.hostIds;
  assert.is(await codeOf(service.create(request([]), caller())), 'TARGET_EMPTY');
  const senseless = [
    request(ids, { mode: 'selected' }),
    request(ids, { packages: [{ name: 'jq' }] }),
    request(ids, { packages: [] }, { operation: 'install' }),
    request(ids, { packages: [{ name: 'jq' }, { name: 'jq' }] }, { operation: 'install' }),
    request(ids, { packages: [{ name: 'jq', version: '1' }] }, { operation: 'remove' }),
    request(ids, { exclude: ['jq'] }, { operation: 'reboot' }),
    request(ids, { dryRun: true }, { operation: 'refresh' }),
    request(ids, { mode: 'repair' }),
    request(ids, { mode: 'repair', dryRun: true, exclude: ['jq'] }),
    request(ids, { mode: 'repair', dryRun: true }, { operation: 'reboot' }),
    request(ids, { purge: true }),
    request(ids, {}, { operation: 'rollback' }),
  ];
  for (const wrong of senseless)
    assert.is(await codeOf(service.create(wrong, caller())), 'VALIDATION_FAILED');
  assert.is(
    (await service.list({}, { sort: '-created_at', cursor: null, limit: 50 }, 'all')).total,
    0,
    'nothing was made',
  );
});

test('a field whose plugin is absent is refused by name', async ({ world, manager }) => {
  const { service } = manager.patching;
  const unclaimed = {
    respect_windows: { respectWindows: false },
    'health_gate.post': { healthGate: { pre: true, post: true, soakSecs: 0 } },
    'health_gate.soak_secs': { healthGate: { pre: true, post: false, soakSecs: 5 } },
    'health_gate.pre_timeout_secs': {
      healthGate: { pre: true, post: false, soakSecs: 0, preTimeoutSecs: 60 },
    },
  };
  for (const [field, spec] of Object.entries(unclaimed)) {
    try {
      await service.create(request(world.fleet.hostIds, spec), caller());
      assert.unreachable();
    } catch (error) {
      assert.instance(error, AppError);
      assert.is((error as AppError).code, 'FIELD_DISABLED');
      assert.equal((error as AppError).details, { field });
    }
  }
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeCreate': () => Promise.resolve({ fields: ['health_gate.post'] }),
  });
  const { job } = await service.create(request(world.fleet.hostIds, unclaimed['health_gate.post']), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
});

test('the same idempotency key gives the same job, and another request under it is refused', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const first = await service.create(request(world.fleet.hostIds), caller(KEY));
  const again = await service.create(request(world.fleet.hostIds), caller(KEY));
  assert.is(again.job.id, first.job.id);
  assert.is(
    await codeOf(service.create(request(world.fleet.hostIds, { mode: 'security' }), caller(KEY))),
    'IDEMPOTENCY_MISMATCH',
  );
  const found = await service.list(
    { idempotencyKey: KEY },
    { sort: '-created_at', cursor: null, limit: 50 },
    'all',
  );
  assert.equal(
    found.rows.map(({ job }) => job.id),
    [first.job.id],
  );
});

test('gates make hosts wait without an attempt; a job whose hosts all wait for health waits itself', async ({
  world,
  manager,
}) => {
  let open = false;
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeHost': hostByHost(() =>
      open ? { verdict: 'go' } : { verdict: 'wait', state: 'waiting_health_check', reason: 'CHECK_FAILING' },
    ),
  });
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
  await settled();
  assert.is((await wireJob(manager, job.id)).state, 'waiting_health_check');
  const host = await wireHost(manager, job.id);
  assert.equal([host.state, host.reason, host.attempt], ['waiting_health_check', 'CHECK_FAILING', 0]);
  open = true;
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
});

test('a gate that breaks keeps hosts waiting, it never lets them through', async ({ world, manager }) => {
  manager.ctx.hooks.add('windows', { 'patching.beforeHost': () => Promise.reject(new Error('broken')) });
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
  await settled();
  const host = await wireHost(manager, job.id);
  assert.equal([host.state, host.reason, host.attempt], ['pending', 'GATE_FAILED', 0]);
  assert.is(world.fleet.agent(host.host_id).started.length, 0);
});

test('a check after the work that fails makes the host fail, or be rolled back', async ({
  world,
  manager,
}) => {
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeCreate': () => Promise.resolve({ fields: ['health_gate.post'] }),
    'patching.afterHost': () => Promise.resolve({ verdict: 'refuse', reason: 'HEALTH_CHECK_FAILED' }),
  });
  const [first = '', second = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ changes: [upgrade('jq')] }, {});
  const spec = { healthGate: { pre: true, post: true, soakSecs: 0 }, rollbackOnFailure: true };
  const { job } = await manager.patching.service.create(request([first, second], spec), caller());
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.equal([ended.counts.rolled_back, ended.counts.failed], [1, 1]);
  assert.is((await wireHost(manager, job.id, 1)).error?.code, 'HEALTH_CHECK_FAILED');
});

test('a scheduled job starts at its time, not before', async ({ world, manager }) => {
  const scheduleAt = new Date(world.clock.now().getTime() + 10 * MINUTE_MS);
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, {}, { scheduleAt }),
    caller(),
  );
  assert.is(job.state, 'scheduled');
  await world.clock.advance(9 * MINUTE_MS);
  await manager.patching.sweep();
  await settled();
  assert.is((await wireJob(manager, job.id)).state, 'scheduled');
  assert.is((await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS)).state, 'completed');
});

test.run();
