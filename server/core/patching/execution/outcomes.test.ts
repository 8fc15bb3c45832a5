// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lockHeld, scriptFailed, upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
  wireJob,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('outcomes of hosts');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

test('a held lock is tried again after 1, 5 and 30 minutes, and then fails', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  for (let attempt = 0; attempt < 4; attempt++) agent.endings.push({ status: 'failed', error: lockHeld });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
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

test('a failure for good is not tried again, and the job is partial', async ({ world, manager }) => {
  world.fleet
    .agent(world.fleet.hostIds[0])
    .endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(ended.state, 'partial');
  assert.equal([ended.counts.failed, ended.counts.completed], [1, 2]);
  assert.is(world.fleet.agent(world.fleet.hostIds[0]).started.length, 1);
  assert.equal([...world.fleet.patchedAt.keys()].sort(), world.fleet.hostIds.slice(1).sort(), 'patched');
});

test('only an upgrade that is no plan counts as patching a host', async ({ world, manager, hostId }) => {
  const upgraded = async (operation: 'patch' | 'refresh' | 'reboot', dryRun = false): Promise<boolean> => {
    world.fleet.patchedAt.clear();
    const { job } = await manager.patching.service.create(
      request([hostId], { dryRun }, { operation }),
      caller(),
    );
    assert.is((await world.runUntilEnded(manager, job.id, 10 * MINUTE_MS)).state, 'completed', operation);
    return world.fleet.patchedAt.has(hostId);
  };
  assert.is(await upgraded('refresh'), false);
  assert.is(await upgraded('reboot'), false);
  assert.is(await upgraded('patch', true), false);
  assert.is(await upgraded('patch'), true);
});

test('a call that the agent refuses for good fails at once, one that it refuses for now waits', async ({
  world,
  manager,
}) => {
  const [first, second] = world.fleet.hostIds;
  world.fleet.agent(first).refuse('applyPatches', 'PLAN_CHANGED', false);
  world.fleet.agent(second).refuse('applyPatches', 'QUEUE_FULL', true);
  const { job } = await manager.patching.service.create(request([first ?? '', second ?? '']), caller());
  await settled();
  assert.is((await wireHost(manager, job.id, 0)).error?.code, 'PLAN_CHANGED');
  assert.is((await wireHost(manager, job.id, 0)).state, 'failed');
  assert.is((await wireHost(manager, job.id, 1)).state, 'retry_wait');
});

test('an agent that tells the job behind its events is not asked for it, and one that only said so is', async ({
  world,
  manager,
}) => {
  const [first = '', second = ''] = world.fleet.hostIds;
  world.fleet.letFollow(first);
  world.fleet.letFollow(second, false);
  for (const id of [first, second])
    world.fleet.agent(id).endings.push({ changes: [upgrade('jq')], lines: ['one', 'two'] });
  world.fleet.agent(first).fail('getJob');
  const { job } = await manager.patching.service.create(request([first, second]), caller());
  const ended = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(ended.state, 'completed');
  for (const index of [0, 1]) {
    const host = await wireHost(manager, job.id, index);
    assert.equal([host.state, host.changes.length, host.last_log_seq], ['completed', 1, 2]);
  }
});

test('a restart that is asked for comes after the patches, by the manager', async ({ world, manager }) => {
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

test('a restart without a new boot within 15 minutes times out', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  agent.reboots = 'never';
  const { job } = await manager.patching.service.create(request([hostId], { reboot: 'always' }), caller());
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

test('a job of operation reboot restarts each host once', async ({ world, manager }) => {
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

test('max_parallel hosts are at work at once, and the next starts when one has ended', async ({
  world,
  manager,
}) => {
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
  manager,
  hostId,
  agent,
}) => {
  agent.endings.push({ hold: true });
  const { service } = manager.patching;
  const first = (await service.create(request([hostId]), caller())).job;
  await settled();
  const second = (await service.create(request([hostId]), caller())).job;
  await settled();
  const waiting = await wireHost(manager, second.id);
  assert.equal([waiting.state, waiting.reason, waiting.attempt], ['pending', 'HOST_BUSY', 0]);
  assert.equal(new Set(await service.unfinishedJobs(hostId)), new Set([first.id, second.id]));
  agent.end();
  await settled();
  assert.is((await wireJob(manager, first.id)).state, 'completed');
  assert.is((await wireJob(manager, second.id)).state, 'completed', 'without a sweep');
});

test('hosts in maintenance mode are skipped by name, hosts with a doubtful identity are refused', async ({
  world,
  manager,
}) => {
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

test('the failure budget pauses the job; a retry lets it go on', async ({ world, manager }) => {
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

test('an attempt that finds its work done tells what the interrupted one before it has changed', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const interrupted = {
    code: 'INTERRUPTED',
    message: 'The host restarted; it was repaired.',
    retryable: true,
  } as const;
  agent.endings.push({ status: 'failed', error: interrupted, changes: [upgrade('jq'), upgrade('zip')] }, {});
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  const host = await wireHost(manager, job.id);
  assert.equal([host.state, host.reason, host.changes.length], ['completed', null, 2]);
  assert.match(host.message, 'an earlier attempt');
  const verdict = await wireHost(manager, job.id);
  assert.not.match(JSON.stringify(verdict.reversible), 'NOTHING_TO_RESTORE');
});

test('a failure for good undoes what the interrupted attempt before it has changed', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const interrupted = {
    code: 'INTERRUPTED',
    message: 'The host restarted; it was repaired.',
    retryable: true,
  } as const;
  agent.endings.push({ status: 'failed', error: interrupted, changes: [upgrade('jq')] });
  agent.endings.push({ status: 'failed', error: scriptFailed }, {});
  const spec = { rollbackOnFailure: true };
  const { job } = await manager.patching.service.create(request([hostId], spec), caller());
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'rolled_back');
});

test.run();
