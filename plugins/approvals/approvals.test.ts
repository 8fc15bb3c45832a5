// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  accountId,
  addRule,
  approving,
  ask,
  audited,
  call,
  clean,
  endOf,
  job,
  must,
  outcome,
  planned,
  read,
  setUp,
  tearDown,
  type Approval,
  type Schemas,
  type World,
} from './approvals.testing.ts';
import { runsAreCovered } from './approvedRuns.testing.ts';
import { approvalsEnd } from './endings.testing.ts';
import { newToken } from '../users/users.testing.ts';

const test = suite<World>('approvals');
test.before((world) => setUp(world));
test.after.each(clean);
test.after(tearDown);

const DAY_MS = 86_400_000;

test('under a rule a job needs a plan, the plan an approval, and a second person makes the run by giving it', async ({
  kit,
}) => {
  const rule = await addRule(kit);
  const refused = await call(kit, 'olga', 'POST /jobs', job([0, 1], kit));
  const { error } = refused.body as { error: { code: string; details: Record<string, unknown> } };
  assert.equal([refused.status, error.code], [409, 'APPROVAL_REQUIRED']);
  assert.equal(error.details, {
    rules: [{ id: rule.id, name: 'Everything' }],
    host_ids: kit.hosts.slice(0, 2).map(({ id }) => id),
  });
  const planJobId = await planned(kit, [0, 1]);
  const run = { body: { from_plan_job_id: planJobId } };
  assert.is(await outcome(kit, 'olga', 'POST /jobs', run), '409 APPROVAL_REQUIRED');
  assert.is(await outcome(kit, 'admin', 'POST /jobs', run), '409 APPROVAL_REQUIRED', 'nor an administrator');

  const asked = await ask(kit, 'olga', planJobId, { reboot: 'if_required', note: 'They know.' });
  assert.equal(
    [asked.state, asked.hosts_total, asked.options.reboot, asked.note, asked.rules, asked.run_job_id],
    ['waiting', 2, 'if_required', 'They know.', [{ id: rule.id, name: 'Everything' }], null],
  );
  assert.equal(asked.glance, {
    packages: 1,
    packages_security: 0,
    packages_removed: 0,
    names: ['jq'],
    hosts_kernel: 0,
    hosts_reboot: 0,
  });
  assert.equal([asked.may_decide, asked.may_withdraw], ['AUTHOR', true]);
  assert.is(
    await outcome(kit, 'olga', `POST /approvals/${asked.id}/approve`, approving(asked)),
    '403 APPROVER_NOT_ALLOWED',
  );

  const approved = await must<Approval>(kit, 'otto', `POST /approvals/${asked.id}/approve`, approving(asked));
  assert.equal([approved.state, approved.decided_by?.username], ['approved', 'otto']);
  const made = await endOf(kit, approved.run_job_id);
  assert.equal(
    [made.state, made.created_by.username, made.reboot, made.from_plan_job_id],
    ['completed', 'olga', 'if_required', planJobId],
  );
  assert.equal(kit.hosts[0]?.agent.started.at(-1)?.body, { plan_hash: 'a'.repeat(64), reboot: 'never' });
  const told = await must<Schemas['JobApprovals']>(kit, 'rita', `GET /jobs/${made.id}/approvals`);
  assert.equal([told.rules, told.approvals.map(({ id }) => id)], [[], [asked.id]]);
  const again = await must<Approval>(kit, 'otto', `POST /approvals/${asked.id}/approve`, approving(asked));
  assert.is(again.run_job_id, made.id, 'a second click changes nothing');
  assert.is(
    await outcome(kit, 'bert', `POST /approvals/${asked.id}/approve`, approving(asked)),
    '409 APPROVAL_NOT_WAITING',
  );
  assert.equal(
    [(await audited(kit, 'approval.requested'))[0]?.by, (await audited(kit, 'approval.approved'))[0]?.by],
    ['olga', 'otto'],
  );
});

