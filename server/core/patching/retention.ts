import type { Context } from '../../kernel/boot/feature.ts';
import { ts } from '../../kernel/db/database.ts';
import { whole } from '../../kernel/security/settings/fields.ts';
import { section } from '../../kernel/security/settings/section.ts';
import { ENDED_JOB_STATES } from './domain/jobStates.ts';
import {
  HostStepModel,
  JobEventModel,
  JobHostModel,
  JobModel,
  LogChunkModel,
  TargetModel,
} from './models.ts';

/** How long the logs, events and outcomes of jobs are kept, in days. */
export const jobRetention = section('job_retention', {
  logs_days: whole(30, { min: 1, max: 3650 }),
  events_days: whole(180, { min: 1, max: 3650 }),
  outcomes_days: whole(730, { min: 1, max: 3650 }),
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

function deleteLogs(ctx: Pick<Context, 'tx'>, before: Date): Promise<void> {
  return inBatches(ctx, async (knex) => {
    const rows = await LogChunkModel.query(knex)
      .select('job_id', 'host_id', 'first_seq')
      .where('at', '<', before)
      .limit(BATCH);
    for (const { jobId, hostId, firstSeq } of rows)
      await LogChunkModel.query(knex).deleteById([jobId, hostId, firstSeq]);
    return rows.length;
  });
}

function deleteEvents(ctx: Pick<Context, 'tx'>, before: Date): Promise<void> {
  return inBatches(ctx, async (knex) => {
    const rows = await JobEventModel.query(knex)
      .select('job_id', 'seq')
      .where('at', '<', before)
      .limit(BATCH);
    for (const { jobId, seq } of rows) await JobEventModel.query(knex).deleteById([jobId, seq]);
    return rows.length;
  });
}

function deleteJobs(ctx: Pick<Context, 'tx'>, before: Date): Promise<void> {
  return inBatches(ctx, async (knex) => {
    const [job] = await JobModel.query(knex)
      .select('id')
      .whereIn('state', [...ENDED_JOB_STATES])
      .where('completed_at', '<', before)
      .limit(1);
    if (!job) return 0;
    await LogChunkModel.query(knex).delete().where('job_id', job.id);
    await JobEventModel.query(knex).delete().where('job_id', job.id);
    await HostStepModel.query(knex).delete().where('job_id', job.id);
    await JobHostModel.query(knex).delete().where('job_id', job.id);
    await TargetModel.query(knex).deleteById(job.id);
    await JobModel.query(knex).deleteById(job.id);
    return BATCH;
  });
}
