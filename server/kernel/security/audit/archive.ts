import { createHash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { CommandRefused } from '../../boot/commands.ts';
import type { Clock } from '../../clock.ts';
import type { RunTx } from '../../db/tx.ts';
import type { Actor } from '../actor.ts';
import { syncDirectory } from '../../privateFile.ts';
import type { Secrets } from '../secrets.ts';
import type { Audit } from './audit.ts';
import { knownBase, lockBase, writeBase, type AuditBase } from './base.ts';
import { verifyExport } from './exported/verify.ts';
import type { AuditRow } from './rows.ts';

export interface ArchiveParts {
  reader: Knex;
  runTx: RunTx;
  audit: Pick<Audit, 'record' | 'check' | 'export' | 'publicKey'>;
  secrets: Secrets;
  clock: Clock;
}

export interface ArchiveCall {
  actor: Actor;
  /** Rows older than this are archived. */
  before: Date;
  /** Must not exist yet. */
  file: string;
  /** Is told in a sentence how far it has come. */
  tell(sentence: string): void;
}

export interface Archived {
  fromRow: number;
  toRow: number;
  /** Of the file, lower-case hex. */
  sha256: string;
}

/** Rows that one transaction deletes: the other writers wait for it. */
const BATCH = 1_000;
/** Between two of them, in which a running manager gets its turn: SQLite has no queue for its one writer. */
const PAUSE_MS = 10;
const TOLD_EVERY = 100_000;

/**
 * Writes rows older than `before` to a file that can be checked without the manager, checks that file, and deletes the
 * rows. What stays begins with a sealed statement of the last archived row, and a row `audit.archived` says who did it.
 * If it is interrupted, nothing is lost: rows are deleted only after the file is on the disk and the statement is
 * written, and the next call deletes what this one left. Throws CommandRefused where the log is not intact, nothing is
 * that old, or the file cannot be written; then there is no file. Any other error leaves the file.
 */
export async function archiveAudit(parts: ArchiveParts, call: ArchiveCall): Promise<Archived> {
  const { reader, audit, secrets } = parts;
  call.tell('The log is being checked.');
  const { intact } = await audit.check();
  if (!intact)
    throw new CommandRefused(
      'the audit log is not intact, and an archive would hide that: audit verify says what is wrong',
    );
  const formerRows = (await knownBase(reader, secrets))?.rows ?? 0;
  await deleteArchived(parts, formerRows);
  const { range, json } = await audit.export({ to: call.before });
  if (range === null || range.fromRow !== formerRows + 1)
    throw new CommandRefused(`no row of the audit log is older than ${call.before.toISOString()}`);
  const { fromRow, toRow } = range;
  const sha256 = await written(call, { pieces: json(), rows: toRow - fromRow + 1 });
  try {
    const hash = await verified(parts, call.file, { fromRow, toRow });
    const [before, at] = [call.before.toISOString(), parts.clock.now().toISOString()];
    await begin(parts, { call, next: { rows: toRow, hash, before, at }, sha256, fromRow });
  } catch (error) {
    if (error instanceof CommandRefused) await unlink(call.file);
    // The statement may be stored although the database did not say so, and then only the file has the rows.
    else
      call.tell(
        `Keep ${call.file}: if audit verify says that rows 1 to ${toRow} were archived, they are in it.`,
      );
    throw error;
  }
  call.tell(`The file is checked. Rows up to ${toRow} are being deleted from the database.`);
  await deleteArchived(parts, toRow);
  return { fromRow, toRow, sha256 };
}

/** Writes the file, which is on the disk when it resolves with its SHA-256. Nothing is left of a file that failed. */
async function written(
  { file, tell }: ArchiveCall,
  { pieces, rows }: { pieces: AsyncIterable<string>; rows: number },
): Promise<string> {
  const handle = await created(file);
  try {
    const sha256 = createHash('sha256');
    let lines = 0;
    let told = 0;
    for await (const piece of pieces) {
      sha256.update(piece);
      await handle.writeFile(piece);
      lines += piece.split('\n').length - 1;
      if (lines - told < TOLD_EVERY) continue;
      told = lines;
      tell(`${Math.min(lines, rows)} of ${rows} rows are written.`);
    }
    await handle.sync();
    await handle.close();
    syncDirectory(dirname(file));
    return sha256.digest('hex');
  } catch (cause) {
    await handle.close().catch(() => undefined);
    await unlink(file).catch(() => undefined);
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!/^E[A-Z]+$/.test(code)) throw cause;
    throw new CommandRefused(`${file} cannot be written: ${code}; nothing was archived`, { cause });
  }
}

async function created(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'exists already: name a new file' : `cannot be made: ${code}`;
    throw new CommandRefused(`${file} ${why}`, { cause });
  }
}

/** Reads the file back and checks it; the hash of its last row. */
async function verified(
  { reader, audit }: ArchiveParts,
  file: string,
  { fromRow, toRow }: { fromRow: number; toRow: number },
): Promise<string> {
  const report = await verifyExport(file, audit.publicKey().pem);
  const isWhole =
    report.verdict === 'intact' &&
    report.fromRow === fromRow &&
    report.toRow === toRow &&
    report.rowsChecked === toRow - fromRow + 1;
  const last = await reader<AuditRow>('kernel_audit').where('row_id', toRow).first('hash');
  if (!isWhole || !last)
    throw new CommandRefused(`${file} did not pass its check after it was written; nothing was archived`);
  return last.hash;
}

interface Beginning {
  call: ArchiveCall;
  next: AuditBase;
  sha256: string;
  fromRow: number;
}

/** From its commit on the log begins behind the archive. */
async function begin(
  { runTx, audit, secrets }: ArchiveParts,
  { call, next, sha256, fromRow }: Beginning,
): Promise<void> {
  await runTx(
    async (tx) => {
      const former = await lockBase(tx.knex, secrets);
      if ((former?.rows ?? 0) !== fromRow - 1)
        throw new CommandRefused(
          'rows were archived by someone else in the meantime; nothing was archived here',
        );
      await writeBase(tx.knex, secrets, next);
      audit.record(tx, {
        actor: call.actor,
        address: null,
        action: 'audit.archived',
        resource: { kind: 'audit', id: null, name: null },
        after: { fromRow, toRow: next.rows, hash: next.hash, before: next.before, file_sha256: sha256 },
      });
    },
    { name: 'audit.archived' },
  );
}

/** Deletes rows up to this one, the oldest first. */
async function deleteArchived({ reader, runTx }: ArchiveParts, rows: number): Promise<void> {
  const oldest = async (): Promise<number> => {
    const row = (await reader('kernel_audit').min({ row_id: 'row_id' }).first()) as { row_id: unknown };
    return row.row_id === null ? rows + 1 : Number(row.row_id);
  };
  for (let from = await oldest(); from <= rows; from += BATCH) {
    await runTx(
      async ({ knex }) =>
        void (await knex('kernel_audit')
          .where('row_id', '<=', Math.min(rows, from + BATCH - 1))
          .delete()),
      { name: 'audit.archived', durable: false },
    );
    await sleep(PAUSE_MS);
  }
}
