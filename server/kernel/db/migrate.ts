import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Database, Dialect } from './database.ts';
import { guarded } from '../../shared/guarded.ts';
import { managerRelease } from '../version.ts';
import { backUpSqlite, forgetCopy } from './migrateBackup.ts';
import {
  createTable,
  featureOf,
  readRows,
  refusalOf,
  runsOnWith,
  table,
  unknownRows,
  type Known,
  type Migration,
  type MigrationRow,
} from './migrationRows.ts';
import { assertOwnTables, tablesOf } from './migrateTables.ts';
import { retryLockConflict } from './tx.ts';

export { columns } from './columns.ts';
export type { Migration } from './migrationRows.ts';

const lockTimeoutSecs = 60;
/** A manager that was killed holds the lock for so long. */
const leaseSecs = 30;
const askEveryMs = 250;

export interface MigrateOptions {
  /** Names of features that are switched off: their tables stay as they are. */
  off?: readonly string[];
  /** Of this program. */
  version?: string;
  /** Asked before anything is changed, with the names of the `stop` migrations that are due; throws to refuse. */
  beforeStop?(names: readonly string[]): Promise<void>;
}

/**
 * Brings the schema up to date, forward only, in the order of `migrations`. Refuses a database that holds migrations
 * which are neither in the list nor of a feature in `off` (it belongs to a newer version, or to a plugin that is gone),
 * unless this version runs on with them, and one from before the first release, in which nothing is changed. Managers
 * that start together take turns. A SQLite file that holds data is copied to `<file>.before-<version>-<name>.bak` first.
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  log: Logger,
  { off = [], version = managerRelease(), beforeStop }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  assertUniqueNames(migrations);
  await assertOfThisLine(db.knex);
  return withMigrationLock(db, async () => {
    if (db.dialect === 'mariadb') await createTable(db.knex);
    else await db.knex.transaction(createTable);
    const done = await readRows(db.knex);
    const newer = assertKnown(db, done, { migrations, off, version });
    if (newer.length > 0) log.warn(toldOf(newer), RUNS_ON);
    const pending = migrations.filter((migration) => !done.some((row) => row.name === migration.name));
    const stopping = pending.filter(({ kind }) => kind === 'stop').map(({ name }) => name);
    if (done.length > 0 && stopping.length > 0) await beforeStop?.(stopping);
    const first = pending[0];
    if (db.dialect === 'sqlite') {
      if (first && done.length > 0) await backUpSqlite(db, `${version}-${first.name}`, log);
      else forgetCopy(db);
    }
    const features = [...new Set([...migrations.map(({ name }) => featureOf(name)), ...off])];
    const applied: string[] = [];
    for (const migration of pending) {
      if (await applyOne(db, { migration, version }, features)) applied.push(migration.name);
    }
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return { applied };
  });
}

/** What the log says of migrations of a newer version that this one runs on with. */
export const RUNS_ON =
  'a newer version has migrated the database in ways that this version runs on with; start the newer version here too';

/** For the log. */
export const toldOf = (rows: readonly MigrationRow[]): { migrations: string[]; versions: string[] } => ({
  migrations: rows.slice(0, 3).map(({ name }) => name),
  versions: [...new Set(rows.map(({ version }) => version))],
});

/**
 * Throws unless the database is as these migrations, and such of a newer version as this one runs on with, leave it: for whoever must not migrate, because a
 * manager of another version may be at work on it.
 */
export async function assertMigrated(
  db: Database,
  migrations: readonly Migration[],
  off: readonly string[],
): Promise<void> {
  const { knex } = db;
  await assertOfThisLine(knex);
  const done = (await knex.schema.hasTable(table)) ? await readRows(knex) : [];
  assertKnown(db, done, { migrations, off, version: managerRelease() });
  const missing = migrations.find(({ name }) => !done.some((row) => row.name === name));
  if (!missing) return;
  throw new Error(
    `the database is not up to date (${missing.name} has not run): start the manager of this version first`,
  );
}

/**
 * Migrations that a newer version has begun or made: of features in `migrations`, and not among these. Those of other
 * features may be of a plugin that another manager alone has.
 */
export async function newerMigrations(
  { knex }: Database,
  migrations: readonly Migration[],
  version = managerRelease(),
): Promise<{ runsOn: MigrationRow[]; stops: MigrationRow[] }> {
  const known: Known = { migrations, off: [], version };
  const features = new Set(migrations.map(({ name }) => featureOf(name)));
  const newer = unknownRows(await readRows(knex), known).filter(({ name }) => features.has(featureOf(name)));
  const { runsOn = [], stops = [] } = Object.groupBy(newer, (row) =>
    runsOnWith(row, known) ? 'runsOn' : 'stops',
  );
  return { runsOn, stops };
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

/** Answers the rows that this version does not know and runs on with. */
function assertKnown(db: Database, done: readonly MigrationRow[], known: Known): MigrationRow[] {
  const cutOff = done.find((row) => row.finished_at === null);
  if (cutOff) {
    throw new Error(
      `Migration "${cutOff.name}" was cut off half way. Restore the database from its backup and start again.`,
    );
  }
  const unknown = unknownRows(done, known);
  const refused = unknown.filter((row) => !runsOnWith(row, known));
  if (refused.length > 0) throw new Error(refusalOf(refused, known, db.address.file ?? null));
  return unknown;
}

/** A migration of the time before the first release, whose tables are not those of today. */
const BEFORE_RELEASES = 'kernel/001_create_audit';

async function assertOfThisLine(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable(table))) return;
  if ((await knex(table).where('name', BEFORE_RELEASES).first('name')) === undefined) return;
  throw new Error(
    'The database was made by a Fleetmend from before the first release, which this version does not read; nothing was changed. ' +
      'Start that program once more, export its configuration (Administration, Export and import), then start this version ' +
      'with a new data directory and an empty database, import the configuration and enroll the hosts again.',
  );
}

interface Due {
  migration: Migration;
  /** Of this program. */
  version: string;
}

/** False if another manager applied it in the meantime. */
async function applyOne(db: Database, due: Due, features: string[]): Promise<boolean> {
  try {
    if (db.dialect === 'mariadb') return await applyOnMariadb(db, due, features);
    return await applyOnSqlite(db, due, features);
  } catch (cause) {
    throw new Error(
      `Migration "${due.migration.name}" failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

async function applyOnMariadb(db: Database, due: Due, features: string[]): Promise<boolean> {
  const { migration } = due;
  await db.knex(table).insert({ ...rowOf(due), finished_at: null });
  await upInOwnTables(db.knex, 'mariadb', { migration, features });
  await db.knex(table).where({ name: migration.name }).update({ finished_at: new Date() });
  return true;
}

async function applyOnSqlite(db: Database, due: Due, features: string[]): Promise<boolean> {
  const { migration } = due;
  return db.knex.transaction(async (trx) => {
    if (await trx(table).where({ name: migration.name }).first()) return false;
    // A table that is rebuilt is gone for a moment: references are checked as a whole, at the end.
    await trx.raw('PRAGMA defer_foreign_keys = ON');
    await upInOwnTables(trx, 'sqlite', { migration, features });
    const violations: unknown[] = await trx.raw('PRAGMA foreign_key_check');
    if (violations.length > 0) throw new Error(`it leaves ${violations.length} rows that refer to nothing`);
    await trx(table).insert({ ...rowOf(due), finished_at: new Date() });
    return true;
  });
}

const rowOf = ({ migration: { name, kind }, version }: Due): Record<string, unknown> => ({
  name,
  kind,
  version,
  started_at: new Date(),
});

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
