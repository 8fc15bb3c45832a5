// databases: sqlite, mariadb (night)
// time-limit: 240
/** What ends is told of once for each threshold, by whichever manager sees it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshPlace } from '../../test/support/pluginManager.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { actors, type AnyFeature, type Context } from '#sdk';
import type { PluginTest } from '#sdk/testing.ts';
import { certificatesPlugin } from '../certificates/plugin.ts';
import { fleetPlugin } from '../fleet/plugin.ts';
import { startMailServer, type MailServer } from './mailServer.testing.ts';
import {
  addGroup,
  addRule,
  addWebhook,
  configure,
  deliveries,
  manager as managerWith,
  settled,
  startReceiver,
  tearDown,
  testNotifications,
  type Receiver,
  type Schemas,
  type World,
} from './notifications.testing.ts';
import { cleanUp } from './service/log.ts';
import { warnOfExpiries } from './service/expiries.ts';

interface Ending extends World {
  server: MailServer;
  receiver: Receiver;
}

const contexts = new Map<PluginTest, Context>();

/** A manager; keeps the context that the plugin itself got from it. */
const manager: typeof managerWith = async (place, more) => {
  let own: Context | undefined;
  const setup = (ctx: Context) => testNotifications.setup((own = ctx));
  const notifications = { ...testNotifications, setup } as AnyFeature;
  const plugins = [settingsFeature, fleetPlugin, certificatesPlugin, notifications];
  const kit = await managerWith(place, { plugins, ...more });
  if (own) contexts.set(kit, own);
  return kit;
};

const look = (kit: PluginTest): Promise<void> => warnOfExpiries(contexts.get(kit) as Context);

const test = suite<Ending>('warnings of what ends');
test.before.each(async (world) => {
  world.place = await freshPlace();
  world.kit = await manager(world.place, { hosts: 3 });
  world.server = await startMailServer();
  world.receiver = await startReceiver();
  for (const { id, fqdn } of world.kit.hosts) await certify(world.kit, id, fqdn);
  await configure(world.kit, world.server.port);
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.server.stop();
  await world.receiver.stop();
});

const DAY_MS = 86_400_000;
const by = { actor: actors.system, address: null };

const certify = ({ ctx }: PluginTest, hostId: string, hostname: string) =>
  ctx.tx((tx) => ctx.core.agents.ca.issueWithKey(tx, { hostId, hostname }, by), { name: 'certify' });

/** Moves the ends of these hosts' certificates, as if nothing had renewed them while time passed. */
async function letEnd(kit: PluginTest, days: number, ...hosts: number[]): Promise<void> {
  const ids = hosts.map((index) => kit.hosts[index]?.id ?? '');
  const end = new Date(kit.clock.now().getTime() + days * DAY_MS);
  const later = new Date(kit.clock.now().getTime() + 400 * DAY_MS);
  await kit.ctx.db
    .knex('agents_certificates')
    .whereIn('host_id', ids)
    .update({ not_after: end, renew_at: later });
}

async function warn(kit: PluginTest): Promise<void> {
  await look(kit);
  await settled(kit);
}

/**
 * Moves the clock in steps that are shorter than the lease of a mail: a mail is sent in real time, and if its lease ended
 * meanwhile, it would be sent twice.
 */
