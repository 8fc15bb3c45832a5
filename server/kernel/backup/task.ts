import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadDatabase } from '../db/reading/types.ts';
import { lockTable } from '../db/migrate.ts';
import { tablesOf } from '../db/migrateTables.ts';
import { Counter, textOf, type Counted, type Entry, type Header, type Value } from './lines.ts';
import { seal, type SealedFor } from './sealed.ts';

/** What the thread of a backup is given. */
export interface BackupInput {
  to: SealedFor;
  header: Omit<Header, 'migrations' | 'epoch'>;
  dataDir: string;
  /** Entries that are not read from the data directory. */
  files: readonly { file: string; text: string }[];
}

/** A piece of the file, and what has been read so far. */
export interface BackupPiece {
  bytes: Uint8Array;
  counted: Counted;
}

const CHECKPOINTS = 'audit-checkpoints.jsonl';
const CHECKPOINT_KEY = 'audit-checkpoints.key';
const MIGRATIONS = 'kernel_migrations';
const WAIT_MS = 100;
const WAITS = 30;

/** The whole file of a backup, read from one snapshot of the database, while managers write. */
export async function* task(db: ReadDatabase, input: BackupInput): AsyncIterable<BackupPiece> {
  const counter = new Counter();
  const text = textOf(
    db.snapshot((snapshot) => entries(snapshot, input)),
    counter,
  );
  for await (const bytes of seal(text, input.to)) yield { bytes, counted: counter.counted };
}

async function* entries(db: ReadDatabase, { header, dataDir, files }: BackupInput): AsyncIterable<Entry> {
  const { knex } = db;
  const done = (await knex(MIGRATIONS).orderBy('started_at').orderBy('name').select('name')) as {
    name: string;
  }[];
  const installation = (await knex('kernel_installation').first('epoch')) as { epoch: number } | undefined;
  yield {
    ...header,
    epoch: Number(installation?.epoch ?? 0),
    migrations: done.map(({ name }) => name),
  };
  const next = await nextNumbers(db);
  const tables = [...(await tablesOf(knex, db.dialect))].filter((name) => name !== lockTable).sort();
  // The last: until its rows are there, no manager starts on what was restored in part.
  for (const table of [...tables.filter((name) => name !== MIGRATIONS), MIGRATIONS])
    yield* rowsOf(db, table, next.get(table) ?? null);
  yield* files.map(({ file, text }) => ({ file, text }));
  yield* await auditFiles(db, dataDir, header.instance_id);
}

async function* rowsOf(db: ReadDatabase, table: string, next: number | null): AsyncIterable<Entry> {
  let columns: string[] | null = null;
  for await (const row of db.iterate({ sql: `select * from \`${table}\``, bindings: [] })) {
    const values = row as Record<string, unknown>;
    if (columns === null) yield { table, columns: (columns = Object.keys(values)), next };
    yield columns.map((column) => valueOf(values[column]));
  }
  if (columns === null) yield { table, columns: [], next };
}

function valueOf(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.getTime();
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  return value as string | number;
}

/** Numbers that were given and whose rows are gone must not be given again. */
async function nextNumbers({ knex, dialect }: ReadDatabase): Promise<Map<string, number>> {
  const rows = (await (dialect === 'sqlite'
    ? knex('sqlite_sequence').select('name', knex.raw('seq + 1 as next'))
    : knex('information_schema.tables')
        .whereRaw('table_schema = database()')
        .whereNotNull('auto_increment')
        .select('table_name as name', 'auto_increment as next'))) as {
    name: string;
    next: number | string;
  }[];
  return new Map(rows.map(({ name, next }) => [name, Number(next)]));
}

/**
 * The signed checkpoints of the audit log, up to the end that the log has in the snapshot: later ones would tell of rows
 * that a restored database has not. The database is told of a checkpoint before the file, so the last is waited for.
 */
async function auditFiles({ knex }: ReadDatabase, dataDir: string, instanceId: string): Promise<Entry[]> {
  const head = (await knex('kernel_audit_head').first('row_id')) as { row_id: number } | undefined;
  const told = (await knex('kernel_audit_checkpoints').where('manager_id', instanceId).first('row_count')) as
    | { row_count: number }
    | undefined;
  const end = Number(head?.row_id ?? 0);
  for (let waits = 0; ; waits++) {
    const lines = ((await readIfThere(join(dataDir, CHECKPOINTS))) ?? '').split('\n').slice(0, -1);
    const kept = lines.filter((line) => rowsIn(line) <= end);
    const isWhole = Math.max(0, ...kept.map(rowsIn)) >= Number(told?.row_count ?? 0);
    if (!isWhole && waits < WAITS) {
      await sleep(WAIT_MS);
      continue;
    }
    const key = await readIfThere(join(dataDir, CHECKPOINT_KEY));
    return [
      ...(kept.length > 0 ? [{ file: CHECKPOINTS, text: `${kept.join('\n')}\n` }] : []),
      ...(key === null ? [] : [{ file: CHECKPOINT_KEY, text: key }]),
    ];
  }
}

/** What is no checkpoint stays: the check of the log judges it. */
function rowsIn(line: string): number {
  try {
    return Number((JSON.parse(line) as { rows?: number }).rows ?? 0);
  } catch {
    return 0;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
