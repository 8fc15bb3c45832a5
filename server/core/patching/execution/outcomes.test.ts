import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lockHeld, scriptFailed, upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  createWorld,
  request,
  settled,
  wireHost,
  wireJob,
  type TestWorld,
} from '../testing/harness.ts';

interface World {
  world: TestWorld;
}

const MINUTE_MS = 60_000;
const test = suite<World>('outcomes of hosts');

test.before.each(async (context) => {
  context.world = await createWorld(3);
});
test.after.each(({ world }) => world.close());

test('a held lock is tried again after 1, 5 and 30 minutes, and then fails', async ({ world }) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  for (let attempt = 0; attempt < 4; attempt++) agent.endings.push({ status: 'failed', error: lockHeld });
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  for (const minutes of [1, 5, 30]) {
    await settled();
    const before = agent.started.length;
    const host = await wireHost(manager, job.id);
    assert.is(host.state, 'retry_wait');
    assert.is(host.reason, 'LOCK_HELD');
    const leftMs = Date.parse(host.next_attempt_at ?? '') - world.clock.now().getTime();
    assert.is(leftMs, minutes * MINUTE_MS);
    await world.clock.advance(leftMs - 1);
    await settled();
    assert.is(agent.started.length, before, 'not before its time');
    await world.clock.advance(1);
    await settled();
    assert.is(agent.started.length, before + 1);
  }
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(ended.state, 'failed');
  const host = await wireHost(manager, job.id);
  assert.is(host.attempt, 4);
  assert.is(host.error?.code, 'LOCK_HELD');
  assert.is(new Set(agent.started.map(({ key }) => key)).size, 4, 'each attempt has its own key');
});

test('a failure for good is not tried again, and the job is partial', async ({ world }) => {
  const manager = await world.manager();
  world.fleet
    .agent(world.fleet.hostIds[0])
    .endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(ended.state, 'partial');
  assert.equal([ended.counts.failed, ended.counts.completed], [1, 2]);
  assert.is(world.fleet.agent(world.fleet.hostIds[0]).started.length, 1);
});

test('rollback_on_failure restores the failed host alone', async ({ world }) => {
  const manager = await world.manager();
  const agent = world.fleet.agent(world.fleet.hostIds[0]);
  agent.endings.push(
    { status: 'failed', error: scriptFailed, changes: [upgrade('jq')] },
    { lines: ['undone'] },
  );
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, { rollbackOnFailure: true }),
    caller(),
  );
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(ended.state, 'partial');
  assert.is(ended.counts.rolled_back, 1);
  const host = await wireHost(manager, job.id);
  assert.is(host.state, 'rolled_back');
  assert.is(host.error?.code, 'SCRIPT_FAILED');
  assert.equal(
    agent.started.map(({ operationId }) => operationId),
    ['applyPatches', 'rollbackJob'],
  );
  assert.equal(agent.started[1]?.params, { id: host.agent_job_id });
  const log = await manager.patching.service.readLog(job.id, host.host_id, { afterSeq: 0, limit: 10 });
  assert.equal(
    log.logs.map(({ text }) => text),
    ['undone'],
  );
});

test('what several attempts changed is undone by each of them, the last one first', async ({ world }) => {
  const manager = await world.manager();
  const [hostId = ''] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  const interrupted = { ...lockHeld, code: 'INTERRUPTED' as const };
  agent.endings.push({ status: 'failed', error: interrupted, changes: [upgrade('jq')] });
  agent.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('curl')] });
  const { job } = await manager.patching.service.create(
    request([hostId], { rollbackOnFailure: true }),
    caller(),
  );
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'rolled_back');
  assert.equal((await wireHost(manager, job.id)).changes, [upgrade('jq'), upgrade('curl')]);
  const [first, second] = [...agent.jobs.keys()];
  assert.equal(
    agent.started.slice(2).map(({ params }) => params),
    [{ id: second }, { id: first }],
  );
});

test('a rollback job does so too', async ({ world }) => {
  const manager = await world.manager();
  const [hostId = ''] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({
    status: 'failed',
    error: { ...lockHeld, code: 'INTERRUPTED' },
    changes: [upgrade('jq')],
  });
  agent.endings.push(
    { changes: [upgrade('curl')] },
    { lines: ['second undone'] },
    { lines: ['first undone'] },
  );
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  const rollback = (await manager.patching.service.rollback(job.id, caller())).job;
  assert.is((await world.runUntilEnded(manager, rollback.id, MINUTE_MS)).state, 'completed');
  const [first, second] = [...agent.jobs.keys()];
  assert.equal(
    agent.started.slice(2).map(({ params }) => params),
    [{ id: second }, { id: first }],
  );
  const log = await manager.patching.service.readLog(rollback.id, hostId, { afterSeq: 0, limit: 10 });
  assert.equal(
    log.logs.map(({ text }) => text),
    ['second undone', 'first undone'],
  );
});

