import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { createTestApp } from '../../server/testing.ts';
import {
  createFakeIdentity,
  createFakeJobs,
  newHost,
  numbers,
  plain,
  settled,
  setUp,
  tearDown,
  type World,
} from './live.testing.ts';
import { plainClient, socketIoClient, type TestClient, ticketFor } from './clients.testing.ts';
import { livePlugin } from './plugin.ts';

type Schemas = components['schemas'];

const test = suite<World>('live');
test.before.each(setUp);
test.after.each(tearDown);

const follow = (jobId: string, fromSeq: number) => ({ subscribe: { job_id: jobId, from_seq: fromSeq } });

test('a subscriber gets the history after its number and then what comes, without a gap and without doubles', async (world) => {
  const { app, jobs, jobId } = world;
  for (const _ of numbers(1, 250)) jobs.add(jobId, 'job.log');
  const client = await plain(world);
  client.send(follow(jobId, 4));
  for (const _ of numbers(1, 50)) {
    jobs.add(jobId, 'job.host.updated', app);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await client.until(296);
  assert.equal(client.seqs(), numbers(5, 300));
});

test('changes that another manager made arrive within a second, by asking', async (world) => {
  const { app, jobs, jobId } = world;
  jobs.add(jobId, 'job.updated');
  const client = await plain(world);
  client.send(follow(jobId, 0));
  await client.until(1);
  jobs.add(jobId, 'job.updated');
  assert.is(client.got.length, 1);
  await app.clock.advance(1_000);
  await client.until(2);
  assert.equal(client.seqs(), [1, 2]);
});

test('many followers of one job share its reads', async (world) => {
  const { app, jobs, jobId } = world;
  jobs.add(jobId, 'job.updated');
  const clients = [await plain(world), await plain(world), await plain(world)];
  for (const client of clients) client.send(follow(jobId, 0));
  for (const client of clients) await client.until(1);
  await settled(() => jobs.reads);
  const before = jobs.reads;
  jobs.add(jobId, 'job.updated', app);
  for (const client of clients) await client.until(2);
  assert.is(jobs.reads - before, 1);
});

test('a client that subscribes again is sent again from there', async (world) => {
  const { jobs, jobId } = world;
  for (const _ of numbers(1, 3)) jobs.add(jobId, 'job.updated');
  const client = await plain(world);
  client.send(follow(jobId, 2));
  await client.until(1);
  client.send(follow(jobId, 0));
  await client.until(4);
  assert.equal(client.seqs(), [3, 1, 2, 3]);
  client.send(follow(jobId, 9_999));
  client.send('nonsense');
  await client.until(5);
  jobs.add(jobId, 'job.updated', world.app);
  await client.until(6);
  assert.equal(client.seqs().slice(5), [4], 'a number from the future is no reason to wait for it');
});

test('messages that cannot be understood are answered, unknown jobs named', async (world) => {
  const client = await plain(world);
  const wrong = [
    'nonsense',
    '[]',
    '{}',
    '{"subscribe":"everything"}',
    '{"subscribe":{"job_id":"x"}}',
    '{"subscribe":"fleet","extra":1}',
  ];
  for (const message of wrong) client.send(message);
  client.send(follow(randomUUID(), 0));
  await client.until(wrong.length + 1);
  assert.equal(client.seqs(), [...wrong.map(() => 'VALIDATION_FAILED'), 'JOB_NOT_FOUND']);
});

test('a message above 64 KiB ends the connection, and so does a flood of them', async (world) => {
  const big = await plain(world);
  big.send(JSON.stringify({ subscribe: 'x'.repeat(70_000) }));
  assert.is(await big.closed, 1009);
  const talker = await plain(world);
  for (const _ of numbers(1, 250)) talker.send({ subscribe: 'fleet' });
  assert.is(await talker.closed, 1008);
});

async function subscribedToFleet(world: World, role: 'admin' | 'operator' | 'reporter') {
  const client = await plain(world, role);
  client.send({ subscribe: 'fleet' });
  // Messages are answered in order: once the error is there, the subscription stands.
  client.send('nonsense');
  await client.until(1);
  client.got.length = 0;
  return client;
}

test('the fleet: hosts and jobs for all, without logs; enrollments for administrators', async (world) => {
  const { app, jobs, jobId } = world;
  const admin = await subscribedToFleet(world, 'admin');
  const reporter = await subscribedToFleet(world, 'reporter');
  const request = { id: randomUUID() } as Schemas['EnrollmentRequest'];
  app.ctx.live.tell(null, 'enrollment.created', request);
  jobs.add(jobId, 'job.updated', app);
  jobs.add(jobId, 'job.log', app);
  jobs.add(jobId, 'job.host.updated', app);
  await reporter.until(2);
  const hostId = await newHost(app);
  app.ctx.events.emitNow('hosts.hostUpdated', { hostId });
  await app.clock.advance(250);
  await admin.until(4);
  await reporter.until(3);
  const kinds = (client: TestClient) =>
    client.got.map((message) => ('kind' in message ? message.kind : 'error')).sort();
  assert.equal(kinds(reporter), ['host.updated', 'job.host.updated', 'job.updated']);
  assert.equal(kinds(admin), ['enrollment.created', 'host.updated', 'job.host.updated', 'job.updated']);
  const host = admin.got.find(
    (message) => 'kind' in message && message.kind === 'host.updated',
  ) as Schemas['HostUpdatedEvent'];
  assert.is(host.seq, null);
  assert.is(host.data.host_id, hostId);
});

test('events that a feature tells go to who has its permission and sees what they are about', async (world) => {
  const { app } = world;
  const [seen, hidden] = [await newHost(app), randomUUID()];
  app.ctx.hooks.add('groups', {
    'http.hostScope': ({ actor }) => Promise.resolve(actor.role === 'reporter' ? { hostIds: [seen] } : 'all'),
  });
  const [admin, operator, reporter] = [
    await subscribedToFleet(world, 'admin'),
    await subscribedToFleet(world, 'operator'),
    await subscribedToFleet(world, 'reporter'),
  ];
  const status = (hosts_total: number) => ({ hosts_total }) as Schemas['FleetStatus'];
  app.ctx.live.tell(null, 'enrollment.created', { id: randomUUID() } as Schemas['EnrollmentRequest']);
  app.ctx.live.tell(null, 'fleet.updated', status(1));
  app.ctx.live.tell(null, 'fleet.updated', status(2), { hostId: hidden });
  await app.ctx.tx(async (tx) => app.ctx.live.tell(tx, 'fleet.updated', status(3), { hostId: seen }));
  await app.ctx
    .tx(async (tx) => {
      app.ctx.live.tell(tx, 'fleet.updated', status(4));
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await admin.until(4);
  await operator.until(3);
  await reporter.until(1);
  await settled(() => admin.got.length + operator.got.length + reporter.got.length);
  const totals = ({ got }: TestClient) =>
    got.map((message) =>
      'kind' in message && message.kind === 'fleet.updated' ? message.data.hosts_total : 'other',
    );
  assert.equal(totals(admin), ['other', 1, 2, 3]);
  assert.equal(totals(operator), [1, 2, 3]);
  assert.equal(totals(reporter), [3]);
});

test('that a host was deleted is told to those who saw it until then', async (world) => {
  const { app } = world;
  const [listed, ruled, hidden] = [await newHost(app), await newHost(app), await newHost(app)];
  await app.call('PUT', `/api/v1/hosts/${ruled}`, { body: { tags: ['old'] } });
  const madeGroup = async (body: object): Promise<string> =>
    ((await app.call('POST', '/api/v1/groups', { body })).body as { id: string }).id;
  const byList = await madeGroup({ name: 'By list' });
  await app.call('POST', `/api/v1/groups/${byList}/hosts`, { body: { host_ids: [listed] } });
  const isOld = { field: 'tag', operator: 'equals', value: 'old' };
  const byRule = await madeGroup({ name: 'By rule', rule: { match: 'all', conditions: [isOld] } });
  app.ctx.hooks.add('groups', {
    'http.hostScope': ({ actor }) =>
      Promise.resolve(actor.role === 'reporter' ? { groupIds: [byList, byRule] } : 'all'),
  });
  const admin = await subscribedToFleet(world, 'admin');
  const reporter = await subscribedToFleet(world, 'reporter');
  for (const id of [hidden, listed, ruled]) await app.call('DELETE', `/api/v1/hosts/${id}`);
  const deleted = ({ got }: TestClient): string[] =>
    got.flatMap((message) =>
      'kind' in message && message.kind === 'host.deleted' ? [message.data.host_id] : [],
    );
  await settled(() => admin.got.length + reporter.got.length);
  assert.equal(deleted(admin), [hidden, listed, ruled]);
  assert.equal(deleted(reporter), [listed, ruled]);
});

test('who follows a job and the fleet gets the events of the job once', async (world) => {
  const { app, jobs, jobId } = world;
  jobs.add(jobId, 'job.updated');
  const client = await subscribedToFleet(world, 'admin');
  client.send(follow(jobId, 1));
  client.send('nonsense');
  await client.until(1);
  await settled(() => jobs.reads);
  client.got.length = 0;
  jobs.add(jobId, 'job.updated', app);
  jobs.add(jobId, 'job.log', app);
  const other = randomUUID();
  jobs.add(other, 'job.updated', app);
  await client.until(3);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.is(client.got.length, 3);
});

test('a client with more than 1 MiB unsent is closed with 1013 and resumes by number', async (world) => {
  const { app, jobs, jobId } = world;
  jobs.add(jobId, 'job.updated');
  const client = await plain(world);
  client.send(follow(jobId, 0));
  await client.until(1);
  client.ws.pause();
  const text = 'x'.repeat(16_000);
  for (const _ of numbers(1, 1_500)) jobs.add(jobId, 'job.log', undefined, { text });
  await app.clock.advance(1_000);
  await settled(() => jobs.reads);
  client.ws.resume();
  assert.is(await client.closed, 1013);
  const last = client.seqs().at(-1) as number;
  assert.equal(client.seqs(), numbers(1, last));
  assert.ok(last < 1_501);
  const again = await plain(world);
  again.send(follow(jobId, last));
  await again.until(1_501 - last);
  assert.equal(again.seqs(), numbers(last + 1, 1_501));
});

test('a history of many MiB is sent at the pace of the reader', async (world) => {
  const { jobs, jobId } = world;
  for (const _ of numbers(1, 600)) jobs.add(jobId, 'job.log', undefined, { text: 'x'.repeat(16_000) });
  const client = await plain(world);
  client.ws.pause();
  client.send(follow(jobId, 0));
  await settled(() => jobs.reads);
  client.ws.resume();
  await client.until(600);
  assert.equal(client.seqs(), numbers(1, 600));
});

test('a client that does not answer pings is dropped', async (world) => {
  const client = await plain(world);
  const answering = await plain(world);
  client.ws.pong = () => undefined;
  (client.ws as unknown as { _autoPong: boolean })._autoPong = false;
  const pinged = once(answering.ws, 'ping');
  await world.app.clock.advance(30_000);
  await pinged;
  // The pong goes ahead of what is sent now: once this is answered, the manager has both.
  answering.send('nonsense');
  await answering.until(1);
  await world.app.clock.advance(30_000);
  assert.is(await client.closed, 1006);
  answering.send('nonsense');
  await answering.until(2);
});

for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']] as const) {
  test(`socket.io over ${transports.join(' and ')} gets the same events on the same path`, async (world) => {
    const { app, jobs, jobId } = world;
    for (const _ of numbers(1, 120)) jobs.add(jobId, 'job.updated');
    const client = await socketIoClient(app, await ticketFor(app), [...transports]);
    world.clients.push(client);
    client.send({ job_id: jobId, from_seq: 100 });
    await client.until(20);
    jobs.add(jobId, 'job.log', app, { lines: [] });
    await client.until(21);
    assert.equal(client.seqs(), numbers(101, 121));
    assert.equal(client.got.at(-1), jobs.events.get(jobId)?.at(-1));
    client.send('everything');
    await client.until(22);
    assert.is(client.seqs().at(-1), 'VALIDATION_FAILED');
    const beside = await plain(world);
    beside.send(follow(jobId, 120));
    await beside.until(1);
  });
}

test('a manager that stops says so', async (world) => {
  const features = [createFakeIdentity(new Set()), hostsFeature, createFakeJobs().feature, livePlugin];
  const app = await createTestApp({ features });
  const client = await plainClient(app, await ticketFor(app));
  const stopped = app.stop();
  assert.is(await Promise.race([client.closed, stopped.then(() => 0)]), 1001);
  await stopped;
  assert.ok(world.app);
});

test.run();
