// time-limit: 240
/**
 * Every act on a job, in every state of it, by a caller who may see all of its hosts and by one who may see a part,
 * with a session and with an API token. Of a caller of a part no row of another host may move, nor what holds them all:
 * the job's budget, its waves, its round. The acts are done on a manager; what moved is read from its database.
 */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { healthChecksPlugin } from '../plugins/health-checks/plugin.ts';
import { maintenanceWindowsPlugin } from '../plugins/maintenance-windows/plugin.ts';
import { usersPlugin } from '../plugins/users/plugin.ts';
import type { components } from '../generated/manager.ts';
import { newAccount, openSession } from '../server/core/identity/identity.testing.ts';
import { createPluginTest, scriptFailed, upgrade, type PluginTest, type TestAnswer } from '#sdk/testing.ts';

type Schemas = components['schemas'];
type Job = Schemas['Job'];

interface World {
  kit: PluginTest;
  groupId: string;
  accounts: Record<'olga' | 'boss', string>;
  /** Reads the job as nobody's scope cuts it. */
  root(): Promise<string>;
}

/** The first two hosts are the caller's. */
const HOSTS = 6;
const MINE = 2;

/** How the job stands when it is acted on: the endings of its hosts, and what was done with it. */
const STATES = {
  scheduled: { later: true },
  running: { held: [0, 1, 2], parallel: 3 },
  'paused by its budget': { failed: [0], budget: 0, parallel: 1 },
  'paused by a wave': { failed: [0, 2], parallel: 1, waves: [{ count: 1 }, { count: 3 }, { percent: 100 }] },
  ended: { failed: [1, 3], parallel: 6 },
  cancelled: { held: [0], parallel: 1, cancelled: true },
} as const;
type Standing = keyof typeof STATES;

interface ActOf {
  path: string;
  body?: object;
  /** By their place. */
  named?: readonly number[];
  /** Also done by who sees a part: it keeps to the caller's hosts. */
  isOfHosts?: true;
}

const ACTS = {
  cancel: { path: 'cancel' },
  resume: { path: 'resume' },
  end: { path: 'end' },
  'retry all': { path: 'retry', body: {} },
  'retry his': { path: 'retry', named: [0, 1], isOfHosts: true },
  'retry theirs': { path: 'retry', named: [2, 3, 4, 5] },
  'retry his and theirs': { path: 'retry', named: [0, 3] },
  'roll back all': { path: 'rollback', body: { scope: 'all' }, isOfHosts: true },
  'roll back a wave': { path: 'rollback', body: { scope: 'wave' } },
  'roll back his': { path: 'rollback', named: [0, 1], isOfHosts: true },
  'override windows': { path: 'window-overrides', body: { gate: 'window', reason: 'It must be.' } },
  'override freezes': { path: 'window-overrides', body: { gate: 'freeze', reason: 'It must be.' } },
  'override checks': { path: 'health-check-overrides', body: { reason: 'It must be.' } },
} as const satisfies Record<string, ActOf>;
type Act = keyof typeof ACTS;

const test = suite<World>('acts on a part of a job');

test.before(async (w) => {
  w.kit = await createPluginTest({
    plugins: [usersPlugin, maintenanceWindowsPlugin, healthChecksPlugin],
    authenticate: 'identity',
    hosts: HOSTS,
  });
  const { ctx } = w.kit;
  w.accounts = {
    olga: (await newAccount(ctx, 'olga', { role: 'operator' })).id,
    boss: (await newAccount(ctx, 'boss', { role: 'admin' })).id,
  };
  w.root = () => session(w, 'boss');
  const body = { name: 'his', host_ids: w.kit.hosts.slice(0, MINE).map(({ id }) => id) };
  w.groupId = ((await call(w, await w.root(), 'POST', '/groups', body, 201)) as Schemas['Group']).id;
});
test.after(({ kit }) => kit.stop());

async function call(
  { kit }: World,
  token: string,
  method: string,
  path: string,
  body?: object,
  wanted?: number,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await kit.call(method, `/api/v1${path}`, { role: null, body, headers });
  if (wanted === undefined) return answer;
  assert.is(answer.status, wanted, JSON.stringify(answer.body));
  return answer.body;
}

const session = async ({ kit, accounts }: World, name: keyof World['accounts']): Promise<string> =>
  (await openSession(kit.ctx, accounts[name])).accessToken;

interface Who {
  by: 'session' | 'token';
  isPart: boolean;
}

