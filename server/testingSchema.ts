import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import SqliteConnection from 'better-sqlite3';
import { pino } from 'pino';
import { managerErrors } from './shared/wire/managerErrors.ts';
import { migrationsOf, type AnyFeature } from './kernel/boot/loader.ts';
import { validateManifests } from './kernel/boot/manifests.ts';
import { migrate, type Migration } from './kernel/db/migrate.ts';
import { openDatabase } from './kernel/db/open.ts';
import { keptFile } from '../test/support/kept.ts';

interface Schema {
  migrations: readonly Migration[];
  /** Path of the migrated database; null where these migrations fail: the boot that follows says so. */
  file: Promise<string | null>;
}

/** Schemas that this process has used: it makes many apps of the same few sets of features. */
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
  const schema = known ?? { migrations, file: schemaOf(migrations, off).catch(() => null) };
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

const root = resolve(import.meta.dirname, '..');

/**
 * Running the migrations takes as long as all the rest of an app's start, so a schema of what ships is kept. What a test
 * makes itself is not: what it holds cannot be told from its text.
 */
async function schemaOf(migrations: readonly Migration[], off: readonly AnyFeature[]): Promise<string> {
  const make = (to: string): Promise<void> => makeSchema(to, migrations, off);
  const sources = await sourcesOf(migrations);
  if (sources) {
    const key = `${await hashOf(migrations, sources)}.sqlite`;
    return keptFile({ folder: 'schemas', prefix: 'schema', key, make });
  }
  const folder = await mkdtemp(join(tmpdir(), 'fleetmend-schema-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'schema.sqlite');
  await make(file);
  return file;
}

/** The sources that say what these migrations do on an empty database; null if a test has made some of them. */
async function sourcesOf(migrations: readonly Migration[]): Promise<string[] | null> {
  const shipped = new Set<unknown>(migrationsOf([]));
  const sources = await scriptsIn(join(root, 'server/kernel'), true);
  for (const feature of new Set(migrations.map(({ name }) => name.split('/')[0] ?? '')))
    for (const folder of [`server/core/${feature}/migrations`, `plugins/${feature}/migrations`])
      for (const file of await scriptsIn(join(root, folder))) {
        sources.push(file);
        const exported = (await import(pathToFileURL(file).href)) as object;
        for (const value of Object.values(exported).flat()) shipped.add(value);
      }
  return migrations.every((migration) => shipped.has(migration)) ? sources : null;
}

async function scriptsIn(folder: string, recursive = false): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder, { recursive })).sort();
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

/** The lock file names the versions of the libraries. */
async function hashOf(migrations: readonly Migration[], sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(migrations.map(({ name }) => name).join());
  for (const file of [...sources, join(root, 'package-lock.json')]) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 24);
}

async function makeSchema(
  file: string,
  migrations: readonly Migration[],
  off: readonly AnyFeature[],
): Promise<void> {
  const log = pino({ level: 'silent' });
  const db = await openDatabase({ file, log });
  try {
    const untouched = off.map(({ name }) => name);
    await migrate(db, migrations, log, untouched);
  } finally {
    await db.close();
  }
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
