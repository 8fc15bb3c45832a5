// time-limit: 300
/**
 * Every operation of the contract, called by an operator who may see half of the fleet. What is expected of each is
 * written here by hand; an operation that is not in the table fails the suite, so that none is forgotten.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '../generated/manager.ts';
import { managerOperations } from '../generated/managerOperations.ts';
import { certificatesPlugin } from '../plugins/certificates/plugin.ts';
import { ask, newKey } from '../plugins/enrollment/enrollment.testing.ts';
import { enrollmentPlugin } from '../plugins/enrollment/plugin.ts';
import { fleetPlugin } from '../plugins/fleet/plugin.ts';
import { plainClient, ticketFor } from '../plugins/live/clients.testing.ts';
import { livePlugin } from '../plugins/live/plugin.ts';
import { pollingPlugin } from '../plugins/polling/plugin.ts';
import { definePlugin, type GroupUse, type HostScope } from '../server/plugin.ts';
import {
  createPluginTest,
  scriptFailed,
  upgrade,
  type PluginTest,
  type TestAnswer,
  type TestHost,
} from '../server/pluginTesting.ts';

type Schemas = components['schemas'];
type Job = Schemas['Job'];

interface World {
  kit: PluginTest;
  /** What the operator may see; changed by tests of the scope itself. */
  scope: HostScope;
  uses: GroupUse[];
  mine: [TestHost, TestHost];
  theirs: [TestHost, TestHost];
  /** Rule-based: `mine` is the operator's scope, `everybody` holds all. Listed: one host of each; none of his. */
  groups: { mine: string; everybody: string; mixed: string; theirs: string };
  /** Over one host of each: ended well with changes; failed on both; a plan; and one over a host that is not his. */
  jobs: { changed: string; failed: string; plan: string; theirs: string };
}

interface Call {
  /** Values of the path's placeholders, in their order. */
  path?: string[];
  query?: string;
  body?: unknown;
  role?: 'admin' | 'operator';
}

function call(
  { kit }: World,
  operationId: string,
  { path = [], query = '', body, role = 'operator' }: Call = {},
) {
  const operation = managerOperations.find((row) => row.operationId === operationId);
  if (!operation) throw new Error(`there is no ${operationId}`);
  const values = [...path];
  const url = operation.path.replace(/\{[^}]+\}/g, () => values.shift() ?? uuid());
  return kit.call(operation.method.toUpperCase(), `${url}${query}`, { role, body });
}

const codeOf = ({ body }: TestAnswer): string =>
  (body as { error?: { code: string } } | null)?.error?.code ?? 'none';

async function refused(answer: Promise<TestAnswer>, status: number, code: string): Promise<void> {
  const got = await answer;
  assert.equal([got.status, codeOf(got)], [status, code], JSON.stringify(got.body));
}

/** The answer went out, and names nobody whom the operator may not see. */
async function cut<T>(world: World, answer: Promise<TestAnswer>, status = 200): Promise<T> {
  const { status: got, body } = await answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  assert.is(got, status, text);
  for (const { id, fqdn } of world.theirs)
    assert.not(text.includes(id) || text.includes(fqdn), `names ${fqdn}: ${text}`);
  return body as T;
}

/** Sees one host of each of his jobs' two, and nothing of the other. */
async function cutJob(world: World, answer: Promise<TestAnswer>, status = 200): Promise<Job> {
  const job = await cut<Job>(world, answer, status);
  const counted = Object.values(job.counts).reduce((sum, count) => sum + count, 0);
  assert.equal([job.hosts_total, counted], [1, 1]);
  if (job.hosts)
    assert.equal(
      job.hosts.map(({ host_id: id }) => id),
      [world.mine[0].id],
    );
  return job;
}

/** What becomes of a call of the operator. */
type Expected =
  /** 403 for an operator, by his role alone. */
  | 'role'
  /** 501: whoever builds it says here what a scope does to it. */
  | 'unbuilt'
  /** It neither tells of hosts nor does anything to them. */
  | 'no hosts'
  /** Agents call it, for themselves. */
  | 'agents'
  | ((world: World) => Promise<void>);

