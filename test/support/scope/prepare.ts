import { randomUUID } from 'node:crypto';
import { approvalsPlugin } from '#plugins/approvals/plugin.ts';
import { certificatesPlugin } from '#plugins/certificates/plugin.ts';
import { ask, newKey } from '#plugins/enrollment/enrollment.testing.ts';
import { enrollmentPlugin } from '#plugins/enrollment/plugin.ts';
import { exposurePlugin } from '#plugins/exposure/plugin.ts';
import { fleetPlugin } from '#plugins/fleet/plugin.ts';
import { healthChecksPlugin } from '#plugins/health-checks/plugin.ts';
import { livePlugin } from '#plugins/live/plugin.ts';
import { maintenanceWindowsPlugin } from '#plugins/maintenance-windows/plugin.ts';
import { notificationsPlugin } from '#plugins/notifications/plugin.ts';
import { packagesPlugin } from '#plugins/packages/plugin.ts';
import { policiesPlugin } from '#plugins/policies/plugin.ts';
import { pollingPlugin } from '#plugins/polling/plugin.ts';
import { reportsPlugin } from '#plugins/reports/plugin.ts';
import { usersPlugin } from '#plugins/users/plugin.ts';
import { newAccount, openSession } from '#server/core/identity/identity.testing.ts';
import { searchFeature } from '#server/core/search/plugin.ts';
import { definePlugin } from '#sdk';
import {
  createPluginTest,
  planWith,
  scriptFailed,
  upgrade,
  type Ending,
  type TestAnswer,
  type TestHost,
} from '#sdk/testing.ts';
import { call, type Job, type Limited, type Schemas, type Fleet } from './calls.ts';

/** Prepares a manager with two hosts of the operator's and two that are not, their groups and their jobs. */
export async function prepareScopedFleet(w: Fleet, limited: Limited): Promise<void> {
  w.limited = limited;
  w.scope = 'all';
  const plugins = [
    approvalsPlugin,
    certificatesPlugin,
    enrollmentPlugin,
    fleetPlugin,
    healthChecksPlugin,
    livePlugin,
    maintenanceWindowsPlugin,
    notificationsPlugin,
    packagesPlugin,
    policiesPlugin,
    pollingPlugin,
    reportsPlugin,
    usersPlugin,
    exposurePlugin,
    searchFeature,
    provider(w),
  ];
  w.kit = await createPluginTest({ plugins, authenticate: 'identity' });
  await admitCallers(w);
  w.mine = [await w.kit.addHost('mine1.example'), await w.kit.addHost('mine2.example')];
  w.theirs = [await w.kit.addHost('theirs1.example'), await w.kit.addHost('theirs2.example')];
  for (const { id } of w.mine) await tag(w, id, ['mine', 'all']);
  for (const { id } of w.theirs) await tag(w, id, ['all']);
  w.groups = await makeGroups(w);
  w.jobs = await makeJobs(w);
  await ask(w.kit, newKey());
  await w.keepTo([w.groups.mine]);
}

/**
 * A new session is made this often: before an access token ends, and before a sign-in is too old for irreversible acts.
 */
const RENEWED_AFTER_MS = 5 * 60_000;

/** A session's access token, from a new session every five minutes of the clock. */
function sessionOf({ kit }: Fleet, accountId: string): () => Promise<string> {
  let token = '';
  let madeAt = -Infinity;
  return async () => {
    const now = kit.clock.now().getTime();
    if (now - madeAt < RENEWED_AFTER_MS) return token;
    madeAt = now;
    token = (await openSession(kit.ctx, accountId)).accessToken;
    return token;
  };
}

/** The operator calls with a session and is limited to groups; or with an API token that alone is limited to them. */
async function admitCallers(w: Fleet): Promise<void> {
  const { ctx } = w.kit;
  const admin = sessionOf(w, (await newAccount(ctx, 'boss', { role: 'admin' })).id);
  const { id } = await newAccount(ctx, 'olga', { role: 'operator' });
  const session = sessionOf(w, id);
  let tool = '';
  w.bearer = (role) => (role === 'admin' ? admin() : tool === '' ? session() : Promise.resolve(tool));
  w.keepTo = async (groupIds) => {
    if (w.limited === 'an operator') {
      const body = { scope_group_ids: groupIds };
      await made(call(w, 'updateUser', { path: [id], body, role: 'admin' }), 200);
      return;
    }
    tool = '';
    const name = `a tool ${randomUUID()}`;
    const body = { name, role: 'operator', expires_in_secs: 7 * 86_400, group_ids: groupIds };
    tool = (await made<Schemas['CreatedApiToken']>(call(w, 'createOwnApiToken', { body }), 201)).token;
  };
}

async function made<T>(answer: Promise<TestAnswer>, wanted: number): Promise<T> {
  const { status, body } = await answer;
  if (status !== wanted) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as T;
}

const provider = (world: Fleet) =>
  definePlugin({
    name: 'scopes',
    requires: ['hosts'],
    setup: () => ({
      routes: {},
      hooks: { 'http.hostScope': async () => world.scope },
    }),
  });

interface Planned {
  hosts: TestHost[];
  ending: Ending;
  more?: object;
}

/** Makes every attempt of the job end this way, even if a busy machine lets the manager try a second time. */
async function endedJob(w: Fleet, { hosts, ending, more = {} }: Planned): Promise<string> {
  const tries: Ending[] = [ending, ending, ending, ending];
  for (const { agent } of hosts) agent.endings.splice(0, Infinity, ...tries);
  const body = { operation: 'patch', target: { host_ids: hosts.map(({ id }) => id) }, ...more };
  const { id } = (await call(w, 'createJob', { body, role: 'admin' })).body as Job;
  await w.kit.runJob(id);
  for (const { agent } of hosts) agent.endings.splice(0);
  return id;
}

async function makeJobs(w: Fleet): Promise<Fleet['jobs']> {
  const both = [w.mine[0], w.theirs[0]];
  const failed = { status: 'failed', error: { ...scriptFailed } } as const;
  return {
    changed: await endedJob(w, { hosts: both, ending: { changes: [upgrade('jq')], lines: ['one', 'two'] } }),
    failed: await endedJob(w, { hosts: both, ending: failed }),
    plan: await endedJob(w, {
      hosts: both,
      ending: { plan: planWith('a'.repeat(64)) },
      more: { dry_run: true },
    }),
    theirs: await endedJob(w, { hosts: [w.theirs[1]], ending: failed }),
  };
}

async function makeGroups(w: Fleet): Promise<Fleet['groups']> {
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

const tag = (w: Fleet, id: string, tags: string[]) =>
  call(w, 'updateHost', { path: [id], body: { tags }, role: 'admin' });
