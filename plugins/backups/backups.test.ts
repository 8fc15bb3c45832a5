// databases: sqlite, mariadb
// time-limit: 240
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { components } from '../../generated/manager.ts';
import type { PluginTest } from '#sdk/testing.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { checkBackup } from '../../server/kernel/backup/backup.ts';
import { dialect, type FreshDatabase } from '../../test/support/databases.ts';
import { codeOf, freshPlace, made, MINUTE_MS, openManager } from '../../test/support/pluginManager.ts';
import {
  startReceiver,
  testNotifications,
  told,
  type Receiver,
} from '../notifications/notifications.testing.ts';
import { backupsPlugin } from './plugin.ts';

type Backup = components['schemas']['Backup'];

interface World {
  place: FreshDatabase;
  kit: PluginTest;
  receiver: Receiver;
  folder: string;
  identity: string;
  recipient: string;
}

const DAY_MS = 86_400_000;
const plugins = [settingsFeature, testNotifications, backupsPlugin];
const test = suite<World>(`scheduled backups on ${dialect}`);

test.before.each(async (world) => {
  world.place = await freshPlace();
  world.folder = mkdtempSync(path.join(tmpdir(), 'backups-'));
  mkdirSync(path.join(world.folder, 'there'));
  world.identity = await generateX25519Identity();
  world.recipient = await identityToRecipient(world.identity);
  world.kit = await openManager(world.place, { plugins });
  world.receiver = await startReceiver();
});
test.after.each(async ({ kit, place, receiver, folder }) => {
  await kit.stop();
  await receiver.stop();
  await place.cleanup();
  rmSync(folder, { recursive: true });
});

const save = (kit: PluginTest, backup: object) => kit.call('PUT', '/api/v1/settings', { body: { backup } });
const settingsOf = ({ folder, recipient }: World, more: object = {}) => ({
  enabled: true,
  time: '12:10',
  timezone: 'UTC',
  directory: path.join(folder, 'there'),
  recipients: [recipient],
  ...more,
});
const listed = async (kit: PluginTest, state?: string): Promise<Backup[]> => {
  const query = state === undefined ? '' : `?state=${state}`;
  const { backups } = await made<components['schemas']['BackupList']>(
    kit.call('GET', `/api/v1/backups${query}`),
    200,
  );
  return backups;
};
const filesIn = (world: World): string[] => readdirSync(path.join(world.folder, 'there')).sort();

test('nothing is made until it is switched on, and what could not work is refused when it is saved', async (world) => {
  const { kit, folder } = world;
  await kit.clock.advance(5 * MINUTE_MS);
  assert.equal(await listed(kit), []);
  const refused = async (more: object): Promise<string> => {
    const { status, body } = await save(kit, settingsOf(world, more));
    const { details } = (body as { error: { details: { errors: { path: string }[] } } }).error;
    return `${status} ${details.errors.map((issue) => issue.path).join(' ')}`;
  };
  writeFileSync(path.join(folder, 'file'), '');
  assert.is(await refused({ recipients: [] }), '400 /body/backup/recipients');
  assert.is(await refused({ recipients: ['age1abc'] }), '400 /body/backup/recipients');
  assert.is(await refused({ directory: path.join(folder, 'none') }), '400 /body/backup/directory');
  assert.is(await refused({ directory: path.join(folder, 'file') }), '400 /body/backup/directory');
  assert.is(await refused({ directory: 'there' }), '400 /body/backup/directory');
  assert.is(await refused({ time: '24:00' }), '400 /body/backup/time');
  assert.is(codeOf(await kit.call('POST', '/api/v1/backups')), '409 BACKUP_NOT_CONFIGURED');
  assert.equal(await listed(kit), []);
});

test('it is made at its time, whole and for its recipient, and the oldest files go', async (world) => {
  const { kit } = world;
  assert.is((await save(kit, settingsOf(world, { keep: 2, time: '12:05' }))).status, 200);
  const [next] = await listed(kit);
  assert.equal([next?.state, next?.due_at, next?.file], ['waiting', '2026-01-15T12:05:00.000Z', null]);
  const stranger = path.join(world.folder, 'there', 'fleetmend-of-somebody.age');
  writeFileSync(stranger, 'kept');
  await kit.until(async () => (await listed(kit, 'made')).length === 1);
  const [scheduled, ...others] = filesIn(world);
  assert.match(scheduled ?? '', /^fleetmend-20260115T1205\d\dZ\.age$/);
  assert.is(others.length, 1);
  assert.is((await listed(kit, 'waiting'))[0]?.due_at, '2026-01-16T12:05:00.000Z');
  for (let more = 1; more <= 2; more += 1) {
    await made(kit.call('POST', '/api/v1/backups'), 202);
    await kit.until(
      async () =>
        (await listed(kit, 'made'))[0]?.requested_by !== null &&
        (await listed(kit, 'running,waiting')).length === 1,
    );
  }
  await kit.until(() => filesIn(world).length === 3 && !filesIn(world).includes(scheduled ?? ''));
  const [last] = await listed(kit, 'made');
  const { header, counted } = await checkBackup(last?.file ?? '', { identity: world.identity });
  assert.is(header.fleetmend_backup, 1);
  assert.equal([last?.rows, last?.tries], [counted.rows, 1]);
  assert.is(last?.bytes, statSync(last?.file ?? '').size);
  assert.is(statSync(last?.file ?? '').mode & 0o777, 0o600);
  assert.equal(
    (await listed(kit)).map(({ state }) => state),
    ['waiting', 'made', 'made'],
  );
});

