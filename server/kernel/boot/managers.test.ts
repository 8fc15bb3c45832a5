// needs: mariadb
import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { installationMigrations } from '../backup/installation.ts';
import { systemClock } from '../clock.ts';
import { migrate } from '../db/migrate.ts';
import { failure } from '../db/testing/support.ts';
import { managerRelease, managerVersion } from '../version.ts';
import { assertMayStop, managersMigrations, sayAlive } from './managers.ts';

const test = suite<{ fresh: FreshDatabase }>('the managers of one database');
const log = pino({ enabled: false });

test.before.each(async (context) => {
  context.fresh = await freshDatabase('mariadb');
  await migrate(context.fresh.db, [...installationMigrations, ...managersMigrations], log);
});
test.after.each(({ fresh }) => fresh.cleanup());

const partsOf = ({ db }: FreshDatabase, instanceId: string, migrateWithoutBackup: string | null = null) => ({
  db,
  clock: systemClock,
  log,
  instanceId,
  config: { migrateWithoutBackup } as never,
});
const ask = (fresh: FreshDatabase, accepted?: string) =>
  assertMayStop(partsOf(fresh, 'me', accepted), ['hosts/002_rename']);
const backUp = ({ db }: FreshDatabase, at: number) =>
  db.knex('kernel_installation').update({ backed_up_at: new Date(at) });

test('one that runs is named, with its version, until it has ended or is silent for a minute', async ({
  fresh,
}) => {
  await backUp(fresh, Date.now());
  const own = await sayAlive(partsOf(fresh, 'me'));
  await ask(fresh);
  const other = await sayAlive(partsOf(fresh, 'other'));
  const { message } = await failure(ask(fresh));
  assert.match(message, '(hosts/002_rename), so nothing was changed: stop all other managers first (');
  assert.match(message, ` with version ${managerVersion()}, seen at `);
  await other.stop();
  await ask(fresh);
  const seen_at = new Date(Date.now() - 61_000);
  await fresh.db.knex('kernel_managers').insert({ id: 'killed', host: 'b', version: '0.1.0', seen_at });
  await ask(fresh);
  await fresh.db.knex('kernel_managers').where('id', 'killed').update({ seen_at: new Date() });
  assert.match((await failure(ask(fresh))).message, '(b with version 0.1.0, seen at ');
  await own.stop();
});

test('a way back is asked for: a backup of the last day, or the word of whoever has another one', async ({
  fresh,
}) => {
  assert.match((await failure(ask(fresh))).message, '"fleetmend backup" has never made one. Make one with');
  await backUp(fresh, Date.now() - 25 * 3_600_000);
  assert.match(
    (await failure(ask(fresh))).message,
    /has made the last one at \d{4}-.*migrate_without_backup = "/,
  );
  await failure(ask(fresh, '0.0.1'));
  await ask(fresh, managerRelease());
  await backUp(fresh, Date.now() - 23 * 3_600_000);
  await ask(fresh);
});

test.run();
