// time-limit: 240
/** Policies whose plans need a second person. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newAccount } from '../../server/core/identity/identity.testing.ts';
import { planWith } from '#sdk/testing.ts';
import { freshPlace } from '../../test/support/pluginManager.ts';
import { approvalsPlugin } from '../approvals/plugin.ts';
import {
  addRule,
  approving,
  call,
  jobOf,
  manager,
  must,
  outcome,
  type Approval,
  type Schemas,
  type World,
} from '../approvals/approvals.testing.ts';
import { usersPlugin } from '../users/plugin.ts';
import { policiesPlugin } from './plugin.ts';
import { rowsOf, type Policy, type Run } from './policies.testing.ts';

const test = suite<World>('policies under a rule of approvals');
test.before.each(async (world) => {
  world.place = await freshPlace();
  const plugins = [approvalsPlugin, policiesPlugin, usersPlugin];
  world.kit = await manager(world.place, { hosts: 1, plugins });
  await newAccount(world.kit.ctx, 'bert', { role: 'admin' });
  for (const name of ['olga', 'otto']) await newAccount(world.kit.ctx, name, { role: 'operator' });
  await addRule(world.kit);
});
test.after.each(async ({ kit, place }) => {
  await kit.stop();
  await place.cleanup();
});

const HASH = 'a'.repeat(64);
/** Starts half an hour after the start of the clock; planned ten minutes before. */
const DRAFT = {
  name: 'Nightly',
  timezone: 'UTC',
  rrule: 'DTSTART:20260115T123000\nRRULE:FREQ=DAILY',
  plan_lead_secs: 600,
  max_late_secs: 1_800,
};
const START_AT = '2026-01-15T12:30:00.000Z';

/** Makes a policy of olga's for the one host, whose plan then waits for a second person. */
async function asked({ kit }: World, hash = HASH): Promise<{ policy: Policy; approval: Approval }> {
  const body = { ...DRAFT, target: { host_ids: [kit.hosts[0]?.id] } };
  const policy = await must<Policy>(kit, 'olga', 'POST /policies', { body });
  kit.hosts[0]?.agent.endings.push({ plan: planWith(hash) });
  await kit.clock.advance(19 * 60_000);
  assert.equal(await rowsOf(kit, policy.id), [], 'before that nothing is planned');
  return { policy, approval: await waiting({ kit }, policy) };
}

async function waiting({ kit }: Pick<World, 'kit'>, { id }: Policy, not = ''): Promise<Approval> {
  const idOf = async () => (await rowsOf(kit, id))[0]?.approvalId ?? '';
  await kit.until(async () => ![not, ''].includes(await idOf()));
  return must<Approval>(kit, 'otto', `GET /approvals/${await idOf()}`);
}

const approve = ({ kit }: World, who: 'olga' | 'otto', approval: Approval) =>
  outcome(kit, who, `POST /approvals/${approval.id}/approve`, approving(approval));
const newest = async ({ kit }: World, { id }: Policy): Promise<Run> => {
  const { runs } = await must<Schemas['PolicyRunList']>(kit, 'otto', `GET /policies/${id}/runs`);
  const [run] = runs;
  if (!run) throw new Error('there is no run');
  return run;
};
async function ended(world: World, policy: Policy): Promise<Run> {
  await world.kit.until(async () => (await rowsOf(world.kit, policy.id))[0]?.endedAt != null);
  return newest(world, policy);
}
const done = ({ kit }: World) =>
  kit.hosts[0]?.agent.started.flatMap(({ body }) => {
    const { dry_run: isPlan, plan_hash: hash } = body as { dry_run?: boolean; plan_hash?: string };
    return isPlan ? [] : [hash];
  });

test('it is planned before its start, approved by another person, and run at its start', async (world) => {
  const { kit } = world;
  const { policy, approval } = await asked(world);
  assert.equal([approval.state, approval.schedule_at, approval.policy_id], ['waiting', START_AT, policy.id]);
  const run = await newest(world, policy);
  assert.equal([run.state, run.reason, run.starts_at], ['waiting_approval', 'APPROVAL_WAITS', START_AT]);
  assert.match(run.message, /The rule: Everything/);
  assert.not.equal(
    await approve(world, 'olga', approval),
    '200',
    'who made the policy cannot approve its plan',
  );
  assert.is(await approve(world, 'otto', approval), '200');
  await kit.until(async () => (await rowsOf(kit, policy.id))[0]?.state === 'running', 120_000);
  const at = await newest(world, policy);
  assert.equal([at.reason, (await jobOf(kit, at.run_job_id)).state], ['START_WAITS', 'scheduled']);
  assert.equal(done(world), []);
  const end = await ended(world, policy);
  assert.equal([end.state, end.run_job_state, done(world)], ['completed', 'completed', [HASH]]);
  assert.ok((end.ended_at ?? '') >= START_AT);
});

test('what nobody has approved by the start runs once it is approved, and never after its time', async (world) => {
  const { kit } = world;
  const { policy, approval } = await asked(world);
  await kit.clock.advance(11 * 60_000);
  const again = await waiting({ kit }, policy, approval.id);
  assert.is(again.schedule_at, null, 'asked once more, for a run at once');
  assert.is(await approve(world, 'otto', again), '200');
  const end = await ended(world, policy);
  assert.equal([end.state, done(world)], ['completed', [HASH]]);
});

test('an approval that comes too late begins nothing', async (world) => {
  const { kit } = world;
  const { policy, approval } = await asked(world);
  await kit.clock.advance(11 * 60_000);
  const again = await waiting({ kit }, policy, approval.id);
  await kit.clock.advance(30 * 60_000);
  const end = await ended(world, policy);
  assert.equal([end.state, end.reason], ['skipped', 'APPROVAL_LATE']);
  await approve(world, 'otto', again);
  await kit.clock.advance(60_000);
  assert.equal(done(world), []);
});

