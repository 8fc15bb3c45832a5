// tier: night
// needs: lab, galera
// images: deb12-t0
// time-limit: 600
// A job of waves runs while two managers, each at a node of its own, are given work by many: one node of the cluster and
// one manager are killed in the middle.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMailServer, type MailServer } from '../plugins/notifications/mailServer.testing.ts';
import { Cable } from './support/cable.ts';
import { EitherManager } from './support/eitherManager.ts';
import { ENDED, jobPath, type WireJob } from './support/fleet.ts';
import { startGalera, type Cluster } from './support/galera.ts';
import { lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from './support/simulated.ts';
import { startWebhookReceiver, type WebhookReceiver } from './support/webhookReceiver.ts';

const HOSTS = 60;
const WRITERS = 4;
const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

interface World {
  cluster: Cluster;
  /** What stands before the cluster, for the first manager: it leads to the node that it is told. */
  cable: Cable;
  node: { host: string; port: number };
  managers: [ManagerProcess, ManagerProcess];
  fleet: SimulatedFleet;
  mail: MailServer;
  receiver: WebhookReceiver;
}

const test = suite<World>('a node of a Galera cluster and a manager are killed under load');

const portOf = ({ urls }: Cluster, node: number): number => Number(new URL(urls[node] ?? '').port);

test.before(async (world) => {
  world.cluster = await startGalera(process.env['TEST_GALERA_LIB'] ?? '');
  world.cluster.sql('create database fleetmend character set utf8mb4 collate utf8mb4_bin');
  world.node = { host: '127.0.0.1', port: portOf(world.cluster, 0) };
  world.cable = await Cable.open(world.node);
  const behind = new URL(world.cluster.urls[0] ?? '');
  behind.port = String(world.cable.port);
  const at = (url: string | undefined): Promise<ManagerProcess> =>
    createManager({
      port: 0,
      env: { DATABASE_URL: url ?? '', FLEETMEND_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') },
    });
  world.managers = [await at(behind.href), await at(world.cluster.urls[1])];
  for (const manager of world.managers) await manager.start();
  for (const manager of world.managers) await manager.signIn();
  const [first] = world.managers;
  world.fleet = await startSimulatedFleet(first, HOSTS, { installed: 20, patches: 4, latencyMs: 400 });
  world.mail = await startMailServer({ port: 25 });
  world.receiver = await startWebhookReceiver();
  await tellSomebody(new EitherManager(world.managers), world);
});
test.after(async ({ fleet, managers, mail, cable, cluster }) => {
  await fleet?.stop();
  for (const manager of managers ?? []) await manager.kill();
  await mail?.stop();
  await cable?.close();
  await cluster?.stop();
  await lab.down();
});

async function tellSomebody(either: EitherManager, { mail, receiver }: World): Promise<void> {
  await either.ask('PUT', '/api/v1/settings', {
    smtp: {
      enabled: true,
      host: '127.0.0.1',
      port: mail.port,
      tls_mode: 'none',
      from: 'fleetmend@example.test',
    },
    notification: { email_enabled: true, recipients: ['olga@example.test'] },
  });
  const hook = { name: 'chat', url: receiver.url };
  const { id } = await either.ask<{ id: string }>('POST', '/api/v1/webhooks', hook);
  const facts = ['job.completed', 'job.failed', 'job.paused'];
  await either.ask('POST', '/api/v1/notification-rules', { name: 'all', facts, webhook_ids: [id] });
}

/** Makes jobs for later, one after the other, until it is told to stop; returns the ids that were acknowledged. */
async function makeJobs(either: EitherManager, hostId: string, stop: AbortSignal): Promise<string[]> {
  const made: string[] = [];
  while (!stop.aborted) {
    const body = { operation: 'patch', target: { host_ids: [hostId] }, schedule_at: NEXT_YEAR };
    made.push((await either.ask<{ id: string }>('POST', '/api/v1/jobs', body)).id);
    await delay(100);
  }
  return made;
}

/** How many orders each agent has on its disk, and under how many keys. */
function ordersOf({ dir, simulator }: SimulatedFleet): { orders: number; keys: number }[] {
  const count = (name: string, folder: string): number =>
    readdirSync(path.join(dir, name, folder)).filter((file) => /^[0-9a-f]{8}-/.test(file)).length;
  return simulator.agents.map(({ name }) => ({
    orders: count(name, 'journal'),
    keys: count(name, 'idempotency'),
  }));
}

async function allScheduled(manager: ManagerProcess): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const page = await manager.must<{ jobs: { id: string }[]; next_cursor: string | null }>(
      'GET',
      `/api/v1/jobs?state=scheduled&limit=200${cursor && `&cursor=${cursor}`}`,
    );
    ids.push(...page.jobs.map(({ id }) => id));
    if (page.next_cursor === null) return ids.sort();
    cursor = page.next_cursor;
  }
}

test('no write that was acknowledged is lost, and nothing is done or told twice', async (world) => {
  const { cluster, node, managers, fleet, mail, receiver } = world;
  const either = new EitherManager(managers);
  const { agents } = fleet.simulator;
  const job = await either.ask<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'all',
    max_parallel: 10,
    waves: [{ count: 10 }, { count: 20 }],
    target: { host_ids: agents.map(({ hostId }) => hostId) },
  });
  const stop = new AbortController();
  const writing = agents
    .slice(0, WRITERS)
    .map(({ hostId }, nth) =>
      makeJobs(new EitherManager(nth % 2 ? managers : managers.toReversed()), hostId, stop.signal),
    );
  await either.until<WireJob>(jobPath(job), ({ counts }) => (counts['completed'] ?? 0) >= 20);
  node.port = portOf(cluster, 2);
  cluster.signal(0, 'SIGKILL');
  await managers[1].kill();
  const ended = await either.until<WireJob>(jobPath(job), ({ state }) => ENDED.has(state));
  stop.abort();
  const acknowledged = (await Promise.all(writing)).flat().sort();
  assert.equal([ended.state, ended.counts['completed']], ['completed', HOSTS]);
  assert.equal(ordersOf(fleet), Array(HOSTS).fill({ orders: 1, keys: 1 }), 'one order a host');
  await managers[1].start();
  await managers[1].signIn();
  for (const manager of managers) assert.equal(await allScheduled(manager), acknowledged);
  await either.untilAllSent();
  assert.is(mail.received.length, 1);
  assert.equal(
    receiver.calls().map(({ body }) => `${body.fact} ${body.data.job.id}`),
    [`job.completed ${job.id}`],
  );
});

test.run();
