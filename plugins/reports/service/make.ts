import { mkdirSync, rmSync } from 'node:fs';
import { open, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, guarded, newId, ReadFailed, type Actor, type Context } from '../../../server/plugin.ts';
import type { Made, ReportInput, Summary } from '../domain/types.ts';
import type { Prepared } from './asked.ts';

/** Limit of making a report, the wait for a thread included. */
const TIMEOUT_MS = 120_000;
/** The contract's limit of the answer. */
const MAX_BYTES = 268_435_456;
/** How long a file may take to a slow client; then the connection is cut. */
const MAX_SENDING_MS = 900_000;
/** Reports that are made at once: there are as many threads for long reads. */
const MAX_MAKING = 2;
/** Files that are sent at once; each has at most 256 MiB. */
const MAX_SENDING = 8;
const RETRY_SECS = 10;
const TOOK_TOO_LONG = `The report was not finished within ${TIMEOUT_MS / 1_000} seconds; try again, or choose a shorter period or a group.`;
/** For a thread that ended by itself, out of memory or by a fault: only the log has the reason. */
const BROKE_OFF =
  'The report failed before it was complete; try again. If it fails again, choose a shorter period or a group; the log of the manager says why.';
const TASK = new URL('../task/task.ts', import.meta.url);

export interface ReportFile {
  data: Readable;
  sizeBytes: number;
}

export interface FileCall {
  format: 'csv' | 'pdf';
  bom: boolean;
  by: { actor: Actor; address: string };
  signal: AbortSignal;
}

/** A complete file, which the caller reads and removes. */
export interface KeptFile {
  path: string;
  sizeBytes: number;
  rows: number;
  summary: Summary;
}

export interface Reports {
  /** Throws as `file`. */
  kept(prepared: Prepared, call: Pick<FileCall, 'format' | 'signal'>): Promise<KeptFile>;
  /** Throws REPORTS_BUSY, REPORT_NOT_MADE, REPORT_TOO_LARGE. */
  file(prepared: Prepared, call: FileCall): Promise<ReportFile>;
  /** Throws REPORTS_BUSY, REPORT_NOT_MADE. */
  figures(prepared: Prepared, signal: AbortSignal): Promise<{ rows: number; summary: Summary }>;
}

/**
 * Makes reports, a few at once, each in a thread. A file is whole on the disk before its first byte is sent: so a
 * failure can still be told, a file that arrives is complete, and a slow client holds a file and neither a thread nor
 * a transaction.
 */
export function createReports(ctx: Context): Reports {
  const spool = emptied(join(ctx.config.dataDir, 'reports'));
  let making = 0;
  let sending = 0;

  async function make(
    asked: Omit<ReportInput, 'maxBytes'>,
    signal: AbortSignal,
  ): Promise<Extract<Made, { outcome: 'made' }>> {
    const input: ReportInput = { ...asked, maxBytes: MAX_BYTES };
    if (making >= MAX_MAKING || sending >= MAX_SENDING) throw busy();
    making += 1;
    try {
      const made = await firstOf(ctx.reading.run<Made>(TASK, input, { timeoutMs: TIMEOUT_MS, signal }));
      if (made.outcome === 'tooLarge') throw new AppError('REPORT_TOO_LARGE');
      return made;
    } catch (error) {
      if (input.file !== '') await rm(input.file, { force: true });
      if (!(error instanceof ReadFailed)) throw error;
      if (error.reason !== 'ABORTED') ctx.log.warn({ error, type: input.type }, 'a report could not be made');
      throw notMade(error);
    } finally {
      making -= 1;
    }
  }

  return {
    async file(prepared, { format, bom, by, signal }) {
      const file = join(spool, newId());
      const { sizeBytes, rows } = await make({ ...prepared, format, bom, file }, signal);
      const data = await recorded(file, () => recordDownload(ctx, { prepared, format, rows, by }));
      sending += 1;
      const late = ctx.clock.setTimeout(() => data.destroy(), MAX_SENDING_MS);
      data.once(
        'close',
        guarded(() => {
          sending -= 1;
          late.clear();
        }),
      );
      return { data, sizeBytes };
    },
    async kept(prepared, { format, signal }) {
      const path = join(spool, newId());
      return { path, ...(await make({ ...prepared, format, bom: false, file: path }, signal)) };
    },
    figures: (prepared, signal) => make({ ...prepared, format: 'figures', bom: false, file: '' }, signal),
  };
}

/** The file to send, once its download is recorded; a file that cannot be sent is removed. */
async function recorded(file: string, record: () => Promise<void>): Promise<Readable> {
  try {
    await record();
    return await takeAway(file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Empties the folder: a manager that was killed left its files, and nothing else may use the folder. */
function emptied(spool: string): string {
  rmSync(spool, { recursive: true, force: true });
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  return spool;
}

async function firstOf<T>(pieces: AsyncIterable<T>): Promise<T> {
  for await (const piece of pieces) return piece;
  throw new Error('a report gave no result');
}

const busy = (): AppError => new AppError('REPORTS_BUSY', { headers: { 'Retry-After': String(RETRY_SECS) } });

function notMade(error: ReadFailed): AppError {
  const message = error.reason === 'TIMED_OUT' ? TOOK_TOO_LONG : BROKE_OFF;
  const headers = { 'Retry-After': String(RETRY_SECS) };
  return new AppError('REPORT_NOT_MADE', { message, headers }, { cause: error });
}

/** A stream of the file, which loses its name at once: it is gone with its last reader, even if the manager dies. */
async function takeAway(file: string): Promise<Readable> {
  const handle = await open(file, 'r');
  await unlink(file);
  return handle.createReadStream();
}

interface Download {
  prepared: Prepared;
  format: string;
  rows: number;
  by: FileCall['by'];
}

/** Records the download before the first byte is sent, so that a broken-off one is in the log, too. */
async function recordDownload(ctx: Context, { prepared, format, rows, by }: Download): Promise<void> {
  const { type, from, to, group, isLimited } = prepared;
  await ctx.tx(
    async (tx) =>
      ctx.audit.record(tx, {
        ...by,
        action: 'report.downloaded',
        resource: { kind: 'report', id: null, name: type },
        after: { format, from, to, groupId: group?.id ?? null, hostsLimited: isLimited, rows },
      }),
    { name: 'reports.download' },
  );
}
