import * as assert from 'uvu/assert';
import { planWith, type TestHost } from '../../server/pluginTesting.ts';
import { packagesOf } from './scopedPackages.ts';
import { call, cut, cutJob, refused, type Job, type Schemas, type World } from './scopedCalls.ts';
import { liveEvents } from './scopedLive.ts';
import { waitFor } from './wait.ts';

/** What an operator's call of an operation leads to. */
type Expected =
  /** 403 for an operator, because of the role alone. */
  | 'role'
  /** The operation neither tells about hosts nor does anything to them. */
  | 'no hosts'
  /** Agents call it, for themselves. */
  | 'agents'
  | ((world: World) => Promise<void>);

/** What is expected of each operation: written by hand, not derived from anything that the manager reads. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  login: 'no hosts',
  logout: 'no hosts',
  refreshSession: 'no hosts',
  forceChangePassword: 'no hosts',
  getCurrentUser: 'no hosts',
  changeOwnPassword: 'no hosts',
  reauthenticate: 'no hosts',

  async listHosts(w) {
    const all = await cut<Schemas['HostList']>(w, call(w, 'listHosts'));
    assert.equal([all.total, all.hosts.length], [2, 2]);
    const grouped = await call(w, 'listHosts', { query: `?group_id=${w.groups.theirs}` });
    assert.is((grouped.body as Schemas['HostList']).total, 0);
    const searched = await call(w, 'listHosts', { query: '?search=theirs' });
    assert.is((searched.body as Schemas['HostList']).total, 0);
  },
  async listHostValues(w) {
    const own = await cut<Schemas['HostValues']>(w, call(w, 'listHostValues'));
    const of = (values: Schemas['HostValues']) => values.tags.map(({ value, hosts }) => `${value}: ${hosts}`);
    assert.equal(of(own), ['all: 2', 'mine: 2']);
  },
  createHost: (w) =>
    refused(
      call(w, 'createHost', { body: { fqdn: 'new.example', ip_address: '10.0.0.99' } }),
      403,
      'FORBIDDEN',
    ),
  async getHost(w) {
    const own = await cut<Schemas['Host']>(w, call(w, 'getHost', { path: [w.mine[0].id] }));
    assert.is(own.fqdn, w.mine[0].fqdn);
    await refused(call(w, 'getHost', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async updateHost(w) {
    const change = (id: string, body: object) => call(w, 'updateHost', { path: [id], body });
    await refused(change(w.theirs[0].id, { display_name: 'x' }), 404, 'HOST_NOT_FOUND');
    const own = await cut<Schemas['Host']>(w, change(w.mine[0].id, { display_name: 'Mine' }));
    assert.is(own.display_name, 'Mine');
    await refused(change(w.mine[0].id, { tags: ['web'] }), 403, 'FORBIDDEN');
    await cut(w, change(w.mine[0].id, { tags: ['mine', 'all', 'web'] }));
  },
  deleteHost: 'role',
  async listHostPatches(w) {
    await cut(w, call(w, 'listHostPatches', { path: [w.mine[0].id] }));
    await refused(call(w, 'listHostPatches', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async refreshHost(w) {
    await refused(call(w, 'refreshHost', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await cut(w, call(w, 'refreshHost', { path: [w.mine[0].id] }), 202);
  },

  async getFleetStatus(w) {
    const own = await cut<Schemas['FleetStatus']>(w, call(w, 'getFleetStatus'));
    assert.is(own.hosts_total, 2);
    // One of two failed jobs holds a host of the operator's; a host that asks to enroll belongs to nobody yet.
    assert.equal([own.jobs_stopped, own.enrollments_pending], [1, 0]);
    assert.equal([own.jobs.failed, own.plans_waiting], [1, 1]);
    // The administrator's figures are cached for a second, and may have been read before the jobs failed.
    const all = await waitFor(async () => {
      const { body } = await call(w, 'getFleetStatus', { role: 'admin' });
      const status = body as Schemas['FleetStatus'];
      return status.jobs_stopped === 2 ? status : null;
    });
    assert.equal([all.hosts_total, all.enrollments_pending], [4, 1]);
    assert.equal([all.jobs.failed, all.plans_waiting], [2, 1]);
  },
  async getFleetHistory(w) {
    const own = await cut<Schemas['FleetHistory']>(w, call(w, 'getFleetHistory'));
    assert.equal(own.points, []);
    const all = (await call(w, 'getFleetHistory', { role: 'admin' })).body as Schemas['FleetHistory'];
    assert.ok(all.points.length > 0);
  },
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
  getServiceHealth: 'no hosts',
  getUi: 'no hosts',
  async searchEverything(w) {
    await packagesOf(w);
    const of = async (text: string, role?: 'admin') =>
      ((await call(w, 'searchEverything', { query: `?q=${text}`, role })).body as Schemas['SearchResults'])
        .groups;
    const namesOf = async (text: string, role?: 'admin') =>
      Object.fromEntries((await of(text, role)).map(({ kind, items }) => [kind, items.map((i) => i.name)]));
    await cut(w, call(w, 'searchEverything', { query: '?q=e' }));
    const hosts = (await of('example')).find(({ kind }) => kind === 'host')?.items ?? [];
    assert.equal(
      hosts.map(({ id }) => id),
      w.mine.map(({ id }) => id),
    );
    assert.equal((await namesOf('theirs'))['host'], []);
    assert.equal([(await namesOf('secret'))['package'], (await namesOf('bash'))['package']], [[], ['bash']]);
    assert.equal((await namesOf('secret', 'admin'))['package'], ['secret']);
    const jobs = (await of(w.jobs.changed)).find(({ kind }) => kind === 'job')?.items ?? [];
    assert.equal([jobs.length, jobs[0]?.id], [1, w.jobs.changed]);
    assert.match(jobs[0]?.about ?? '', /\b1 host\b/);
    assert.equal((await of(w.jobs.theirs)).find(({ kind }) => kind === 'job')?.total, 0);
    assert.not.ok('user' in (await namesOf('olga')));
    assert.ok(((await namesOf('olga', 'admin'))['user'] ?? []).includes('olga'));
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
    await cutJob(w, retry(w.jobs.failed), 202);
    await w.kit.until(async () => {
      const job = (await call(w, 'getJob', { path: [w.jobs.failed], role: 'admin' })).body as Job;
      return job.completed_at !== null;
    });
    const whole = (await call(w, 'getJob', { path: [w.jobs.failed], role: 'admin' })).body as Job;
    const states = new Map(whole.hosts?.map(({ host_id: id, state }) => [id, state]));
    assert.equal([states.get(w.mine[0].id), states.get(w.theirs[0].id)], ['completed', 'failed']);
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

  createEnrollment: 'agents',
  getEnrollmentStatus: 'agents',
  renewEnrollment: 'agents',
  listEnrollments: 'role',
  listEnrollmentHistory: 'role',
  approveEnrollment: 'role',
  denyEnrollment: 'role',
  listEnrollmentTokens: 'role',
  createEnrollmentToken: 'role',
  deleteEnrollmentToken: 'role',
  getInstaller: 'no hosts',
  getInstallScript: 'no hosts',
  getAgentPackage: 'no hosts',

  listCertificates: 'role',
  getAuthority: 'role',
  getRootCertificate: 'no hosts',
  getRevocationList: 'no hosts',
  getRotation: 'role',
  createAuthorityRequest: 'role',
  deleteAuthorityRequest: 'role',
  beginOwnRotation: 'role',
  beginRotation: 'role',
  pauseRotation: 'role',
  resumeRotation: 'role',
  goBackFromRotation: 'role',
  finishRotation: 'role',
  listRotationHosts: 'role',
  issueCertificate: 'role',
  renewCertificate: 'role',
  revokeCertificate: 'role',
  getHostCertificate: 'role',
  reissueCertificate: 'role',

  listUsers: 'role',
  createUser: 'role',
  getUser: 'role',
  updateUser: 'role',
  deleteUser: 'role',
  revokeUserSessions: 'role',
  resetUserPassword: 'role',
  disableUserMfa: 'role',
  listUserSessions: 'role',
  endUserSession: 'role',
  listUserApiTokens: 'role',
  deleteUserApiToken: 'role',
  listApiTokens: 'no hosts',
  createApiToken: 'no hosts',
  deleteApiToken: 'no hosts',
  listOwnSessions: 'no hosts',
  endOwnSession: 'no hosts',
  endOtherSessions: 'no hosts',
  getOwnMfa: 'no hosts',
  setupTotp: 'no hosts',
  verifyTotp: 'no hosts',
  renewRecoveryCodes: 'no hosts',
  disableOwnMfa: 'no hosts',
  disableTotp: 'no hosts',
  startWebauthnAuthentication: 'no hosts',
  completeWebauthnAuthentication: 'no hosts',
  listWebauthnCredentials: 'no hosts',
  startWebauthnRegistration: 'no hosts',
  completeWebauthnRegistration: 'no hosts',
  renameWebauthnCredential: 'no hosts',
  deleteWebauthnCredential: 'no hosts',
  startReauthentication: 'no hosts',
  getPublicSsoConfig: 'no hosts',
  startSsoLogin: 'no hosts',
  completeSsoLogin: 'no hosts',
  exchangeSsoCode: 'no hosts',
  linkSso: 'no hosts',
  unlinkSso: 'no hosts',
  reauthenticateBySso: 'no hosts',
  getLegacySsoConfig: 'no hosts',
  startLegacySsoLogin: 'no hosts',
  completeLegacySsoLogin: 'no hosts',
  discoverOidc: 'role',
  testSso: 'role',
  testLegacySso: 'role',

  async listAllWindows(w) {
    const made = await windowsOf(w);
    const { windows } = await cut<Schemas['WindowList']>(w, call(w, 'listAllWindows'));
    const seen = windows.map(({ id }) => id).sort();
    assert.equal(seen, [made.mine, made.everybody].sort(), 'those of his hosts, and of groups that hold one');
  },
  async listHostWindows(w) {
    const { everybody, mine } = await windowsOf(w);
    const own = call(w, 'listHostWindows', { path: [w.mine[0].id] });
    const { windows } = await cut<Schemas['WindowList']>(w, own);
    assert.equal(windows.map(({ id }) => id).sort(), [mine, everybody].sort());
    await refused(call(w, 'listHostWindows', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async createHostWindow(w) {
    const create = (id: string) => call(w, 'createHostWindow', { path: [id], body: WINDOW });
    await refused(create(w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    const { id } = await cut<Schemas['Window']>(w, create(w.mine[1].id), 201);
    assert.is((await call(w, 'deleteHostWindow', { path: [w.mine[1].id, id] })).status, 204);
  },
  async updateHostWindow(w) {
    const { mine, theirs } = await windowsOf(w);
    const body = { name: 'renamed' };
    const theirPath = { path: [w.theirs[0].id, theirs], body };
    await refused(call(w, 'updateHostWindow', theirPath), 404, 'HOST_NOT_FOUND');
    const crossed = { path: [w.mine[0].id, theirs], body };
    await refused(call(w, 'updateHostWindow', crossed), 404, 'WINDOW_NOT_FOUND');
    await cut(w, call(w, 'updateHostWindow', { path: [w.mine[0].id, mine], body }));
  },
  async deleteHostWindow(w) {
    const { theirs } = await windowsOf(w);
    await refused(call(w, 'deleteHostWindow', { path: [w.theirs[0].id, theirs] }), 404, 'HOST_NOT_FOUND');
    await refused(call(w, 'deleteHostWindow', { path: [w.mine[0].id, theirs] }), 404, 'WINDOW_NOT_FOUND');
  },
  async listGroupWindows(w) {
    const { everybody } = await windowsOf(w);
    const seen = call(w, 'listGroupWindows', { path: [w.groups.everybody] });
    const { windows } = await cut<Schemas['WindowList']>(w, seen);
    assert.equal(
      windows.map(({ id }) => id),
      [everybody],
    );
    await refused(call(w, 'listGroupWindows', { path: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
  },
  async createGroupWindow(w) {
    const create = (id: string) => call(w, 'createGroupWindow', { path: [id], body: WINDOW });
    await refused(create(w.groups.theirs), 404, 'GROUP_NOT_FOUND');
    await refused(create(w.groups.everybody), 403, 'FORBIDDEN');
    const { id } = await cut<Schemas['Window']>(w, create(w.groups.mine), 201);
    assert.is((await call(w, 'deleteGroupWindow', { path: [w.groups.mine, id] })).status, 204);
  },
  updateGroupWindow: (w) => wholeGroupsOnly(w, 'updateGroupWindow', { name: 'renamed' }),
  deleteGroupWindow: (w) => wholeGroupsOnly(w, 'deleteGroupWindow'),
  previewWindow: 'no hosts',
  async listOpenings(w) {
    const body = { ...WINDOW, starts_at: '2090-01-01T00:00:00.000Z', enabled: true };
    const add = async ({ id }: { id: string }) => {
      const answer = await call(w, 'createHostWindow', { path: [id], body, role: 'admin' });
      return [id, (answer.body as Schemas['Window']).id] as const;
    };
    const [mine, theirs] = [await add(w.mine[0]), await add(w.theirs[0])];
    const query = '?from=2089-12-31T00:00:00.000Z&to=2090-01-02T00:00:00.000Z';
    const { openings } = await cut<Schemas['OpeningList']>(w, call(w, 'listOpenings', { query }));
    assert.equal(
      openings.map(({ id }) => id),
      [mine[1]],
    );
    for (const path of [mine, theirs])
      assert.is((await call(w, 'deleteHostWindow', { path: [...path], role: 'admin' })).status, 204);
  },
  async listFreezes(w) {
    const freeze = (groupId: string | null) =>
      call(w, 'createFreeze', { body: { ...WINDOW, group_id: groupId }, role: 'admin' });
    for (const groupId of [null, w.groups.mine, w.groups.theirs])
      assert.is((await freeze(groupId)).status, 201);
    const { freezes } = await cut<Schemas['FreezeList']>(w, call(w, 'listFreezes'));
    const seen = freezes.map(({ group_id: groupId }) => groupId);
    assert.equal(new Set(seen), new Set([null, w.groups.mine]));
  },
  createFreeze: 'role',
  updateFreeze: 'role',
  deleteFreeze: 'role',
  async listWindowOverrides(w) {
    await cut(w, call(w, 'listWindowOverrides', { path: [w.jobs.changed] }));
    await refused(call(w, 'listWindowOverrides', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  overrideWindows: 'role',
  async listApprovals(w) {
    const [mixed, theirs] = [await askedFor(w, w.jobs.plan), await askedForTheirs(w)];
    const { approvals, total } = await cut<Schemas['ApprovalList']>(w, call(w, 'listApprovals'));
    assert.equal([approvals.map(({ id }) => id), total], [[mixed], 1]);
    // An API token cannot decide, whatever it sees.
    const why = process.env['SCOPED_AS'] === 'token' ? 'NOT_A_PERSON' : 'OUT_OF_SCOPE';
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
    await refused(call(w, 'approveApproval', { path, body }), 403, APPROVER_REFUSED());
  },
  async denyApproval(w) {
    const path = [await askedFor(w, w.jobs.plan)];
    await refused(call(w, 'denyApproval', { path, body: { reason: 'not now' } }), 403, APPROVER_REFUSED());
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
  async listHealthChecks(w) {
    const { mine } = await checksOf(w);
    const { checks } = await cut<Schemas['HealthCheckList']>(
      w,
      call(w, 'listHealthChecks', { path: [w.mine[0].id] }),
    );
    assert.ok(checks.some(({ id }) => id === mine));
    await refused(call(w, 'listHealthChecks', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async createHealthCheck(w) {
    const create = (id: string, more: object = {}) =>
      call(w, 'createHealthCheck', { path: [id], body: { ...CHECK, ...more } });
    await refused(create(w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    await refused(create(w.mine[0].id, { target_host_id: w.theirs[0].id }), 409, 'TARGET_HOST_INVALID');
    const { id } = await cut<Schemas['HealthCheck']>(w, create(w.mine[1].id), 201);
    assert.is((await call(w, 'deleteHealthCheck', { path: [w.mine[1].id, id] })).status, 204);
  },
  getHealthCheck: (w) => checkOfMine(w, 'getHealthCheck'),
  updateHealthCheck: (w) => checkOfMine(w, 'updateHealthCheck', { name: 'renamed' }),
  async deleteHealthCheck(w) {
    const { theirs } = await checksOf(w);
    const remove = (hostId: string) => call(w, 'deleteHealthCheck', { path: [hostId, theirs] });
    await refused(remove(w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    await refused(remove(w.mine[0].id), 404, 'HEALTH_CHECK_NOT_FOUND');
  },
  testHealthCheck: (w) => checkOfMine(w, 'testHealthCheck'),
  listHealthCheckHistory: (w) => checkOfMine(w, 'listHealthCheckHistory'),
  async listHealthCheckOverrides(w) {
    await cut(w, call(w, 'listHealthCheckOverrides', { path: [w.jobs.changed] }));
    await refused(call(w, 'listHealthCheckOverrides', { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
  },
  overrideHealthChecks: 'role',
  async listFleetPackages(w) {
    await packagesOf(w);
    const own = await cut<Schemas['FleetPackageList']>(w, call(w, 'listFleetPackages'));
    assert.equal(
      own.packages.map((one) => [one.name, one.hosts, one.versions]),
      [['bash', 2, 1]],
    );
    assert.equal([own.total, own.coverage.hosts_total, own.coverage.hosts_known], [1, 2, 2]);
    const query = `?group_id=${w.groups.theirs}`;
    await refused(call(w, 'listFleetPackages', { query }), 404, 'GROUP_NOT_FOUND');
  },
  async listPackageVersions(w) {
    await packagesOf(w);
    const of = async (name: string) =>
      await cut<Schemas['PackageVersionList']>(w, call(w, 'listPackageVersions', { query: `?name=${name}` }));
    assert.equal(
      (await of('bash')).versions.map(({ version, hosts }) => [version, hosts]),
      [['5.2-1', 2]],
    );
    assert.equal([(await of('secret')).hosts, (await of('secret')).total], [0, 0]);
  },
  async listPackageHosts(w) {
    await packagesOf(w);
    const of = async (name: string) =>
      await cut<Schemas['PackageHostList']>(w, call(w, 'listPackageHosts', { query: `?name=${name}` }));
    assert.equal(
      (await of('bash')).hosts.map(({ host_id: id }) => id),
      w.mine.map(({ id }) => id),
    );
    assert.equal([(await of('bash')).total, (await of('secret')).total], [2, 0]);
  },
  async listHostPackages(w) {
    await packagesOf(w);
    await cut(w, call(w, 'listHostPackages', { path: [w.mine[0].id] }));
    await refused(call(w, 'listHostPackages', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async listHostPackageChanges(w) {
    await cut(w, call(w, 'listHostPackageChanges', { path: [w.mine[0].id] }));
    await refused(call(w, 'listHostPackageChanges', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async compareHostPackages(w) {
    const compare = (id: string, other: string) =>
      call(w, 'compareHostPackages', { path: [id], query: `?with=${other}` });
    await cut(w, compare(w.mine[0].id, w.mine[1].id));
    await refused(compare(w.mine[0].id, w.theirs[0].id), 404, 'HOST_NOT_FOUND');
    await refused(compare(w.theirs[0].id, w.mine[0].id), 404, 'HOST_NOT_FOUND');
  },
  async listGroupPackageDifferences(w) {
    await packagesOf(w);
    const of = (id: string) => call(w, 'listGroupPackageDifferences', { path: [id] });
    // Hosts that the operator may not see have other versions, and more packages.
    const own = await cut<Schemas['GroupPackageDifferenceList']>(w, of(w.groups.everybody));
    assert.equal([own.total, own.coverage.hosts_known], [0, 2]);
    await refused(of(w.groups.theirs), 404, 'GROUP_NOT_FOUND');
  },
  async downloadReport(w) {
    const report = (type: string, more = '') =>
      call(w, 'downloadReport', { path: [type], query: `?format=csv${more}` });
    for (const type of ['compliance', 'patch-history']) {
      const text = await cut<string>(w, report(type));
      assert.ok(text.includes(w.mine[0].fqdn), type);
      assert.ok(
        (await cut<string>(w, report(type, `&group_id=${w.groups.everybody}`))).includes(w.mine[0].id),
      );
    }
    await cut(w, report('vulnerability'));
    await refused(report('audit'), 403, 'FORBIDDEN');
    await refused(report('compliance', `&group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },
  async getReportFigures(w) {
    const figures = (type: string, query = '') => call(w, 'getReportFigures', { path: [type], query });
    for (const type of ['compliance', 'vulnerability']) {
      const own = await cut<Schemas['ReportFigures']>(w, figures(type));
      assert.is(own.figures.find(({ key }) => key === 'hosts')?.value, 2, type);
    }
    await refused(figures('audit'), 403, 'FORBIDDEN');
    await refused(figures('compliance', `?group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },

  async listReportSchedules(w) {
    const { mine } = await schedulesOf(w);
    const { schedules } = await cut<Schemas['ReportScheduleList']>(w, call(w, 'listReportSchedules'));
    assert.equal(
      schedules.map(({ id, sees_all_hosts: seesAll }) => [id, seesAll]),
      [[mine, false]],
      'his own alone',
    );
    assert.is((await call(w, 'deleteReportSchedule', { path: [mine] })).status, 204);
  },
  async createReportSchedule(w) {
    const make = (more: object) => call(w, 'createReportSchedule', { body: { ...SCHEDULE, ...more } });
    await refused(make({ group_id: w.groups.theirs }), 404, 'GROUP_NOT_FOUND');
    await refused(make({ report_type: 'audit' }), 403, 'FORBIDDEN');
  },
  previewReportSchedule: 'no hosts',
  async updateReportSchedule(w) {
    const { theirs } = await schedulesOf(w);
    const path = { path: [theirs], body: { enabled: false } };
    await refused(call(w, 'updateReportSchedule', path), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
  async deleteReportSchedule(w) {
    const { theirs } = await schedulesOf(w);
    await refused(call(w, 'deleteReportSchedule', { path: [theirs] }), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
  async runReportScheduleNow(w) {
    const { theirs } = await schedulesOf(w);
    await refused(call(w, 'runReportScheduleNow', { path: [theirs] }), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },

  async listPolicies(w) {
    const { mine, both } = await policiesOf(w);
    const { policies, total } = await cut<Schemas['PolicyList']>(w, call(w, 'listPolicies'));
    const ids = policies.map(({ id }) => id).sort();
    assert.equal([ids, total], [[mine, both].sort(), 2], 'those that hold one of his hosts');
  },
  async createPolicy(w) {
    const make = (target: object) => call(w, 'createPolicy', { body: { ...POLICY, target } });
    await refused(make({ host_ids: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await refused(make({ group_ids: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
    const made = await cut<Schemas['Policy']>(w, make({ tags: ['all'] }), 201);
    assert.is(made.sees_all_hosts, false, 'it keeps to the hosts that he may see');
    assert.is((await call(w, 'deletePolicy', { path: [made.id] })).status, 204);
  },
  async previewPolicy(w) {
    const { name: _name, paused: _paused, ...draft } = POLICY;
    const preview = (target: object) => call(w, 'previewPolicy', { body: { ...draft, target } });
    const own = await cut<Schemas['PolicyPreview']>(w, preview({ tags: ['all'] }));
    assert.is(own.hosts_total, 2, 'of four');
    await refused(preview({ host_ids: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },
  async getPolicy(w) {
    const { mine, theirs, both } = await policiesOf(w);
    await cut(w, call(w, 'getPolicy', { path: [mine] }));
    const cutOne = await cut<Schemas['Policy']>(w, call(w, 'getPolicy', { path: [both] }));
    assert.equal(cutOne.target, { host_ids: [w.mine[0].id] });
    await refused(call(w, 'getPolicy', { path: [theirs] }), 404, 'POLICY_NOT_FOUND');
  },
  updatePolicy: (w) => wholePoliciesOnly(w, 'updatePolicy', { mode: 'security' }),
  deletePolicy: (w) => wholePoliciesOnly(w, 'deletePolicy'),
  async listPolicyRuns(w) {
    const { mine, theirs } = await policiesOf(w);
    await cut(w, call(w, 'listPolicyRuns', { path: [mine] }));
    await refused(call(w, 'listPolicyRuns', { path: [theirs] }), 404, 'POLICY_NOT_FOUND');
  },
  runPolicyNow: (w) => wholePoliciesOnly(w, 'runPolicyNow'),
  skipNextPolicyRun: (w) =>
    wholePoliciesOnly(w, 'skipNextPolicyRun', { starts_at: '2030-01-01T00:00:00.000Z' }),
  unskipNextPolicyRun: (w) => wholePoliciesOnly(w, 'unskipNextPolicyRun'),
  pausePolicy: (w) => wholePoliciesOnly(w, 'pausePolicy'),
  resumePolicy: (w) => wholePoliciesOnly(w, 'resumePolicy'),
  async getHostOutlook(w) {
    const { mine, both } = await policiesOf(w);
    const own = await cut<Schemas['HostOutlook']>(w, call(w, 'getHostOutlook', { path: [w.mine[0].id] }));
    assert.equal(own.policies.map(({ id }) => id).sort(), [mine, both].sort());
    await refused(call(w, 'getHostOutlook', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
  },

  async listGroups(w) {
    const { groups, total } = await cut<Schemas['GroupList']>(w, call(w, 'listGroups'));
    assert.equal(
      groups.map(({ name, hosts_total: hosts }) => [name, hosts]),
      [
        ['everybody', 2],
        ['mine', 2],
        ['mixed', 1],
      ],
    );
    assert.is(total, 3);
  },
  createGroup: (w) => refused(call(w, 'createGroup', { body: { name: 'new' } }), 403, 'FORBIDDEN'),
  async previewGroup(w) {
    const rule = { match: 'all', conditions: [{ field: 'fqdn', operator: 'contains', value: 'example' }] };
    const seen = await cut<Schemas['HostList']>(w, call(w, 'previewGroup', { body: { rule } }));
    assert.equal([seen.total, seen.hosts.length], [2, 2]);
  },
  async getGroup(w) {
    const group = await cut<Schemas['Group']>(w, call(w, 'getGroup', { path: [w.groups.mixed] }));
    assert.is(group.hosts_total, 1);
    await refused(call(w, 'getGroup', { path: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
  },
  async updateGroup(w) {
    const body = { name: 'renamed' };
    await refused(call(w, 'updateGroup', { path: [w.groups.theirs], body }), 404, 'GROUP_NOT_FOUND');
    await refused(call(w, 'updateGroup', { path: [w.groups.mixed], body }), 403, 'FORBIDDEN');
    await refused(call(w, 'updateGroup', { path: [w.groups.mine], body }), 403, 'FORBIDDEN');
  },
  deleteGroup: 'role',
  async listGroupHosts(w) {
    const { total } = await cut<Schemas['HostList']>(
      w,
      call(w, 'listGroupHosts', { path: [w.groups.everybody] }),
    );
    assert.is(total, 2);
    await refused(call(w, 'listGroupHosts', { path: [w.groups.theirs] }), 404, 'GROUP_NOT_FOUND');
  },
  async addGroupHosts(w) {
    const add = (group: string, host: TestHost) =>
      call(w, 'addGroupHosts', { path: [group], body: { host_ids: [host.id] } });
    await refused(add(w.groups.mixed, w.theirs[1]), 404, 'HOST_NOT_FOUND');
    await refused(add(w.groups.theirs, w.mine[0]), 404, 'GROUP_NOT_FOUND');
    const group = await cut<Schemas['Group']>(w, add(w.groups.mixed, w.mine[1]));
    assert.is(group.hosts_total, 2);
    const whole = (await call(w, 'getGroup', { path: [w.groups.mixed], role: 'admin' })).body;
    assert.is((whole as Schemas['Group']).hosts_total, 3);
    const body = {
      name: 'of another',
      role: 'operator',
      expires_in_secs: 3_600,
      group_ids: [w.groups.mixed],
    };
    const made = await call(w, 'createApiToken', { body, role: 'admin' });
    await refused(add(w.groups.mixed, w.mine[1]), 403, 'FORBIDDEN');
    const { id } = made.body as Schemas['CreatedApiToken'];
    assert.is((await call(w, 'deleteApiToken', { path: [id], role: 'admin' })).status, 204);
  },
  async removeGroupHost(w) {
    const remove = (group: string, host: TestHost) => call(w, 'removeGroupHost', { path: [group, host.id] });
    await refused(remove(w.groups.mixed, w.theirs[0]), 404, 'HOST_NOT_FOUND');
    await refused(remove(w.groups.theirs, w.theirs[1]), 404, 'GROUP_NOT_FOUND');
    assert.is((await remove(w.groups.mixed, w.mine[1])).status, 204);
  },

  getSettings: 'role',
  updateSettings: 'role',
  testSmtp: 'role',
  listWebhooks: 'role',
  createWebhook: 'role',
  updateWebhook: 'role',
  deleteWebhook: 'role',
  testWebhook: 'role',
  listNotificationRules: 'role',
  createNotificationRule: 'role',
  updateNotificationRule: 'role',
  deleteNotificationRule: 'role',
  listNotificationDeliveries: 'role',
  sendNotificationAgain: 'role',
  getIpAllowList: 'role',
  updateIpAllowList: 'role',
  getWebTls: 'role',
  confirmWebTls: 'role',
  async getExposure(w) {
    const own = await cut<Schemas['Exposure']>(w, call(w, 'getExposure'));
    assert.is(own.hosts_affected, 0);
  },
  async listCves(w) {
    const { total } = await cut<Schemas['CveList']>(w, call(w, 'listCves'));
    assert.is(total, 0);
    const foreign = call(w, 'listCves', { query: `?host_id=${w.theirs[0].id}` });
    await refused(foreign, 404, 'HOST_NOT_FOUND');
  },
  // The effect of a scope on open CVEs is tested in plugins/exposure/cves.testing.ts.
  getCve: (w) => refused(call(w, 'getCve', { path: ['CVE-2026-0001'] }), 404, 'CVE_NOT_FOUND'),
  listCveHosts: (w) => refused(call(w, 'listCveHosts', { path: ['CVE-2026-0001'] }), 404, 'CVE_NOT_FOUND'),
  async getPatchOrder(w) {
    await cut(w, call(w, 'getPatchOrder'));
    const of = (query: string) => call(w, 'getPatchOrder', { query });
    await refused(of(`?host_id=${w.theirs[0].id}`), 404, 'HOST_NOT_FOUND');
    await refused(of(`?group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },
  async listExposurePatches(w) {
    await cut(w, call(w, 'listExposurePatches'));
    const of = (query: string) => call(w, 'listExposurePatches', { query });
    await refused(of(`?host_id=${w.theirs[0].id}`), 404, 'HOST_NOT_FOUND');
    await refused(of(`?group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },
  async listServiceLevelBreaches(w) {
    await cut(w, call(w, 'listServiceLevelBreaches'));
    const foreign = call(w, 'listServiceLevelBreaches', { query: `?host_id=${w.theirs[0].id}` });
    await refused(foreign, 404, 'HOST_NOT_FOUND');
  },
  async listExposureExceptions(w) {
    await except(w, w.theirs[0].id, 'admin');
    const own = await cut<Schemas['ExposureException']>(w, except(w, w.mine[0].id), 201);
    const list = await cut<Schemas['ExposureExceptionList']>(w, call(w, 'listExposureExceptions'));
    assert.equal([list.total, list.exceptions[0]?.id], [1, own.id]);
  },
  async createExposureException(w) {
    await refused(except(w, w.theirs[0].id), 404, 'HOST_NOT_FOUND');
  },
  async deleteExposureException(w) {
    const { id } = (await except(w, w.theirs[0].id, 'admin')).body as Schemas['ExposureException'];
    await refused(call(w, 'deleteExposureException', { path: [id] }), 404, 'EXCEPTION_NOT_FOUND');
  },
  // The data is public, the same for everybody.
  async listExposureDataSets(w) {
    await cut(w, call(w, 'listExposureDataSets'));
  },
  importExposureDataSet: 'role',
  fetchExposureDataSet: 'role',
  exportConfiguration: 'role',
  planConfigurationImport: 'role',
  importConfiguration: 'role',
  checkAuditIntegrity: 'role',
  listAuditRows: 'role',
  exportAuditLog: 'role',
};

const CHECK = { kind: 'service', name: 'nginx', service_name: 'nginx', enabled: false };

let checks: { mine: string; theirs: string } | null = null;

/** One check for each host, made by an administrator. */
async function checksOf(w: World): Promise<NonNullable<typeof checks>> {
  if (checks) return checks;
  const add = async (id: string): Promise<string> => {
    const answer = await call(w, 'createHealthCheck', { path: [id], body: CHECK, role: 'admin' });
    return (answer.body as Schemas['HealthCheck']).id;
  };
  checks = { mine: await add(w.mine[0].id), theirs: await add(w.theirs[0].id) };
  return checks;
}

