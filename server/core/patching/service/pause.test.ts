// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { StepHandlers } from '#server/kernel/db/steps.ts';
import { hostByHost } from '../hostByHost.ts';
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
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('paused jobs');
test.before.each(startOneManager(10));
test.after.each(closeWorld);

const actions = async ({ ctx }: TestManager): Promise<string[]> =>
  (await ctx.db.reader<{ action: string; row_id: number }>('kernel_audit').orderBy('row_id')).map(
    ({ action }) => action,
  );

/** A job over ten hosts, one at a time, paused by failed hosts. */
async function pausedJob(
  { world, manager }: OneManager,
  { percent = 10, undone = false, at = [0, 1] }: { percent?: number; undone?: boolean; at?: number[] } = {},
): Promise<string> {
  const bad = { status: 'failed', error: scriptFailed, changes: undone ? [upgrade('jq')] : [] } as const;
  for (const index of at) world.fleet.agent(world.fleet.hostIds[index]).endings.push({ ...bad });
  const spec = { maxParallel: 1, failureBudgetPercent: percent, rollbackOnFailure: undone };
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds, spec), caller());
  await settled();
  const { state, reason } = await wireJob(manager, job.id);
  assert.equal([state, reason], ['paused', 'FAILURE_BUDGET_USED']);
  return job.id;
}

test('a job that paused over hosts that were rolled back goes on when it is resumed', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const id = await pausedJob(context, { undone: true });
  assert.is((await wireJob(manager, id)).counts.rolled_back, 2);
  assert.is(await codeOf(service.retry(id, null, caller())), 'JOB_NOT_RETRYABLE');
  const { job } = await service.resume(id, caller());
  assert.equal([job.state, job.reason], ['running', null]);
  const ended = await world.runUntilEnded(manager, id, MINUTE_MS);
  assert.equal([ended.state, ended.counts.completed, ended.counts.rolled_back], ['partial', 8, 2]);
  assert.equal(await actions(manager), [
    'job.created',
    'job.started',
    'job.paused',
    'job.resumed',
    'job.started',
    'job.partly_completed',
  ]);
});

test('a resume counts anew: earlier failures are forgiven, and the share is of the hosts that are left', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  // Two of ten are more than 10 %, and so is one of the remaining eight.
  const id = await pausedJob(context, { at: [0, 1, 5] });
  await service.resume(id, caller());
  await settled();
  const again = await wireJob(manager, id);
  assert.equal([again.state, again.counts.completed, again.counts.failed], ['paused', 3, 3]);
  await service.resume(id, caller());
  assert.is((await world.runUntilEnded(manager, id, MINUTE_MS)).counts.completed, 7);
});

test('what a plugin writes at a pause commits with it, each time it pauses, and it reads there how the job stands', async (context) => {
  const { manager, world } = context;
  const { service } = manager.patching;
  const told: unknown[] = [];
  const steps: StepHandlers = {
    async 'patching.jobPaused'(tx, { jobId }) {
      const facts = await service.jobIn(tx, jobId);
      const row: unknown = await tx.knex('patching_jobs').where({ id: jobId, state: 'paused' }).first('id');
      told.push([row !== undefined, facts?.state, facts?.reason, facts?.counts.failed, facts?.hostsTotal]);
    },
  };
  manager.ctx.steps.add('digests', steps);
  const id = await pausedJob(context, { at: [0, 1, 5] });
  assert.equal(told, [[true, 'paused', 'FAILURE_BUDGET_USED', 2, 10]]);
  const standings = await service.standingsOf(id);
  assert.equal(
    standings.map(({ state }) => state),
    ['failed', 'failed', ...Array<string>(8).fill('pending')],
  );
  const [first, , third] = world.fleet.hostIds;
  const troubles = await service.troublesOf(id, [first ?? '', third ?? '']);
  assert.equal([...troubles], [[first, { code: scriptFailed.code, message: scriptFailed.message }]]);
  assert.equal(await service.workInWaiting(), [], 'a paused job begins nothing');
  await service.resume(id, caller());
  await settled();
  assert.is(told.length, 2);
  await service.end(id, caller());
  assert.is(told.length, 2, 'ending a paused job is no pause');
});

test('work in waiting is what gates hold or will hold: no plans, no rollbacks', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [one = '', two = '', three = ''] = world.fleet.hostIds;
  const at = new Date(world.clock.now().getTime() + MINUTE_MS);
  const later = { scheduleAt: at };
  const { job } = await service.create(request([one], {}, later), caller());
  await service.create(request([two], { dryRun: true }, later), caller());
  const waiting = await service.workInWaiting();
  assert.equal(
    waiting.map(({ jobId, hostId, operation, scheduleAt }) => [jobId, hostId, operation, scheduleAt]),
    [[job.id, one, 'patch', at]],
  );
  assert.equal(
    waiting.map(({ keepsWindows, reboot, round }) => [keepsWindows, reboot, round]),
    [[true, 'never', 1]],
  );
  world.fleet.agent(three).endings.push({ hold: true });
  await service.create(request([three]), caller());
  await settled();
  assert.is((await service.workInWaiting()).length, 1, 'what is at work waits no more');
});

