/** Rows of the walks through the contract: approvals and their rules. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { alone, duplicated, of, takenName } from '../../test/support/walk/made.ts';
import { cutPlan, ended, fromPlan } from '../../test/support/walk/jobs.ts';
import { NOBODY } from '../../test/support/walk/walker.ts';
import type { World } from '../../test/support/walk/world.ts';
import { call, cut, refused, type Job, type Schemas, type Fleet } from '../../test/support/scope/calls.ts';
import { planWith } from '#sdk/testing.ts';

const ofRule = of('approvalRule', 'rule_id');
const ofApproval = of('approval', 'approval_id');

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': 'listApprovals getApproval getJobApprovals listApprovalRules getApprovalRule',
  'administrators and operators': 'requestApproval approveApproval denyApproval withdrawApproval',
  'administrators alone': `
    previewApprovalRule createApprovalRule updateApprovalRule deleteApprovalRule approveApprovalRuleChange
    denyApprovalRuleChange`,
  'with a fresh proof': `
    createApprovalRule updateApprovalRule deleteApprovalRule approveApprovalRuleChange
    denyApprovalRuleChange`,
};

export const noHosts = 'listApprovalRules getApprovalRule';

export const valid: FeatureRows['valid'] = {
  requestApproval: writes('approval.requested', (w) => asked(w, 'denied1')),
  listApprovals: reads(({ must }) => must('listApprovals')),
  getApproval: reads((w) => w.must('getApproval', approval(w, 'denied1'))),
  denyApproval: writes('approval.denied', async (w) =>
    w.must('denyApproval', {
      ...approval(w, 'denied1'),
      body: { reason: 'Not before Monday.' },
      bearer: await w.other.bearer(),
    }),
  ),
  withdrawApproval: writes('approval.withdrawn', async (w) => {
    await asked(w, 'withdrawn');
    return w.must('withdrawApproval', approval(w, 'withdrawn'));
  }),
  approveApproval: writes('approval.approved', async (w) => {
    const { approval_hash } = await asked(w, 'approved');
    const { run_job_id: id } = await w.must<Schemas['Approval']>('approveApproval', {
      ...approval(w, 'approved'),
      body: { approval_hash },
      bearer: await w.other.bearer(),
    });
    w.ids['approvedJob'] = id ?? '';
    if (id) await w.kit.runJob(id);
  }),
  getJobApprovals: reads((w) => w.must('getJobApprovals', of('plan', 'job_id')(w))),
  createApprovalRule: writes('approval_rule.created', async (w) => {
    const body = { name: 'Restarts', operations: ['reboot'] };
    w.ids['approvalRule'] = (await w.must<Schemas['ApprovalRule']>('createApprovalRule', { body })).id;
  }),
  previewApprovalRule: {
    none: 'it makes nothing',
    by: (w) => w.must('previewApprovalRule', { body: { operations: ['reboot'] } }),
  },
  listApprovalRules: reads(({ must }) => must('listApprovalRules')),
  getApprovalRule: reads((w) => w.must('getApprovalRule', ofRule(w))),
  updateApprovalRule: writes('approval_rule.change_proposed', async (w) => {
    w.ids['change'] = await proposed(w, 'updateApprovalRule', { enabled: false });
  }),
  denyApprovalRuleChange: writes('approval_rule.change_rejected', async (w) =>
    w.must('denyApprovalRuleChange', {
      ...ofRule(w),
      body: { change_id: w.ids['change'] },
      bearer: await w.other.bearer(),
    }),
  ),
  deleteApprovalRule: writes('approval_rule.change_proposed', async (w) => {
    w.ids['change'] = await proposed(w, 'deleteApprovalRule');
  }),
  approveApprovalRuleChange: writes('approval_rule.deleted', async (w) =>
    w.must('approveApprovalRuleChange', {
      ...ofRule(w),
      body: { change_id: w.ids['change'] },
      bearer: await w.other.bearer(),
    }),
  ),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'GROUP_NOT_FOUND',
    at: {
      updateApprovalRule: (_w, made) => ({
        ...of('otherRule', 'rule_id')(made),
        body: { group_ids: [NOBODY] },
      }),
    },
  },
  {
    code: 'NAME_TAKEN',
    at: {
      updateApprovalRule: takenName('createApprovalRule', {
        other: () => ({ body: { operations: ['reboot'] } }),
        renamed: (_w, made) => of('otherRule', 'rule_id')(made),
      }),
      // The change that waits names the rule as another one was named meanwhile.
      approveApprovalRuleChange: async (w, made) => {
        await w.walker.must('createApprovalRule', { body: { name: 'Another name', operations: ['reboot'] } });
        const bearer = await w.other.bearer();
        return { ...ofRule(made), body: { change_id: made.ids['change'] }, bearer };
      },
    },
  },
  {
    code: 'PLAN_ALREADY_RUN',
    at: { requestApproval: (_w, { ids }) => ({ body: { from_plan_job_id: ids['run'] } }) },
  },
  {
    code: 'APPROVER_NOT_ALLOWED',
    at: {
      // By the person who asked for it.
      approveApproval: (_w, made) => ({ ...ofApproval(made), body: { approval_hash: made.ids['hash'] } }),
      denyApproval: (_w, made) => ({ ...ofApproval(made), body: { reason: 'Not before Monday.' } }),
      approveApprovalRuleChange: (_w, made) => ({ ...ofRule(made), body: { change_id: made.ids['change'] } }),
    },
  },
  {
    code: 'APPROVAL_CHANGED',
    at: {
      approveApproval: async (w, made) => ({
        ...ofApproval(made),
        body: { approval_hash: 'f'.repeat(64) },
        bearer: await w.other.bearer(),
      }),
    },
  },
  {
    code: 'RULE_CHANGE_NOT_FOUND',
    at: {
      approveApprovalRuleChange: async (w, made) => ({
        ...ofRule(made),
        body: { change_id: NOBODY },
        bearer: await w.other.bearer(),
      }),
    },
  },
  {
    code: 'JOB_OUT_OF_SCOPE',
    at: {
      requestApproval: (_w, { ids, scoped }) => ({ body: { from_plan_job_id: ids['plan'] }, bearer: scoped }),
      approveApproval: (_w, { ids, scoped }) => ({
        path: { approval_id: ids['approval'] ?? '' },
        body: { approval_hash: ids['hash'] },
        bearer: scoped,
      }),
      denyApproval: (_w, { ids, scoped }) => ({
        path: { approval_id: ids['approval'] ?? '' },
        body: { reason: 'Not before Monday.' },
        bearer: scoped,
      }),
    },
  },
  {
    code: 'PLAN_NOT_APPROVABLE',
    at: { requestApproval: (_w, { ids }) => ({ body: { from_plan_job_id: ids['job'] } }) },
  },
  {
    code: 'NO_SECOND_PERSON',
    during: alone('boss'),
    at: {
      createApprovalRule: () => ({ body: { name: 'Of one', operations: ['reboot'] } }),
      updateApprovalRule: (_w, made) => ({ ...of('otherRule', 'rule_id')(made), body: { enabled: true } }),
    },
  },
  {
    code: 'NO_SECOND_PERSON',
    during: alone('other'),
    at: {
      // The account of the person who proposed the change is disabled.
      approveApprovalRuleChange: async (w, made) => ({
        ...ofRule(made),
        body: { change_id: made.ids['change'] },
        bearer: await w.other.bearer(),
      }),
    },
  },
  {
    code: 'DUPLICATE_IDENTITY',
    during: duplicated,
    at: { requestApproval: (_w, { ids }) => ({ body: { from_plan_job_id: ids['plan'] } }) },
  },
  { code: 'PLAN_TOO_LARGE', before: cutPlan, at: { requestApproval: fromPlan } },
];

export const limits: FeatureRows['limits'] = {
  createApprovalRule: { code: 'APPROVAL_RULE_LIMIT_REACHED', table: 'approvals_rules', most: 100 },
};

export const scope: FeatureRows['scope'] = {
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
};

/** A waiting approval, of a plan for one host of its own. */
async function asked(w: World, name: string): Promise<Schemas['Approval']> {
  w.ids['plan'] = await ended(w, [{ plan: planWith('a'.repeat(64)) }], { dry_run: true });
  const call = { body: { from_plan_job_id: w.ids['plan'] } };
  const approval = await w.must<Schemas['Approval']>('requestApproval', call, {
    body: { ...call.body, note: 'Something else.' },
  });
  w.ids[name] = approval.id;
  return approval;
}