async function checkOfMine(w: World, operationId: string, body?: object): Promise<void> {
  const { mine, theirs } = await checksOf(w);
  await refused(call(w, operationId, { path: [w.theirs[0].id, theirs], body }), 404, 'HOST_NOT_FOUND');
  await refused(call(w, operationId, { path: [w.mine[0].id, theirs], body }), 404, 'HEALTH_CHECK_NOT_FOUND');
  await cut(w, call(w, operationId, { path: [w.mine[0].id, mine], body }));
}

/** Long ago, so that no host waits for it. */
const WINDOW = {
  ...{ name: 'night', timezone: 'UTC', starts_at: '2020-01-01T00:00:00.000Z', duration_secs: 60 },
  enabled: false,
};

let windows: { mine: string; theirs: string; everybody: string; theirGroup: string } | null = null;

/** A window for each host, and for a group with hosts of both, made by an administrator. */
async function windowsOf(w: World): Promise<NonNullable<typeof windows>> {
  if (windows) return windows;
  const add = async (operationId: string, id: string): Promise<string> => {
    const answer = await call(w, operationId, { path: [id], body: WINDOW, role: 'admin' });
    return (answer.body as Schemas['Window']).id;
  };
  windows = {
    mine: await add('createHostWindow', w.mine[0].id),
    theirs: await add('createHostWindow', w.theirs[0].id),
    everybody: await add('createGroupWindow', w.groups.everybody),
    theirGroup: await add('createGroupWindow', w.groups.theirs),
  };
  return windows;
}

