// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { freshDatabase } from '../../test/support/databases.ts';
import { maintenanceWindowsPlugin } from '../maintenance-windows/plugin.ts';
import { startMailServer, type MailServer } from './mailServer.testing.ts';
import {
  addGroup,
  addRule,
  addWebhook,
  configure,
  deliveries,
  madeNamed,
  manager,
  settled,
  startReceiver,
  tearDown,
  testNotifications,
  type Schemas,
  type World,
} from './notifications.testing.ts';

interface Reminded extends World {
  server: MailServer;
}

const test = suite<Reminded>('reminders of maintenance windows');
test.before.each(async (world) => {
  world.place = await freshDatabase('sqlite');
  const plugins = [settingsFeature, maintenanceWindowsPlugin, testNotifications];
  world.kit = await manager(world.place, { plugins, hosts: 3 });
  world.server = await startMailServer();
  await configure(world.kit, world.server.port);
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.server.stop();
});

const HOUR_MS = 3_600_000;
/** The start of the fake clock. */
const START_MS = Date.parse('2026-01-15T12:00:00Z');
const at = (hours: number): string => new Date(START_MS + hours * HOUR_MS).toISOString();

/** A window with one opening of two hours. */
const once = (hours: number, more: object = {}) => ({
  name: 'Friday noon',
  timezone: 'Europe/Berlin',
  duration_secs: 7_200,
  starts_at: at(hours),
  ...more,
});

const addWindow = ({ kit }: World, path: string, draft: { name: string }) =>
  madeNamed(draft, (body) => kit.call('POST', `/api/v1/${path}/maintenance-windows`, { body }));

/** A job of these hosts that waits for their windows. */
const waiting = ({ kit }: World, hostIds: string[], more: object = {}) =>
  kit.createJob({ operation: 'patch', name: 'Friday patches', target: { host_ids: hostIds }, ...more });

const idsOf = ({ kit }: World): [string, string, string] =>
  kit.hosts.map(({ id }) => id) as [string, string, string];

/** Moves the clock by a minute at a time, and waits each time until the mails of that minute are sent. */
async function pass({ kit }: World, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    await kit.clock.advance(60_000);
    await kit.until(async () => (await kit.ctx.outbox.figures()).waiting === 0);
  }
}

test('who has work in a window is reminded a day and an hour before it opens, once each, of all windows at that instant', async (world) => {
  const { kit, server } = world;
  const [one, two, three] = idsOf(world);
  const group = await addGroup(kit, 'db', [two]);
  await addWindow(world, `hosts/${one}`, once(24.5));
  await addWindow(world, `groups/${group.id}`, once(24.5, { name: 'of the databases' }));
  await addWindow(world, `hosts/${three}`, once(24.5, { name: 'without work' }));
  await addWindow(world, `hosts/${one}`, once(25, { name: 'a little later' }));
  const job = await waiting(world, [one, two]);
  await pass(world, 20);
  assert.is(server.received.length, 0, 'it is more than a day');
  await pass(world, 20);
  await settled(kit);
  assert.is(server.received.length, 1);
  const { subject, text = '', html } = server.received[0]?.mail ?? {};
  assert.is(subject, 'Maintenance window in 24 hours: 2 hosts');
  assert.match(
    text,
    /^Work on 2 hosts starts in 24 hours, on Friday 16 January 2026 at 13:30 \(Europe\/Berlin\)\.\n/,
  );
  assert.match(text, /Windows: “Friday noon”, “of the databases”, open until .*15:30/);
  assert.match(text, /Job: “Friday patches”\./);
  assert.match(text, new RegExp(`/jobs/${job.id}`));
  for (const { fqdn } of kit.hosts.slice(0, 2)) assert.match(text, new RegExp(`- ${fqdn}`));
  assert.not.match(`${text}${String(html)}`, /without work/);
  await pass(world, 10);
  assert.is(server.received.length, 1);
  await pass(world, 30);
  await settled(kit);
  assert.is(server.received.length, 2, 'the next instant has a reminder of its own');
  await pass(world, 60);
  assert.is(server.received.length, 2);
});

test('an hour before it is told again, and not after it has opened', async (world) => {
  const { kit, server } = world;
  const [one] = idsOf(world);
  await addWindow(world, `hosts/${one}`, once(1.5));
  await waiting(world, [one]);
  await pass(world, 10);
  assert.equal(
    server.received.map(({ mail }) => mail.subject),
    ['Maintenance window in 85 minutes: 1 host'],
  );
  await pass(world, 30);
  await settled(kit);
  assert.match(server.received[1]?.mail.subject ?? '', /^Maintenance window in (60|5\d) minutes: 1 host$/);
  await pass(world, 60);
  await settled(kit);
  assert.equal(
    (await deliveries(kit)).map(({ fact }) => fact),
    ['job.completed', 'window.upcoming', 'window.upcoming'],
  );
  assert.is(new Set(server.received.map(({ mail }) => mail.messageId)).size, 3);
});

test('a program is told of the windows, the hosts and the jobs that wait for them', async (world) => {
  const { kit } = world;
  const [one] = idsOf(world);
  const receiver = await startReceiver();
  const { id } = await addWebhook(kit, { url: receiver.url });
  await addRule(kit, { facts: ['window.upcoming'], webhook_ids: [id] });
  await addWindow(world, `hosts/${one}`, once(1.5));
  const job = await waiting(world, [one]);
  await pass(world, 10);
  await receiver.stop();
  const { type, data } = JSON.parse(receiver.calls[0]?.body ?? '{}') as Schemas['WindowWebhookPayload'];
  const told = [data.lead, data.starts_at, data.hosts.map(({ host_id: host }) => host), data.jobs[0]?.id];
  assert.equal([type, ...told], ['window.upcoming', '24h', at(1.5), [one], job.id]);
});

test('no work, plans, work that comes after the window, and rules without that fact: nobody is reminded', async (world) => {
  const { kit, server } = world;
  const [one, two] = idsOf(world);
  await configure(kit, server.port, { notification: { recipients: [] } });
  await addRule(kit, { facts: ['job.failed'], recipients: ['quiet@example.test'] });
  const web = await addGroup(kit, 'web', [two]);
  await addRule(kit, { facts: ['window.upcoming'], group_ids: [web.id], recipients: ['web@example.test'] });
  await addWindow(world, `hosts/${one}`, once(2));
  await addWindow(world, `hosts/${two}`, once(2));
  await waiting(world, [one]);
  await waiting(world, [two], { schedule_at: at(5) });
  await waiting(world, [two], { dry_run: true, schedule_at: at(1.9) });
  await pass(world, 15);
  assert.is(server.received.length, 0);
  await waiting(world, [two], { schedule_at: at(2.5) });
  await pass(world, 10);
  await settled(kit, HOUR_MS / 10);
  assert.equal(
    server.received.map(({ to, mail }) => [to.join(), mail.subject]),
    [['web@example.test', 'Maintenance window in 2 hours: 1 host']],
  );
  assert.match(server.received[0]?.mail.text ?? '', /This notification covers only the hosts of group “web”/);
});

test.run();
