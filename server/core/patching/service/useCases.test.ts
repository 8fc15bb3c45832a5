import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../../contract/appError.ts';
import { lockHeld, scriptFailed, upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  createWorld,
  request,
  settled,
  wireHost,
  wireJob,
  type TestManager,
  type TestWorld,
} from '../testing/harness.ts';

interface World {
  world: TestWorld;
  manager: TestManager;
}

const KEY = '7d9f4f4e-0000-4000-8000-000000000001';
const MINUTE_MS = 60_000;
const test = suite<World>('use cases of jobs');

test.before.each(async (context) => {
  context.world = await createWorld(3);
  context.manager = await context.world.manager();
});
test.after.each(({ world }) => world.close());

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}

const actions = async ({ ctx }: TestManager): Promise<string[]> =>
  (await ctx.db.reader<{ action: string; row_id: number }>('kernel_audit').orderBy('row_id')).map(
    ({ action }) => action,
  );

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
    request(ids, { dryRun: true }, { operation: 'reboot' }),
    request(ids, { dryRun: true, reboot: 'always' }),
    request(ids, { purge: true }),
    request(ids, {}, { operation: 'rollback' }),
  ];
  for (const wrong of senseless)
    assert.is(await codeOf(service.create(wrong, caller())), 'VALIDATION_FAILED');
  assert.is(
    (await service.list({}, { sort: '-created_at', cursor: null, limit: 50 })).total,
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
    waves: { waves: [{ percent: 10 }] },
  };
  for (const [field, spec] of Object.entries(unclaimed)) {
    try {
      await service.create(request(world.fleet.hostIds, spec), caller());
      assert.unreachable();
    } catch (error) {
      assert.instance(error, AppError);
      assert.is((error as AppError).code, 'NOT_IMPLEMENTED');
      assert.equal((error as AppError).details, { field });
    }
  }
  manager.ctx.hooks.add('health-checks', {
    'patching.claimFields': () => Promise.resolve({ fields: ['health_gate.post'] }),
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
  const found = await service.list({ idempotencyKey: KEY }, { sort: '-created_at', cursor: null, limit: 50 });
  assert.equal(
    found.items.map(({ id }) => id),
    [first.job.id],
  );
});

test('gates make hosts wait without an attempt; a job whose hosts all wait for health waits itself', async ({
  world,
  manager,
}) => {
  let open = false;
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeHost': () =>
      Promise.resolve(
        open
          ? { verdict: 'go' }
          : { verdict: 'wait', state: 'waiting_health_check', reason: 'CHECK_FAILING' },
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
    'patching.claimFields': () => Promise.resolve({ fields: ['health_gate.post'] }),
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

test('a cancel ends waiting hosts at once and asks the others to stop', async ({ world, manager }) => {
  const { service } = manager.patching;
  for (const id of world.fleet.hostIds) world.fleet.agent(id).endings.push({ hold: true });
  const { job } = await service.create(request(world.fleet.hostIds, { maxParallel: 1 }), caller());
  await settled();
  const cancelling = await service.cancel(job.id, caller());
  assert.is(cancelling.job.state, 'cancelling');
  assert.is(cancelling.job.counts.cancelled, 2);
  await settled();
  assert.is((await wireJob(manager, job.id)).state, 'cancelled');
  assert.is(world.fleet.agent(world.fleet.hostIds[0]).cancelled.length, 1);
  assert.is(world.fleet.agent(world.fleet.hostIds[1]).started.length, 0);
  assert.is(await codeOf(service.cancel(job.id, caller())), 'JOB_NOT_CANCELLABLE');
  assert.equal(await actions(manager), [
    'job.created',
    'job.running',
    'job.cancel_requested',
    'job.cancelling',
    'job.cancelled',
  ]);
});

test('a cancel reaches a host whose agent took the job while the cancel came', async ({ world, manager }) => {
  const [hostId = ''] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({ hold: true });
  agent.fail('applyPatches', 'timeout', { after: true });
  agent.fail('listJobs', 'timeout');
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  await manager.patching.service.cancel(job.id, caller());
  agent.recover();
  assert.is((await world.runUntilEnded(manager, job.id, 5 * MINUTE_MS)).state, 'cancelled');
  assert.is(agent.cancelled.length, 1);
});

test('a cancel while the host does not answer gives it up after a minute, as unknown', async ({
  world,
  manager,
}) => {
  const [hostId = ''] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  agent.fail('*', 'timeout');
  agent.dropStreams();
  await manager.patching.service.cancel(job.id, caller());
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  const host = await wireHost(manager, job.id);
  assert.equal([host.state, host.error?.code], ['failed', 'CONTACT_LOST']);
});

test('a cancel ends a host that waits for its retry', async ({ world, manager }) => {
  const [hostId = ''] = world.fleet.hostIds;
  world.fleet.agent(hostId).endings.push({ status: 'failed', error: lockHeld });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  assert.is((await manager.patching.service.cancel(job.id, caller())).job.state, 'cancelled');
  await world.clock.advance(5 * MINUTE_MS);
  await settled();
  assert.is(world.fleet.agent(hostId).started.length, 1);
});

test('a retry starts failed hosts again with attempt 1 and keys of their own', async ({ world, manager }) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ status: 'failed', error: scriptFailed });
  const { job } = await service.create(request([first, second]), caller());
  assert.is(await codeOf(service.retry(job.id, null, caller())), 'JOB_NOT_RETRYABLE', 'not while it runs');
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(await codeOf(service.retry(job.id, [world.fleet.hostIds[2] ?? ''], caller())), 'HOST_NOT_FOUND');
  assert.is(await codeOf(service.retry(job.id, [second], caller())), 'JOB_NOT_RETRYABLE', 'it completed');
  await service.retry(job.id, [first], caller(KEY));
  await service.retry(job.id, [first], caller(KEY));
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  assert.is((await wireHost(manager, job.id)).attempt, 1);
  const { started } = world.fleet.agent(first);
  assert.is(new Set(started.map(({ key }) => key)).size, 2);
});