test('a rollback that fails for good ends so; one that is refused for now is tried again under another key', async ({
  world,
}) => {
  const manager = await world.manager();
  const [first, second] = world.fleet.hostIds.map((id) => world.fleet.agent(id));
  first?.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
  first?.endings.push({ status: 'failed', error: { ...scriptFailed, code: 'ROLLBACK_CONFLICT' } });
  second?.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
  second?.endings.push({ status: 'failed', error: lockHeld }, {});
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds.slice(0, 2), { rollbackOnFailure: true }),
    caller(),
  );
  const ended = await world.runUntilEnded(manager, job.id, 5 * MINUTE_MS);
  assert.is(ended.state, 'failed');
  assert.equal([ended.counts.rollback_failed, ended.counts.rolled_back], [1, 1]);
  const keys = second?.started
    .filter(({ operationId }) => operationId === 'rollbackJob')
    .map(({ key }) => key);
  assert.is(new Set(keys).size, 2);
});

test('a call that the agent refuses for good fails at once, one that it refuses for now waits', async ({
  world,
}) => {
  const manager = await world.manager();
  const [first, second] = world.fleet.hostIds;
  world.fleet.agent(first).refuse('applyPatches', 'PLAN_CHANGED', false);
  world.fleet.agent(second).refuse('applyPatches', 'QUEUE_FULL', true);
  const { job } = await manager.patching.service.create(request([first ?? '', second ?? '']), caller());
  await settled();
  assert.is((await wireHost(manager, job.id, 0)).error?.code, 'PLAN_CHANGED');
  assert.is((await wireHost(manager, job.id, 0)).state, 'failed');
  assert.is((await wireHost(manager, job.id, 1)).state, 'retry_wait');
});

test('an agent that is surely not reached is tried again later; nothing is asked of it meanwhile', async ({
  world,
}) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.fail('*', 'unreachable', { neverSent: true });
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  await settled();
  const host = await wireHost(manager, job.id);
  assert.equal(
    [host.state, host.reason, host.error?.code],
    ['retry_wait', 'HOST_UNREACHABLE', 'HOST_UNREACHABLE'],
  );
  agent.recover();
  assert.is((await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS)).state, 'completed');
  assert.is((await wireHost(manager, job.id)).attempt, 2);
});

test('an answer that got lost: the host keeps its state as CONTACT_LOST until the agent is asked by the key', async ({
  world,
}) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.fail('applyPatches', 'timeout', { after: true });
  agent.fail('listJobs', 'timeout');
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  await settled();
  await world.clock.advance(10 * MINUTE_MS);
  await settled();
  const lost = await wireHost(manager, job.id);
  assert.equal([lost.state, lost.reason, lost.attempt], ['dispatching', 'CONTACT_LOST', 1]);
  agent.recover();
  assert.is((await world.runUntilEnded(manager, job.id, 2 * MINUTE_MS)).state, 'completed');
  assert.is(agent.started.length, 1, 'applied once');
  assert.is((await wireHost(manager, job.id)).attempt, 1);
});

test('a call that never arrived is sent again under the same key, then counts as an attempt', async ({
  world,
}) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.fail('applyPatches', 'timeout');
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  await settled();
  const host = await wireHost(manager, job.id);
  assert.equal([host.state, host.error?.code], ['retry_wait', 'HOST_UNREACHABLE']);
  assert.is(agent.started.length, 0);
});

test('contact that is lost while the agent works comes back, and no event is missed or doubled', async ({
  world,
}) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({ hold: true, lines: ['one'] });
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  await settled();
  agent.fail('*', 'unreachable');
  agent.dropStreams();
  agent.log('two');
  await world.clock.advance(MINUTE_MS);
  await settled();
  const lost = await wireHost(manager, job.id);
  assert.equal([lost.state, lost.reason], ['running', 'CONTACT_LOST']);
  agent.recover();
  agent.log('three');
  await world.clock.advance(MINUTE_MS);
  await settled();
  assert.is((await wireHost(manager, job.id)).reason, null);
  agent.end();
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  const log = await manager.patching.service.readLog(job.id, hostId ?? '', { afterSeq: 0, limit: 10 });
  assert.equal(
    log.logs.map(({ text }) => text),
    ['one', 'two', 'three'],
  );
});

test('without a stream the job is followed by calls', async ({ world }) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.streamsWork = false;
  agent.endings.push({ hold: true, lines: ['one'] });
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  await settled();
  agent.log('two');
  agent.end({ changes: [upgrade('jq')] });
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  const log = await manager.patching.service.readLog(job.id, hostId ?? '', { afterSeq: 0, limit: 10 });
  assert.equal(
    log.logs.map(({ text }) => text),
    ['one', 'two'],
  );
});

test('a stream that died silently is found out by a call', async ({ world }) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  await settled();
  for (const { streams } of agent.jobs.values()) streams.clear();
  agent.end();
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
});

test('an agent that forgot the job it had accepted fails the host, and nothing is sent again', async ({
  world,
}) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request([hostId ?? '']), caller());
  await settled();
  agent.dropStreams();
  agent.jobs.clear();
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'failed');
  assert.is((await wireHost(manager, job.id)).error?.code, 'AGENT_JOB_LOST');
  assert.is(agent.started.length, 1);
});