const EXPECTED: Readonly<Record<string, Expected>> = {
  login: 'no hosts',
  logout: 'no hosts',
  refreshSession: 'no hosts',
  forceChangePassword: 'no hosts',
  getCurrentUser: 'no hosts',
  changeOwnPassword: 'no hosts',

  async listHosts(w) {
    const all = await cut<Schemas['HostList']>(w, call(w, 'listHosts'));
    assert.equal([all.total, all.hosts.length], [2, 2]);
    const grouped = await call(w, 'listHosts', { query: `?group_id=${w.groups.theirs}` });
    assert.is((grouped.body as Schemas['HostList']).total, 0);
    const searched = await call(w, 'listHosts', { query: '?search=theirs' });
    assert.is((searched.body as Schemas['HostList']).total, 0);
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
    // Of two failed jobs one holds a host of his; who asks to join is nobody's host yet.
    assert.equal([own.jobs_stopped, own.enrollments_pending], [1, 0]);
    const all = (await call(w, 'getFleetStatus', { role: 'admin' })).body as Schemas['FleetStatus'];
    assert.equal([all.hosts_total, all.jobs_stopped, all.enrollments_pending], [4, 2, 1]);
  },
  async getFleetHistory(w) {
    const own = await cut<Schemas['FleetHistory']>(w, call(w, 'getFleetHistory'));
    assert.equal(own.points, []);
    const all = (await call(w, 'getFleetHistory', { role: 'admin' })).body as Schemas['FleetHistory'];
    assert.ok(all.points.length > 0);
  },
  getServiceHealth: 'no hosts',
  getUi: 'no hosts',

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

  createWsTicket: (w) => liveEvents(w),
  openJobStream: 'no hosts',

  createEnrollment: 'agents',
  getEnrollmentStatus: 'agents',
  renewEnrollment: 'agents',
  listEnrollments: 'role',
  approveEnrollment: 'role',
  denyEnrollment: 'role',
  listEnrollmentTokens: 'role',
  createEnrollmentToken: 'role',
  deleteEnrollmentToken: 'role',
  getInstaller: 'no hosts',
  getInstallScript: 'no hosts',
  getAgentPackage: 'no hosts',

  listCertificates: 'role',
  getRootCertificate: 'no hosts',
  getRevocationList: 'no hosts',
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
  listApiTokens: 'no hosts',
  createApiToken: 'no hosts',
  deleteApiToken: 'no hosts',
  setupTotp: 'no hosts',
  verifyTotp: 'no hosts',
  disableOwnMfa: 'no hosts',
  startWebauthnAuthentication: 'no hosts',
  completeWebauthnAuthentication: 'no hosts',
  listWebauthnCredentials: 'no hosts',
  startWebauthnRegistration: 'no hosts',
  completeWebauthnRegistration: 'no hosts',
  deleteWebauthnCredential: 'no hosts',
  getPublicSsoConfig: 'no hosts',
  startSsoLogin: 'no hosts',
  completeSsoLogin: 'no hosts',
  getLegacySsoConfig: 'no hosts',
  startLegacySsoLogin: 'no hosts',
  completeLegacySsoLogin: 'no hosts',
  discoverOidc: 'role',
  testSso: 'role',
  testLegacySso: 'role',

  listAllWindows: 'unbuilt',
  listHostWindows: 'unbuilt',
  createHostWindow: 'unbuilt',
  updateHostWindow: 'unbuilt',
  deleteHostWindow: 'unbuilt',
  listGroupWindows: 'unbuilt',
  createGroupWindow: 'unbuilt',
  updateGroupWindow: 'unbuilt',
  deleteGroupWindow: 'unbuilt',
  listHealthChecks: 'unbuilt',
  createHealthCheck: 'unbuilt',
  getHealthCheck: 'unbuilt',
  updateHealthCheck: 'unbuilt',
  deleteHealthCheck: 'unbuilt',
  testHealthCheck: 'unbuilt',
  downloadReport: 'unbuilt',

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
    w.uses.push({ groupId: w.groups.mixed, kind: 'scope', id: null, name: 'other' });
    await refused(add(w.groups.mixed, w.mine[1]), 403, 'FORBIDDEN');
    w.uses.pop();
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
  getIpAllowList: 'role',
  updateIpAllowList: 'role',
  checkAuditIntegrity: 'role',
  listAuditRows: 'role',
};

async function wholeJobsOnly(w: World, operationId: string): Promise<void> {
  await refused(call(w, operationId, { path: [w.jobs.failed] }), 403, 'JOB_OUT_OF_SCOPE');
  await refused(call(w, operationId, { path: [w.jobs.theirs] }), 404, 'JOB_NOT_FOUND');
}

