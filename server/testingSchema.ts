import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { managerErrors } from './shared/wire/managerErrors.ts';
import { migrationsOf, type AnyFeature } from './kernel/boot/loader.ts';
import { validateManifests } from './kernel/boot/manifests.ts';
import type { Database } from './kernel/db/database.ts';
import { migrate, type Migration } from './kernel/db/migrate.ts';
import { openDatabase } from './kernel/db/open.ts';
import { describeSchema, fillFromSql, kindOf, withScratch } from './testingSchemaMariadb.ts';
import { fillEmpty } from './testingSchemaSqlite.ts';
import { keptFile } from '../test/support/kept.ts';

interface Wanted {
  migrations: readonly Migration[];
  /** The kind of database. */
  kind: string;
  /** Writes the schema to the file; `run` migrates an empty database. */
  make(file: string, run: (db: Database) => Promise<void>): Promise<void>;
}

interface Schema extends Wanted {
  /** Path of the schema; null where these migrations fail: the boot that follows says so. */
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
  const made = await schemaOf({ migrations, kind: 'sqlite', make: makeSqlite }, off);
  if (made === null) return;
  if (existsSync(file)) fillEmpty(file, made);
  else await copyFile(made, file);
}

/** The same in a MariaDB database that has no tables yet. */
export async function restoreSchema(
  db: Database,
  features: readonly AnyFeature[],
  off: readonly AnyFeature[],
): Promise<void> {
  const migrations = listOf(features, off);
  const kind = migrations && (await kindOf(db));
  if (!migrations || !kind) return;
  const make: Wanted['make'] = (file, run) =>
    withScratch(db, async (scratch) => {
      await run(scratch);
      await writeFile(file, await describeSchema(scratch));
    });
  const made = await schemaOf({ migrations, kind, make }, off);
  if (made !== null) await fillFromSql(db, await readFile(made, 'utf8'));
}

function listOf(features: readonly AnyFeature[], off: readonly AnyFeature[]): Migration[] | null {
  try {
    return migrationsOf(validateManifests(features, { off, commonErrors: managerErrors }));
  } catch {
    return null; // the boot that follows says why
  }
}

function schemaOf(wanted: Wanted, off: readonly AnyFeature[]): Promise<string | null> {
  const known = schemas.find((schema) => isSame(schema, wanted));
  if (known) return known.file;
  const file = keptSchema(wanted, off).catch(() => null);
  schemas.push({ ...wanted, file });
  return file;
}

/** Compares the migrations themselves: tests make features with the names of others. */
function isSame(one: Wanted, other: Wanted): boolean {
  const [known, asked] = [one.migrations, other.migrations];
  return (
    one.kind === other.kind &&
    known.length === asked.length &&
    known.every((migration, index) => migration === asked[index])
  );
}

const root = resolve(import.meta.dirname, '..');

/**
 * Running the migrations takes as long as all the rest of an app's start, so a schema of what ships is kept. What a test
 * makes itself is not: what it holds cannot be told from its text.
 */
async function keptSchema(wanted: Wanted, off: readonly AnyFeature[]): Promise<string> {
  const untouched = off.map(({ name }) => name);
  const run = async (db: Database): Promise<void> =>
    void (await migrate(db, wanted.migrations, pino({ level: 'silent' }), { off: untouched }));
  const make = (file: string): Promise<void> => wanted.make(file, run);
  const sources = await sourcesOf(wanted.migrations);
  if (sources) return keptFile({ folder: 'schemas', prefix: 'schema', key: hashOf(wanted, sources), make });
  const folder = await mkdtemp(join(tmpdir(), 'fleetmend-schema-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'schema');
  await make(file);
  return file;
}

async function makeSqlite(file: string, run: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase({ file, log: pino({ level: 'silent' }) });
  try {
    await run(db);
  } finally {
    await db.close();
  }
}

/** The sources that say what these migrations do on an empty database; null if a test has made some of them. */
async function sourcesOf(migrations: readonly Migration[]): Promise<string[] | null> {
  const shipped = new Set<unknown>(migrationsOf([]));
  const sources = scriptsIn(join(root, 'server/kernel'), true);
  for (const feature of new Set(migrations.map(({ name }) => name.split('/')[0] ?? '')))
    for (const folder of [`server/core/${feature}/migrations`, `plugins/${feature}/migrations`])
      for (const file of scriptsIn(join(root, folder))) {
        sources.push(file);
        const exported = (await import(pathToFileURL(file).href)) as object;
        for (const value of Object.values(exported).flat()) shipped.add(value);
      }
  return migrations.every((migration) => shipped.has(migration)) ? sources : null;
}

function scriptsIn(folder: string, recursive = false): string[] {
  if (!existsSync(folder)) return [];
  const names = (readdirSync(folder, { recursive }) as string[]).sort();
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

/** The lock file names the versions of the libraries. */
function hashOf({ migrations, kind }: Wanted, sources: readonly string[]): string {
  const hash = createHash('sha256').update([kind, ...migrations.map(({ name }) => name)].join());
  for (const file of [...sources, join(root, 'package-lock.json')]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 24);
}
