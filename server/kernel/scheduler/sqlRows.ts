import { computeJobState, toJobId } from 'agenda';
import type { JobParameters, JobWithState, RemoveJobsOptions } from 'agenda';
import type { Knex } from 'knex';
import { fromTs } from '../db/database.ts';

export const jobsTable = 'scheduler_jobs';

/** A row of `scheduler_jobs`; times are Dates when written, integers or Dates when read (see `fromTs`). */
export interface JobRow {
  id: string;
  name: string;
  type: 'normal' | 'single';
  data: string | null;
  priority: number;
  disabled: number;
  next_run_at: Date | number | null;
  locked_at: Date | number | null;
  locked_by: string | null;
  waiting_key: string | null;
  repeat_every_ms: number | null;
  last_run_at: Date | number | null;
  last_finished_at: Date | number | null;
  failed_at: Date | number | null;
  fail_count: number | null;
  fail_reason: string | null;
  progress: number | null;
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
    repeatInterval: row.repeat_every_ms ?? undefined,
    lastRunAt: fromTs(row.last_run_at) ?? undefined,
    lastFinishedAt: fromTs(row.last_finished_at) ?? undefined,
    failedAt: fromTs(row.failed_at) ?? undefined,
    failCount: row.fail_count ?? undefined,
    failReason: row.fail_reason ?? undefined,
    progress: row.progress ?? undefined,
    disabled: row.disabled === 1,
    lastModifiedBy: row.locked_by ?? undefined,
  };
}

export function withState(row: JobRow, now: Date): JobWithState {
  const job = toJobParameters(row);
  return { ...job, _id: toJobId(row.id), state: computeJobState(job, now) };
}

/** Columns that change while a job runs. */
export function stateColumns(job: JobParameters): Partial<JobRow> {
  return {
    next_run_at: job.nextRunAt ?? null,
    locked_at: job.lockedAt ?? null,
    last_run_at: job.lastRunAt ?? null,
    last_finished_at: job.lastFinishedAt ?? null,
    failed_at: job.failedAt ?? null,
    fail_count: job.failCount ?? null,
    fail_reason: job.failReason ?? null,
    progress: job.progress ?? null,
  };
}

/** Null if nothing was chosen: no choice never means all. */
export function chosen(knex: Knex, options: RemoveJobsOptions): Knex.QueryBuilder<JobRow> | null {
  const { id, ids, name, names, notNames } = options;
  if (!id && !ids?.length && !name && !names?.length && !notNames?.length) return null;
  const query = knex<JobRow>(jobsTable);
  if (id) query.where('id', id.toString());
  if (ids?.length) query.whereIn('id', ids.map(String));
  if (name) query.where('name', name);
  if (names?.length) query.whereIn('name', names);
  if (notNames?.length) query.whereNotIn('name', notNames);
  return query;
}
