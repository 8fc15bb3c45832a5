// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { commandOf } from './commands.testing.ts';
import {
  addRule,
  approving,
  ask,
  audited,
  clean,
  endOf,
  jobOf,
  manager,
  must,
  outcome,
  planned,
  read,
  REASON,
  setUp,
  tearDown,
  type Approval,
  type Schemas,
  type World,
} from './approvals.testing.ts';
import type { PluginTest } from '#sdk/testing.ts';

interface Two extends World {
  /** Another manager of the same database. */
  other: PluginTest;
}

const test = suite<Two>('approvals, several at once');
test.before(async (world) => {
  await setUp(world);
  world.other = await manager(world.place, { beside: world.kit });
});
test.after.each(clean);
test.after(async (world) => {
  await world.other.stop();
  await tearDown(world);
});

const runsOf = async (kit: PluginTest, planJobId: string): Promise<string[]> => {
  const plan = await jobOf(kit, planJobId);
  return (plan.runs ?? []).map(({ id }) => id);
};

test('of two people who approve at once, on two managers, one does it, and there is one run', async ({
  kit,
  other,
}) => {
  await addRule(kit);
  const planJobId = await planned(kit, [0, 1]);
  const asked = await ask(kit, 'olga', planJobId);
  const path = `POST /approvals/${asked.id}/approve`;
  const outcomes = await Promise.all([
    outcome(kit, 'otto', path, approving(asked)),
    outcome(other, 'bert', path, approving(asked)),
  ]);
  assert.equal(outcomes.sort(), ['200', '409 APPROVAL_NOT_WAITING']);
  const { run_job_id: runId } = await read(kit, asked);
  assert.equal(await runsOf(kit, planJobId), [runId]);
  assert.is((await audited(kit, 'approval.approved')).length, 1);
  assert.is((await endOf(kit, runId)).state, 'completed');
});

test('of an approval and a denial or withdrawal at once one holds, and a run is there only by an approval', async ({
  kit,
  other,
}) => {
  for (const [who, word, body] of [
    ['bert', 'deny', { reason: 'Not now.' }],
    ['olga', 'withdraw', undefined],
  ] as const) {
    const planJobId = await planned(kit, [0]);
    const asked = await ask(kit, 'olga', planJobId);
    const outcomes = await Promise.all([
      outcome(kit, 'otto', `POST /approvals/${asked.id}/approve`, approving(asked)),
      outcome(other, who, `POST /approvals/${asked.id}/${word}`, { body }),
    ]);
    assert.equal(outcomes.toSorted(), ['200', '409 APPROVAL_NOT_WAITING'], word);
    const { state, run_job_id: runId } = await read(kit, asked);
    assert.is(state === 'approved', outcomes[0] === '200');
    assert.equal(await runsOf(kit, planJobId), runId === null ? [] : [runId]);
    assert.is(runId !== null, state === 'approved');
    if (runId !== null) await endOf(kit, runId);
  }
});

test('of an approval and another run of the same plan at once one is made', async ({ kit, other }) => {
  const planJobId = await planned(kit, [0, 1]);
  const asked = await ask(kit, 'olga', planJobId, { reboot: 'if_required' });
  const elsewhere = { body: { from_plan_job_id: planJobId, host_ids: [kit.hosts[0]?.id] } };
  await Promise.all([
    outcome(kit, 'otto', `POST /approvals/${asked.id}/approve`, approving(asked)),
    outcome(other, 'bert', 'POST /jobs', elsewhere),
  ]);
  const runs = await runsOf(kit, planJobId);
  assert.is(runs.length, 1);
  const { state, reason, run_job_id: runId } = await read(kit, asked);
  assert.equal(
    [state, reason, runId],
    runId === runs[0] ? ['approved', null, runs[0]] : ['expired', 'PLAN_ALREADY_RUN', null],
  );
  await endOf(kit, runs[0] ?? null);
});

test('what a crash left between approval and run is finished by the sweep, once', async ({ kit, other }) => {
  await addRule(kit);
  const planJobId = await planned(kit, [0]);
  const asked = await ask(kit, 'olga', planJobId);
  // The row as a manager leaves it that was killed right after the approval had committed.
  const now = kit.clock.now();
  await kit.ctx.tx(({ knex }) =>
    knex('approvals_approvals')
      .where('id', asked.id)
      .update({ state: 'approved', waiting_hash: null, decided_by_name: 'otto', decided_at: now }),
  );
  await kit.until(async () => (await read(other, asked)).run_job_id !== null, 120_000);
  const { run_job_id: runId, state } = await read(kit, asked);
  assert.is(state, 'approved');
  assert.is((await endOf(kit, runId)).created_by.username, 'olga');
  await kit.clock.advance(90_000);
  assert.equal(await runsOf(kit, planJobId), [runId]);
});

test('at the machine an approval, and the change of a rule, need no second person but a reason', async ({
  kit,
}) => {
  const rule = await addRule(kit);
  const asked = await ask(kit, 'olga', await planned(kit, [0]));
  const run = commandOf(kit);
  assert.match(await run.refused([asked.id, '--reason', 'short']), /10 to 500/);
  assert.match(await run.refused([rule.id, '--reason', REASON]), /APPROVAL_NOT_FOUND/);
  await run([asked.id, '--reason', REASON]);
  const approved = await read(kit, asked);
  assert.equal([approved.state, approved.overridden, approved.message], ['approved', true, REASON]);
  await kit.until(async () => (await read(kit, asked)).run_job_id !== null, 120_000);
  assert.is((await endOf(kit, (await read(kit, asked)).run_job_id)).state, 'completed');
  const [row] = await audited(kit, 'approval.overridden');
  assert.equal([row?.kind, row?.by, (row?.after as { reason: string }).reason], ['machine', 'root', REASON]);
  assert.match(await run.refused([asked.id, '--reason', REASON]), /APPROVAL_NOT_WAITING/);

  const { change } = await must<Schemas['ApprovalRule']>(kit, 'admin', `DELETE /approval-rules/${rule.id}`);
  await run([change?.id ?? '', '--reason', REASON]);
  assert.equal((await must<Schemas['ApprovalRuleList']>(kit, 'rita', 'GET /approval-rules')).rules, []);
  const told = await must<Approval>(kit, 'rita', `GET /approvals/${asked.id}`);
  assert.is(told.decided_by?.username, 'root');
});

test.run();