/** A token of an operator who sees the whole fleet or the group alone; of a tool, its owner sees all. */
async function callerOf(w: World, { by, isPart }: Who): Promise<string> {
  const scope = isPart ? [w.groupId] : null;
  const user = { scope_group_ids: by === 'session' ? scope : null };
  await call(w, await w.root(), 'PUT', `/users/${w.accounts.olga}`, user, 200);
  if (by === 'session') return session(w, 'olga');
  const body = {
    name: `tool ${randomUUID()}`,
    role: 'operator',
    expires_in_secs: 86_400,
    ...(isPart ? { group_ids: scope } : {}),
  };
  const made = await call(w, await session(w, 'olga'), 'POST', '/users/me/tokens', body, 201);
  return (made as Schemas['CreatedApiToken']).token;
}

const isOfHosts = (act: Act): boolean => (ACTS[act] as ActOf).isOfHosts === true;

async function done(
  w: World,
  token: string,
  id: string,
  act: Act,
): Promise<{ status: number; told: string }> {
  const { path, body, named } = ACTS[act] as ActOf;
  const sent = named ? { host_ids: named.map((index) => w.kit.hosts[index]?.id) } : body;
  const answer = (await call(w, token, 'POST', `/jobs/${id}/${path}`, sent)) as TestAnswer;
  const { error } = answer.body as { error?: { code: string } };
  return { status: answer.status, told: error?.code ?? '' };
}

async function jobIn(w: World, standing: Standing): Promise<string> {
  const { later, held, failed, budget, parallel, waves, cancelled } = STATES[standing] as Partial<{
    later: boolean;
    held: readonly number[];
    failed: readonly number[];
    budget: number;
    parallel: number;
    waves: readonly object[];
    cancelled: boolean;
  }>;
  const { hosts, clock } = w.kit;
  for (const [index, { agent }] of hosts.entries()) {
    agent.recover();
    agent.endings.splice(0);
    if (held?.includes(index)) agent.endings.push({ hold: true });
    else if (failed?.includes(index)) agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
    else agent.endings.push({ changes: [upgrade('jq')] });
  }
  const body = {
    operation: 'patch',
    target: { host_ids: hosts.map(({ id }) => id) },
    max_parallel: parallel ?? HOSTS,
    ...(budget === undefined ? {} : { failure_budget_percent: budget }),
    ...(waves === undefined ? {} : { waves }),
    ...(later ? { schedule_at: new Date(clock.now().getTime() + 3_600_000).toISOString() } : {}),
  };
  const { id } = (await call(w, await w.root(), 'POST', '/jobs', body, 202)) as Job;
  const wanted: Record<Standing, Job['state']> = {
    scheduled: 'scheduled',
    running: 'running',
    ended: 'partial',
    cancelled: 'cancelled',
    'paused by its budget': 'paused',
    'paused by a wave': 'paused',
  };
  const counted = (job: Job): boolean => standing !== 'running' || job.counts.running === 3;
  if (cancelled) {
    await w.kit.until(async () => (await read(w, id)).counts.running === 1);
    await call(w, await w.root(), 'POST', `/jobs/${id}/cancel`, undefined, 202);
  }
  await w.kit.until(async () => {
    const job = await read(w, id);
    return job.state === wanted[standing] && counted(job);
  });
  return id;
}

const read = async (w: World, id: string): Promise<Job> =>
  (await call(w, await w.root(), 'GET', `/jobs/${id}`, undefined, 200)) as Job;

/** What must not move: the rows of the other hosts, and of the job what holds them. */
async function othersOf(w: World, id: string): Promise<unknown> {
  const { reader } = w.kit.ctx.db;
  const theirs = w.kit.hosts.slice(MINE).map((host) => host.id);
  const rows: unknown = await reader('patching_job_hosts')
    .where('job_id', id)
    .whereIn('host_id', theirs)
    .orderBy('position')
    .select('host_id', 'state', 'reason', 'round', 'attempt', 'wave', 'agent_job_id', 'next_attempt_at');
  const overridden = (await reader('patching_gate_overrides').where('job_id', id)).length;
  return { rows, overridden };
}

async function heldBy(w: World, id: string): Promise<Record<string, unknown>> {
  const job = (await w.kit.ctx.db
    .reader<Record<string, unknown>>('patching_jobs')
    .where('id', id)
    .first()) as Record<string, unknown>;
  const waves = job.waves === null ? null : (JSON.parse(String(job.waves)) as { from: unknown }[]);
  const { state, budget_from: budget, current_wave: wave } = job;
  const { cancel_requested_at: cancel, end_requested_at: end } = job;
  return { state, budget, wave, cancel, end, anew: waves?.map(({ from }) => from) ?? null };
}

