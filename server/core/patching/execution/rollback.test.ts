// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lockHeld, scriptFailed, upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  codeOf,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
  wireJob,
} from '../testing/harness.ts';

const test = suite<OneManager>('rollbacks on hosts');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

test('rollback_on_failure restores the failed host alone', async ({ world, manager, agent }) => {
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
  const log = await manager.patching.service.readLog(
    { jobId: job.id, hostId: host.host_id },
    { afterSeq: 0, limit: 10 },
    'all',
  );
  assert.equal(
    log.logs.map(({ text }) => text),
    ['undone'],
  );
});

test('what several attempts changed is undone by each of them, the last one first', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
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

test('what a rollback restores is told of all attempts, also after one that changed nothing', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const { service } = manager.patching;
  const failed = { status: 'failed', error: scriptFailed } as const;
  const left = { code: 'CONFFILE_CHANGED', message: 'A configuration file stays as it is.' } as const;
  const nothing = { code: 'NOTHING_TO_RESTORE', message: 'No package changed.' } as const;
  agent.endings.push(
    { ...failed, changes: [upgrade('jq')], reversible: { verdict: 'partly', reasons: [left] } },
    { ...failed, reversible: { verdict: 'yes', reasons: [nothing] } },
    { ...failed, changes: [upgrade('curl')], reversible: { verdict: 'yes', reasons: [] } },
  );
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  for (const changed of [1, 2]) {
    await service.retry(job.id, null, caller());
    await world.runUntilEnded(manager, job.id, MINUTE_MS);
    const host = await wireHost(manager, job.id);
    assert.equal([host.changes.length, host.reversible], [changed, { verdict: 'partly', reasons: [left] }]);
  }
});

test('a rollback job does so too', async ({ world, manager, hostId, agent }) => {
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
  const rollback = (await manager.patching.service.rollback(job.id, {}, caller())).job;
  assert.is((await world.runUntilEnded(manager, rollback.id, MINUTE_MS)).state, 'completed');
  const [first, second] = [...agent.jobs.keys()];
  assert.equal(
    agent.started.slice(2).map(({ params }) => params),
    [{ id: second }, { id: first }],
  );
  const log = await manager.patching.service.readLog(
    { jobId: rollback.id, hostId },
    { afterSeq: 0, limit: 10 },
    'all',
  );
  assert.equal(
    log.logs.map(({ text }) => text),
    ['second undone', 'first undone'],
  );
});

test('what a retry changes after a rollback can be rolled back too, and that alone', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const { service } = manager.patching;
  agent.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] }, {});
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  const first = (await service.rollback(job.id, {}, caller())).job;
  assert.is((await world.runUntilEnded(manager, first.id, MINUTE_MS)).state, 'completed');
  assert.is(await codeOf(service.rollback(job.id, {}, caller())), 'JOB_NOT_ROLLBACKABLE');
  agent.endings.push({ changes: [upgrade('curl')] }, {});
  await service.retry(job.id, null, caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  const { changes, agent_job_id: retried } = await wireHost(manager, job.id);
  assert.equal(changes, [upgrade('curl')]);
  const second = (await service.rollback(job.id, {}, caller())).job;
  assert.is((await world.runUntilEnded(manager, second.id, MINUTE_MS)).state, 'completed');
  assert.equal(
    agent.started.slice(3).map(({ operationId, params }) => [operationId, params]),
    [['rollbackJob', { id: retried }]],
  );
  assert.is(await codeOf(service.rollback(job.id, {}, caller())), 'JOB_NOT_ROLLBACKABLE');
});

test('a host that is being rolled back is not retried meanwhile', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const { service } = manager.patching;
  agent.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] }, { hold: true });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  await service.rollback(job.id, {}, caller());
  assert.is(await codeOf(service.retry(job.id, null, caller())), 'JOB_NOT_RETRYABLE');
});

test('a rollback that fails for good ends so; one that is refused for now is tried again under another key', async ({
  world,
  manager,
}) => {
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

test('a host that no rollback can end is accepted as it stands: the manager and the agent let go of it', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const { service } = manager.patching;
  const acceptance = { hostIds: [hostId], reason: 'Put right by hand on the host.' };
  const conflict = { ...scriptFailed, code: 'ROLLBACK_CONFLICT' } as const;
  agent.endings.push({ changes: [upgrade('jq')] }, { status: 'failed', error: conflict });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(await codeOf(service.accept(job.id, acceptance, caller())), 'JOB_NOT_ACCEPTABLE', 'it completed');
  const undo = (await service.rollback(job.id, {}, caller())).job;
  const endedAt = (await world.runUntilEnded(manager, undo.id, MINUTE_MS)).completed_at;
  assert.is((await wireHost(manager, undo.id)).state, 'failed');
  assert.is(agent.jobs.size, 2);
  await service.accept(undo.id, acceptance, caller());
  const [closed, original] = [await wireHost(manager, undo.id), await wireHost(manager, job.id)];
  assert.equal(
    [closed.state, closed.reason, closed.error?.code],
    ['failed', 'ACCEPTED', 'ROLLBACK_CONFLICT'],
  );
  assert.equal([original.state, original.reason, original.changes.length], ['completed', 'ACCEPTED', 1]);
  assert.is((await wireJob(manager, undo.id)).completed_at, endedAt);
  assert.is(agent.jobs.size, 0, 'the agent has dropped its jobs, and what it kept for a rollback');
  assert.is(await codeOf(service.rollback(job.id, {}, caller())), 'JOB_NOT_ROLLBACKABLE');
  assert.is(await codeOf(service.retry(undo.id, null, caller())), 'JOB_NOT_RETRYABLE');
  assert.is(await codeOf(service.accept(undo.id, acceptance, caller())), 'JOB_NOT_ACCEPTABLE', 'once');
  const later = (await service.create(request([hostId]), caller())).job;
  assert.is((await world.runUntilEnded(manager, later.id, MINUTE_MS)).state, 'completed');
});

test('an agent that does not answer keeps nobody from accepting its host', async ({
  world,
  manager,
  hostId,
  agent,
}) => {
  const { service } = manager.patching;
  agent.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  agent.fail('*', 'unreachable');
  await service.accept(job.id, { hostIds: [hostId], reason: 'Its disk is gone anyway.' }, caller());
  assert.is((await wireHost(manager, job.id)).reason, 'ACCEPTED');
});

test.run();
