/** Jobs and their gates: approvals, windows, checks; and policies. */
import type { components } from '../../../../generated/manager.ts';
import { plainClient } from '../../../../plugins/live/clients.testing.ts';
import { planWith, scriptFailed, upgrade, type Ending } from '../../../../server/pluginTesting.ts';
import { reads, writes, type Row, type Rows } from '../row.ts';
import type { World } from '../world.ts';

type Schemas = components['schemas'];
type Job = Schemas['Job'];

const REASON = 'The shop is down and nobody answers the phone.';
const WEEKLY = 'DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU';

const target = ({ kit }: World, count = 1) => ({ host_ids: kit.hosts.slice(0, count).map(({ id }) => id) });

/** A job whose first hosts end this way; with `hold`, they do not end. */
async function jobOf(w: World, endings: readonly Ending[], more: object = {}): Promise<string> {
  const count = Math.max(endings.length, 1);
  for (const [index, ending] of endings.entries()) {
    const { endings: own } = w.kit.hosts[index]?.agent ?? { endings: [] };
    own.splice(0, Infinity, ending, ending, ending, ending);
  }
  const body = { operation: 'patch', target: target(w, count), ...more };
  const { id } = await w.must<Job>('createJob', { body }, { body: { ...body, name: 'Another one' } });
  return id;
}

function forget({ kit }: World): void {
  for (const { agent } of kit.hosts) agent.endings.splice(0);
}

async function ended(w: World, endings: readonly Ending[], more: object = {}): Promise<string> {
  const id = await jobOf(w, endings, more);
  await w.kit.runJob(id);
  forget(w);
  return id;
}

const failed: Ending = { status: 'failed', error: { ...scriptFailed } };

/** A paused job: its first host failed, and the second waits. */
export async function pausedJob(w: World): Promise<string> {
  const id = await jobOf(w, [failed, {}], { max_parallel: 1, failure_budget_percent: 0 });
  await w.kit.until(async () => (await w.must<Job>('getJob', { path: { id } })).state === 'paused');
  forget(w);
  return id;
}

/** A job whose host is at work until the test ends it. */
export async function heldJob(w: World): Promise<string> {
  const id = await jobOf(w, [{ hold: true }]);
  await w.kit.until(
    () => [...(w.kit.hosts[0]?.agent.jobs.values() ?? [])].at(-1)?.detail.status === 'running',
  );
  forget(w);
  return id;
}

const job = ({ ids }: World, name = 'job') => ({ path: { id: ids[name] ?? '' } });
const jobHost = (w: World) => ({ path: { id: w.ids['job'] ?? '', hostId: w.kit.hosts[0]?.id ?? '' } });

const jobs: Rows = {
  createJob: writes('job.created', async (w) => {
    w.ids['job'] = await ended(w, [{ changes: [upgrade('jq')], lines: ['one', 'two'] }]);
  }),
  listJobs: reads(({ must }) => must('listJobs')),
  getJob: reads((w) => w.must('getJob', job(w))),
  listJobHosts: reads((w) => w.must('listJobHosts', job(w))),
  listJobHostSteps: reads((w) => w.must('listJobHostSteps', jobHost(w))),
  getJobHostLog: reads((w) => w.must('getJobHostLog', jobHost(w))),
  rollbackJob: writes('job.created', async (w) => {
    const { id } = await w.must<Job>(
      'rollbackJob',
      { ...job(w), body: {} },
      { ...job(w), body: { scope: 'all' } },
    );
    await w.kit.runJob(id);
  }),
  retryJob: writes('job.retried', async (w) => {
    const id = await ended(w, [failed]);
    await w.must('retryJob', { path: { id }, body: {} }, { ...job(w), body: {} });
    await w.kit.runJob(id);
  }),
  resumeJob: writes('job.resumed', async (w) => {
    const id = await pausedJob(w);
    await w.must('resumeJob', { path: { id } }, job(w));
    await w.kit.runJob(id);
  }),
  endJob: writes('job.end_requested', async (w) => {
    const id = await pausedJob(w);
    await w.must('endJob', { path: { id } }, job(w));
    await w.kit.runJob(id);
  }),
  overrideWindows: writes('freeze.overridden', async (w) => {
    w.ids['held'] = await heldJob(w);
    return w.must('overrideWindows', { ...job(w, 'held'), body: { gate: 'freeze', reason: REASON } });
  }),
  listWindowOverrides: reads((w) => w.must('listWindowOverrides', job(w, 'held'))),
  overrideHealthChecks: writes('health_check.overridden', (w) =>
    w.must('overrideHealthChecks', { ...job(w, 'held'), body: { reason: REASON } }),
  ),
  listHealthCheckOverrides: reads((w) => w.must('listHealthCheckOverrides', job(w, 'held'))),
  cancelJob: writes('job.cancel_requested', async (w) => {
    await w.must('cancelJob', job(w, 'held'), job(w));
    await w.kit.runJob(w.ids['held'] ?? '');
  }),
  createWsTicket: {
    none: 'it serves for a minute, to whom has signed in, for what may be read anyway',
    by: async ({ must, ids }) => {
      ids['ticket'] = (await must<Schemas['WsTicket']>('createWsTicket')).ticket;
    },
  },
  openJobStream: reads(async ({ must, kit, ids }) => {
    await (await plainClient(kit, ids['ticket'] ?? '')).close();
    const { ticket } = await must<Schemas['WsTicket']>('createWsTicket');
    return must('openJobStream', { bearer: null, query: { ticket, EIO: '4', transport: 'polling' } });
  }),
};