/** An administrator's client and the operator's hear of the same changes. */
async function liveEvents(w: World): Promise<void> {
  const own = await plainClient(w.kit, await ticketFor(w.kit, 'operator'));
  const all = await plainClient(w.kit, await ticketFor(w.kit, 'admin'));
  const told = (client: typeof own, text: string): boolean => JSON.stringify(client.got).includes(text);
  try {
    own.send({ subscribe: { job_id: w.jobs.theirs } });
    assert.equal((await own.until(1)) && own.seqs(), ['JOB_NOT_FOUND']);
    for (const client of [own, all]) {
      client.send({ subscribe: { job_id: w.jobs.changed } });
      client.send({ subscribe: 'fleet' });
    }
    await w.kit.until(() => told(own, '"state":"completed"') && told(all, w.theirs[0].id));
    const before = own.got.length;
    for (const host of [w.theirs[0], w.mine[1]])
      await call(w, 'updateHost', { path: [host.id], body: { display_name: uuid() }, role: 'admin' });
    const body = { operation: 'patch', target: { host_ids: [w.theirs[1].id, w.mine[1].id] } };
    const { id } = (await call(w, 'createJob', { body, role: 'admin' })).body as Job;
    await w.kit.runJob(id);
    await w.kit.until(
      () =>
        [own, all].every((client) => told(client, `"job_id":"${id}","state":"completed"`)) &&
        told(own, w.mine[1].id) &&
        told(all, 'fleet.updated'),
    );
    assert.ok(told(all, w.theirs[1].id), 'the administrator hears of all of it');
    const text = JSON.stringify(own.got.slice(before)) + JSON.stringify(own.got.slice(0, before));
    for (const { id: hostId, fqdn } of w.theirs)
      assert.not(text.includes(hostId) || text.includes(fqdn), `told of ${fqdn}`);
    assert.not(told(own, 'fleet.updated'), 'the figures of all hosts');
    for (const message of own.got)
      if (
        'kind' in message &&
        message.kind === 'job.updated' &&
        [w.jobs.changed, id].includes(message.data.job_id)
      )
        assert.is(message.data.hosts_total, 1);
  } finally {
    await own.close();
    await all.close();
  }
}

const test = suite<World>('host scope');

const provider = (world: World) =>
  definePlugin({
    name: 'scopes',
    requires: ['hosts'],
    answers: ['http.hostScope', 'hosts.groupUses'],
    setup: () => ({
      routes: {},
      hooks: {
        'http.hostScope': async () => world.scope,
        'hosts.groupUses': async ({ groupId }) => ({
          uses: world.uses.filter((use) => groupId === null || use.groupId === groupId),
        }),
      },
    }),
  });

async function endedJob(w: World, hosts: TestHost[], more: object = {}): Promise<string> {
  const body = { operation: 'patch', target: { host_ids: hosts.map(({ id }) => id) }, ...more };
  const { id } = (await call(w, 'createJob', { body, role: 'admin' })).body as Job;
  await w.kit.runJob(id);
  return id;
}

async function makeJobs(w: World): Promise<World['jobs']> {
  const both = [w.mine[0], w.theirs[0]];
  for (const { agent } of both) agent.endings.push({ changes: [upgrade('jq')], lines: ['one', 'two'] });
  const changed = await endedJob(w, both);
  for (const { agent } of both) agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
  const failed = await endedJob(w, both);
  w.theirs[1].agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
  return {
    changed,
    failed,
    plan: await endedJob(w, both, { dry_run: true }),
    theirs: await endedJob(w, [w.theirs[1]]),
  };
}

async function makeGroups(w: World): Promise<World['groups']> {
  const made = async (body: object): Promise<string> =>
    ((await call(w, 'createGroup', { body, role: 'admin' })).body as Schemas['Group']).id;
  const rule = (field: string, operator: string, value: string) => ({
    match: 'all',
    conditions: [{ field, operator, value }],
  });
  return {
    mine: await made({ name: 'mine', rule: rule('tag', 'equals', 'mine') }),
    everybody: await made({ name: 'everybody', rule: rule('fqdn', 'contains', '.') }),
    mixed: await made({ name: 'mixed', host_ids: [w.mine[0].id, w.theirs[0].id] }),
    theirs: await made({ name: 'theirs', host_ids: [w.theirs[1].id] }),
  };
}

