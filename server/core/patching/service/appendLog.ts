import type { JobHostModel } from '../models.ts';
import { LogChunkModel } from '../models.ts';
import type { JobTx } from './jobTx.ts';
import {
  compressLines,
  MAX_HEAD_BYTES,
  MAX_LOG_BYTES,
  packLines,
  type Chunk,
  type NewLine,
} from './logLines.ts';

type LogPosition = Pick<JobHostModel, 'logSeq' | 'logBytes' | 'logHeadSeq' | 'logCutSeq'>;

/** Lines on their way into the log of a job host. */
export interface PackedLog {
  chunks: readonly Chunk[];
  /** The row's columns after the lines are added, before anything is cut. */
  position: LogPosition;
}

export function packLog(row: LogPosition, lines: readonly NewLine[]): PackedLog {
  const { logSeq, logBytes, logHeadSeq, logCutSeq } = row;
  const position: LogPosition = { logSeq, logBytes, logHeadSeq, logCutSeq };
  const chunks = packLines(lines, logSeq);
  for (const { lines: some, sizeBytes } of chunks) {
    if (position.logHeadSeq === 0 && position.logBytes + sizeBytes > MAX_HEAD_BYTES)
      position.logHeadSeq = position.logSeq;
    position.logSeq += some.length;
    position.logBytes += sizeBytes;
  }
  return { chunks, position };
}

/**
 * Adds lines to the log of a job host, in the transaction of the change that they belong to, and cuts the middle out
 * once the log is too long. Resolves with the columns of the row, which the caller must write.
 */
export async function addLog(
  jobTx: JobTx,
  row: JobHostModel,
  { chunks, position }: PackedLog,
): Promise<LogPosition> {
  const { jobId, hostId } = row;
  for (const { lines, sizeBytes } of chunks) {
    const firstSeq = lines[0]?.seq ?? 0;
    const lastSeq = firstSeq + lines.length - 1;
    const compressed = compressLines(lines);
    jobTx.addLogChunk({ jobId, hostId, firstSeq, lastSeq, sizeBytes, at: jobTx.now, lines: compressed });
    jobTx.addEvent('job.log', { job_id: jobId, host_id: hostId, first_seq: firstSeq });
  }
  if (position.logBytes <= MAX_LOG_BYTES) return position;
  await jobTx.writeLogChunks();
  const cut = { ...position };
  await cutMiddle(jobTx, row, cut);
  return cut;
}

/** Deletes the oldest chunks behind the head until the rest fits. */
async function cutMiddle(
  jobTx: JobTx,
  { jobId, hostId }: JobHostModel,
  position: LogPosition,
): Promise<void> {
  const chunks = await LogChunkModel.query(jobTx.tx.knex)
    .select('first_seq', 'last_seq', 'size_bytes')
    .where({ job_id: jobId, host_id: hostId })
    .where('first_seq', '>', position.logHeadSeq)
    .orderBy('first_seq');
  for (const chunk of chunks) {
    if (position.logBytes <= MAX_LOG_BYTES) return;
    await LogChunkModel.query(jobTx.tx.knex).deleteById([jobId, hostId, chunk.firstSeq]);
    position.logBytes -= Number(chunk.sizeBytes);
    position.logCutSeq = Number(chunk.lastSeq);
  }
}