async function pass(kit: PluginTest, minutes: number): Promise<void> {
  for (let left = minutes * 4; left > 0; left--) {
    await kit.clock.advance(15_000);
    for (let pauses = 0; pauses < 2 || (await kit.ctx.outbox.figures()).waiting > 0; pauses++)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const subjects = ({ server }: Ending): (string | undefined)[] =>
  server.received.map(({ mail }) => mail.subject);

test('each certificate is told of once a threshold, also after a restart, and a renewed one no more', async (world) => {
  const { place, server } = world;
  let { kit } = world;
  await warn(kit);
  assert.equal(subjects(world), [], 'all is renewed in time');
  await letEnd(kit, 13.5, 0);
  await warn(kit);
  await warn(kit);
  assert.equal(subjects(world), ['Act within 13 days: the certificate of h001.example.org expires']);
  const { text = '', html } = server.received[0]?.mail ?? {};
  assert.match(text, /^See that the agent of h001\.example\.org runs and reaches the manager: /);
  assert.match(
    text,
    /The certificate of h001\.example\.org expires on Thursday 29 January 2026 at 00:00 \(UTC\)\./,
  );
  assert.match(text, /https:\/\/fleet\.example\.test\/certificates/);
  assert.match(String(html), /See that the agent of h001/);
  await kit.stop();
  kit = world.kit = await manager(place, { known: kit.hosts, clock: kit.clock });
  await warn(kit);
  assert.is(server.received.length, 1);
  await letEnd(kit, 6.5, 0);
  await letEnd(kit, 0.5, 1);
  await pass(kit, 20);
  assert.is(subjects(world)[1], 'Act today: the certificate of h002.example.org expires and 1 more');
  assert.match(server.received[1]?.mail.text ?? '', /^See that the agent of h002/);
  assert.match(server.received[1]?.mail.text ?? '', /- The certificate of h001\.example\.org: expires on/);
  await certify(kit, kit.hosts[1]?.id ?? '', 'h002.example.org');
  await letEnd(kit, -0.5, 0);
  await kit.ctx.db
    .knex('agents_certificates')
    .where('host_id', kit.hosts[1]?.id ?? '')
    .orderBy('id', 'desc')
    .limit(1)
    .update({ not_after: new Date(kit.clock.now().getTime() + 90 * DAY_MS) });
  await warn(kit);
  assert.equal(subjects(world).slice(2), ['Act now: the certificate of h001.example.org has expired']);
  assert.match(server.received[2]?.mail.text ?? '', /^Start the agent of h001/);
});

test('two managers that see it at the same time tell of it once', async (world) => {
  const { kit, place, server } = world;
  const other = await manager(place, { beside: kit });
  try {
    for (const [round, days] of [13, 6, 0.5, -1].entries()) {
      await letEnd(kit, days, 0, 1, 2);
      await Promise.all([look(kit), look(other)]);
      await settled(kit);
      assert.is(server.received.length, round + 1);
    }
    const facts: Schemas['NotificationDelivery'][] = await deliveries(other);
    assert.equal(
      facts.map(({ fact, state }) => [fact, state]),
      Array(4).fill(['certificate.expiring', 'sent']),
    );
  } finally {
    await other.stop();
  }
});

test('a rule for a group is told of its hosts alone, and a program gets what it needs', async (world) => {
  const { kit, server, receiver } = world;
  const { id } = await addWebhook(kit, { url: receiver.url });
  const web = await addGroup(kit, 'web', [kit.hosts[1]?.id ?? '']);
  await addRule(kit, { group_ids: [web.id], webhook_ids: [id], facts: ['certificate.expiring'] });
  await letEnd(kit, 3, 0, 1);
  await warn(kit);
  assert.is(server.received.length, 1);
  const { fact, data } = JSON.parse(receiver.calls[0]?.body ?? '{}') as { fact: string; data: never };
  assert.equal([fact, receiver.calls.length], ['certificate.expiring', 1]);
  const { expiries_total: total, expiries } = data as {
    expiries_total: number;
    expiries: Record<string, unknown>[];
  };
  assert.is(total, 1);
  const { kind, name, host_id: hostId, days_left: days } = expiries[0] ?? {};
  assert.equal([kind, name, hostId, days], ['host', 'h002.example.org', kit.hosts[1]?.id, 3]);
});

test('while nobody is to be told nothing is used up, and a host that was deleted is nobody’s business', async (world) => {
  const { kit, server } = world;
  await configure(kit, server.port, { notification: { email_enabled: false } });
  await letEnd(kit, 3, 0);
  await letEnd(kit, -2, 2);
  await kit.ctx.db
    .knex('agents_certificates')
    .where('host_id', kit.hosts[2]?.id)
    .update({ status: 'expired' });
  assert.is((await kit.call('DELETE', `/api/v1/hosts/${kit.hosts[2]?.id ?? ''}`)).status, 204);
  await warn(kit);
  await configure(kit, server.port);
  await warn(kit);
  assert.equal(subjects(world), ['Act within 3 days: the certificate of h001.example.org expires']);
  await cleanUp(contexts.get(kit) as Context);
  await warn(kit);
  assert.is(server.received.length, 1);
});

test('a revocation list that was not signed is told of, and stands on the front page', async (world) => {
  const { kit } = world;
  await kit.ctx.db
    .knex('agents_state')
    .update({ crl_signed_at: new Date(kit.clock.now().getTime() - 3.5 * DAY_MS) });
  await warn(kit);
  assert.equal(subjects(world), ['Act within 3 days: the revocation list expires']);
  const { body } = await kit.call('GET', '/api/v1/status/fleet');
  const { expiries = [] } = body as Schemas['FleetStatus'];
  assert.equal(
    expiries.map(({ kind, days_left: days }) => [kind, days]),
    [['revocation_list', 3]],
  );
  assert.match(expiries[0]?.todo ?? '', /^Look into the log of the manager/);
});

test.run();
