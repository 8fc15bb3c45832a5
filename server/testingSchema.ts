import { copyFile, mkdtemp } from 'node:fs/promises';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { pino } from 'pino';
import { managerErrors } from './shared/wire/managerErrors.ts';
import { migrationsOf, type AnyFeature } from './kernel/boot/loader.ts';
import { validateManifests } from './kernel/boot/manifests.ts';
import { migrate, type Migration } from './kernel/db/migrate.ts';
import { openDatabase } from './kernel/db/open.ts';

interface Schema {
  migrations: readonly Migration[];
  /** Path of the migrated database; null where these migrations fail: the boot that follows says so. */
  file: Promise<string | null>;
}

/**
 * Schemas made in this process. It makes many apps of the same few sets of features, and running the migrations is a
 * third of the time of an app.
 */
const schemas: Schema[] = [];

/**
 * Puts at `file` a SQLite database as the migrations of these features leave it. A file that has tables stays as it is;
 * one that has none may be open elsewhere.
 */
export async function copySchema(
  file: string,
  features: readonly AnyFeature[],
  off: readonly AnyFeature[],
): Promise<void> {
  const migrations = listOf(features, off);
  if (!migrations) return;
  const known = schemas.find((schema) => isSame(schema.migrations, migrations));
  const schema = known ?? { migrations, file: makeSchema(migrations, off).catch(() => null) };
  if (!known) schemas.push(schema);
  const made = await schema.file;
  if (made === null) return;
  if (existsSync(file)) fillEmpty(file, made);
  else await copyFile(made, file);
}

function listOf(features: readonly AnyFeature[], off: readonly AnyFeature[]): Migration[] | null {
  try {
    return migrationsOf(validateManifests(features, { off, commonErrors: managerErrors }));
  } catch {
    return null; // the boot that follows says why
  }
}

/** Compares the migrations themselves: tests make features with the names of others. */
function isSame(one: readonly Migration[], other: readonly Migration[]): boolean {
  return one.length === other.length && one.every((migration, index) => migration === other[index]);
}

async function makeSchema(migrations: readonly Migration[], off: readonly AnyFeature[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetmend-schema-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'schema.sqlite');
  const log = pino({ level: 'silent' });
  const db = await openDatabase({ file, log });
  try {
    const untouched = off.map(({ name }) => name);
    await migrate(db, migrations, log, untouched);
  } finally {
    await db.close();
  }
  return file;
}

/** Copies the tables with their rows, then the indexes; migrations make no triggers or views. */
function fillEmpty(file: string, schema: string): void {
  const database = new SqliteConnection(file);
  try {
    const count = database.prepare('select count(*) as tables from sqlite_master').get() as {
      tables: number;
    };
    if (count.tables > 0) return;
    database.prepare('attach ? as made').run(schema);
    const made = database
      .prepare(
        "select type, name, sql from made.sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'",
      )
      .all() as { type: string; name: string; sql: string }[];
    const tables = made.filter(({ type }) => type === 'table');
    database.transaction(() => {
      for (const { sql } of tables) database.exec(sql);
      for (const { name } of tables) database.exec(`insert into main."${name}" select * from made."${name}"`);
      for (const { type, sql } of made) if (type !== 'table') database.exec(sql);
    })();
  } finally {
    database.close();
  }
}