test.before(async (w) => {
  w.scope = 'all';
  w.uses = [];
  const plugins = [
    ...[certificatesPlugin, enrollmentPlugin, fleetPlugin, livePlugin, pollingPlugin],
    provider(w),
  ];
  w.kit = await createPluginTest({ plugins });
  w.mine = [await w.kit.addHost('mine1.example'), await w.kit.addHost('mine2.example')];
  w.theirs = [await w.kit.addHost('theirs1.example'), await w.kit.addHost('theirs2.example')];
  for (const { id } of w.mine) await tag(w, id, ['mine', 'all']);
  for (const { id } of w.theirs) await tag(w, id, ['all']);
  w.groups = await makeGroups(w);
  w.jobs = await makeJobs(w);
  await ask(w.kit, newKey());
  w.scope = { groupIds: [w.groups.mine] };
  w.uses = [{ groupId: w.groups.mine, kind: 'scope', id: null, name: 'olga' }];
});

test.after(async ({ kit }) => kit.stop());

const tag = (w: World, id: string, tags: string[]) =>
  call(w, 'updateHost', { path: [id], body: { tags }, role: 'admin' });

test('each operation of the contract is in the table, and nothing else is', () => {
  const inContract = new Set<string>(managerOperations.map(({ operationId }) => operationId));
  assert.equal([...inContract.symmetricDifference(new Set(Object.keys(EXPECTED)))], []);
});

for (const [operationId, expected] of Object.entries(EXPECTED)) {
  if (expected === 'no hosts' || expected === 'agents') continue;
  test(`${operationId} keeps to the scope`, async (w) => {
    if (expected === 'role') return refused(call(w, operationId), 403, 'FORBIDDEN');
    if (expected === 'unbuilt') return refused(call(w, operationId), 501, 'NOT_IMPLEMENTED');
    return expected(w);
  });
}

test('however a scope is told, the same hosts are in it; an empty one holds nobody', async (w) => {
  const before = w.scope;
  const ids = w.mine.map(({ id }) => id);
  const seen = async (scope: HostScope): Promise<unknown[]> => {
    w.scope = scope;
    const hosts = (await call(w, 'listHosts')).body as Schemas['HostList'];
    const { hosts_total: total } = (await call(w, 'getFleetStatus')).body as Schemas['FleetStatus'];
    const job = await call(w, 'getJob', { path: [w.jobs.changed] });
    return [hosts.hosts.map(({ fqdn }) => fqdn), total, (job.body as Job).hosts_total ?? codeOf(job)];
  };
  const { mine, everybody } = w.groups;
  for (const scope of [
    { hostIds: ids },
    { groupIds: [mine] },
    { allOf: [{ groupIds: [everybody] }, { hostIds: ids }] },
    { allOf: [{ groupIds: [mine, everybody] }, { groupIds: [mine] }] },
  ])
    assert.equal(await seen(scope), [['mine1.example', 'mine2.example'], 2, 1], JSON.stringify(scope));
  for (const scope of [{ hostIds: [] }, { groupIds: [] }, { groupIds: [uuid()] }, { allOf: [] }])
    assert.equal(await seen(scope), [[], 0, 'JOB_NOT_FOUND'], JSON.stringify(scope));
  w.scope = before;
});

test('a provider that gives no answer refuses the call, and never an administrator', async (w) => {
  const before = w.scope;
  Object.defineProperty(w, 'scope', { configurable: true, get: () => assert.unreachable('nobody knows') });
  await refused(call(w, 'listHosts'), 503, 'SERVICE_UNAVAILABLE');
  assert.is((await call(w, 'listHosts', { role: 'admin' })).status, 200);
  Object.defineProperty(w, 'scope', { configurable: true, writable: true, value: before });
});

test('a live connection is closed once its user may see other hosts', async (w) => {
  const client = await plainClient(w.kit, await ticketFor(w.kit, 'operator'));
  client.send({ subscribe: { job_id: w.jobs.changed } });
  await client.until(1);
  const before = w.scope;
  w.scope = { hostIds: [w.mine[0].id] };
  await w.kit.clock.advance(3_000);
  assert.is(await client.closed, 1008);
  w.scope = before;
});

test.run();
