import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../../shared/wire/appError.ts';
import type { JobRequest, NamedSpec } from '../domain/jobSpec.ts';
import { addRunJobId } from '../migrations/005_add_run_job_id.ts';
import { lockHeld, planWith, scriptFailed } from '../testing/fakeAgents.ts';
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

const test = suite<OneManager>('plans');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

const HASHES = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

/** The request that runs what a dry run planned. */
const approval = (planJobId: string, more: Partial<JobRequest> = {}): JobRequest =>
  request([], {}, { operation: null, target: null, fromPlanJobId: planJobId, ...more });

/** Makes a dry run over all hosts; those whose plan is asked for here get one. */
async function planned(
  { world, manager }: OneManager,
  hosts: readonly number[],
  spec: NamedSpec = {},
): Promise<string> {
  const ids = world.fleet.hostIds;
  for (const index of hosts)
    world.fleet.agent(ids[index]).endings.push({ plan: planWith(HASHES[index] ?? '') });
  const { job } = await manager.patching.service.create(request(ids, { dryRun: true, ...spec }), caller());
  await settled();
  return job.id;
}

async function refusalOf(
  work: Promise<unknown>,
): Promise<{ code: string; details: unknown; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError)
      return { code: error.code, details: error.details, message: error.message };
    throw error;
  }
  throw new Error('it was not refused');
}

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
  await world.runUntilEnded(manager, plan.id, MINUTE_MS);
  const host = await wireHost(manager, plan.id);
  assert.is(host.plan_hash, 'a'.repeat(64));
  assert.equal(host.plan?.upgrade, [{ name: 'jq', arch: 'amd64', from: '1', to: '2' }]);
  assert.equal(host.plan?.reversible, {
    verdict: 'partly',
    reasons: [{ code: 'UNSIGNED_STASH', message: 'no signature' }],
  });
  assert.equal([host.reason, host.run_job_id, host.max_attempts], [null, null, 2]);
  const { job } = await service.create(approval(plan.id), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).from_plan_job_id, plan.id);
  const body = world.fleet.agent(second).started[1]?.body;
  assert.equal(body, { security_only: true, exclude: ['linux'], plan_hash: 'b'.repeat(64), reboot: 'never' });
  assert.is(await codeOf(service.create(approval(job.id), caller())), 'PLAN_NOT_APPROVABLE');
  assert.is(await codeOf(service.create(approval(KEY), caller())), 'JOB_NOT_FOUND');
});

test('every host that has a plan can be approved: a failed one forbids nothing', async (context) => {
  const { world, manager } = context;
  const [, second = ''] = world.fleet.hostIds;
  world.fleet.agent(second).endings.push({ status: 'failed', error: scriptFailed });
  const planJobId = await planned(context, [0, 2]);
  assert.is((await wireJob(manager, planJobId)).state, 'partial');
  const { hosts } = await manager.patching.service.create(approval(planJobId), caller());
  assert.equal(
    hosts.map(({ planHash }) => planHash),
    ['a'.repeat(64), 'c'.repeat(64)],
  );
});

test('what is planned can be approved while others are still planned, and after a cancel', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [first = '', second = '', third = ''] = world.fleet.hostIds;
  world.fleet.agent(second).endings.push({ hold: true });
  const planJobId = await planned(context, [0, 2]);
  assert.is((await wireJob(manager, planJobId)).state, 'running');
  const early = await service.create(approval(planJobId, { planHostIds: [third] }), caller());
  assert.equal(
    early.hosts.map(({ hostId }) => hostId),
    [third],
  );
  await service.cancel(planJobId, caller());
  await world.runUntilEnded(manager, planJobId, MINUTE_MS);
  assert.is((await wireJob(manager, planJobId)).state, 'cancelled');
  const rest = await service.create(approval(planJobId), caller());
  assert.equal(
    rest.hosts.map(({ hostId }) => hostId),
    [first],
    'those that run already are left out',
  );
});

