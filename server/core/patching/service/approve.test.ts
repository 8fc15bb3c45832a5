// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '#server/shared/wire/appError.ts';
import type { PatchItem } from '../../hosts/api.ts';
import { planWith, scriptFailed } from '../testing/fakeAgents.ts';
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
import { approval, planned, refusalOf } from '../testing/plans.ts';
import { EMPTY_PLAN_HASH } from './waitingPlans.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('approvals');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

test('a plan is approved and run with exactly its hashes', async ({ world, manager }) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  for (const [id, hash] of [
    [first, 'a'],
    [second, 'b'],
  ] as const) {
    world.fleet.agent(id).endings.push({ plan: planWith(hash.repeat(64)) });
  }
  const patch = { name: 'jq', arch: 'amd64', available_version: '2', security: true, advisories: [] };
  world.fleet.patches.set(first, [patch as unknown as PatchItem]);
  const spec = { mode: 'security' as const, exclude: ['linux'], dryRun: true };
  const { job: plan } = await service.create(request([first, second], spec), caller());
  await world.runUntilEnded(manager, plan.id, MINUTE_MS);
  const host = await wireHost(manager, plan.id);
  assert.is(host.plan_hash, 'a'.repeat(64));
  const upgrade = { name: 'jq', arch: 'amd64', from: '1', to: '2' };
  assert.equal(host.plan?.upgrade, [{ ...upgrade, security: true }], 'by the patch list of the host');
  assert.equal((await wireHost(manager, plan.id, 1)).plan?.upgrade, [upgrade], 'whose list was never read');
  assert.equal((await wireJob(manager, plan.id)).runs, []);
  assert.equal(host.plan?.reversible, {
    verdict: 'partly',
    reasons: [{ code: 'UNSIGNED_STASH', message: 'no signature' }],
  });
  assert.equal([host.reason, host.run_job_id, host.max_attempts], [null, null, 2]);
  const { job } = await service.create(approval(plan.id), caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).from_plan_job_id, plan.id);
  const runs = (await wireJob(manager, plan.id)).runs.map(({ id, state }) => [id, state]);
  assert.equal(runs, [[job.id, 'completed']]);
  const page = { sort: '-created_at', cursor: null, limit: 50 };
  const listed = (await service.list({}, page, 'all')).rows.map((item) =>
    item.related.runs.map(({ id }) => id),
  );
  assert.equal(listed, [[], [job.id]]);
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

test('a run of a whole plan leaves out hosts with nothing to do, unless it may restart them or names them', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  const plan = async (): Promise<string> => {
    // A run that is still at work would take what the plans are to find.
    await settled();
    world.fleet.agent(second).endings.push({ plan: planWith(EMPTY_PLAN_HASH) });
    world.fleet.agent(world.fleet.hostIds[2]).endings.push({ status: 'failed', error: scriptFailed });
    return planned(context, [0]);
  };
  const runOf = async (more: Parameters<typeof approval>[1]): Promise<string[]> => {
    const { hosts } = await service.create(approval(await plan(), more), caller());
    return hosts.map(({ hostId }) => hostId);
  };
  const toApprove = async (id: string) => (await wireJob(manager, id)).hosts_to_approve;
  const planId = await plan();
  assert.is(await toApprove(planId), 1);
  const { job, hosts } = await service.create(approval(planId), caller());
  assert.equal(
    hosts.map(({ hostId }) => hostId),
    [first],
  );
  assert.equal([await toApprove(planId), await toApprove(job.id)], [0, null]);
  const again = await refusalOf(service.create(approval(planId), caller()));
  assert.is(again.code, 'PLAN_ALREADY_RUN', 'what is left has nothing to do');
  assert.equal(await runOf({ spec: { reboot: 'if_required' } }), [first, second]);
  assert.equal(await runOf({ planHostIds: [second] }), [second]);
});

test('a plan that changes nothing waits for no approval', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  for (const id of world.fleet.hostIds)
    world.fleet.agent(id).endings.push({ plan: planWith(EMPTY_PLAN_HASH) });
  const planId = await planned(context, []);
  assert.is((await wireJob(manager, planId)).hosts_to_approve, 0);
  for (const reboot of ['never', 'if_required'] as const) {
    const { code, message } = await refusalOf(
      service.create(approval(planId, { spec: { reboot } }), caller()),
    );
    assert.equal([code, message], ['PLAN_NOT_APPROVABLE', 'The plan has nothing to do: it changes no host.']);
  }
  const { hosts } = await service.create(approval(planId, { spec: { reboot: 'always' } }), caller());
  assert.is(hosts.length, 3, 'to restart every host is something to do');
});

test('a plan whose run restarts every host waits for an approval without changes', async (context) => {
  const { world, manager } = context;
  for (const id of world.fleet.hostIds)
    world.fleet.agent(id).endings.push({ plan: planWith(EMPTY_PLAN_HASH) });
  const planId = await planned(context, [], { reboot: 'always' });
  assert.is((await wireJob(manager, planId)).hosts_to_approve, 3);
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

test.run();
