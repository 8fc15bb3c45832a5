import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import { columns } from './columns.ts';
import type { Dialect } from './database.ts';

/**
 * `compatible`: managers of the version before run on beside the new ones, and may be started again: they write nothing
 * that the new tables refuse, and miss nothing that they read. `stop`: they do not, so all of them must be stopped first.
 */
export type MigrationKind = 'compatible' | 'stop';

/**
 * A step in the life of a feature's tables. It may make and change only tables that begin with the feature's name.
 */
export interface Migration {
  /** '<feature>/001_verb_noun'; never renamed, never removed, and what it did never changes. */
  name: string;
  /** Whether the version before runs on with what this has changed. Tables that only the new version uses are `compatible`. */
  kind: MigrationKind;
  /**
   * On SQLite `knex` is a transaction: all of the migration or nothing. On MariaDB each change of the schema commits by
   * itself, so let a migration change at most one table where it might fail.
   */
  up(knex: Knex, dialect: Dialect): Promise<void>;
}

/** What has been applied. */
export const table = 'kernel_migrations';

export interface MigrationRow {
  name: string;
  kind: MigrationKind;
  /** Of the program that applied it. */
  version: string;
  /** Null while it runs, and after one that was cut off. */
  finished_at: unknown;
}

/** What a program knows of migrations, to judge the rows of another version by. */
export interface Known {
  migrations: readonly Migration[];
  /** Names of features that are switched off: their tables stay as they are. */
  off: readonly string[];
  version: string;
}

export async function createTable(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable(table)) return;
  await knex.schema.createTable(table, (t) => {
    columns.ascii(t, 'name', 200).notNullable().primary();
    columns.ascii(t, 'kind', 20).notNullable();
    columns.ascii(t, 'version', 40).notNullable();
    columns.timestamp(t, 'started_at').notNullable();
    columns.timestamp(t, 'finished_at');
  });
}

export const readRows = (knex: Knex): Promise<MigrationRow[]> =>
  knex<MigrationRow>(table).select('name', 'kind', 'version', 'finished_at');

export const featureOf = (migration: string): string => migration.split('/')[0] ?? '';

/** Those that are neither in the list nor of a feature that is off. */
export function unknownRows(done: readonly MigrationRow[], { migrations, off }: Known): MigrationRow[] {
  const names = new Set(migrations.map(({ name }) => name));
  return done.filter(({ name }) => !names.has(name) && !off.includes(featureOf(name)));
}

/**
 * Whether this version runs on with what it does not know: it was said to be compatible with the version before, so not
 * with those further back, and a newer version did it. (What this version did itself is of a plugin that is gone, which
 * may hold work back.)
 */
export function runsOnWith({ name, kind, version }: MigrationRow, known: Known): boolean {
  const isOurs = known.migrations.some((migration) => featureOf(migration.name) === featureOf(name));
  const ahead = compare(version, known.version);
  return kind === 'compatible' && (isOurs || ahead > 0) && minorsAhead(version, known.version) <= 1;
}

const numbersOf = (version: string): readonly number[] =>
  (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);

function compare(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** By how many minor versions the first is ahead; of another major version: further than any. */
function minorsAhead(one: string, other: string): number {
  const [[major, minor = 0], [ownMajor, ownMinor = 0]] = [numbersOf(one), numbersOf(other)];
  return major === ownMajor ? minor - ownMinor : Infinity;
}

/** Why this version does not work with these rows, and the ways out. `file` is that of SQLite. */
export function refusalOf(unknown: readonly MigrationRow[], known: Known, file: string | null): string {
  const some = unknown.slice(0, 3).map(({ name }) => name);
  const named = unknown.length > 3 ? `${some.join(', ')} and ${unknown.length - 3} more` : some.join(', ');
  const begin = `The database holds migrations that this version does not know (${named}): `;
  const features = new Set(known.migrations.map(({ name }) => featureOf(name)));
  const newer = unknown.filter(
    ({ name, version }) => features.has(featureOf(name)) || compare(version, known.version) > 0,
  );
  if (newer.length === 0)
    return `${begin}they are of a plugin that is no longer there: install that again, or name it in disabled_plugins.`;
  const version =
    newer
      .map((row) => row.version)
      .sort(compare)
      .at(-1) ?? '';
  const first = newer.map((row) => row.version).sort(compare)[0] ?? '';
  const copy = file === null ? null : copyBefore(file, first);
  const back =
    copy === null
      ? 'restore the backup from before the upgrade'
      : `go back to the copy from before the upgrade (what was written since is lost): rm -f ${file}-wal ${file}-shm && mv ${copy} ${file}`;
  return `${begin}version ${version} has used it, and this is ${known.version}. Start version ${version} again, or ${back}.`;
}

/** The oldest copy that this version's migrations began with; null: there is none. */
function copyBefore(file: string, version: string): string | null {
  const [copy] = copiesOf(file).filter((path) => path.startsWith(`${file}.before-${version}-`));
  return copy ?? null;
}

/** Whole copies that were made before migrations, the oldest first. */
export function copiesOf(file: string): string[] {
  const folder = path.dirname(file);
  const begin = `${path.basename(file)}.before-`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && name.endsWith('.bak'))
    .map((name) => path.join(folder, name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
}
