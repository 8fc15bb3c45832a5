/** Approvals and their rules. */
import * as assert from 'uvu/assert';
import { planWith } from '../../../server/pluginTesting.ts';
import { call, cut, refused, type Job, type Schemas, type World } from './calls.ts';
import type { Rows } from './row.ts';

export const approvalRows: Rows = {
  async listApprovals(w) {
    const [mixed, theirs] = [await askedFor(w, w.jobs.plan), await askedForTheirs(w)];
    const { approvals, total } = await cut<Schemas['ApprovalList']>(w, call(w, 'listApprovals'));
    assert.equal([approvals.map(({ id }) => id), total], [[mixed], 1]);
    // An API token cannot decide, whatever it sees.
    const why = w.limited === 'a tool' ? 'NOT_A_PERSON' : 'OUT_OF_SCOPE';
    assert.equal([approvals[0]?.hosts_total, approvals[0]?.may_decide], [1, why]);
    await refused(call(w, 'getApproval', { path: [theirs] }), 404, 'APPROVAL_NOT_FOUND');
  },
  async requestApproval(w) {
    const ask = (planId: string) => call(w, 'requestApproval', { body: { from_plan_job_id: planId } });
    await refused(ask(w.jobs.plan), 403, 'JOB_OUT_OF_SCOPE');
    await refused(ask(w.jobs.theirs), 404, 'JOB_NOT_FOUND');
  },
  async getApproval(w) {
    const path = [await askedFor(w, w.jobs.plan)];
    const seen = await cut<Schemas['Approval']>(w, call(w, 'getApproval', { path }));
    assert.equal([seen.hosts_total, seen.hosts?.length, seen.glance], [1, 1, null]);
  },
  async approveApproval(w) {
    const path = [await askedFor(w, w.jobs.plan)];
    const seen = (await call(w, 'getApproval', { path })).body as Schemas['Approval'];
    const body = { approval_hash: seen.approval_hash };
    await refused(call(w, 'approveApproval', { path, body }), 403, approverRefused(w));
  },
  async denyApproval(w) {
    const path = [await askedFor(w, w.jobs.plan)];
    await refused(call(w, 'denyApproval', { path, body: { reason: 'not now' } }), 403, approverRefused(w));
  },
  async withdrawApproval(w) {
    const path = [await askedFor(w, w.jobs.plan)];
    await refused(call(w, 'withdrawApproval', { path }), 403, 'FORBIDDEN');
  },
  async getJobApprovals(w) {
    await askedFor(w, w.jobs.plan);
    const { approvals } = await cut<Schemas['JobApprovals']>(
      w,
      call(w, 'getJobApprovals', { path: [w.jobs.plan] }),
    );
    assert.is(approvals.length, 1);
    await refused(call(w, 'getJobApprovals', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  listApprovalRules: 'no hosts',
  createApprovalRule: 'role',
  updateApprovalRule: 'role',
  deleteApprovalRule: 'role',
  confirmApprovalRuleChange: 'role',
  rejectApprovalRuleChange: 'role',
};

/** An API token cannot approve, whatever it sees. */
const approverRefused = ({ limited }: World): string =>
  limited === 'a tool' ? 'APPROVER_NOT_ALLOWED' : 'JOB_OUT_OF_SCOPE';

/** The waiting approval of this plan, asked for by an administrator. */
async function askedFor(w: World, planJobId: string): Promise<string> {
  const body = { from_plan_job_id: planJobId };
  const { status, body: answer } = await call(w, 'requestApproval', { body, role: 'admin' });
  const { id, error } = answer as { id: string; error?: { details: { approval_id: string } } };
  assert.ok(status === 201 || error?.details.approval_id, JSON.stringify(answer));
  return error?.details.approval_id ?? id;
}

/** The waiting approval of a plan over a host that is not the operator's. */
async function askedForTheirs(w: World): Promise<string> {
  const [{ id, agent }] = w.theirs;
  agent.endings.push({ plan: planWith('e'.repeat(64)) });
  const body = { operation: 'patch', dry_run: true, target: { host_ids: [id] } };
  const plan = (await call(w, 'createJob', { body, role: 'admin' })).body as Job;
  await w.kit.runJob(plan.id);
  return askedFor(w, plan.id);
}
