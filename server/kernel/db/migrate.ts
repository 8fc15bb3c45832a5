import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Database, Dialect } from './database.ts';
import { guarded } from '../../shared/guarded.ts';
import { columns } from './columns.ts';
import { backUpSqlite } from './migrateBackup.ts';
import { assertOwnTables, tablesOf } from './migrateTables.ts';
import { retryLockConflict } from './tx.ts';

export { columns } from './columns.ts';

/**
 * A step in the life of a feature's tables. It may make and change only tables that begin with the feature's name.
 */
export interface Migration {
  /** '<feature>/001_verb_noun'; never renamed, never removed, and what it did never changes. */
  name: string;
  /**
   * On SQLite `knex` is a transaction: all of the migration or nothing. On MariaDB each change of the schema commits by
   * itself, so let a migration change at most one table where it might fail.
   */
  up(knex: Knex, dialect: Dialect): Promise<void>;
}

/** Table of what has been applied; `finished_at` is null while a migration runs, and after one that was cut off. */
const table = 'kernel_migrations';
const lockTimeoutSecs = 60;
/** A manager that was killed holds the lock for so long. */
const leaseSecs = 30;
const askEveryMs = 250;

interface MigrationRow {
  name: string;
  finished_at: unknown;
}

/**
 * Brings the schema up to date, forward only, in the order of `migrations`. Refuses a database that holds
 * migrations which are neither in the list nor of a feature in `off` (it belongs to a newer version, or to a plugin
 * that is gone), and one from before the first release, in which nothing is changed. Managers that start together take
 * turns. A SQLite file that holds data is copied to `<file>.before-<name>.bak` first.
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  log: Logger,
  off: readonly string[] = [],
): Promise<{ applied: string[] }> {
  assertUniqueNames(migrations);
  await assertOfThisLine(db.knex);
  return withMigrationLock(db, async () => {
    if (db.dialect === 'mariadb') await createTable(db.knex);
    else await db.knex.transaction(createTable);
    const done = await readRows(db.knex);
    assertKnown(done, migrations, off);
    const pending = migrations.filter((migration) => !done.some((row) => row.name === migration.name));
    const first = pending[0];
    if (first && done.length > 0 && db.dialect === 'sqlite') await backUpSqlite(db, first.name, log);
    const features = [...new Set([...migrations.map(({ name }) => featureOf(name)), ...off])];
    const applied: string[] = [];
    for (const migration of pending) {
      if (await applyOne(db, migration, features)) applied.push(migration.name);
    }
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return { applied };
  });
}

/**
 * Throws unless the database is exactly as these migrations leave it: for whoever must not migrate, because a
 * manager of another version may be at work on it.
 */
export async function assertMigrated(
  { knex }: Database,
  migrations: readonly Migration[],
  off: readonly string[],
): Promise<void> {
  await assertOfThisLine(knex);
  const done = (await knex.schema.hasTable(table)) ? await readRows(knex) : [];
  assertKnown(done, migrations, off);
  const missing = migrations.find(({ name }) => !done.some((row) => row.name === name));
  if (!missing) return;
  throw new Error(
    `the database is not up to date (${missing.name} has not run): start the manager of this version first`,
  );
}

/**
 * The names of migrations that a newer version has begun or made: of features in `migrations`, and not among these.
 * Those of other features may be of a plugin that another manager alone has.
 */
export async function newerMigrations(
  { knex }: Database,
  migrations: readonly Migration[],
): Promise<string[]> {
  const known = new Set(migrations.map(({ name }) => name));
  const features = new Set(migrations.map(({ name }) => featureOf(name)));
  const rows = await readRows(knex);
  return rows.map(({ name }) => name).filter((name) => !known.has(name) && features.has(featureOf(name)));
}

function assertUniqueNames(migrations: readonly Migration[]): void {
  const seen = new Set<string>();
  for (const { name } of migrations) {
    if (!/^[a-z][a-z0-9-]*\/\d{3}_[a-z0-9_]+$/i.test(name))
      throw new Error(`Migration "${name}" is not named <feature>/001_verb_noun`);
    if (seen.has(name)) throw new Error(`Migration "${name}" is listed twice`);
    seen.add(name);
  }
}

function assertKnown(
  done: readonly MigrationRow[],
  migrations: readonly Migration[],
  off: readonly string[],
): void {
  const cutOff = done.find((row) => row.finished_at === null);
  if (cutOff) {
    throw new Error(
      `Migration "${cutOff.name}" was cut off half way. Restore the database from its backup and start again.`,
    );
  }
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = done
    .map(({ name }) => name)
    .filter((name) => !known.has(name) && !off.includes(featureOf(name)));
  if (unknown.length === 0) return;
  const some = unknown.slice(0, 3).join(', ');
  const named = unknown.length > 3 ? `${some} and ${unknown.length - 3} more` : some;
  const features = new Set(migrations.map(({ name }) => featureOf(name)));
  const advice = unknown.some((name) => features.has(featureOf(name)))
    ? 'a newer version has used it. Start that version again, or restore the backup from before the upgrade.'
    : 'it was used by a newer version, or by a plugin that is no longer there: install that again, or name it in disabled_plugins.';
  throw new Error(`The database holds migrations that this version does not know (${named}): ${advice}`);
}