test('a host’s plan runs once, and a second approval is told which job runs it', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [first = '', second = '', third = ''] = world.fleet.hostIds;
  const planJobId = await planned(context, [0, 1, 2]);
  const before = (await wireJob(manager, planJobId)).last_seq;
  const { job } = await service.create(approval(planJobId, { planHostIds: [first, second] }), caller());
  const again = await refusalOf(
    service.create(approval(planJobId, { planHostIds: [second, third] }), caller()),
  );
  assert.is(again.code, 'PLAN_ALREADY_RUN');
  assert.equal(again.details, { runs: [{ job_id: job.id, host_ids: [second] }] });
  assert.is(
    again.message,
    `The plan of h002.example.org was approved already: job ${job.id} runs it, and can be retried.`,
  );
  const shown = await Promise.all([0, 1, 2].map(async (index) => wireHost(manager, planJobId, index)));
  assert.equal(
    shown.map(({ run_job_id: run }) => run),
    [job.id, job.id, null],
  );
  const events = await service.eventsAfter(planJobId, before, 10);
  assert.equal(
    events.map(({ kind, data }) => [kind, 'host' in data && data.host.run_job_id]),
    [
      ['job.host.updated', job.id],
      ['job.host.updated', job.id],
    ],
    'who looks at the plan is told',
  );
  await service.create(approval(planJobId), caller());
  const all = await refusalOf(service.create(approval(planJobId), caller()));
  assert.is(all.code, 'PLAN_ALREADY_RUN');
  await settled();
  assert.is(world.fleet.agent(third).started.length, 2, 'planned once and run once');
});

test('of two approvals at once one runs, also on another manager', async (context) => {
  const { world, manager } = context;
  const other = await world.manager('m2');
  const planJobId = await planned(context, [0, 1, 2]);
  const outcomes = await Promise.allSettled(
    [manager, other, manager, other].map(({ patching }) =>
      patching.service.create(approval(planJobId), caller()),
    ),
  );
  const codes = outcomes.map((one) => (one.status === 'rejected' ? (one.reason as AppError).code : 'run'));
  assert.equal(codes.sort(), ['PLAN_ALREADY_RUN', 'PLAN_ALREADY_RUN', 'PLAN_ALREADY_RUN', 'run']);
  await settled();
  for (const id of world.fleet.hostIds) assert.is(world.fleet.agent(id).started.length, 2);
});

test('only hosts of the plan can be named, and only with a plan', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  world.fleet.agent(second).endings.push({ status: 'failed', error: scriptFailed });
  const planJobId = await planned(context, [0, 2]);
  const stranger = await refusalOf(
    service.create(approval(planJobId, { planHostIds: [first, KEY] }), caller()),
  );
  assert.equal([stranger.code, stranger.details], ['HOST_NOT_FOUND', { host_ids: [KEY] }]);
  const unplanned = await refusalOf(
    service.create(approval(planJobId, { planHostIds: [first, second] }), caller()),
  );
  assert.equal(
    [unplanned.code, unplanned.details, unplanned.message],
    ['PLAN_NOT_APPROVABLE', { host_ids: [second] }, 'h002.example.org has no plan.'],
  );
});

test('the same key answers the same approval, though its plans run already', async (context) => {
  const { manager } = context;
  const planJobId = await planned(context, [0, 1, 2]);
  const first = await manager.patching.service.create(approval(planJobId), caller(KEY));
  const again = await manager.patching.service.create(approval(planJobId), caller(KEY));
  assert.is(again.job.id, first.job.id);
});

test('an interrupted run is sent again with the approved hash, whatever its agent says of plans', async (context) => {
  const { world, manager, hostId, agent } = context;
  const planJobId = await planned(context, [0]);
  const error = { code: 'INTERRUPTED', message: 'The power was cut.', retryable: true } as const;
  agent.endings.push({ status: 'failed', error, plan: planWith('f'.repeat(64)) });
  const { job } = await manager.patching.service.create(
    approval(planJobId, { planHostIds: [hostId] }),
    caller(),
  );
  await world.runUntilEnded(manager, job.id, 3 * MINUTE_MS);
  assert.equal(
    agent.started.slice(1).map(({ body }) => body),
    [
      { plan_hash: 'a'.repeat(64), reboot: 'never' },
      { plan_hash: 'a'.repeat(64), reboot: 'never' },
    ],
  );
  assert.is((await wireHost(manager, job.id)).plan_hash, 'a'.repeat(64));
});

test('a host that cannot be reached is planned once more after 10 seconds, and then it is said', async (context) => {
  const { world, manager, agent } = context;
  agent.fail('*', 'unreachable', { neverSent: true });
  const planJobId = await planned(context, [1, 2]);
  const waiting = await wireHost(manager, planJobId);
  assert.equal([waiting.state, waiting.attempt], ['retry_wait', 1]);
  assert.is(
    new Date(waiting.next_attempt_at ?? '').getTime() - new Date(waiting.updated_at).getTime(),
    10_000,
    'not a minute',
  );
  const ended = await world.runUntilEnded(manager, planJobId, 30_000);
  assert.is(ended.state, 'partial');
  const told = await wireHost(manager, planJobId);
  assert.equal([told.state, told.attempt, told.error?.code], ['failed', 2, 'HOST_UNREACHABLE']);
});