test('a failure that the new count allows pauses nothing', async (context) => {
  const { world, manager } = context;
  const id = await pausedJob(context, { percent: 15, at: [0, 1, 5] });
  await manager.patching.service.resume(id, caller());
  assert.is((await world.runUntilEnded(manager, id, MINUTE_MS)).state, 'partial');
  assert.is((await wireJob(manager, id)).counts.completed, 7);
});

test('a job that is resumed while all its hosts wait at the gate waits there itself', async (context) => {
  const { world, manager } = context;
  let shut = false;
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeHost': hostByHost(({ hostId }) =>
      shut && hostId !== world.fleet.hostIds[0]
        ? { verdict: 'wait', state: 'waiting_health_check', reason: 'CHECK_FAILING' }
        : { verdict: 'go' },
    ),
  });
  shut = true;
  const first = world.fleet.agent(world.fleet.hostIds[0]);
  first.endings.push({ hold: true });
  const spec = { maxParallel: 10, failureBudgetPercent: 5 };
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds, spec), caller());
  await settled();
  first.end({ status: 'failed', error: scriptFailed });
  await settled();
  assert.is((await wireJob(manager, job.id)).state, 'paused');
  assert.is((await manager.patching.service.resume(job.id, caller())).job.state, 'waiting_health_check');
  shut = false;
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).counts.completed, 9);
});

test('a job that is ended skips its waiting hosts, which can be retried, and ends by what became of the others', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const id = await pausedJob(context, { undone: true });
  const { job } = await service.end(id, caller(KEY));
  assert.equal([job.state, job.reason, job.counts.skipped], ['failed', null, 8]);
  assert.is((await service.end(id, caller(KEY))).job.state, 'failed', 'the same key');
  const host = await wireHost(manager, id, 5);
  assert.equal([host.state, host.reason], ['skipped', 'JOB_ENDED']);
  assert.equal((await actions(manager)).slice(3), ['job.end_requested', 'job.failed']);
  await service.retry(id, null, caller());
  assert.is((await world.runUntilEnded(manager, id, MINUTE_MS)).counts.completed, 8);
});

test('an ended job lets the hosts at work finish, with their restart, and tries none of them again', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [bad, restarts, passing] = world.fleet.hostIds.map((id) => world.fleet.agent(id));
  for (const agent of [bad, restarts, passing]) agent?.endings.push({ hold: true });
  const spec = { maxParallel: 3, failureBudgetPercent: 5, reboot: 'always' as const };
  const { job } = await service.create(request(world.fleet.hostIds, spec), caller());
  await settled();
  bad?.end({ status: 'failed', error: scriptFailed });
  await settled();
  const ending = (await service.end(job.id, caller())).job;
  assert.equal([ending.state, ending.reason, ending.counts.skipped], ['paused', 'ENDING', 7]);
  assert.is(await codeOf(service.resume(job.id, caller())), 'JOB_NOT_PAUSED', 'it is being ended');
  assert.is(await codeOf(service.retry(job.id, null, caller())), 'JOB_NOT_RETRYABLE', 'it is being ended');
  restarts?.end({ changes: [upgrade('linux')] });
  passing?.end({ status: 'failed', error: lockHeld });
  const ended = await world.runUntilEnded(manager, job.id, 5 * MINUTE_MS);
  assert.equal([ended.state, ended.counts.completed, ended.counts.failed], ['partial', 1, 2]);
  assert.equal(
    restarts?.started.map(({ operationId }) => operationId),
    ['applyPatches', 'rebootSystem'],
  );
  assert.is(passing?.started.length, 1);
});

test('only a paused job can be resumed or ended', async ({ world, manager, hostId, agent }) => {
  const { service } = manager.patching;
  agent.endings.push({ hold: true });
  const { job } = await service.create(request([hostId]), caller());
  await settled();
  assert.is(await codeOf(service.resume(job.id, caller())), 'JOB_NOT_PAUSED');
  assert.is(await codeOf(service.end(job.id, caller())), 'JOB_NOT_PAUSED');
  agent.end();
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is(await codeOf(service.resume(job.id, caller())), 'JOB_NOT_PAUSED');
  assert.is(await codeOf(service.end(job.id, caller())), 'JOB_NOT_PAUSED');
  assert.is(await codeOf(service.resume(KEY, caller())), 'JOB_NOT_FOUND');
  assert.is(await codeOf(service.end(KEY, caller())), 'JOB_NOT_FOUND');
});

test('a paused job that is cancelled while it is being ended asks the hosts at work to stop', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [bad, busy] = world.fleet.hostIds.map((id) => world.fleet.agent(id));
  for (const agent of [bad, busy]) agent?.endings.push({ hold: true });
  const spec = { maxParallel: 2, failureBudgetPercent: 5 };
  const { job } = await service.create(request(world.fleet.hostIds, spec), caller());
  await settled();
  bad?.end({ status: 'failed', error: scriptFailed });
  await settled();
  await service.end(job.id, caller());
  assert.is((await service.cancel(job.id, caller())).job.state, 'cancelling');
  await settled();
  assert.is(busy?.cancelled.length, 1);
  assert.is((await wireJob(manager, job.id)).state, 'cancelled');
});

test.run();
