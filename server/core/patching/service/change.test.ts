// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lockHeld, scriptFailed, upgrade } from '../testing/fakeAgents.ts';
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
import type { TestManager } from '../testing/manager.ts';
import { refusalOf } from '../testing/plans.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('changes of jobs');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

const actions = async ({ ctx }: TestManager): Promise<string[]> =>
  (await ctx.db.reader<{ action: string; row_id: number }>('kernel_audit').orderBy('row_id')).map(
    ({ action }) => action,
  );

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
    'job.started',
    'job.cancel_requested',
    'job.cancel_started',
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

test('a scheduled job that is cancelled and retried waits for its time again', async ({ world, manager }) => {
  const { service } = manager.patching;
  const scheduleAt = new Date(world.clock.now().getTime() + 60 * MINUTE_MS);
  const { job } = await service.create(request(world.fleet.hostIds, {}, { scheduleAt }), caller());
  await service.cancel(job.id, caller());
  assert.is((await service.retry(job.id, null, caller())).job.state, 'scheduled');
  await world.clock.advance(30 * MINUTE_MS);
  await manager.patching.sweep();
  await settled();
  assert.is(world.fleet.agent(world.fleet.hostIds[0]).started.length, 0);
  assert.is((await world.runUntilEnded(manager, job.id, 40 * MINUTE_MS)).state, 'completed');
  assert.ok(world.clock.now() >= scheduleAt);
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
  const { job: rollback } = await service.rollback(job.id, {}, caller(KEY));
  assert.equal([rollback.operation, rollback.rollbackOfJobId, rollback.hostsTotal], ['rollback', job.id, 1]);
  const again = await refusalOf(service.rollback(job.id, {}, caller()));
  assert.equal(
    [again.code, again.details],
    ['JOB_NOT_ROLLBACKABLE', { job_id: rollback.id }],
    'one at a time',
  );
  await world.runUntilEnded(manager, rollback.id, MINUTE_MS);
  const agentJobId = (await wireHost(manager, job.id)).agent_job_id;
  assert.equal(world.fleet.agent(first).started[1]?.params, { id: agentJobId });
  assert.is(world.fleet.agent(second).started.length, 1);
  assert.is(
    await codeOf(service.rollback(job.id, {}, caller())),
    'JOB_NOT_ROLLBACKABLE',
    'rolled back already',
  );
  assert.is((await service.rollback(job.id, {}, caller(KEY))).job.id, rollback.id, 'the same key');
});

test('named hosts are rolled back alone, the rest later; the job names its rollbacks, the newest first', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [first = '', second = '', third = ''] = world.fleet.hostIds;
  for (const id of [first, second]) world.fleet.agent(id).endings.push({ changes: [upgrade('jq')] });
  const { job } = await service.create(request(world.fleet.hostIds), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(await codeOf(service.rollback(job.id, { hostIds: [KEY] }, caller())), 'HOST_NOT_FOUND');
  assert.is(
    await codeOf(service.rollback(job.id, { hostIds: [third] }, caller())),
    'JOB_NOT_ROLLBACKABLE',
    'unchanged',
  );
  const one = await service.rollback(job.id, { hostIds: [second] }, caller());
  const rest = await service.rollback(job.id, {}, caller());
  const hostsOf = (found: typeof one): string[] => found.hosts.map(({ hostId }) => hostId);
  assert.equal([hostsOf(one), hostsOf(rest)], [[second], [first]], 'also while the first one runs');
  await world.runUntilEnded(manager, rest.job.id, MINUTE_MS);
  const told = (await wireJob(manager, job.id)).rollbacks;
  assert.equal(
    told.map(({ id, state, hosts_total: hosts, created_by: by }) => [id, state, hosts, by.username]),
    [
      [rest.job.id, 'completed', 1, 'olga'],
      [one.job.id, 'completed', 1, 'olga'],
    ],
  );
});

test('what a host went through is told state by state, each until the next one, also over a retry', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [first = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ status: 'failed', error: lockHeld }, { changes: [upgrade('jq')] });
  const { job } = await service.create(request([first]), caller());
  await world.runUntilEnded(manager, job.id, 5 * MINUTE_MS);
  const steps = await service.steps({ jobId: job.id, hostId: first }, 'all');
  assert.equal(
    steps.map(({ state, attempt, reason }) => [state, attempt, reason]),
    [
      ['pending', 0, null],
      ['dispatching', 1, null],
      ['running', 1, null],
      ['retry_wait', 1, 'LOCK_HELD'],
      ['dispatching', 2, null],
      ['running', 2, null],
      ['completed', 2, null],
    ],
  );
  const waited = steps[3];
  assert.is(Date.parse(waited?.ended_at ?? '') - Date.parse(waited?.started_at ?? ''), MINUTE_MS);
  for (const [index, { ended_at: end }] of steps.entries())
    assert.is(end, steps[index + 1]?.started_at ?? null);
  assert.is(await codeOf(service.steps({ jobId: job.id, hostId: KEY }, 'all')), 'JOB_HOST_NOT_FOUND');
  assert.is(await codeOf(service.steps({ jobId: KEY, hostId: first }, 'all')), 'JOB_NOT_FOUND');
});

test('a refresh asks each agent for its lists anew, and changes nothing', async ({ world, manager }) => {
  const { service } = manager.patching;
  const { job } = await service.create(request(world.fleet.hostIds, {}, { operation: 'refresh' }), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  for (const id of world.fleet.hostIds)
    assert.equal(
      world.fleet.agent(id).started.map(({ operationId, body }) => [operationId, body]),
      [['refreshPatches', undefined]],
    );
  const planned = request(world.fleet.hostIds, { dryRun: true }, { operation: 'refresh' });
  assert.is(await codeOf(service.create(planned, caller())), 'VALIDATION_FAILED');
});

test.run();