const approval = ({ ids }: World, name: string) => ({ path: { approval_id: ids[name] ?? '' } });

/** Id of the change that an operation on the rule proposed. */
const proposed = async (w: World, operationId: string, body?: object): Promise<string> => {
  const answer = await w.must<Schemas['ApprovalRule']>(operationId, {
    ...ofRule(w),
    ...(body ? { body } : {}),
  });
  return answer.change?.id ?? '';
};

/** An API token cannot approve, whatever it sees. */
const approverRefused = ({ limited }: Fleet): string =>
  limited === 'a tool' ? 'APPROVER_NOT_ALLOWED' : 'JOB_OUT_OF_SCOPE';

/** The waiting approval of this plan, asked for by an administrator. */
async function askedFor(w: Fleet, planJobId: string): Promise<string> {
  const body = { from_plan_job_id: planJobId };
  const { status, body: answer } = await call(w, 'requestApproval', { body, role: 'admin' });
  const { id, error } = answer as { id: string; error?: { details: { approval_id: string } } };
  assert.ok(status === 201 || error?.details.approval_id, JSON.stringify(answer));
  return error?.details.approval_id ?? id;
}

/** The waiting approval of a plan over a host that is not the operator's. */
async function askedForTheirs(w: Fleet): Promise<string> {
  const [{ id, agent }] = w.theirs;
  agent.endings.push({ plan: planWith('e'.repeat(64)) });
  const body = { operation: 'patch', dry_run: true, target: { host_ids: [id] } };
  const plan = (await call(w, 'createJob', { body, role: 'admin' })).body as Job;
  await w.kit.runJob(plan.id);
  return askedFor(w, plan.id);
}
