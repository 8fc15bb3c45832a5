import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import { JobHostModel, LogChunkModel } from '../models.ts';
import { cutMark, expandLines, type LogLine } from './logLines.ts';
import { findSeenJob } from './read.ts';
import { seenOnly, type Sight } from './visibility.ts';
import { codePoint, withoutControls } from '#server/shared/wire/controls.ts';

/** Marks, embeddings, overrides and isolates that would change the order of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * One line of a host's text for a file that may be shown in a terminal. Escape sequences are removed, and remaining
 * control characters, line feeds too, are replaced by their code, `⟨U+001B⟩`.
 */
export const printable = (text: string): string =>
  withoutControls(text.replace(/[\r\n]+$/, ''))
    .replaceAll('\n', codePoint)
    .replace(DIRECTIONS, codePoint)
    .toWellFormed();

const CHUNKS_PER_READ = 16;

/** The log of one job host, for one caller; a host that the caller may not see counts as missing. */
export interface WhichLog {
  jobId: string;
  hostId: string;
  sight: Sight;
}

export interface LogPage {
  logs: LogLine[];
  /** `afterSeq` of the next page. */
  nextSeq: number;
}

/** One page of a job host's log; a line marks where lines were cut. Throws JOB_NOT_FOUND, JOB_HOST_NOT_FOUND. */
export async function readLog(
  knex: Knex,
  which: WhichLog,
  page: { afterSeq: number; limit: number },
): Promise<LogPage> {
  const row = await findJobHost(knex, which);
  const logs: LogLine[] = [];
  for await (const line of linesAfter(knex, row, page.afterSeq)) {
    logs.push(line);
    if (logs.length >= page.limit) break;
  }
  return { logs, nextSeq: logs.at(-1)?.seq ?? page.afterSeq };
}

/** The whole log as text, one entry per line, safe to show in a terminal. */
export async function downloadLog(
  knex: Knex,
  which: WhichLog,
): Promise<{ fileName: string; data: Readable }> {
  const row = await findJobHost(knex, which);
  const text = async function* (): AsyncGenerator<string> {
    for await (const { at, stream, text } of linesAfter(knex, row, 0))
      yield `${printable(`${at} ${stream.padEnd(7)} ${text}`)}\n`;
  };
  return {
    fileName: `${row.fqdn.replace(/[^A-Za-z0-9._-]/g, '_')}-${which.jobId}.log`,
    data: Readable.from(text()),
  };
}

async function findJobHost(knex: Knex, { jobId, hostId, sight }: WhichLog): Promise<JobHostModel> {
  const rows = JobHostModel.query(knex).where({ job_id: jobId, host_id: hostId });
  const row = await seenOnly(rows, knex, sight).first();
  if (row) return row;
  await findSeenJob(knex, jobId, sight);
  throw new AppError('JOB_HOST_NOT_FOUND');
}

async function* linesAfter(knex: Knex, row: JobHostModel, afterSeq: number): AsyncGenerator<LogLine> {
  let seq = afterSeq;
  for (;;) {
    const chunks = await LogChunkModel.query(knex)
      .where({ job_id: row.jobId, host_id: row.hostId })
      .where('last_seq', '>', seq)
      .orderBy('first_seq')
      .limit(CHUNKS_PER_READ);
    for (const chunk of chunks) {
      const at = chunk.at.toISOString();
      if (row.logCutSeq > seq && chunk.firstSeq > row.logCutSeq)
        yield cutMark(row.logCutSeq, row.logHeadSeq, at);
      for (const line of expandLines(chunk.lines)) if (line.seq > seq) yield line;
      seq = chunk.lastSeq;
    }
    if (chunks.length < CHUNKS_PER_READ) return;
  }
}