/** A waiting approval, of a plan for one host of its own. */
async function asked(w: World, name: string): Promise<Schemas['Approval']> {
  const plan = await ended(w, [{ plan: planWith('a'.repeat(64)) }], { dry_run: true });
  const call = { body: { from_plan_job_id: plan } };
  const approval = await w.must<Schemas['Approval']>('requestApproval', call, {
    body: { ...call.body, note: 'Something else.' },
  });
  w.ids[name] = approval.id;
  return approval;
}

const approval = ({ ids }: World, name: string) => ({ path: { approvalId: ids[name] ?? '' } });
const ruleOf = ({ ids }: World) => ({ path: { ruleId: ids['approvalRule'] ?? '' } });

/** Id of the change that an operation on the rule proposed. */
const proposed = async (w: World, operationId: string, body?: object): Promise<string> => {
  const answer = await w.must<Schemas['ApprovalRule']>(operationId, {
    ...ruleOf(w),
    ...(body ? { body } : {}),
  });
  return answer.change?.id ?? '';
};

const approvals: Rows = {
  requestApproval: writes('approval.requested', (w) => asked(w, 'denied1')),
  listApprovals: reads(({ must }) => must('listApprovals')),
  getApproval: reads((w) => w.must('getApproval', approval(w, 'denied1'))),
  denyApproval: writes('approval.denied', async (w) =>
    w.must('denyApproval', {
      ...approval(w, 'denied1'),
      ...{ body: { reason: 'Not before Monday.' }, bearer: await w.other.bearer() },
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
      ...{ body: { approval_hash }, bearer: await w.other.bearer() },
    });
    w.ids['approvedJob'] = id ?? '';
    if (id) await w.kit.runJob(id);
  }),
  getJobApprovals: reads((w) => w.must('getJobApprovals', job(w))),
  createApprovalRule: writes('approval_rule.created', async (w) => {
    const body = { name: 'Restarts', operations: ['reboot'] };
    w.ids['approvalRule'] = (await w.must<Schemas['ApprovalRule']>('createApprovalRule', { body })).id;
  }),
  listApprovalRules: reads(({ must }) => must('listApprovalRules')),
  updateApprovalRule: writes('approval_rule.change_proposed', async (w) => {
    w.ids['change'] = await proposed(w, 'updateApprovalRule', { enabled: false });
  }),
  rejectApprovalRuleChange: writes('approval_rule.change_rejected', async (w) =>
    w.must('rejectApprovalRuleChange', {
      ...ruleOf(w),
      ...{ body: { change_id: w.ids['change'] }, bearer: await w.other.bearer() },
    }),
  ),
  deleteApprovalRule: writes('approval_rule.change_proposed', async (w) => {
    w.ids['change'] = await proposed(w, 'deleteApprovalRule');
  }),
  confirmApprovalRuleChange: writes('approval_rule.deleted', async (w) =>
    w.must('confirmApprovalRuleChange', {
      ...ruleOf(w),
      ...{ body: { change_id: w.ids['change'] }, bearer: await w.other.bearer() },
    }),
  ),
};

const window = { name: 'Sunday night', timezone: 'UTC', rrule: WEEKLY, duration_secs: 7_200 };
const onHost = (w: World, windowId?: string) => ({
  path: { hostId: w.kit.hosts[2]?.id ?? '', ...(windowId ? { windowId: w.ids[windowId] ?? '' } : {}) },
});
const onGroup = (w: World, windowId?: string) => ({
  path: { id: w.ids['group'] ?? '', ...(windowId ? { windowId: w.ids[windowId] ?? '' } : {}) },
});
const freeze = ({ ids }: World) => ({ path: { freezeId: ids['freeze'] ?? '' } });

const madeAs = (name: string, operationId: string, call: (w: World) => object): Row['by'] => {
  return async (w) => {
    w.ids[name] = (await w.must<{ id: string }>(operationId, call(w))).id;
  };
};