/** A migration of the time before the first release, whose tables are not those of today. */
const BEFORE_RELEASES = 'kernel/001_create_audit';

async function assertOfThisLine(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable(table))) return;
  if (!(await readRows(knex)).some(({ name }) => name === BEFORE_RELEASES)) return;
  throw new Error(
    'The database was made by a Fleetmend from before the first release, which this version does not read; nothing was changed. ' +
      'Start that program once more, export its configuration (Administration, Export and import), then start this version ' +
      'with a new data directory and an empty database, import the configuration and enroll the hosts again.',
  );
}

async function createTable(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable(table)) return;
  await knex.schema.createTable(table, (t) => {
    columns.ascii(t, 'name', 200).notNullable().primary();
    columns.timestamp(t, 'started_at').notNullable();
    columns.timestamp(t, 'finished_at');
  });
}

async function readRows(knex: Knex): Promise<MigrationRow[]> {
  return knex<MigrationRow>(table).select('name', 'finished_at');
}

/** False if another manager applied it in the meantime. */
async function applyOne(db: Database, migration: Migration, features: string[]): Promise<boolean> {
  try {
    if (db.dialect === 'mariadb') return await applyOnMariadb(db, migration, features);
    return await applyOnSqlite(db, migration, features);
  } catch (cause) {
    throw new Error(
      `Migration "${migration.name}" failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

async function applyOnMariadb(db: Database, migration: Migration, features: string[]): Promise<boolean> {
  await db.knex(table).insert({ name: migration.name, started_at: new Date(), finished_at: null });
  await upInOwnTables(db.knex, 'mariadb', { migration, features });
  await db.knex(table).where({ name: migration.name }).update({ finished_at: new Date() });
  return true;
}

async function applyOnSqlite(db: Database, migration: Migration, features: string[]): Promise<boolean> {
  return db.knex.transaction(async (trx) => {
    if (await trx(table).where({ name: migration.name }).first()) return false;
    // A table that is rebuilt is gone for a moment: references are checked as a whole, at the end.
    await trx.raw('PRAGMA defer_foreign_keys = ON');
    await upInOwnTables(trx, 'sqlite', { migration, features });
    const violations: unknown[] = await trx.raw('PRAGMA foreign_key_check');
    if (violations.length > 0) throw new Error(`it leaves ${violations.length} rows that refer to nothing`);
    await trx(table).insert({ name: migration.name, started_at: new Date(), finished_at: new Date() });
    return true;
  });
}

const featureOf = (migration: string): string => migration.split('/')[0] ?? '';

async function upInOwnTables(
  knex: Knex,
  dialect: Dialect,
  { migration, features }: { migration: Migration; features: string[] },
): Promise<void> {
  const before = await tablesOf(knex, dialect);
  await migration.up(knex, dialect);
  assertOwnTables(featureOf(migration.name), { before, after: await tablesOf(knex, dialect), features });
}

/** On MariaDB; it is there before any migration. */
export const lockTable = 'kernel_migration_lock';
const FREE = "'1970-01-01 00:00:00'";

/**
 * While managers that start together wait, does what only one of them may do. On SQLite each migration is a transaction
 * that begins with the write lock; that is lock enough. On MariaDB it is a row with a lease, taken by a statement that
 * writes it: the locks of `get_lock` are known to one node of a cluster alone.
 */
export async function withMigrationLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.dialect === 'sqlite') return work();
  const holder = randomUUID();
  const write = (sql: string): Promise<number> =>
    retryLockConflict(async () => {
      const [result] = (await db.knex.raw(sql)) as [{ affectedRows: number }, unknown];
      return result.affectedRows;
    });
  await write(
    `create table if not exists ${lockTable} (id tinyint not null primary key, holder char(36) character set ascii not null, held_until datetime(3) not null)`,
  );
  await write(`insert ignore into ${lockTable} values (1, '', ${FREE})`);
  const until = `held_until = utc_timestamp(3) + interval ${leaseSecs} second`;
  const giveUpAt = performance.now() + lockTimeoutSecs * 1_000;
  while (
    !(await write(
      `update ${lockTable} set holder = '${holder}', ${until} where id = 1 and held_until < utc_timestamp(3)`,
    ))
  ) {
    if (performance.now() > giveUpAt)
      throw new Error(`Another manager has been migrating the database for ${lockTimeoutSecs} s`);
    await sleep(askEveryMs);
  }
  // A renewal that fails is followed by others before the lease is over.
  const renew = async (): Promise<void> => {
    await write(`update ${lockTable} set ${until} where holder = '${holder}'`).catch(() => undefined);
  };
  const renewal = setInterval(guarded(renew), (leaseSecs * 1_000) / 5);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await write(`update ${lockTable} set held_until = ${FREE} where holder = '${holder}'`);
  }
}
