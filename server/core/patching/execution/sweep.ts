import type { Context } from '#server/kernel/boot/feature.ts';
import { ts } from '#server/kernel/db/database.ts';
import { databaseFailureOf } from '#server/kernel/db/failure.ts';
import { ACTIVE_STATES, GATED_STATES, WAITING_STATES } from '../domain/jobHostStates.ts';
import { OPEN_JOB_STATES } from '../domain/jobStates.ts';
import { JobHostModel, JobModel, TagClaimModel, type Rows } from '../models.ts';
import { endWaiting } from '../service/endWaiting.ts';
import { releaseOrphans } from '../service/tagClaims.ts';
import { LEASE_MS } from '../service/jobHostMoves.ts';
import { withJob } from '../service/jobTx.ts';
import { isRetryDue } from './dispatcher.ts';
import type { Engine } from './engine.ts';

export const SWEEP_EVERY_MS = 30_000;
export const RENEW_EVERY_MS = 10_000;
const BATCH = 200;

type SweepContext = Pick<
  Context,
  'tx' | 'db' | 'audit' | 'events' | 'steps' | 'instanceId' | 'log' | 'clock'
>;

/** Finds work in the rows that is due but that nobody does: after lost wake-ups and killed managers. */
export async function sweep(ctx: SweepContext, engine: Engine): Promise<void> {
  const now = await ctx.db.now();
  await startScheduled(ctx, now);
  await finishEnds(ctx);
  await takeOver(ctx, engine, (row) => row.where('lease_until', '<=', ts(now)));
  await freeTags(ctx);
  for (const jobId of await dueJobs(ctx, now)) engine.wake(jobId);
}

/** Makes scheduled jobs pending once they are due. */
export async function startScheduled(ctx: SweepContext, now: Date): Promise<void> {
  const due = await JobModel.query(ctx.db.reader)
    .select('id')
    .where('state', 'scheduled')
    .where('schedule_at', '<=', ts(now))
    .limit(BATCH);
  for (const { id } of due) {
    await withJob(ctx, id, { name: 'patching.startScheduled' }, async (jobTx) => {
      const { state, scheduleAt } = jobTx.job;
      if (state === 'scheduled' && scheduleAt && scheduleAt <= jobTx.now) jobTx.startScheduled();
    });
  }
}

/** Releases tags whose job host is not at work any more, whatever happened to the manager that claimed them. */
async function freeTags(ctx: SweepContext): Promise<void> {
  if (!(await TagClaimModel.query(ctx.db.reader).select('tag').first())) return;
  const freed = await ctx.tx((tx) => releaseOrphans(tx.knex), { name: 'patching.freeTags' });
  if (freed > 0) ctx.log.warn({ freed }, 'released tags of hosts that are not running a job');
}

/** Finishes the cancel or end of jobs that a killed manager left half done. */
async function finishEnds(ctx: SweepContext): Promise<void> {
  const left = await JobModel.query(ctx.db.reader)
    .select('id')
    .where((job) =>
      job
        .where('state', 'cancelling')
        .orWhere((ending) => ending.where('state', 'paused').whereNotNull('end_requested_at')),
    )
    .whereIn(
      'id',
      JobHostModel.query()
        .select('job_id')
        .whereIn('state', [...WAITING_STATES]),
    )
    .limit(BATCH);
  for (const { id } of left) await endWaiting(ctx, id);
}

type Which = (rows: Rows<JobHostModel>) => Rows<JobHostModel>;

/**
 * Takes up the hosts that this manager worked on before it was restarted: no other manager does, so it does not wait
 * for its own lease to run out. Call it only before the engine has begun any work.
 */
export function takeUpOwn(ctx: SweepContext, engine: Engine): Promise<void> {
  return takeOver(ctx, engine, (row) => row.where('lease_owner', ctx.instanceId));
}

/** The hosts at work here: by their state, because an index leads to it, and the table may have millions of rows. */
const atWorkHere = (ctx: SweepContext, rows: Rows<JobHostModel>): Rows<JobHostModel> =>
  rows.whereIn('state', [...ACTIVE_STATES]).where('lease_owner', ctx.instanceId);

