import { mkdirSync, rmSync } from 'node:fs';
import { open, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Actor, AppError, type Context, guarded, newId, reads, work } from '#sdk';
import type { Made, ReportInput, Summary } from '../domain/types.ts';
import type { Prepared } from './reportRequest.ts';

/** Limit of making a report, and of the wait for its turn. */
const TIMEOUT_MS = 120_000;
/** The contract's limit of the answer. */
const MAX_BYTES = 268_435_456;
/** How long a file may take to a slow client; then the connection is cut. */
const MAX_SENDING_MS = 900_000;
/** Reports that are made at once: there are as many threads for long reads. One account has one of them. */
const MAX_MAKING = 2;
/** The deep bound: so many of one account wait for their turn, each as long as its limit allows. */
const MAX_WAITING_OF_ONE = 100;
/** Files that are sent at once, to one account and to all; each has at most 256 MiB. */
const MAX_SENDING_TO_ONE = 6;
const MAX_SENDING = 18;
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

/** Whose turn it is, see budgetKey, and what ends the making. */
export interface MakeCall {
  account: string;
  signal: AbortSignal;
}

export interface FileCall extends MakeCall {
  format: 'csv' | 'pdf';
  bom: boolean;
  by: { actor: Actor; address: string };
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
  kept(prepared: Prepared, call: MakeCall & Pick<FileCall, 'format'>): Promise<KeptFile>;
  /** Throws REPORTS_BUSY, REPORT_NOT_MADE, REPORT_TOO_LARGE. */
  file(prepared: Prepared, call: FileCall): Promise<ReportFile>;
  /** Throws REPORTS_BUSY, REPORT_NOT_MADE. */
  figures(prepared: Prepared, call: MakeCall): Promise<{ rows: number; summary: Summary }>;
}

/**
 * Makes reports, a few at once, each in a thread, by turns between accounts. A file is whole on the disk before its first byte is sent: so a
 * failure can still be told, a file that arrives is complete, and a slow client holds a file and neither a thread nor
 * a transaction.
 */
export function createReports(ctx: Context): Reports {
  const spool = emptied(join(ctx.config.dataDir, 'reports'));
  const turns = work.createTurns({
    places: MAX_MAKING,
    placesOf: () => 1,
    waitingOf: MAX_WAITING_OF_ONE,
    waitMs: TIMEOUT_MS,
  });
  ctx.metrics.queue('reports', turns.waiting);
  const sending: string[] = [];

  async function make(
    asked: Omit<ReportInput, 'maxBytes'>,
    { account, signal }: MakeCall,
  ): Promise<Extract<Made, { outcome: 'made' }>> {
    const input: ReportInput = { ...asked, maxBytes: MAX_BYTES };
    refuseMoreSending(account);
    const leave = await turnOf(account, signal);
    try {
      const made = await firstOf(
        ctx.reading.run<Made>(TASK, input, { timeoutMs: TIMEOUT_MS, account, signal }),
      );
      if (made.outcome === 'tooLarge') throw new AppError('REPORT_TOO_LARGE');
      return made;
    } catch (error) {
      if (input.file !== '') await rm(input.file, { force: true });
      if (!(error instanceof reads.ReadFailed)) throw error;
      if (error.reason !== 'ABORTED') ctx.log.warn({ error, type: input.type }, 'a report could not be made');
      throw notMade(error);
    } finally {
      leave();
    }
  }

  async function turnOf(account: string, signal: AbortSignal): Promise<() => void> {
    try {
      return await turns.take(account, signal);
    } catch (error) {
      if (error instanceof work.TurnsFull) throw busy();
      throw notMade(new reads.ReadFailed('ABORTED', 'The caller has gone.', error));
    }
  }

  function refuseMoreSending(account: string): void {
    const own = sending.filter((one) => one === account).length;
    if (own >= MAX_SENDING_TO_ONE || sending.length >= MAX_SENDING) throw busy();
  }

  return {
    async file(prepared, { format, bom, by, ...call }) {
      const file = join(spool, newId());
      const { sizeBytes, rows } = await make({ ...prepared, format, bom, file }, call);
      const data = await recorded(file, () => recordDownload(ctx, { prepared, format, rows, by }));
      sending.push(call.account);
      const late = ctx.clock.setTimeout(() => data.destroy(), MAX_SENDING_MS);
      data.once(
        'close',
        guarded(() => {
          sending.splice(sending.indexOf(call.account), 1);
          late.clear();
        }),
      );
      return { data, sizeBytes };
    },
    async kept(prepared, { format, ...call }) {
      const path = join(spool, newId());
      return { path, ...(await make({ ...prepared, format, bom: false, file: path }, call)) };
    },
    figures: (prepared, call) => make({ ...prepared, format: 'figures', bom: false, file: '' }, call),
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

function notMade(error: reads.ReadFailed): AppError {
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