test('what is approved is what was seen, and who planned, asks, or is a tool gives nothing', async ({
  kit,
}) => {
  const planJobId = await planned(kit, [0, 1]);
  const asked = await ask(kit, 'otto', planJobId, { host_ids: [kit.hosts[0]?.id] });
  assert.is(asked.hosts_total, 1);
  const path = `POST /approvals/${asked.id}/approve`;
  const other = { body: { approval_hash: 'f'.repeat(64) } };
  assert.is(await outcome(kit, 'bert', path, other), '409 APPROVAL_CHANGED');
  assert.is(await outcome(kit, 'olga', path, approving(asked)), '403 APPROVER_NOT_ALLOWED', 'who planned');
  assert.is(await outcome(kit, 'otto', path, approving(asked)), '403 APPROVER_NOT_ALLOWED', 'who asks');
  assert.is(await outcome(kit, 'rita', path, approving(asked)), '403 FORBIDDEN');
  const bert = { id: await accountId(kit, 'bert') };
  const { token } = await newToken(kit, bert);
  assert.is(await outcome(kit, 'bert', path, { ...approving(asked), token }), '403 APPROVER_NOT_ALLOWED');
  const mine = async (who: 'bert' | 'olga' | 'otto' | 'rita') =>
    (await must<Schemas['ApprovalList']>(kit, who, 'GET /approvals?waits_for_me=true')).total;
  assert.equal(
    [await mine('bert'), await mine('olga'), await mine('otto'), await mine('rita')],
    [1, 0, 0, 0],
  );

  const byTool = await call(kit, 'bert', 'POST /approvals', {
    token,
    body: { from_plan_job_id: planJobId, host_ids: [kit.hosts[1]?.id] },
  });
  const ofTool = byTool.body as Approval;
  assert.is(byTool.status, 201);
  const toolPath = `POST /approvals/${ofTool.id}/approve`;
  assert.is(
    await outcome(kit, 'bert', toolPath, approving(ofTool)),
    '403 APPROVER_NOT_ALLOWED',
    'his tool asked',
  );
  const { run_job_id: runId } = await must<Approval>(kit, 'admin', toolPath, approving(ofTool));
  assert.is((await endOf(kit, runId)).state, 'completed');
});

test('the hash holds all that the run is made with', async ({ kit }) => {
  const planJobId = await planned(kit, [0, 1]);
  const later = new Date(kit.clock.now().getTime() + DAY_MS).toISOString();
  const asks = [
    {},
    { host_ids: [kit.hosts[0]?.id] },
    { reboot: 'always' },
    { rollback_on_failure: true },
    { waves: [{ count: 1 }] },
    { failure_budget_percent: 10 },
    { max_parallel: 2 },
    { strict_sources: true },
    { schedule_at: later },
  ];
  const hashes: string[] = [];
  for (const more of asks) hashes.push((await ask(kit, 'olga', planJobId, more)).approval_hash);
  assert.is(new Set(hashes).size, asks.length);
  const again = await call(kit, 'otto', 'POST /approvals', { body: { from_plan_job_id: planJobId } });
  const { error } = again.body as { error: { code: string } };
  assert.is(error.code, 'APPROVAL_EXISTS');
});

test('the same key asks once, and another thing under it is refused', async ({ kit }) => {
  const planJobId = await planned(kit, [0]);
  const headers = { 'idempotency-key': '7d9f4f4e-0000-4000-8000-000000000001' };
  const body = { from_plan_job_id: planJobId };
  const first = await must<Approval>(kit, 'olga', 'POST /approvals', { body, headers });
  const again = await must<Approval>(kit, 'olga', 'POST /approvals', { body, headers });
  assert.is(again.id, first.id);
  const other = { body: { ...body, note: 'another' }, headers };
  assert.is(await outcome(kit, 'olga', 'POST /approvals', other), '409 IDEMPOTENCY_MISMATCH');
});

approvalsEnd(test);

test('who sees half of the hosts sees half of the approval, and gives none', async ({ kit }) => {
  const [first, second] = kit.hosts;
  const group = await must<Schemas['Group']>(kit, 'admin', 'POST /groups', {
    body: { name: 'half', host_ids: [first?.id] },
  });
  const id = await accountId(kit, 'sam');
  await must(kit, 'admin', `PUT /users/${id}`, { body: { scope_group_ids: [group.id] } });
  const planJobId = await planned(kit, [0, 1]);
  const both = await ask(kit, 'olga', planJobId);
  const seen = await read(kit, both, 'sam');
  assert.equal(
    [seen.hosts_total, seen.hosts?.map(({ host_id: host }) => host), seen.may_decide],
    [1, [first?.id], 'OUT_OF_SCOPE'],
  );
  assert.is(
    await outcome(kit, 'sam', `POST /approvals/${both.id}/approve`, approving(both)),
    '403 JOB_OUT_OF_SCOPE',
  );
  const theirs = await ask(kit, 'olga', planJobId, { host_ids: [second?.id] });
  assert.is(await outcome(kit, 'sam', `GET /approvals/${theirs.id}`), '404 APPROVAL_NOT_FOUND');
  assert.is(
    await outcome(kit, 'sam', `POST /approvals/${theirs.id}/approve`, approving(theirs)),
    '404 APPROVAL_NOT_FOUND',
  );
  const own = await ask(kit, 'olga', planJobId, { host_ids: [first?.id] });
  const mine = await must<Schemas['ApprovalList']>(kit, 'sam', 'GET /approvals?waits_for_me=true');
  assert.equal(
    mine.approvals.map((one) => one.id),
    [own.id],
  );
  const approved = await must<Approval>(kit, 'sam', `POST /approvals/${own.id}/approve`, approving(own));
  assert.is(approved.state, 'approved');
  assert.is((await endOf(kit, approved.run_job_id)).hosts?.length, 1);
});

runsAreCovered(test);

test.run();