/** A policy made by an administrator, and paused, so that it does not start meanwhile. */
const POLICY = {
  ...{ name: 'Nightly', timezone: 'UTC', rrule: 'DTSTART:20260101T020000\nRRULE:FREQ=DAILY', paused: true },
};
let policies: { mine: string; theirs: string; both: string } | null = null;

async function policiesOf(w: World): Promise<NonNullable<typeof policies>> {
  if (policies) return policies;
  const add = async (...hostIds: string[]): Promise<string> => {
    const body = { ...POLICY, target: { host_ids: hostIds } };
    return ((await call(w, 'createPolicy', { body, role: 'admin' })).body as Schemas['Policy']).id;
  };
  policies = {
    mine: await add(w.mine[0].id),
    theirs: await add(w.theirs[0].id),
    both: await add(w.mine[0].id, w.theirs[0].id),
  };
  return policies;
}

async function wholePoliciesOnly(w: World, operationId: string, body?: object): Promise<void> {
  const { both, theirs } = await policiesOf(w);
  await refused(call(w, operationId, { path: [both], body }), 403, 'POLICY_OUT_OF_SCOPE');
  await refused(call(w, operationId, { path: [theirs], body }), 404, 'POLICY_NOT_FOUND');
}

async function wholeGroupsOnly(w: World, operationId: string, body?: object): Promise<void> {
  const { everybody, theirGroup } = await windowsOf(w);
  const { groups } = w;
  await refused(call(w, operationId, { path: [groups.theirs, theirGroup], body }), 404, 'GROUP_NOT_FOUND');
  await refused(call(w, operationId, { path: [groups.everybody, everybody], body }), 403, 'FORBIDDEN');
  await refused(call(w, operationId, { path: [groups.mine, everybody], body }), 404, 'WINDOW_NOT_FOUND');
}