/** Takes over the active hosts that `which` selects, for instance those whose lease ran out. */
async function takeOver(ctx: SweepContext, engine: Engine, which: Which): Promise<void> {
  for (;;) {
    const orphans = await JobHostModel.query(ctx.db.reader)
      .whereIn('state', [...ACTIVE_STATES])
      .whereNotIn('id', engine.rowIds)
      .modify((rows) => void which(rows))
      .limit(BATCH);
    let taken = 0;
    for (const row of orphans) taken += Number(await tryTakeOne(ctx, engine, row));
    if (orphans.length < BATCH || taken === 0) return;
  }
}

/**
 * A job whose rows contradict each other (they come from a backup of several moments, say) fails by itself: it must
 * keep neither the other jobs from being taken over nor the manager from its start.
 */
async function tryTakeOne(ctx: SweepContext, engine: Engine, row: JobHostModel): Promise<boolean> {
  try {
    return await takeOne(ctx, engine, row);
  } catch (error) {
    if (databaseFailureOf(error) !== null) throw error;
    const { jobId, hostId } = row;
    ctx.log.error(
      { error, jobId, hostId },
      'a running host could not be taken over; its job makes no progress',
    );
    return false;
  }
}

async function takeOne(ctx: SweepContext, engine: Engine, row: JobHostModel): Promise<boolean> {
  const taken = await withJob(ctx, row.jobId, { name: 'patching.takeOver' }, async (jobTx) => {
    const next = await jobTx.changeHost(row, row.state, {});
    return next && { row: next, job: jobTx.job };
  });
  if (!taken) return false;
  ctx.log.info({ jobId: row.jobId, hostId: row.hostId, from: row.leaseOwner }, 'took over a running host');
  await engine.resume(taken.row, taken.job);
  return true;
}

/** Of each job the reading stops at its first host that is due: ten thousand may wait for a window all night. */
async function dueJobs(ctx: SweepContext, now: Date): Promise<string[]> {
  const due = JobHostModel.query()
    .select(1)
    .whereColumn('patching_job_hosts.job_id', 'patching_jobs.id')
    .whereIn('state', [...WAITING_STATES])
    .where((host) => {
      isRetryDue(host, now);
      void host.orWhereIn('state', [...GATED_STATES]);
    });
  const rows = await JobModel.query(ctx.db.reader)
    .select('id')
    .whereIn('state', [...OPEN_JOB_STATES])
    .whereExists(due);
  return rows.map(({ id }) => id);
}

/**
 * Renews the leases of the hosts at work here, and passes on the cancels of their jobs from other managers. A lease
 * that is not renewed in time may be taken over: then every later write of the old owner is refused.
 */
export async function renewLeases(ctx: SweepContext, engine: Engine): Promise<void> {
  const { rowIds } = engine;
  if (rowIds.length === 0) return;
  const leaseUntil = new Date((await ctx.db.now()).getTime() + LEASE_MS);
  await ctx.tx(
    async (tx) => {
      await atWorkHere(ctx, JobHostModel.query(tx.knex)).whereIn('id', rowIds).patch({ leaseUntil });
    },
    { name: 'patching.renewLeases', durable: false },
  );
  const cancelled = await JobModel.query(ctx.db.reader)
    .select('id')
    .where('state', 'cancelling')
    .whereIn('id', atWorkHere(ctx, JobHostModel.query()).select('job_id'));
  for (const { id } of cancelled) engine.cancelJob(id);
}

/** Ends the leases of this manager, so that the next sweep anywhere takes the hosts over at once. */
export async function releaseLeases(ctx: SweepContext): Promise<void> {
  const leaseUntil = await ctx.db.now();
  await ctx.tx(
    async (tx) => {
      await atWorkHere(ctx, JobHostModel.query(tx.knex)).patch({ leaseUntil });
    },
    { name: 'patching.releaseLeases' },
  );
}
