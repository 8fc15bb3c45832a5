import { isTerminal, JOB_STATUSES } from './record.ts';
import type { JobRecord } from './record.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/**
 * A record as read from disk; null when there is none. Throws when it is not a record of this version: what such a
 * job would do to the host cannot be known.
 */
export function parseRecord(value: unknown, jobId: string): JobRecord | null {
  if (value === null) return null;
  if (!isObject(value) || value['version'] !== 1) throw new Error('not a job record of this version');
  const record = value as unknown as JobRecord;
  const sound =
    record.jobId === jobId &&
    JOB_STATUSES.includes(record.status) &&
    isObject(record.request) &&
    record.operation === record.request.operation &&
    isObject(record.steps) &&
    Array.isArray(record.packages) &&
    Array.isArray(record.changes) &&
    isTime(record.createdAt) &&
    (record.completedAt !== null ? isTime(record.completedAt) : !isTerminal(record.status)) &&
    Number.isSafeInteger(record.statusSeq);
  if (!sound) throw new Error('the job record is damaged');
  return record;
}
