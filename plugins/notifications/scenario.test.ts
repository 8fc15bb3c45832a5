// databases: sqlite, mariadb (night)
// time-limit: 240
/** What must hold on every database: several managers, one of which goes away. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobFact } from './api.ts';
import { startMailServer, type MailServer } from './mailServer.testing.ts';
import {
  addGroup,
  addRule,
  addWebhook,
  configure,
  deliveries,
  manager,
  patch,
  setUp,
  settled,
  startReceiver,
  tearDown,
  type Receiver,
  type Schemas,
  type World,
} from './notifications.testing.ts';
import { cleanUp } from './service/log.ts';

interface Scenario extends World {
  server: MailServer;
  receiver: Receiver;
}

const test = suite<Scenario>('notifications of several managers');
test.before.each(async (world) => {
  await setUp(world, 2);
  world.server = await startMailServer();
  world.receiver = await startReceiver();
  const recipients = ['olga@example.test', 'otto@example.test'];
  await configure(world.kit, world.server.port, { notification: { recipients } });
  const { id } = await addWebhook(world.kit, { url: world.receiver.url });
  const web = await addGroup(world.kit, 'web', [world.kit.hosts[0]?.id ?? '']);
  await addRule(world.kit, { group_ids: [web.id], webhook_ids: [id], recipients: ['web@example.test'] });
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.server.stop();
  await world.receiver.stop();
});

const EVERYBODY = ['olga@example.test', 'otto@example.test', 'web@example.test'];

test('two managers send each mail and call each webhook once, and both show the same log', async (world) => {
  const { kit, place, server, receiver } = world;
  const other = await manager(place, { beside: kit });
  try {
    server.refuse.rcpt.push({ code: 450, text: 'greylisted' });
    receiver.answers.push(503);
    await patch(kit, { failing: 1 });
    await settled(kit);
    assert.equal(server.received.map(({ to }) => to.join()).sort(), EVERYBODY);
    assert.is(receiver.calls.length, 2);
    assert.is(receiver.calls[0]?.headers['webhook-id'], receiver.calls[1]?.headers['webhook-id']);
    const rows = await deliveries(other);
    assert.equal(
      rows.map(({ state, fact }) => [state, fact]),
      Array(4).fill(['sent', 'job.failed']),
    );
    assert.equal(await deliveries(kit), rows);
    receiver.answers.push(410);
    await patch(kit);
    await settled(kit);
    const [dead] = await deliveries(other, '?state=dead');
    await other.call('POST', `/api/v1/notification-deliveries/${dead?.id}/send-again`);
    await settled(other);
    assert.equal(await deliveries(kit, '?state=dead'), []);
    assert.equal([server.received.length, receiver.calls.length], [6, 4]);
  } finally {
    await other.stop();
  }
});

test('a manager that goes away between the fact and its sending loses nothing, and nothing is sent twice', async (world) => {
  const { kit, server, receiver, place } = world;
  const recipients = ['olga@example.test', 'otto@example.test'];
  await configure(kit, 1, { notification: { recipients } });
  receiver.answers.push(503);
  await patch(kit, { failing: 1 });
  await kit.stop();
  world.kit = await manager(place, { known: kit.hosts, clock: kit.clock });
  await configure(world.kit, server.port, { notification: { recipients } });
  await settled(world.kit);
  assert.equal(server.received.map(({ to }) => to.join()).sort(), EVERYBODY);
  assert.is(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.ok((await deliveries(world.kit)).every(({ state }) => state === 'sent'));
});

test('what the outbox hands over once more, for it never heard of the end, is told to nobody twice', async ({
  kit,
  server,
  receiver,
}) => {
  await patch(kit, { failing: 1 });
  await settled(kit);
  const rows = await deliveries(kit);
  const told = [server.received.length, receiver.calls.length];
  assert.equal(told, [3, 1]);
  const message = await kit.ctx.db.knex('notifications_messages').first('job_id', 'job_seq', 'at');
  const fact: JobFact = {
    happened: 'ended',
    jobId: message.job_id,
    state: 'partial',
    reason: null,
    seq: message.job_seq,
    at: new Date(message.at).toISOString(),
  };
  await kit.ctx.tx(
    async (tx) => {
      await kit.ctx.outbox.write(tx, 'notifications.jobFact', { key: 'again', payload: fact });
      for (const { id } of rows)
        await kit.ctx.outbox.write(tx, 'notifications.delivery', {
          key: `again ${id}`,
          payload: { deliveryId: id },
        });
    },
    { name: 'hand over again' },
  );
  await settled(kit);
  assert.equal([server.received.length, receiver.calls.length], told);
  assert.equal(await deliveries(kit), rows);
});

test('the log forgets what is older than is set, and its messages with it', async ({ kit }) => {
  await patch(kit);
  await settled(kit);
  await patch(kit);
  await settled(kit);
  const [last] = await deliveries(kit);
  const table = kit.ctx.db.knex('notifications_deliveries');
  const old = new Date(kit.clock.now().getTime() - 91 * 86_400_000);
  await table.where('job_id', '<>', last?.job_id ?? '').update({ created_at: old });
  await cleanUp(kit.ctx);
  const kept: Schemas['NotificationDelivery'][] = await deliveries(kit);
  assert.equal([kept.length, new Set(kept.map(({ job_id }) => job_id)).size], [4, 1]);
  const messages: unknown[] = await kit.ctx.db.knex('notifications_messages');
  assert.is(messages.length, 2, 'one for all hosts, one for the group');
});

test.run();
