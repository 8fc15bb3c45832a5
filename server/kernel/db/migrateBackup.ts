import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { sizeText } from '../../shared/sizeText.ts';
import type { Database } from './database.ts';
import { copiesOf } from './migrationRows.ts';

const COPYING = fileURLToPath(new URL('./copyPages.ts', import.meta.url));
/** Copies of databases from before their migrations that are kept: the youngest. */
const KEPT = 3;
/** Left free for whoever else writes there. */
const SPARE_BYTES = 64 * 1024 * 1024;
const TRIES = 20;
const TRY_MS = 250;

/** There is no room for a copy, or it failed: what is wrong, and what to do. */
export class CopyFailed extends Error {}

/** What a copy that was made while a manager served is called; it is not whole before the next start has finished it. */
const begunCopy = (file: string): string => `${file}.before-upgrade.tmp`;

/**
 * Begins the copy of a SQLite file while a manager serves: the copy that its next version makes before it migrates then
 * takes as long as what differs. Answers bytes of the copy and how many of them were written. Throws CopyFailed.
 */
export async function beginCopy(file: string): Promise<{ bytes: number; written: number }> {
  const begun = begunCopy(file);
  const part = `${file}.before-upgrade.${process.pid}.tmp`;
  if (existsSync(begun)) renameSync(begun, part);
  const written = await copyTo(file, part);
  renameSync(part, begun);
  return { bytes: statSync(begun).size, written };
}

/** Removes what `beginCopy` made and nobody needed, and what killed managers left, each as large as the database. */
export function forgetCopy({ address: { file } }: Pick<Database, 'address'>): void {
  if (file === undefined || !existsSync(file)) return;
  const begin = `${path.basename(file)}.before-`;
  for (const name of readdirSync(path.dirname(file)))
    if (name.startsWith(begin) && name.endsWith('.tmp'))
      rmSync(path.join(path.dirname(file), name), { force: true });
}

/**
 * Copies the SQLite file to `<file>.before-<name>.bak`, readable by its owner alone, and keeps the youngest three such
 * copies. An older copy of that name is replaced only once the new one is whole. Goes on from where `beginCopy` came to.
 * Throws CopyFailed; nothing was changed then.
 */
export async function backUpSqlite(db: Database, name: string, log: Logger): Promise<void> {
  const { file } = db.address;
  if (file === undefined || !existsSync(file)) return;
  const copy = `${file}.before-${name.replaceAll('/', '-')}.bak`;
  const part = `${copy}.${process.pid}.tmp`;
  if (existsSync(begunCopy(file))) renameSync(begunCopy(file), part);
  const startedMs = performance.now();
  const written = await whileNobodyWrites(db, file, () => copyTo(file, part));
  renameSync(part, copy);
  forgetCopy(db);
  for (const old of copiesOf(file).slice(0, -KEPT)) rmSync(old, { force: true });
  const durationMs = Math.round(performance.now() - startedMs);
  log.info({ copy, written, durationMs }, 'database copied before its migration');
}

/** All that was written lies in the file itself then, and not in its write-ahead log. */
async function whileNobodyWrites<T>({ knex }: Database, file: string, work: () => Promise<T>): Promise<T> {
  const walBytes = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  for (let nth = 0; nth < TRIES; nth++) {
    await knex.raw('PRAGMA wal_checkpoint(TRUNCATE)');
    // It begins with the lock of writers.
    const done = await knex.transaction(async () => (walBytes() > 0 ? null : { result: await work() }));
    if (done) return done.result;
    await sleep(TRY_MS);
  }
  throw new CopyFailed(
    `copying the database before its migration failed: another program has ${file} open and uses it. Nothing was changed; stop that program and start again`,
  );
}

/** Answers how many bytes were written. */
async function copyTo(file: string, part: string): Promise<number> {
  try {
    assertRoom(file, part);
    const { stdout } = await promisify(execFile)(process.execPath, [COPYING, file, part]);
    return Number(stdout);
  } catch (cause) {
    rmSync(part, { force: true });
    if (cause instanceof CopyFailed) throw cause;
    throw refusal(file, lastLine(cause), cause);
  }
}

function assertRoom(file: string, part: string): void {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  const needed = statSync(file).size - (statSync(part, { throwIfNoEntry: false })?.size ?? 0) + SPARE_BYTES;
  const free = bavail * bsize;
  if (free >= needed) return;
  throw refusal(
    file,
    `${sizeText(needed)} are needed in ${path.dirname(file)}, and ${sizeText(free)} are free`,
  );
}

const refusal = (file: string, why: string, cause?: unknown): CopyFailed =>
  new CopyFailed(
    `copying the database before its migration failed (${why}): nothing was changed. The copy needs as much space as ${file}; free some space there and start again, or start the previous version`,
    { cause },
  );

/** Of what a process said; `execFile` puts its command line and all that it said into its message. */
const lastLine = (error: unknown): string =>
  String((error as Error).message)
    .split('\n')
    .findLast((line) => line.includes('Error:')) ?? String((error as Error).message).slice(0, 300);