const windows: Rows = {
  createHostWindow: writes(
    'window.created',
    madeAs('window', 'createHostWindow', (w) => ({ ...onHost(w), body: window })),
  ),
  listHostWindows: reads((w) => w.must('listHostWindows', onHost(w))),
  updateHostWindow: writes('window.updated', (w) =>
    w.must('updateHostWindow', { ...onHost(w, 'window'), body: { enabled: false } }),
  ),
  deleteHostWindow: writes('window.deleted', (w) => w.must('deleteHostWindow', onHost(w, 'window'))),
  createGroupWindow: writes(
    'window.created',
    madeAs('groupWindow', 'createGroupWindow', (w) => ({ ...onGroup(w), body: window })),
  ),
  listGroupWindows: reads((w) => w.must('listGroupWindows', onGroup(w))),
  updateGroupWindow: writes('window.updated', (w) =>
    w.must('updateGroupWindow', { ...onGroup(w, 'groupWindow'), body: { enabled: false } }),
  ),
  listAllWindows: reads(({ must }) => must('listAllWindows')),
  listOpenings: reads(({ must, kit }) => {
    const from = kit.clock.now();
    const to = new Date(from.getTime() + 14 * 86_400_000);
    return must('listOpenings', { query: { from: from.toISOString(), to: to.toISOString() } });
  }),
  previewWindow: {
    none: 'it shows when a window would be open, and keeps nothing',
    by: ({ must }) => must('previewWindow', { body: window }),
  },
  deleteGroupWindow: writes('window.deleted', (w) => w.must('deleteGroupWindow', onGroup(w, 'groupWindow'))),
  createFreeze: writes(
    'freeze.created',
    madeAs('freeze', 'createFreeze', () => ({
      body: { name: 'New year', timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 },
    })),
  ),
  listFreezes: reads(({ must }) => must('listFreezes')),
  updateFreeze: writes('freeze.updated', (w) =>
    w.must('updateFreeze', { ...freeze(w), body: { enabled: false } }),
  ),
  deleteFreeze: writes('freeze.deleted', (w) => w.must('deleteFreeze', freeze(w))),
};

const check = (w: World) => ({
  path: { hostId: w.kit.hosts[2]?.id ?? '', checkId: w.ids['check'] ?? '' },
});

const checks: Rows = {
  createHealthCheck: writes(
    'health_check.created',
    madeAs('check', 'createHealthCheck', (w) => ({
      ...onHost(w),
      body: { kind: 'service', name: 'Web server', service_name: 'nginx' },
    })),
  ),
  listHealthChecks: reads((w) => w.must('listHealthChecks', onHost(w))),
  getHealthCheck: reads((w) => w.must('getHealthCheck', check(w))),
  updateHealthCheck: writes('health_check.updated', (w) =>
    w.must('updateHealthCheck', { ...check(w), body: { name: 'Proxy' } }),
  ),
  testHealthCheck: {
    none: 'it runs the check, and keeps nothing',
    by: (w) => {
      const up = { name: 'nginx', active_state: 'active', sub_state: 'running', enabled: true };
      w.kit.hosts[2]?.agent.answers.set('getServiceStatus', up);
      return w.must('testHealthCheck', check(w));
    },
  },
  listHealthCheckHistory: reads((w) => w.must('listHealthCheckHistory', check(w))),
  deleteHealthCheck: writes('health_check.deleted', (w) => w.must('deleteHealthCheck', check(w))),
};

const policy = ({ ids }: World) => ({ path: { policyId: ids['policy'] ?? '' } });
const DAILY = 'DTSTART:20260101T120100\nRRULE:FREQ=DAILY';
const times = { timezone: 'UTC', rrule: DAILY };

const policies: Rows = {
  previewPolicy: {
    none: 'it shows when a policy would start, and keeps nothing',
    by: ({ must }) => must('previewPolicy', { body: times }),
  },
  createPolicy: writes(
    'policy.created',
    madeAs('policy', 'createPolicy', (w) => ({ body: { name: 'Nightly', ...times, target: target(w) } })),
  ),
  listPolicies: reads(({ must }) => must('listPolicies')),
  getPolicy: reads((w) => w.must('getPolicy', policy(w))),
  updatePolicy: writes('policy.updated', (w) =>
    w.must('updatePolicy', { ...policy(w), body: { days_after: 3 } }),
  ),
  skipNextPolicyRun: writes('policy.next_run_skipped', async (w) => {
    const { next_start_at } = await w.must<Schemas['Policy']>('getPolicy', policy(w));
    return w.must('skipNextPolicyRun', { ...policy(w), body: { starts_at: next_start_at } });
  }),
  unskipNextPolicyRun: writes('policy.next_run_kept', (w) => w.must('unskipNextPolicyRun', policy(w))),
  pausePolicy: writes('policy.paused', (w) => w.must('pausePolicy', policy(w))),
  resumePolicy: writes('policy.resumed', (w) => w.must('resumePolicy', policy(w))),
  runPolicyNow: writes('policy.run_requested', (w) => w.must('runPolicyNow', policy(w))),
  listPolicyRuns: reads((w) => w.must('listPolicyRuns', policy(w))),
  getHostOutlook: reads((w) => w.must('getHostOutlook', onHost(w))),
  deletePolicy: writes('policy.deleted', (w) => w.must('deletePolicy', policy(w))),
};

export const workRows: Rows = { ...jobs, ...approvals, ...windows, ...checks, ...policies };
