/** Jobs and their approvals. */
import type { components } from '../../../../generated/manager.ts';
import { plainClient } from '../../../../plugins/live/clients.testing.ts';
import { planWith, scriptFailed, upgrade, type Ending } from '../../../../server/pluginTesting.ts';
import { reads, writes, type Rows } from '../row.ts';
import type { World } from '../world.ts';

type Schemas = components['schemas'];
type Job = Schemas['Job'];

const REASON = 'The shop is down and nobody answers the phone.';

export const target = ({ kit }: World, count = 1) => ({
  host_ids: kit.hosts.slice(0, count).map(({ id }) => id),
});

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
  acceptJobHosts: writes('job.accepted', async (w) => {
    const id = await ended(w, [failed]);
    const body = { host_ids: [w.kit.hosts[0]?.id], reason: REASON };
    await w.must('acceptJobHosts', { path: { id }, body }, { ...job(w), body });
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
      body: { change_id: w.ids['change'] },
      bearer: await w.other.bearer(),
    }),
  ),
  deleteApprovalRule: writes('approval_rule.change_proposed', async (w) => {
    w.ids['change'] = await proposed(w, 'deleteApprovalRule');
  }),
  confirmApprovalRuleChange: writes('approval_rule.deleted', async (w) =>
    w.must('confirmApprovalRuleChange', {
      ...ruleOf(w),
      body: { change_id: w.ids['change'] },
      bearer: await w.other.bearer(),
    }),
  ),
};

export const workRows: Rows = { ...jobs, ...approvals };
