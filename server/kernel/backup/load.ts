import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { insertChunked, type Database } from '../db/database.ts';
import { lockTable, migrate, type Migration } from '../db/migrate.ts';
import { tablesOf } from '../db/migrateTables.ts';
import { createRunTx } from '../db/tx.ts';
import {
  BackupUnreadable,
  entriesOf,
  isRow,
  type Header,
  type OnReading,
  type Row,
  type TableLine,
  type Value,
} from './lines.ts';
import { unseal, type Opener } from './sealed.ts';

const MIGRATIONS = 'kernel_migrations';
/** Rows of one transaction, and about as many characters: a statement of MariaDB holds 16 MB. */
const MAX_ROWS = 2_000;
const MAX_LENGTH = 2_000_000;

/**
 * The migrations of this program that made the tables of the backup, in the order in which they are run. Throws
 * BackupUnreadable for a backup of a newer version, or of plugins that are not here.
 */
export function migrationsFor(
  { version, migrations, plugins }: Header,
  known: readonly Migration[],
): Migration[] {
  const names = new Set(known.map(({ name }) => name));
  const unknown = migrations.filter((name) => !names.has(name));
  if (unknown.length === 0) return known.filter(({ name }) => migrations.includes(name));
  const missing = plugins.length > 0 ? `, with its plugins (${plugins.join(', ')})` : '';
  throw new BackupUnreadable(
    `the backup was made by version ${version} and contains what this version does not know (${unknown.slice(0, 3).join(', ')}): restore it with version ${version} or a newer one${missing}`,
  );
}

/** Throws BackupUnreadable where the database has tables: a restore never writes over what is there. */
export async function assertEmpty({ knex, dialect }: Database): Promise<void> {
  const tables = await tablesOf(knex, dialect);
  tables.delete(lockTable);
  if (tables.size === 0) return;
  throw new BackupUnreadable(
    `the database is not empty (${tables.size} tables): restore into an empty one; nothing was changed`,
  );
}

/** Empties a database that a restore has filled in part. */
export async function dropAll({ knex, dialect }: Database): Promise<void> {
  for (const table of await tablesOf(knex, dialect)) await knex.schema.dropTable(table);
}

export interface LoadOptions {
  file: string;
  by: Opener;
  migrations: readonly Migration[];
  log: Logger;
  onReading?: OnReading;
}

/**
 * Fills an empty database with the rows of a backup. No manager starts on it before all rows are there: until then its
 * migrations count as cut off half way.
 */
export async function loadRows(
  db: Database,
  { file, by, migrations, log, onReading }: LoadOptions,
): Promise<void> {
  await migrate(db, migrations, log);
  await db.knex(MIGRATIONS).update({ finished_at: null });
  const runTx = createRunTx(db, log);
  let filling: Filling | null = null;
  let rows: Row[] = [];
  let length = 0;
  let read = 0;
  const write = async (): Promise<void> => {
    const { table, read: valuesOf } = filling ?? {};
    if (rows.length === 0 || table === undefined) return;
    const made = rows.map((row) => valuesOf?.(row) ?? {});
    await runTx(({ knex }) => insertChunked(knex, table, made), { name: 'restore', durable: false });
    rows = [];
    length = 0;
  };
  for await (const entry of entriesOf(unseal(file, by, (share) => onReading?.(read, share)))) {
    if (isRow(entry)) {
      rows.push(entry);
      read += 1;
      length += lengthOf(entry);
      if (rows.length >= MAX_ROWS || length >= MAX_LENGTH) await write();
      continue;
    }
    await write();
    if (filling) await count(db, filling);
    filling = null;
    if (!('table' in entry)) continue;
    filling = await fill(db, entry);
  }
}

interface Filling {
  table: string;
  next: number | null;
  read(row: Row): Record<string, unknown>;
}

/** Migrations put rows into some tables; those of the backup take their place. */
async function fill({ knex, dialect }: Database, { table, columns, next }: TableLine): Promise<Filling> {
  const info = (await knex(table).columnInfo()) as Record<string, { type: string }>;
  const unknown = columns.find((column) => !(column in info));
  if (unknown !== undefined) throw new BackupUnreadable(`the table ${table} has no column ${unknown}`);
  await knex(table).delete();
  const isTime = (column: string): boolean => dialect === 'mariadb' && info[column]?.type === 'datetime';
  const reads = columns.map((column) => [column, isTime(column) ? timeOf : plainOf] as const);
  return {
    table,
    next,
    read: (row) => Object.fromEntries(reads.map(([column, read], at) => [column, read(row[at] ?? null)])),
  };
}

const plainOf = (value: Value): unknown =>
  typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;

const timeOf = (value: Value): unknown => (typeof value === 'number' ? new Date(value) : value);

const lengthOf = (row: Row): number =>
  row.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length;
    return sum + (typeof value === 'object' && value !== null ? value.base64.length : 8);
  }, 0);

async function count({ knex, dialect }: Database, { table, next }: Filling): Promise<void> {
  if (next === null) return;
  if (dialect === 'mariadb') await knex.raw(`alter table \`${table}\` auto_increment = ${Number(next)}`);
  else await setSequence(knex, table, Number(next) - 1);
}

async function setSequence(knex: Knex, name: string, seq: number): Promise<void> {
  await knex('sqlite_sequence').where({ name }).delete();
  await knex('sqlite_sequence').insert({ name, seq });
}