async function wholeJobsOnly(w: World, operationId: string): Promise<void> {
  await refused(call(w, operationId, { path: [w.jobs.failed] }), 403, 'JOB_OUT_OF_SCOPE');
  await refused(call(w, operationId, { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
}

/** An API token cannot approve, whatever it sees. */
const APPROVER_REFUSED = (): string =>
  process.env['SCOPED_AS'] === 'token' ? 'APPROVER_NOT_ALLOWED' : 'JOB_OUT_OF_SCOPE';

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

/** Makes an exception for a package of that host until tomorrow. */
const except = (w: World, hostId: string, role: 'admin' | 'operator' = 'operator') =>
  call(w, 'createExposureException', {
    role,
    body: {
      ...{ host_id: hostId, package: 'jq', reason: 'Until Monday.' },
      expires_at: new Date(w.kit.clock.now().getTime() + 86_400_000).toISOString(),
    },
  });

const SCHEDULE = {
  ...{ name: 'Weekly', report_type: 'compliance', format: 'csv', period: 'last_week', timezone: 'UTC' },
  ...{ rrule: 'DTSTART:20300101T060000\nRRULE:FREQ=WEEKLY', recipients: ['audit@example.org'] },
};

/** A schedule of the limited operator, and one of an administrator. */
async function schedulesOf(w: World): Promise<{ mine: string; theirs: string }> {
  const make = async (more: object) => {
    const answer = await call(w, 'createReportSchedule', { body: SCHEDULE, ...more });
    assert.is(answer.status, 201, JSON.stringify(answer.body));
    return (answer.body as Schemas['ReportSchedule']).id;
  };
  return { mine: await make({}), theirs: await make({ role: 'admin' }) };
}
