// needs: mariadb
// tier: night
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { plainClient, refusedUpgrade, socketUrl, ticketFor } from './clients.testing.ts';
import { createFakeIdentity, createFakeJobs, type FakeJobs, newHost } from './live.testing.ts';
import { livePlugin } from './plugin.ts';

type Schemas = components['schemas'];

interface World {
  place: FreshDatabase;
  jobs: FakeJobs;
  one: TestApp;
  other: TestApp;
}

const test = suite<World>('live events over two managers');

test.before.each(async (world) => {
  world.place = await freshDatabase('mariadb');
  world.jobs = createFakeJobs();
  const databaseUrl = world.place.address.url;
  const manager = () =>
    createTestApp({
      databaseUrl,
      features: [createFakeIdentity(new Set()), hostsFeature, world.jobs.feature, livePlugin],
    });
  world.one = await manager();
  world.other = await manager();
});

test.after.each(async ({ place, one, other }) => {
  await one.stop();
  await other.stop();
  await place.cleanup();
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Advances half a second for the writer and a second for the reader, with time for the database. */
async function pass({ one, other }: World): Promise<void> {
  await one.clock.advance(500);
  await settle();
  await other.clock.advance(1_000);
  await settle();
  await other.clock.advance(250);
}

test('a ticket of one manager opens a connection to another, once over both', async ({ one, other }) => {
  const ticket = await ticketFor(one);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => refusedUpgrade(socketUrl(at % 2 === 0 ? one : other, ticket))),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [101, ...Array.from({ length: 49 }, () => 401)]);
});

test('subscribers of the fleet hear of what happened on another manager, once', async (world) => {
  const { one, other, jobs } = world;
  const client = await plainClient(other, await ticketFor(other));
  client.send({ subscribe: 'fleet' });
  client.send('nonsense');
  await client.until(1);
  await newHost(one);
  const jobId = randomUUID();
  jobs.add(jobId, 'job.updated', one);
  for (let round = 0; client.got.length < 3 && round < 200; round++) await pass(world);
  await client.until(3);
  const kinds = client.got.flatMap((message) => ('kind' in message ? [message.kind] : [])).sort();
  assert.equal(kinds, ['host.updated', 'job.updated']);
  await pass(world);
  assert.is(client.got.length, 3);
  await client.close();
});

test('what a feature tells on one manager reaches who may see it on another, the last figures alone', async (world) => {
  const { one, other } = world;
  const clients = [];
  for (const role of ['admin', 'reporter'] as const) {
    const client = await plainClient(other, await ticketFor(other, role));
    client.send({ subscribe: 'fleet' });
    client.send('nonsense');
    await client.until(1);
    clients.push(client);
  }
  const status = (hosts_total: number) => ({ hosts_total }) as Schemas['FleetStatus'];
  one.ctx.live.tell(null, 'enrollment.created', { id: randomUUID() } as Schemas['EnrollmentRequest']);
  one.ctx.live.tell(null, 'fleet.updated', status(1));
  one.ctx.live.tell(null, 'fleet.updated', status(2));
  const [admin, reporter] = clients;
  const enough = () => (admin?.got.length ?? 0) >= 3 && (reporter?.got.length ?? 0) >= 2;
  for (let round = 0; !enough() && round < 200; round++) await pass(world);
  await pass(world);
  const told = clients.map(
    ({ got }) => got.flatMap((message) => ('kind' in message ? [[message.kind, message.data]] : [])).length,
  );
  assert.equal(told, [2, 1]);
  assert.equal(
    reporter?.got.flatMap((message) =>
      'kind' in message && message.kind === 'fleet.updated' ? [message.data] : [],
    ),
    [status(2)],
  );
  for (const client of clients) await client.close();
});

test('a client that lost its manager resumes on another one, without a gap', async ({ one, other, jobs }) => {
  const jobId = randomUUID();
  for (let seq = 1; seq <= 5; seq++) jobs.add(jobId, 'job.updated');
  const first = await plainClient(one, await ticketFor(one));
  first.send({ subscribe: { job_id: jobId, from_seq: 0 } });
  await first.until(5);
  await first.close();
  jobs.add(jobId, 'job.updated', one);
  const second = await plainClient(other, await ticketFor(other));
  second.send({ subscribe: { job_id: jobId, from_seq: 5 } });
  await second.until(1);
  jobs.add(jobId, 'job.updated', one);
  for (let round = 0; second.got.length < 2 && round < 200; round++) {
    await other.clock.advance(1_000);
    await settle();
  }
  await second.until(2);
  assert.equal(second.seqs(), [6, 7]);
  await second.close();
});

test.run();