test('a plan that is denied is not run, and the run says by whom', async (world) => {
  const { policy, approval } = await asked(world);
  const body = { reason: 'Not on the day of the release.' };
  assert.is(await outcome(world.kit, 'otto', `POST /approvals/${approval.id}/deny`, { body }), '200');
  const end = await ended(world, policy);
  assert.equal([end.state, end.reason], ['skipped', 'APPROVAL_DENIED']);
  assert.match(end.message, /By otto\. Not on the day of the release/);
});

test('a policy that is edited between plan and run is planned anew, and its old plan runs no more', async (world) => {
  const { kit } = world;
  const { policy, approval } = await asked(world);
  const hash = 'b'.repeat(64);
  kit.hosts[0]?.agent.endings.push({ plan: planWith(hash) });
  await must(kit, 'olga', `PUT /policies/${policy.id}`, { body: { name: 'Other name' } });
  assert.is((await newest(world, policy)).approval_id, approval.id, 'a name changes nothing of it');
  await must(kit, 'olga', `PUT /policies/${policy.id}`, { body: { mode: 'security' } });
  const again = await waiting({ kit }, policy, approval.id);
  await approve(world, 'otto', approval);
  assert.is(await approve(world, 'otto', again), '200');
  const end = await ended(world, policy);
  assert.equal([end.state, done(world)], ['completed', [hash]]);
});

test('a run that is prepared is left out at once, and a start that is gone is not run', async (world) => {
  const { kit } = world;
  const { policy, approval } = await asked(world);
  const skip = { body: { starts_at: START_AT } };
  await must(kit, 'olga', `POST /policies/${policy.id}/skip-next`, skip);
  await must(kit, 'olga', `POST /policies/${policy.id}/skip-next`, skip);
  const run = await newest(world, policy);
  assert.equal([run.state, run.reason, run.requested_by?.username], ['skipped', 'SKIPPED_BY_PERSON', 'olga']);
  await approve(world, 'otto', approval);
  await kit.clock.advance(15 * 60_000);
  assert.equal(done(world), []);
  assert.is((await call(kit, 'olga', `GET /policies/${policy.id}`)).status, 200);
});

/** Makes such a policy and approves its run, whose job then waits for the start. */
async function approved(world: World): Promise<{ policy: Policy; jobId: string }> {
  const { policy, approval } = await asked(world);
  assert.is(await approve(world, 'otto', approval), '200');
  await world.kit.until(async () => (await rowsOf(world.kit, policy.id))[0]?.state === 'running', 120_000);
  const { run_job_id: jobId } = await newest(world, policy);
  assert.is((await jobOf(world.kit, jobId)).state, 'scheduled');
  return { policy, jobId: jobId ?? '' };
}

/** After the start nothing has been done, and the job is cancelled. */
async function nothingBegins(world: World, jobId: string): Promise<void> {
  await world.kit.clock.advance(45 * 60_000);
  assert.is((await jobOf(world.kit, jobId)).state, 'cancelled');
  assert.equal(done(world), []);
}

test('what is approved and waits for its start is left out, too', async (world) => {
  const { policy, jobId } = await approved(world);
  const skip = { body: { starts_at: START_AT } };
  await must(world.kit, 'olga', `POST /policies/${policy.id}/skip-next`, skip);
  const run = await newest(world, policy);
  assert.equal([run.state, run.reason, run.requested_by?.username], ['skipped', 'SKIPPED_BY_PERSON', 'olga']);
  await nothingBegins(world, jobId);
});

test('a policy that is paused begins nothing, although it was approved', async (world) => {
  const { policy, jobId } = await approved(world);
  await must(world.kit, 'olga', `POST /policies/${policy.id}/pause`);
  await must(world.kit, 'olga', `POST /policies/${policy.id}/pause`);
  const run = await newest(world, policy);
  assert.equal([run.state, run.reason], ['skipped', 'POLICY_PAUSED']);
  await nothingBegins(world, jobId);
});

test('a policy that is paused takes its question back', async (world) => {
  const { policy, approval } = await asked(world);
  await must(world.kit, 'olga', `POST /policies/${policy.id}/pause`);
  const after = await must<Approval>(world.kit, 'otto', `GET /approvals/${approval.id}`);
  assert.equal([after.state, after.decided_by?.username], ['withdrawn', 'olga']);
  assert.is(await approve(world, 'otto', approval), '409 APPROVAL_NOT_WAITING');
  await world.kit.clock.advance(45 * 60_000);
  assert.equal(done(world), []);
});

test('a policy that is deleted takes its approved run with it', async (world) => {
  const { policy, jobId } = await approved(world);
  await must(world.kit, 'olga', `DELETE /policies/${policy.id}`);
  await nothingBegins(world, jobId);
});

test('an edit plans anew what was approved, and asks once more', async (world) => {
  const { kit } = world;
  const { policy, jobId } = await approved(world);
  const before = (await rowsOf(kit, policy.id))[0]?.approvalId ?? '';
  const hash = 'b'.repeat(64);
  kit.hosts[0]?.agent.endings.push({ plan: planWith(hash) });
  await must(kit, 'olga', `PUT /policies/${policy.id}`, { body: { mode: 'security' } });
  assert.is((await jobOf(kit, jobId)).state, 'cancelled');
  const again = await waiting({ kit }, policy, before);
  assert.is(await approve(world, 'otto', again), '200');
  const end = await ended(world, policy);
  assert.equal([end.state, done(world)], ['completed', [hash]]);
});

test.run();