test('a restart that is asked for comes after the patches, by the manager', async ({ world }) => {
  const manager = await world.manager();
  const [first, second] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ changes: [upgrade('linux')], rebootRequired: true });
  world.fleet.agent(second).endings.push({ changes: [upgrade('jq')] });
  const bootId = world.fleet.agent(first).bootId;
  const { job } = await manager.patching.service.create(
    request([first ?? '', second ?? ''], { reboot: 'if_required' }),
    caller(),
  );
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  assert.equal(
    world.fleet.agent(first).started.map(({ operationId }) => operationId),
    ['applyPatches', 'rebootSystem'],
  );
  assert.equal((world.fleet.agent(first).started[0]?.body as { reboot: string }).reboot, 'never');
  assert.is.not(world.fleet.agent(first).bootId, bootId);
  assert.equal(
    world.fleet.agent(second).started.map(({ operationId }) => operationId),
    ['applyPatches'],
  );
});

test('a restart without a new boot within 15 minutes times out', async ({ world }) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.reboots = 'never';
  const { job } = await manager.patching.service.create(
    request([hostId ?? ''], { reboot: 'always' }),
    caller(),
  );
  await settled();
  await world.clock.advance(14 * MINUTE_MS);
  await settled();
  assert.is((await wireHost(manager, job.id)).state, 'rebooting');
  assert.is((await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS)).state, 'failed');
  assert.equal(
    [(await wireHost(manager, job.id)).state, (await wireHost(manager, job.id)).error?.code],
    ['timedout', 'REBOOT_TIMEOUT'],
  );
});

test('a job of operation reboot restarts each host once', async ({ world }) => {
  const manager = await world.manager();
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, {}, { operation: 'reboot' }),
    caller(),
  );
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  for (const id of world.fleet.hostIds)
    assert.equal(
      world.fleet.agent(id).started.map(({ operationId }) => operationId),
      ['rebootSystem'],
    );
});

test('max_parallel hosts are at work at once, and the next starts when one has ended', async ({ world }) => {
  const manager = await world.manager();
  for (const id of world.fleet.hostIds) world.fleet.agent(id).endings.push({ hold: true });
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, { maxParallel: 2 }),
    caller(),
  );
  await settled();
  assert.equal(
    [(await wireJob(manager, job.id)).counts.running, (await wireJob(manager, job.id)).counts.pending],
    [2, 1],
  );
  world.fleet.agent(world.fleet.hostIds[0]).end();
  await settled();
  assert.equal(
    [(await wireJob(manager, job.id)).counts.running, (await wireJob(manager, job.id)).counts.completed],
    [2, 1],
  );
});

test('a host works for one job at a time: the other waits as HOST_BUSY, uses no attempt, and starts by itself', async ({
  world,
}) => {
  const manager = await world.manager();
  const [hostId] = world.fleet.hostIds;
  const agent = world.fleet.agent(hostId);
  agent.endings.push({ hold: true });
  const { service } = manager.patching;
  const first = (await service.create(request([hostId ?? '']), caller())).job;
  await settled();
  const second = (await service.create(request([hostId ?? '']), caller())).job;
  await settled();
  const waiting = await wireHost(manager, second.id);
  assert.equal([waiting.state, waiting.reason, waiting.attempt], ['pending', 'HOST_BUSY', 0]);
  assert.equal(new Set(await service.unfinishedJobs(hostId ?? '')), new Set([first.id, second.id]));
  agent.end();
  await settled();
  assert.is((await wireJob(manager, first.id)).state, 'completed');
  assert.is((await wireJob(manager, second.id)).state, 'completed', 'without a sweep');
});

test('hosts in maintenance mode are skipped by name, hosts with a doubtful identity are refused', async ({
  world,
}) => {
  const manager = await world.manager();
  const { service } = manager.patching;
  const [first, second] = world.fleet.infos;
  if (first) first.maintenanceMode = true;
  const { job } = await service.create(request(world.fleet.hostIds), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'partial');
  assert.equal(
    [(await wireHost(manager, job.id)).state, (await wireHost(manager, job.id)).reason],
    ['skipped', 'MAINTENANCE_MODE'],
  );
  if (second) second.duplicateIdentity = true;
  try {
    await service.create(request(world.fleet.hostIds), caller());
    assert.unreachable();
  } catch (error) {
    assert.is((error as { code: string }).code, 'DUPLICATE_IDENTITY');
  }
});

test('the failure budget pauses the job; a retry lets it go on', async ({ world }) => {
  const manager = await world.manager();
  world.fleet.agent(world.fleet.hostIds[0]).endings.push({ status: 'failed', error: scriptFailed });
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, { maxParallel: 1, failureBudgetPercent: 10 }),
    caller(),
  );
  await settled();
  const paused = await wireJob(manager, job.id);
  assert.equal([paused.state, paused.reason, paused.counts.pending], ['paused', 'FAILURE_BUDGET_USED', 2]);
  await manager.patching.service.retry(job.id, null, caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
});

test.run();
