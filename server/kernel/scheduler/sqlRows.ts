import { toJobId, type JobParameters } from 'agenda';
import { fromTs } from '../db/database.ts';

export const jobsTable = 'scheduler_jobs';

/** A row of `scheduler_jobs`; times are Dates when written, integers or Dates when read (see `fromTs`). */
export interface JobRow {
  id: string;
  name: string;
  type: 'normal' | 'single';
  data: string | null;
  priority: number;
  next_run_at: Date | number | null;
  locked_at: Date | number | null;
  locked_by: string | null;
  waiting_key: string | null;
  last_run_at: Date | number | null;
  last_finished_at: Date | number | null;
}

export function toJobParameters(row: JobRow): JobParameters {
  return {
    _id: toJobId(row.id),
    name: row.name,
    type: row.type,
    priority: row.priority,
    data: row.data === null ? undefined : JSON.parse(row.data),
    nextRunAt: fromTs(row.next_run_at),
    lockedAt: fromTs(row.locked_at) ?? undefined,
    lastRunAt: fromTs(row.last_run_at) ?? undefined,
    lastFinishedAt: fromTs(row.last_finished_at) ?? undefined,
    lastModifiedBy: row.locked_by ?? undefined,
  };
}

/** Columns that change while a job runs. */
export function stateColumns(job: JobParameters): Partial<JobRow> {
  return {
    next_run_at: job.nextRunAt ?? null,
    locked_at: job.lockedAt ?? null,
    last_run_at: job.lastRunAt ?? null,
    last_finished_at: job.lastFinishedAt ?? null,
  };
}
