// tier: night
// databases: sqlite, mariadb (night)
// time-limit: 300
// Agents that answer what no agent should, many at once: the manager's memory stays bounded, and its API answers.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enroll, issue } from '../server/core/agents/agents.testing.ts';
import { patchingFeature } from '../server/core/patching/plugin.ts';
import { hostsFeature } from '../server/core/hosts/plugin.ts';
import { identityFeature } from '../server/core/identity/plugin.ts';
import { agentsAlone } from '../server/core/agents/agents.testing.ts';
import { createFakeClock } from '../server/kernel/clock.ts';
import { createTestApp, type TestApp } from '../server/testing.ts';
import { pollingPlugin } from '../plugins/polling/plugin.ts';
import { createSweeper } from '../plugins/polling/sweeper.ts';
import { dialect, freshDatabase, type FreshDatabase } from './support/databases.ts';
import type { WireJob } from './support/fleet.ts';
import { KINDS, type HostileHost } from './support/hostileAgents.ts';

/** Agents of each kind. */
const EACH = 4;
const MAX_GROWTH_MB = 700;

interface World {
  app: TestApp;
  database: FreshDatabase;
  agents: ChildProcess;
  hosts: HostileHost[];
}

const test = suite<World>('hostile agents');

test.before(async (world) => {
  world.database = await freshDatabase(dialect);
  world.app = await createTestApp({
    features: [identityFeature, hostsFeature, agentsAlone, pollingPlugin, patchingFeature],
    clock: createFakeClock(new Date()),
    databaseUrl: world.database.address.url,
  });
  world.hosts = [];
  for (const kind of KINDS.flatMap((one) => Array.from({ length: EACH }, () => one))) {
    const hostId = await enroll(world as never);
    const { keyPem: key, certificatePem: cert, caPem: ca } = await issue(world as never, hostId);
    world.hosts.push({ hostId, kind, tls: { key, cert, ca } });
  }
  world.agents = fork(new URL('support/hostileAgents.ts', import.meta.url));
  world.agents.send(world.hosts);
  const [ports] = (await once(world.agents, 'message')) as [number[]];
  for (const [index, { hostId }] of world.hosts.entries())
    await world.app.ctx.db.knex('hosts_hosts').where('id', hostId).update({ port: ports[index] });
});

test.after(async ({ app, database, agents }) => {
  agents?.disconnect();
  await app?.stop();
  await database.cleanup();
});

const idsOf = ({ hosts }: World, kind: string): string[] =>
  hosts.filter((host) => host.kind === kind).map(({ hostId }) => hostId);

async function untilEnded(world: World, id: string): Promise<WireJob> {
  const { app } = world;
  const answering = new Set([...idsOf(world, 'good'), ...idsOf(world, 'plan')]);
  for (const giveUpAt = Date.now() + 200_000; Date.now() < giveUpAt;) {
    const job = (await app.call('GET', `/api/v1/jobs/${id}`)).body as WireJob & {
      completed_at: string | null;
    };
    if (job.completed_at !== null) return job;
    await app.clock.advance(1_000);
    // Answers take real time, and time limits go by the clock: it goes slowly until those that answer well are done.
    const isAnswered = job.hosts.every((host) => !answering.has(host.host_id) || host.state === 'completed');
    await new Promise((resolve) => setTimeout(resolve, isAnswered ? 20 : 200));
  }
  throw new Error('the job never ended');
}

test('they are polled and planned, the good ones as if they were alone', async (world) => {
  const { app } = world;
  const before = process.resourceUsage().maxRSS;
  await createSweeper({ ...app.ctx, instanceId: 'tested' }).drain();
  const list = await app.call('GET', '/api/v1/hosts?limit=500');
  assert.is(list.status, 200);
  const { hosts } = list.body as {
    hosts: { id: string; health_status: string; patches_total: number | null }[];
  };
  const seen = new Map(hosts.map((host) => [host.id, host]));
  for (const id of idsOf(world, 'good'))
    assert.equal([seen.get(id)?.health_status, seen.get(id)?.patches_total], ['healthy', 1]);
  for (const id of idsOf(world, 'patches')) assert.is(seen.get(id)?.patches_total, 30_000);
  const target = { host_ids: world.hosts.map(({ hostId }) => hostId) };
  const made = await app.call('POST', '/api/v1/jobs', {
    body: { operation: 'patch', dry_run: true, target },
  });
  assert.is(made.status, 202);
  const job = await untilEnded(world, (made.body as WireJob).id);
  assert.ok(JSON.stringify(job).length < 12_000_000);
  const approve = (hostIds: string[]) =>
    app.call('POST', '/api/v1/jobs', { body: { from_plan_job_id: job.id, host_ids: hostIds } });
  const cut = await approve(idsOf(world, 'plan'));
  assert.equal([cut.status, (cut.body as { error: { code: string } }).error.code], [409, 'PLAN_TOO_LARGE']);
  assert.is((await approve(idsOf(world, 'good'))).status, 202);
  for (const event of await app.ctx.core.patching.eventsAfter(job.id, 0, 1_000))
    assert.ok(JSON.stringify(event).length < 300_000, event.kind);
  const growthMb = (process.resourceUsage().maxRSS - before) / 1024;
  assert.ok(growthMb < MAX_GROWTH_MB, `the process grew by ${Math.round(growthMb)} MB`);
  if (process.env.TEST_LOG) console.log(`grew by ${Math.round(growthMb)} MB`);
});

test.run();
