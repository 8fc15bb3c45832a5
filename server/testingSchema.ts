import { copyFile, mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { managerErrors } from './shared/wire/managerErrors.ts';
import { migrationsOf, type AnyFeature } from './kernel/boot/loader.ts';
import { validateManifests } from './kernel/boot/manifests.ts';
import { migrate, type Migration } from './kernel/db/migrate.ts';
import { openDatabase } from './kernel/db/open.ts';

interface Schema {
  migrations: readonly Migration[];
  /** Where these migrations can't be run, the boot that follows says so. */
  file: Promise<string | null>;
}

/** Few in a process, which makes many apps of the same features: to run the migrations is a third of an app. */
const schemas: Schema[] = [];

/** Puts at `file` an empty SQLite database, as the migrations of these features leave it. */
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
  if (made !== null) await copyFile(made, file);
}

function listOf(features: readonly AnyFeature[], off: readonly AnyFeature[]): Migration[] | null {
  try {
    return migrationsOf(validateManifests(features, { off, commonErrors: managerErrors }));
  } catch {
    return null; // as above
  }
}

/** By the migrations themselves: tests make features with names of others. */
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
