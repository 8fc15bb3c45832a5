/** Rows of the walks through the contract: jobs. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '#test/support/rows.ts';
import { duplicated, hosts, idOf, of } from '#test/support/walk/made.ts';
import {
  REASON,
  atWork,
  cutPlan,
  ended,
  failed,
  fromPlan,
  here,
  paused,
  pausedJob,
} from '#test/support/walk/jobs.ts';
import { NOBODY } from '#test/support/walk/walker.ts';
import type { World } from '#test/support/walk/world.ts';
import { call, cut, cutJob, refused, type Job, type Schemas, type Fleet } from '#test/support/scope/calls.ts';
import { upgrade, type TestHost } from '#sdk/testing.ts';

const job = of('job', 'job_id');
const jobHost = (w: World) => ({ path: { job_id: w.ids['job'] ?? '', host_id: w.kit.hosts[0]?.id ?? '' } });

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in':
    'getJobSummary listJobs previewJob getJob listJobHosts listJobHostSteps getJobHostLog downloadJobHostLog',
  'administrators and operators': 'createJob cancelJob resumeJob endJob rollbackJob retryJob acceptJobHosts',
};

export const valid: FeatureRows['valid'] = {
  getJobSummary: reads(({ must }) => must('getJobSummary')),
  createJob: writes('job.created', async (w) => {
    w.ids['job'] = await ended(w, [{ changes: [upgrade('jq')], lines: ['one', 'two'] }]);
  }),
  listJobs: reads(({ must }) => must('listJobs')),
  previewJob: {
    none: 'it makes nothing',
    by: (w) =>
      w.must('previewJob', { body: { operation: 'patch', target: hosts(w), reboot: 'if_required' } }),
  },
  getJob: reads((w) => w.must('getJob', job(w))),
  listJobHosts: reads((w) => w.must('listJobHosts', job(w))),
  listJobHostSteps: reads((w) => w.must('listJobHostSteps', jobHost(w))),
  getJobHostLog: reads((w) => w.must('getJobHostLog', jobHost(w))),
  downloadJobHostLog: reads((w) => w.must('downloadJobHostLog', jobHost(w))),
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
    await w.must('retryJob', { path: { job_id: id }, body: {} }, { ...job(w), body: {} });
    await w.kit.runJob(id);
  }),
  acceptJobHosts: writes('job.accepted', async (w) => {
    const id = await ended(w, [failed]);
    const body = { host_ids: [w.kit.hosts[0]?.id], reason: REASON };
    await w.must('acceptJobHosts', { path: { job_id: id }, body }, { ...job(w), body });
  }),
  resumeJob: writes('job.resumed', async (w) => {
    const id = await pausedJob(w);
    await w.must('resumeJob', { path: { job_id: id } }, job(w));
    await w.kit.runJob(id);
  }),
  endJob: writes('job.end_requested', async (w) => {
    const id = await pausedJob(w);
    await w.must('endJob', { path: { job_id: id } }, job(w));
    await w.kit.runJob(id);
  }),
  cancelJob: writes('job.cancel_requested', async (w) => {
    await atWork(w);
    await w.must('cancelJob', here(w), job(w));
    await w.kit.runJob(w.ids['here'] ?? '');
  }),
};

const runOf = (planJobId: string | undefined) => ({ body: { from_plan_job_id: planJobId } });
const ofGroup = (groupId: string | undefined) => ({
  body: { operation: 'patch', target: { group_ids: [groupId] } },
});

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'PLAN_ALREADY_RUN',
    at: { createJob: (_w, { ids }) => runOf(ids['run']), previewJob: (_w, { ids }) => runOf(ids['run']) },
  },
  {
    code: 'APPROVAL_REQUIRED',
    at: { createJob: (w) => ({ body: { operation: 'reboot', target: hosts(w) } }) },
  },
  {
    code: 'JOB_OUT_OF_SCOPE',
    at: {
      createJob: (_w, { ids, scoped }) => ({ ...runOf(ids['plan']), bearer: scoped }),
      previewJob: (_w, { ids, scoped }) => ({ ...runOf(ids['plan']), bearer: scoped }),
    },
  },
  { code: 'JOB_NOT_FOUND', at: { createJob: () => runOf(NOBODY), previewJob: () => runOf(NOBODY) } },
  {
    code: 'PLAN_NOT_APPROVABLE',
    at: { createJob: (_w, { ids }) => runOf(ids['job']), previewJob: (_w, { ids }) => runOf(ids['job']) },
  },
  {
    code: 'TARGET_EMPTY',
    at: {
      createJob: (_w, { ids }) => ofGroup(ids['empty']),
      previewJob: (_w, { ids }) => ofGroup(ids['empty']),
    },
  },
  {
    code: 'DUPLICATE_IDENTITY',
    during: duplicated,
    at: { createJob: (w) => ({ body: { operation: 'patch', target: { host_ids: [w.kit.hosts[1]?.id] } } }) },
  },
  { code: 'PLAN_TOO_LARGE', before: cutPlan, at: { createJob: fromPlan, previewJob: fromPlan } },
  {
    code: 'JOB_OUT_OF_SCOPE',
    during: paused,
    at: {
      rollbackJob: (w, { scoped }) => ({ ...here(w), body: { scope: 'all' }, bearer: scoped }),
      retryJob: (w, { scoped }) => ({ ...here(w), body: {}, bearer: scoped }),
    },
  },
  {
    code: 'APPROVAL_REQUIRED',
    during: pausedUnderRule,
    at: { resumeJob: here, retryJob: (w) => ({ ...here(w), body: {} }) },
  },
  { code: 'JOB_NOT_PAUSED', during: atWork, at: { resumeJob: here, endJob: here } },
  { code: 'JOB_NOT_RETRYABLE', during: atWork, at: { retryJob: (w) => ({ ...here(w), body: {} }) } },
  {
    code: 'JOB_NOT_ACCEPTABLE',
    during: atWork,
    at: { acceptJobHosts: (w) => ({ ...here(w), body: { host_ids: [w.kit.hosts[0]?.id], reason: REASON } }) },
  },
  { code: 'JOB_NOT_ROLLBACKABLE', during: atWork, at: { rollbackJob: (w) => ({ ...here(w), body: {} }) } },
];

export const scope: FeatureRows['scope'] = {
  async getJobSummary(w) {
    const own = await cut<Schemas['JobSummary']>(w, call(w, 'getJobSummary'));
    // Two of the three runs hold a host of the operator's: one changed it, one failed there.
    assert.equal([own.jobs_total, own.hosts_changed, own.hosts_failed], [2, 1, 1]);
    assert.equal(
      own.jobs.map(({ id, hosts_total: hosts }) => [id, hosts]),
      [
        [w.jobs.failed, 1],
        [w.jobs.changed, 1],
      ],
    );
    const all = (await call(w, 'getJobSummary', { role: 'admin' })).body as Schemas['JobSummary'];
    assert.equal([all.jobs_total, all.hosts_changed, all.hosts_failed], [3, 2, 3]);
  },
  async listJobs(w) {
    const { jobs, total } = await cut<Schemas['JobList']>(w, call(w, 'listJobs', { query: '?limit=500' }));
    const ids = jobs.map(({ id }) => id);
    assert.is(total, jobs.length);
    for (const id of [w.jobs.changed, w.jobs.failed, w.jobs.plan]) assert.ok(ids.includes(id));
    assert.not(ids.includes(w.jobs.theirs));
    const changed = jobs.find(({ id }) => id === w.jobs.changed);
    assert.equal([changed?.hosts_total, changed?.counts.completed], [1, 1]);
    assert.equal(changed?.target, { host_ids: [w.mine[0].id] });
    const ofTheirs = await call(w, 'listJobs', { query: `?host_id=${w.theirs[0].id}` });
    assert.is((ofTheirs.body as Schemas['JobList']).total, 0);
  },
  async createJob(w) {
    const plan = (target: object) =>
      call(w, 'createJob', { body: { operation: 'patch', dry_run: true, target } });
    await refused(plan({ host_ids: [w.mine[0].id, w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await refused(plan({ group_ids: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
    for (const target of [
      { group_ids: [w.groups.everybody] },
      { filter: { search: 'example' } },
      { filter: { group_id: w.groups.everybody } },
      { tags: ['all'] },
    ]) {
      const job = await cut<Job>(w, plan(target), 202);
      assert.is(job.hosts_total, 2);
      assert.is(((await call(w, 'getJob', { path: [job.id], role: 'admin' })).body as Job).hosts_total, 2);
    }
    const approve = { from_plan_job_id: w.jobs.plan };
    await refused(call(w, 'createJob', { body: approve }), 403, 'JOB_OUT_OF_SCOPE');
    await refused(
      call(w, 'createJob', { body: { ...approve, host_ids: [w.mine[0].id] } }),
      403,
      'JOB_OUT_OF_SCOPE',
    );
  },
  async previewJob(w) {
    const look = (target: object) => call(w, 'previewJob', { body: { operation: 'patch', target } });
    await refused(look({ host_ids: [w.mine[0].id, w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await refused(look({ group_ids: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
    const { hosts_total: total, hosts } = await cut<Schemas['JobPreview']>(w, look({ tags: ['all'] }));
    assert.equal([total, hosts.length], [2, 2]);
    const run = { body: { from_plan_job_id: w.jobs.plan } };
    await refused(call(w, 'previewJob', run), 403, 'JOB_OUT_OF_SCOPE');
  },
  async getJob(w) {
    const job = await cutJob(w, call(w, 'getJob', { path: [w.jobs.changed] }));
    assert.equal(job.target, { host_ids: [w.mine[0].id] });
    await refused(call(w, 'getJob', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  cancelJob: (w) => wholeJobsOnly(w, 'cancelJob'),
  resumeJob: (w) => wholeJobsOnly(w, 'resumeJob'),
  endJob: (w) => wholeJobsOnly(w, 'endJob'),
  async rollbackJob(w) {
    await refused(call(w, 'rollbackJob', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
    const { id } = await cutJob(w, call(w, 'rollbackJob', { path: [w.jobs.changed] }), 202);
    const whole = (await call(w, 'getJob', { path: [id], role: 'admin' })).body as Job;
    assert.equal(
      whole.hosts?.map(({ host_id: hostId }) => hostId),
      [w.mine[0].id],
    );
  },
  async listJobHostSteps(w) {
    const steps = (jobId: string, hostId: string) => call(w, 'listJobHostSteps', { path: [jobId, hostId] });
    await cut(w, steps(w.jobs.changed, w.mine[0].id));
    await refused(steps(w.jobs.changed, w.theirs[0].id), 404, 'JOB_HOST_NOT_FOUND');
    await refused(steps(w.jobs.theirs, w.theirs[0].id), 404, 'JOB_NOT_FOUND');
  },
  async retryJob(w) {
    const retry = (id: string, body?: object) => call(w, 'retryJob', { path: [id], body });
    await refused(retry(w.jobs.theirs), 404, 'JOB_NOT_FOUND');
    await refused(retry(w.jobs.failed, { host_ids: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await refused(retry(w.jobs.failed), 403, 'JOB_OUT_OF_SCOPE');
    await cutJob(w, retry(w.jobs.failed, { host_ids: [w.mine[0].id] }), 202);
    await w.kit.until(async () => {
      const job = (await call(w, 'getJob', { path: [w.jobs.failed], role: 'admin' })).body as Job;
      return job.completed_at !== null;
    });
    const whole = (await call(w, 'getJob', { path: [w.jobs.failed], role: 'admin' })).body as Job;
    const states = new Map(whole.hosts?.map(({ host_id: id, state }) => [id, state]));
    assert.equal([states.get(w.mine[0].id), states.get(w.theirs[0].id)], ['completed', 'failed']);
  },
  async acceptJobHosts(w) {
    const accept = (id: string, hostId: string) =>
      call(w, 'acceptJobHosts', {
        path: [id],
        body: { host_ids: [hostId], reason: 'It was put right by hand.' },
      });
    await refused(accept(w.jobs.theirs, w.theirs[0].id), 404, 'JOB_NOT_FOUND');
    await refused(accept(w.jobs.failed, w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    await refused(accept(w.jobs.changed, w.mine[0].id), 409, 'JOB_NOT_ACCEPTABLE');
  },
  async listJobHosts(w) {
    const hosts = await cut<Schemas['JobHostList']>(w, call(w, 'listJobHosts', { path: [w.jobs.changed] }));
    assert.equal([hosts.total, hosts.hosts.length], [1, 1]);
    await refused(call(w, 'listJobHosts', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  getJobHostLog: (w) => logIsCut(w, 'getJobHostLog'),
  downloadJobHostLog: (w) => logIsCut(w, 'downloadJobHostLog'),
};

async function logIsCut(w: Fleet, operationId: 'getJobHostLog' | 'downloadJobHostLog'): Promise<void> {
  const log = (job: string, host: TestHost) => call(w, operationId, { path: [job, host.id] });
  await cut(w, log(w.jobs.changed, w.mine[0]));
  await refused(log(w.jobs.changed, w.theirs[0]), 404, 'JOB_HOST_NOT_FOUND');
  await refused(log(w.jobs.theirs, w.theirs[1]), 404, 'JOB_NOT_FOUND');
}

/** Keeps a job paused, while a rule asks a second person for what it does. */
async function pausedUnderRule(w: World) {
  const takeBack = await paused(w);
  const rule = await idOf(w, 'createApprovalRule', { body: { name: 'Patches', operations: ['patch'] } });
  return async () => {
    // Its deletion would need a second person.
    await w.kit.ctx.db.knex('approvals_rules').where('id', rule).delete();
    await takeBack();
  };
}

async function wholeJobsOnly(w: Fleet, operationId: string): Promise<void> {
  await refused(call(w, operationId, { path: [w.jobs.failed] }), 403, 'JOB_OUT_OF_SCOPE');
  await refused(call(w, operationId, { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
}