/** Jobs of other cases hold the hosts otherwise. */
async function clean(w: World): Promise<void> {
  const all = await w.kit.ctx.db
    .reader<{ id: string }>('patching_jobs')
    .whereNull('completed_at')
    .select('id');
  for (const job of all) await call(w, await w.root(), 'POST', `/jobs/${job.id}/cancel`);
  for (const { agent } of w.kit.hosts)
    for (const one of agent.jobs.values())
      if (one.detail.status === 'running') agent.end({ status: 'cancelled' });
  await w.kit.until(async () => {
    const left = await w.kit.ctx.db.reader('patching_jobs').whereNull('completed_at').select('id');
    return left.length === 0;
  });
}

const TOOLS: readonly Who['by'][] = ['session', 'token'];

for (const by of TOOLS)
  for (const standing of Object.keys(STATES) as Standing[])
    test(`with a ${by}, no act of a caller of a part moves another host of a job that is ${standing}`, async (w) => {
      const token = await callerOf(w, { by, isPart: true });
      let id = await jobIn(w, standing);
      for (const act of Object.keys(ACTS) as Act[]) {
        const [before, held] = [await othersOf(w, id), await heldBy(w, id)];
        const { status, told } = await done(w, token, id, act);
        const tells = `${act}: ${status} ${told}`;
        assert.ok(status === 202 ? isOfHosts(act) : [403, 404, 409].includes(status), tells);
        // What an act lets begin begins at once, or with the next sweep.
        if (status === 202) await w.kit.clock.advance(35_000);
        assert.equal(await othersOf(w, id), before, tells);
        const isReopened = status === 202 && ['ended', 'cancelled'].includes(standing);
        if (!isReopened) assert.equal(await heldBy(w, id), held, tells);
        if (status === 202) {
          await clean(w);
          id = await jobIn(w, standing);
        }
      }
      await clean(w);
    });

test('a caller of the whole job resumes it by an act on all of its hosts, and not by one on some', async (w) => {
  for (const by of TOOLS) {
    const token = await callerOf(w, { by, isPart: false });
    const id = await jobIn(w, 'paused by its budget');
    const held = await heldBy(w, id);
    assert.is((await done(w, token, id, 'retry his')).status, 202);
    await w.kit.clock.advance(35_000);
    assert.equal([(await read(w, id)).counts.pending, await heldBy(w, id)], [HOSTS, held]);
    for (const { agent } of w.kit.hosts) agent.endings.splice(0);
    assert.is((await done(w, token, id, 'resume')).status, 202);
    await w.kit.until(async () => (await read(w, id)).state === 'completed');
    const other = await jobIn(w, 'paused by its budget');
    assert.is((await done(w, token, other, 'retry all')).status, 202);
    await w.kit.until(async () => (await read(w, other)).state === 'completed');
  }
});

test('the jobs over hosts of a group are listed, and of those that the caller may see', async (w) => {
  const root = await w.root();
  const later = new Date(w.kit.clock.now().getTime() + 3_600_000).toISOString();
  const make = async (places: readonly number[]): Promise<string> => {
    const target = { host_ids: places.map((place) => w.kit.hosts[place]?.id) };
    const name = `of ${places.join()}`;
    const body = { name, operation: 'reboot', reboot: 'always', target, schedule_at: later };
    return ((await call(w, root, 'POST', '/jobs', body, 202)) as Job).id;
  };
  const both = await make([1, 3]);
  const theirs = await make([3]);
  const named = async (token: string, groupId: string): Promise<string[]> => {
    const path = `/jobs?state=scheduled&sort=created_at&created_from=${w.kit.clock.now().toISOString()}&group_id=${groupId}`;
    return ((await call(w, token, 'GET', path, undefined, 200)) as Schemas['JobList']).jobs.map(
      ({ id }) => id,
    );
  };
  const other = { name: 'theirs', host_ids: [w.kit.hosts[3]?.id] };
  const { id: groupId } = (await call(w, root, 'POST', '/groups', other, 201)) as Schemas['Group'];
  assert.equal(await named(root, w.groupId), [both]);
  assert.equal(await named(root, groupId), [both, theirs]);
  const olga = await callerOf(w, { by: 'session', isPart: true });
  assert.equal([await named(olga, w.groupId), await named(olga, groupId)], [[both], []]);
});

test.run();
