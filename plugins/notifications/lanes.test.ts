// time-limit: 120
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMailServer } from './mailServer.testing.ts';
import type { Recipient } from './domain/audience.ts';
import type { Content } from './domain/contents.ts';
import {
  addWebhook,
  configure,
  deliveries,
  HOOK_HOST,
  setUp,
  startReceiver,
  tearDown,
  type HookWorld,
  type MailWorld,
} from './notifications.testing.ts';
import { publish } from './service/publish.ts';
import { waitFor } from '../../test/support/wait.ts';

interface Hanging {
  url: string;
  /** The calls that wait for an answer. */
  held: ServerResponse[];
  stop(): Promise<void>;
}

type World = HookWorld & MailWorld & { hanging: Hanging };

const test = suite<World>('receivers that hang');

test.before.each(async (world) => {
  await setUp(world);
  world.server = await startMailServer();
  world.receiver = await startReceiver();
  world.hanging = await startHanging();
  await configure(world.kit, world.server.port);
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.server.stop();
  await world.receiver.stop();
  await world.hanging.stop();
});

/** A receiver that takes calls and answers none. */
async function startHanging(): Promise<Hanging> {
  const held: ServerResponse[] = [];
  const server = createServer((_req, res) => void held.push(res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://${HOOK_HOST}:${(server.address() as AddressInfo).port}/`,
    held,
    stop: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

/** More than are made at once. */
const MANY = 6;
/** A call that takes longer makes its webhook a slow one. */
const SLOW_MS = 2_100;

/** Tells one recipient by mail, and these webhooks, of so many facts. The clock stands still, so nothing is retried. */
async function tell({ kit }: World, many: number, webhookIds: readonly string[]): Promise<void> {
  const content: Content = { fact: 'certificate.expiring', items: [], total: 1, groups: [] };
  const recipients: Recipient[] = [
    { channel: 'mail', address: 'olga@example.test' },
    ...webhookIds.map((webhookId) => ({ channel: 'webhook', webhookId }) as const),
  ];
  for (let count = 0; count < many; count++) {
    const fact = { factKey: randomUUID(), jobId: null, jobSeq: null, at: kit.clock.now() };
    const publication = { ...fact, editions: [{ content, groupIds: null, recipients }] };
    await kit.ctx.tx((tx) => publish(kit.ctx, tx, publication), { name: 'tell' });
  }
}

const see = (what: string, probe: () => boolean | Promise<boolean>): Promise<boolean> =>
  waitFor(probe, { timeoutMs: 8_000, everyMs: 20, what });

test('mails do not wait for a webhook that hangs', async (world) => {
  const { server, hanging } = world;
  const { id } = await addWebhook(world.kit, { url: hanging.url });
  await tell(world, MANY, [id]);
  await see('all mails', () => server.received.length === MANY);
  assert.ok(hanging.held.length >= 4, 'all places for calls are taken');
});

test('a webhook that hung before keeps no call of another one waiting, and gets its own when it answers', async (world) => {
  const { kit, receiver, hanging } = world;
  const { id } = await addWebhook(kit, { url: hanging.url });
  const { id: good } = await addWebhook(kit, { name: 'good', url: receiver.url });
  await tell(world, 1, [id]);
  await see('the first call', () => hanging.held.length === 1);
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  hanging.held.shift()?.writeHead(204).end();
  await see('its end', async () => (await deliveries(kit)).every(({ state }) => state === 'sent'));
  await tell(world, MANY, [id, good]);
  await see('all calls of the other webhook', () => receiver.calls.length === MANY);
  assert.ok(hanging.held.length >= 4, 'all places for slow calls are taken');
  let answered = 0;
  await see('the rest', async () => {
    for (const res of hanging.held.splice(0)) res.writeHead(204).end(() => answered++);
    return (await deliveries(kit)).every(({ state }) => state === 'sent');
  });
  assert.is(answered, MANY, 'each once');
});

test.run();