test('a host that falls silent while it plans is given up: nothing can have happened there', async (context) => {
  const { world, manager, agent } = context;
  agent.endings.push({ hold: true });
  const planJobId = await planned(context, [1, 2]);
  agent.fail('*', 'unreachable');
  agent.dropStreams();
  await world.runUntilEnded(manager, planJobId, 30_000);
  const told = await wireHost(manager, planJobId);
  assert.equal([told.state, told.error?.code], ['failed', 'HOST_UNREACHABLE']);
});

test('a held lock is told after the same pause', async (context) => {
  const { world, manager, agent } = context;
  const held = { status: 'failed', error: lockHeld } as const;
  agent.endings.push(held, held);
  const planJobId = await planned(context, [1, 2]);
  await world.runUntilEnded(manager, planJobId, 30_000);
  const told = await wireHost(manager, planJobId);
  assert.equal([told.state, told.attempt, told.error?.code], ['failed', 2, 'LOCK_HELD']);
});

test('a busy host is told after the same pause, and planned if it is free by then', async (context) => {
  const { world, manager, hostId, agent } = context;
  const [, second = ''] = world.fleet.hostIds;
  const { service } = manager.patching;
  agent.endings.push({ hold: true });
  world.fleet.agent(second).endings.push({ hold: true });
  await service.create(request([hostId, second]), caller());
  await settled();
  world.fleet.agent(second).endings.push({ plan: planWith('b'.repeat(64)) });
  const { job } = await service.create(request([hostId, second], { dryRun: true }), caller());
  await settled();
  const waiting = await wireHost(manager, job.id);
  assert.equal([waiting.state, waiting.reason, waiting.attempt], ['pending', 'HOST_BUSY', 0]);
  world.fleet.agent(second).end();
  await settled();
  await world.clock.advance(9_000);
  await settled();
  assert.is((await wireHost(manager, job.id)).state, 'pending', 'not before the pause is over');
  await world.clock.advance(2_000);
  await settled();
  const told = await wireHost(manager, job.id);
  assert.equal([told.state, told.error?.code, told.error?.retryable], ['failed', 'HOST_BUSY', true]);
  assert.equal((await wireHost(manager, job.id, 1)).plan_hash, 'b'.repeat(64));
  assert.is((await wireJob(manager, job.id)).state, 'partial');
});

test('a plan asks no gate, its run asks all', async (context) => {
  const { world, manager } = context;
  manager.ctx.hooks.add('windows', {
    'patching.beforeHost': () =>
      Promise.resolve({ verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_CLOSED' }),
  });
  const planJobId = await planned(context, [0, 1, 2]);
  assert.is((await wireJob(manager, planJobId)).state, 'completed');
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  await settled();
  assert.equal((await wireJob(manager, job.id)).counts.waiting_window, 3);
  for (const id of world.fleet.hostIds) assert.is(world.fleet.agent(id).started.length, 1);
});

/** So many upgrades of packages whose names are long. */
const bigPlan = (planHash: string, entries: number, nameLength = 100) => ({
  ...planWith(planHash),
  upgrade: Array.from({ length: entries }, (_, at) => ({
    name: `${'p'.repeat(nameLength)}${at}`,
    arch: 'amd64',
    from: '1',
    to: '2',
  })),
});

test('a plan that had to be cut says so, and cannot be approved; the others can', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [first = '', second = '', third = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ plan: bigPlan('a'.repeat(64), 20_000) });
  world.fleet.agent(second).endings.push({ plan: bigPlan('b'.repeat(64), 5_000) });
  const { job } = await service.create(request([first, second, third], { dryRun: true }), caller());
  world.fleet.agent(third).endings.push({ plan: planWith('c'.repeat(64)) });
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  const cut = await wireHost(manager, job.id);
  assert.equal([cut.state, cut.reason, cut.plan?.cut], ['completed', 'PLAN_TOO_LARGE', true]);
  const kept = JSON.stringify(cut.plan).length;
  assert.ok(kept > 1_000_000 && kept < 1_100_000, `${kept} characters`);
  const whole = await wireHost(manager, job.id, 1);
  assert.equal([whole.reason, whole.plan?.cut, whole.plan?.upgrade.length], [null, undefined, 5_000]);
  const named = await refusalOf(service.create(approval(job.id, { planHostIds: [first, second] }), caller()));
  assert.equal([named.code, named.details], ['PLAN_TOO_LARGE', { host_ids: [first] }]);
  const { hosts } = await service.create(approval(job.id), caller());
  assert.ok(hosts.some(({ hostId }) => hostId === second) && hosts.every(({ hostId }) => hostId !== first));
});

