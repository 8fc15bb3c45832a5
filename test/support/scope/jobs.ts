/** Jobs and their live events. */
import * as assert from 'uvu/assert';
import type { TestHost } from '../../../server/pluginTesting.ts';
import { call, cut, cutJob, refused, type Job, type Schemas, type World } from './calls.ts';
import { liveEvents } from './live.ts';
import type { Rows } from './row.ts';

export const jobRows: Rows = {
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
  async getJobHostLog(w) {
    for (const query of ['', '?download=text']) {
      const log = (job: string, host: TestHost) => call(w, 'getJobHostLog', { path: [job, host.id], query });
      await cut(w, log(w.jobs.changed, w.mine[0]));
      await refused(log(w.jobs.changed, w.theirs[0]), 404, 'JOB_HOST_NOT_FOUND');
      await refused(log(w.jobs.theirs, w.theirs[1]), 404, 'JOB_NOT_FOUND');
    }
  },

  createWsTicket: liveEvents,
  openJobStream: 'no hosts',
};

async function wholeJobsOnly(w: World, operationId: string): Promise<void> {
  await refused(call(w, operationId, { path: [w.jobs.failed] }), 403, 'JOB_OUT_OF_SCOPE');
  await refused(call(w, operationId, { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
}
