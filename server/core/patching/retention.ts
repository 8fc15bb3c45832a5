import type { Knex } from 'knex';
import type { Context } from '../../kernel/boot/feature.ts';
import { ts } from '../../kernel/db/database.ts';
import { keptDays } from '../../kernel/security/settings/fields.ts';
import { section } from '../../kernel/security/settings/section.ts';
import { ENDED_JOB_STATES } from './domain/jobStates.ts';
import {
  GateOverrideModel,
  HostStepModel,
  JobEventModel,
  JobHostModel,
  JobModel,
  LogChunkModel,
  TargetModel,
} from './models.ts';

/** How long the logs, events and outcomes of jobs are kept, in days. */
export const jobRetention = section('job_retention', {
  logs_days: keptDays(30, { min: 1, max: 3650 }),
  events_days: keptDays(180, { min: 1, max: 3650 }),
  outcomes_days: keptDays(730, { min: 1, max: 3650 }),
});

const DAY_MS = 86_400_000;
/** Rows per transaction, so that nobody waits long for the write lock. */
const BATCH = 500;

/** Deletes logs, events and ended jobs that are older than their retention. Runs daily; running again is harmless. */
export async function cleanUp(ctx: Pick<Context, 'db' | 'tx' | 'settings'>): Promise<void> {
  const kept = await ctx.settings.get(jobRetention);
  const nowMs = (await ctx.db.now()).getTime();
  const before = (days: number) => ts(nowMs - days * DAY_MS);
  await deleteLogs(ctx, before(kept.logs_days));
  await deleteEvents(ctx, before(kept.events_days));
  await deleteJobs(ctx, before(kept.outcomes_days));
}

/** Jobs that ended before this time are deleted, by the current setting. */
export async function keptSince(ctx: Pick<Context, 'db' | 'settings'>): Promise<Date> {
  const { outcomes_days: days } = await ctx.settings.get(jobRetention);
  return ts((await ctx.db.now()).getTime() - days * DAY_MS);
}

type Batch = (knex: Parameters<typeof LogChunkModel.query>[0]) => Promise<number>;

async function inBatches(ctx: Pick<Context, 'tx'>, batch: Batch): Promise<void> {
  while ((await ctx.tx((tx) => batch(tx.knex), { name: 'patching.cleanUp', durable: false })) >= BATCH);
}

/** The oldest go first, so that those of the same hosts up to the time of the last are the batch itself. */
function deleteLogs(ctx: Pick<Context, 'tx'>, before: Date): Promise<void> {
  return inBatches(ctx, async (knex) => {
    const rows = await LogChunkModel.query(knex)
      .select('job_id', 'host_id', 'at')
      .where('at', '<', before)
      .orderBy('at')
      .limit(BATCH);
    const last = rows.at(-1)?.at;
    if (last === undefined) return 0;
    for (const [jobId, chunks] of Map.groupBy(rows, (row) => row.jobId))
      await LogChunkModel.query(knex)
        .where('job_id', jobId)
        .whereIn('host_id', [...new Set(chunks.map(({ hostId }) => hostId))])
        .where('at', '<=', ts(last))
        .delete();
    return rows.length;
  });
}

function deleteEvents(ctx: Pick<Context, 'tx'>, before: Date): Promise<void> {
  return inBatches(ctx, async (knex) => {
    const rows = await JobEventModel.query(knex)
      .select('job_id', 'seq')
      .where('at', '<', before)
      .limit(BATCH);
    for (const [jobId, events] of Map.groupBy(rows, (row) => row.jobId))
      await JobEventModel.query(knex)
        .where('job_id', jobId)
        .whereIn(
          'seq',
          events.map(({ seq }) => seq),
        )
        .delete();
    return rows.length;
  });
}

/**
 * A job of ten thousand hosts has some hundred thousand rows: they go a batch at a time, the job's own row last. What a
 * killed manager leaves is deleted the next day.
 */
async function deleteJobs(ctx: Pick<Context, 'tx'>, before: Date): Promise<void> {
  const some = async (knex: Knex): Promise<boolean> => {
    const [job] = await JobModel.query(knex)
      .select('id')
      .whereIn('state', [...ENDED_JOB_STATES])
      .where('completed_at', '<', before)
      .limit(1);
    if (job && !(await deleteRowsOf(knex, job.id))) {
      await TargetModel.query(knex).deleteById(job.id);
      await GateOverrideModel.query(knex).delete().where('job_id', job.id);
      await JobModel.query(knex).deleteById(job.id);
    }
    return job !== undefined;
  };
  while (await ctx.tx((tx) => some(tx.knex), { name: 'patching.cleanUp', durable: false }));
}

/** The tables with rows of a job, and the column by which its rows are parted: an index begins with both. */
const PARTS = [
  [LogChunkModel, 'host_id'],
  [JobEventModel, 'seq'],
  [HostStepModel, 'host_id'],
  [JobHostModel, 'host_id'],
] as const;

/** Deletes a batch of the rows of one table, with all rows of the last host; false when there is none in any table. */
async function deleteRowsOf(knex: Knex, jobId: string): Promise<boolean> {
  for (const [{ tableName }, column] of PARTS) {
    const of = () => knex(tableName).where('job_id', jobId);
    const ends = (await of().orderBy(column).limit(BATCH).select(column)) as Record<
      string,
      string | number
    >[];
    const last = ends.at(-1)?.[column];
    if (last === undefined) continue;
    await of().where(column, '<=', last).delete();
    return true;
  }
  return false;
}