test('one answer holds as many hosts as it has room for, and the pages hold them all', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const ids = world.fleet.hostIds;
  // Rows of a manager before, which kept whatever came.
  const planJobId = await planned(context, [0, 1, 2]);
  const plan = JSON.stringify(bigPlan('a'.repeat(64), 40_000));
  await world.db.knex('patching_job_hosts').where('job_id', planJobId).update({ plan });
  const { hosts } = await service.get(planJobId);
  assert.equal(
    hosts.map(({ hostId }) => hostId),
    [ids[0]],
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await service.listHosts(planJobId, undefined, { sort: 'fqdn', cursor, limit: 500 });
    assert.equal([page.items.length, page.total], [1, 3]);
    seen.push(...page.items.map(({ hostId }) => hostId));
    cursor = page.nextCursor;
  } while (cursor);
  assert.equal(seen, ids);
});

test('an event stays short: long plans and details are left out of it, which it says', async (context) => {
  const { world, manager, hostId, agent } = context;
  const { service } = manager.patching;
  agent.endings.push({ plan: bigPlan('a'.repeat(64), 5_000) });
  const { job: plan } = await service.create(request([hostId], { dryRun: true }), caller());
  await world.runUntilEnded(manager, plan.id, MINUTE_MS);
  const told = (await service.eventsAfter(plan.id, 0, 100)).findLast(
    ({ kind }) => kind === 'job.host.updated',
  );
  assert.ok(told && 'host' in told.data);
  assert.equal([told.data.host.plan, told.data.host.parts_omitted], [null, true]);
  const details = { text: 'x'.repeat(3_000_000) };
  agent.endings.push({ status: 'failed', error: { ...scriptFailed, details } as never });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  for (const event of await service.eventsAfter(job.id, 0, 100))
    assert.ok(JSON.stringify(event).length < 2_000, event.kind);
  // As a manager before has written it.
  const old = {
    job_id: job.id,
    host: { ...(await wireHost(manager, job.id)), error: { ...scriptFailed, details } },
  };
  await world.db
    .knex('patching_job_events')
    .where({ job_id: job.id, kind: 'job.host.updated' })
    .update({ data: JSON.stringify(old) });
  for (const event of await service.eventsAfter(job.id, 0, 100))
    assert.ok(JSON.stringify(event).length < 2_000, event.kind);
});

test('changes that are too many are cut, and the log of the host says so', async (context) => {
  const { world, manager, hostId, agent } = context;
  const { service } = manager.patching;
  agent.endings.push({ changes: bigPlan('a'.repeat(64), 20_000, 5).upgrade });
  const { job } = await service.create(request([hostId]), caller());
  await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).changes.length, 10_000);
  const { logs } = await service.readLog(job.id, hostId, { afterSeq: 0, limit: 10 });
  assert.equal(
    logs.map(({ text }) => text),
    ['The agent named 20000 changed packages; 10000 of them are kept here.'],
  );
});

test('a log that never ends, or repeats itself, holds no host up', async (context) => {
  const { world, manager, hostId, agent } = context;
  agent.streamsWork = false;
  agent.endings.push({ lines: ['one'] });
  let asked = 0;
  const lines = (from: number) =>
    Array.from({ length: 500 }, (_, at) => ({
      seq: from + at,
      at: new Date().toISOString(),
      stream: 'stdout',
      text: '',
    }));
  const answer = agent.answer.bind(agent);
  agent.answer = (operationId, options) => {
    if (operationId !== 'getJobLogs') return answer(operationId, options);
    asked += 1;
    return { logs: lines(asked > 2 ? 1 : asked * 500), next_seq: 0 };
  };
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  assert.is(asked, 3);
});

test('runs of a manager before are found by the migration, the first one of each host', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const planJobId = await planned(context, [0, 1, 2]);
  const [first = '', second = ''] = world.fleet.hostIds;
  const { job: one } = await service.create(approval(planJobId, { planHostIds: [first] }), caller());
  await settled();
  await world.clock.advance(1_000);
  const { job: two } = await service.create(approval(planJobId, { planHostIds: [second] }), caller());
  await settled();
  const { knex } = world.db;
  // A manager before let a plan run twice.
  await knex('patching_job_hosts').where({ job_id: two.id }).update({ host_id: first });
  await knex.raw('alter table patching_job_hosts drop column run_job_id');
  await addRunJobId.up(knex, world.db.dialect);
  const shown = await Promise.all([0, 1, 2].map(async (index) => wireHost(manager, planJobId, index)));
  assert.equal(
    shown.map(({ run_job_id: run }) => run),
    [one.id, null, null],
  );
});

test.run();