test('a failure is tried three times, told once, and the next day is planned', async (world) => {
  const { kit, receiver, folder } = world;
  await told(world);
  await save(kit, settingsOf(world));
  rmSync(path.join(folder, 'there'), { recursive: true });
  await kit.until(async () => (await listed(kit, 'failed')).length > 0);
  const [failed] = await listed(kit, 'failed');
  assert.is(failed?.tries, 3);
  assert.match(failed?.message ?? '', /ENOENT/);
  assert.is(Date.parse(failed?.ended_at ?? '') - Date.parse(failed?.due_at ?? '') >= 20 * MINUTE_MS, true);
  await kit.until(() => receiver.calls.length > 0);
  await kit.clock.advance(10 * MINUTE_MS);
  assert.is(receiver.calls.length, 1);
  const { type, data } = JSON.parse(receiver.calls[0]?.body ?? '') as {
    type: string;
    data: Record<string, unknown>;
  };
  assert.equal(
    [type, data['directory'], data['last_made_at']],
    ['backup.failed', path.join(folder, 'there'), null],
  );
  const { rows } = await kit.ctx.audit.list({ limit: 20 });
  assert.ok(rows.some(({ content }) => content?.action === 'backup.failed'));
  const [next] = await listed(kit, 'waiting');
  assert.is(next?.due_at, '2026-01-16T12:10:00.000Z');
});

test('one that waits for its next try keeps it when the settings are saved, and is made by them', async (world) => {
  const { kit, folder } = world;
  await save(kit, settingsOf(world));
  rmSync(path.join(folder, 'there'), { recursive: true });
  await kit.until(async () => (await listed(kit, 'waiting'))[0]?.tries === 1);
  mkdirSync(path.join(folder, 'there'));
  assert.is((await save(kit, settingsOf(world, { time: '03:00' }))).status, 200);
  await kit.until(async () => (await listed(kit, 'made')).length > 0);
  const [retried] = await listed(kit, 'made');
  assert.equal([retried?.due_at, retried?.tries], ['2026-01-15T12:10:00.000Z', 2]);
  const waiting = await listed(kit, 'waiting');
  assert.equal(
    waiting.map(({ due_at }) => due_at),
    ['2026-01-16T03:00:00.000Z'],
  );
});

test('somebody asks for one now: once for each key, one at a time, and its failure is not tried again', async (world) => {
  const { kit, folder } = world;
  await save(kit, settingsOf(world, { enabled: false }));
  const headers = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000aaab' };
  const first = await made<Backup>(kit.call('POST', '/api/v1/backups', { headers }), 202);
  assert.is((await made<Backup>(kit.call('POST', '/api/v1/backups', { headers }), 202)).id, first.id);
  assert.is(codeOf(await kit.call('POST', '/api/v1/backups')), '409 BACKUP_RUNNING');
  await kit.until(async () => (await listed(kit, 'made')).length > 0);
  assert.is(filesIn(world).length, 1);
  assert.equal(
    (await listed(kit)).map(({ id, state }) => [id, state]),
    [[first.id, 'made']],
  );
  rmSync(path.join(folder, 'there'), { recursive: true });
  const second = await made<Backup>(kit.call('POST', '/api/v1/backups'), 202);
  await kit.until(async () => (await listed(kit, 'failed')).length > 0);
  const read = await made<Backup>(kit.call('GET', `/api/v1/backups/${second.id}`), 200);
  assert.equal([read.state, read.tries], ['failed', 1]);
});

test('one whose maker was lost is made by another, and a clock that was ahead delays nothing', async (world) => {
  const { kit } = world;
  await save(kit, settingsOf(world));
  const lost = { state: 'running', manager_id: '01939f72-8192-73a4-b5c6-d7e8f9011290', tries: 1 };
  const at = new Date(kit.clock.now().getTime() + MINUTE_MS);
  await kit.ctx.db.knex('backups_backups').update({ ...lost, look_at: at });
  await kit.until(async () => (await listed(kit, 'made')).length > 0, 10 * MINUTE_MS);
  assert.is((await listed(kit, 'made'))[0]?.tries, 2);
  const year = new Date(kit.clock.now().getTime() + 365 * DAY_MS);
  await kit.ctx.db
    .knex('backups_backups')
    .where({ state: 'waiting' })
    .update({ due_at: year, look_at: year });
  await kit.until(async () => (await listed(kit, 'waiting'))[0]?.due_at === '2026-01-15T12:10:00.000Z');
});

test('one whose maker was lost each time is told as failed, and the next is planned', async (world) => {
  const { kit } = world;
  await save(kit, settingsOf(world));
  const lost = { state: 'running', manager_id: '01939f72-8192-73a4-b5c6-d7e8f9011290', tries: 3 };
  await kit.ctx.db.knex('backups_backups').update({ ...lost, look_at: kit.clock.now() });
  await kit.until(async () => (await listed(kit, 'failed')).length > 0, 5 * MINUTE_MS);
  assert.match((await listed(kit, 'failed'))[0]?.message ?? '', 'ended before it was done');
  assert.is((await listed(kit, 'waiting')).length, 1);
  assert.equal(filesIn(world), []);
});

test.run();