test('a plan is approved and run with exactly its hashes', async ({ world, manager }) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  for (const [id, hash] of [
    [first, 'a'],
    [second, 'b'],
  ] as const) {
    world.fleet.agent(id).endings.push({ plan: planWith(hash.repeat(64)) });
  }
  const spec = { mode: 'security' as const, exclude: ['linux'], dryRun: true };
  const { job: plan } = await service.create(request([first, second], spec), caller());
  const running = { operation: null, target: null, fromPlanJobId: plan.id };
  await world.runUntilEnded(manager, plan.id, MINUTE_MS);
  const planned = await wireHost(manager, plan.id);
  assert.is(planned.plan_hash, 'a'.repeat(64));
  assert.equal(planned.plan?.upgrade, [{ name: 'jq', arch: 'amd64', from: '1', to: '2' }]);
  assert.equal(planned.plan?.reversible, {
    verdict: 'partly',
    reasons: [{ code: 'UNSIGNED_STASH', message: 'no signature' }],
  });
  assert.is(planned.reason, null);
  const { job } = await service.create(request([], {}, running), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).from_plan_job_id, plan.id);
  const body = world.fleet.agent(second).started[1]?.body;
  assert.equal(body, { security_only: true, exclude: ['linux'], plan_hash: 'b'.repeat(64), reboot: 'never' });
  assert.is(
    await codeOf(service.create(request([], {}, { ...running, fromPlanJobId: job.id }), caller())),
    'PLAN_NOT_APPROVABLE',
  );
  assert.is(
    await codeOf(service.create(request([], {}, { ...running, fromPlanJobId: KEY }), caller())),
    'JOB_NOT_FOUND',
  );
});

test('a rollback undoes what the job changed, on each host that it changed, once', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ changes: [upgrade('jq')] });
  const { job } = await service.create(request([first, second]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const { job: rollback } = await service.rollback(job.id, caller(KEY));
  assert.equal([rollback.operation, rollback.rollbackOfJobId, rollback.hostsTotal], ['rollback', job.id, 1]);
  assert.is(await codeOf(service.rollback(job.id, caller())), 'JOB_NOT_ROLLBACKABLE', 'one at a time');
  await world.runUntilEnded(manager, rollback.id, MINUTE_MS);
  const agentJobId = (await wireHost(manager, job.id)).agent_job_id;
  assert.equal(world.fleet.agent(first).started[1]?.params, { id: agentJobId });
  assert.is(world.fleet.agent(second).started.length, 1);
  assert.is(await codeOf(service.rollback(job.id, caller())), 'JOB_NOT_ROLLBACKABLE', 'rolled back already');
  assert.is((await service.rollback(job.id, caller(KEY))).job.id, rollback.id, 'the same key');
});

test('jobs and their hosts are listed page by page, in every order', async ({ world, manager }) => {
  const { service } = manager.patching;
  const ids: string[] = [];
  for (const name of ['b', null, 'a', 'b']) {
    ids.push(
      (
        await service.create(
          request(world.fleet.hostIds, {}, { name, scheduleAt: new Date('2031-01-01') }),
          caller(),
        )
      ).job.id,
    );
    await world.clock.advance(1_000);
  }
  for (const sort of [
    'created_at',
    '-created_at',
    'name',
    '-name',
    'started_at',
    '-completed_at',
    'state',
    '-state',
  ]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await service.list({ state: 'scheduled' }, { sort, cursor, limit: 1 });
      assert.is(page.total, 4);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    assert.equal([...seen].sort(), [...ids].sort(), `each job once by ${sort}`);
    if (sort === '-created_at') assert.equal(seen, [...ids].reverse());
  }
  const page = await service.listHosts(ids[0] ?? '', 'pending', { sort: '-fqdn', cursor: null, limit: 2 });
  assert.equal([page.items.map(({ fqdn }) => fqdn[3]), page.total], [['3', '2'], 3]);
  assert.is(
    await codeOf(service.list({}, { sort: 'name', cursor: 'bm9uc2Vuc2U', limit: 1 })),
    'VALIDATION_FAILED',
  );
  assert.is((await service.list({ hostId: KEY }, { sort: 'name', cursor: null, limit: 1 })).total, 0);
});

test('figures of the fleet count jobs at work, and those that stopped', async ({ world, manager }) => {
  const { service } = manager.patching;
  const [first = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ status: 'failed', error: scriptFailed }, { hold: true });
  await service.create(request([first]), caller());
  await settled();
  await service.create(request([first]), caller());
  await settled();
  assert.equal(await service.figures(), { jobsActive: 1, jobsStopped: 1 });
  const failedFrom = async (completedFrom: Date): Promise<number> =>
    (await service.list({ state: 'failed', completedFrom }, { sort: 'name', cursor: null, limit: 1 })).total;
  const now = world.clock.now().getTime();
  assert.is(await failedFrom(new Date(now - 60_000)), 1);
  assert.is(await failedFrom(new Date(now + 60_000)), 0);
});

function planWith(planHash: string) {
  return {
    install: [],
    upgrade: [{ name: 'jq', arch: 'amd64', from: '1', to: '2' }],
    downgrade: [],
    remove: [],
    kept_back: [],
    download_size_bytes: 1,
    disk_change_bytes: 0,
    reboot_expected: false,
    reversible: {
      verdict: 'partly' as const,
      reasons: [{ code: 'UNSIGNED_STASH' as const, message: 'no signature' }],
    },
    plan_hash: planHash,
  };
}

test.run();
