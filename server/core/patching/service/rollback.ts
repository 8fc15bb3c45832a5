import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import { lockThing } from '#server/kernel/db/locks.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { DEFAULT_SPEC } from '../domain/jobSpec.ts';
import { activeOf, isJobEnded } from '../domain/jobStates.ts';
import { JobModel, type JobHostModel } from '../models.ts';
import { audit, hisRows, hostsNotFound, unknownHosts, type ChangeDeps } from './change.ts';
import type { Caller } from './caller.ts';
import { insertJob, type NewJob } from './insertJob.ts';
import { endSome, endWaiting } from './endWaiting.ts';
import { JobTx } from './jobTx.ts';
import { requireSeen, sightOf, WholeJob, type Sight } from './visibility.ts';
import { undoneHosts } from './undoneHosts.ts';

/** Which of the hosts that a job changed are rolled back. */
export interface WhichHosts {
  /** Null or absent: all hosts of the scope. */
  hostIds?: readonly string[] | null;
  /** `wave`: hosts of the current wave. Null: all hosts, and only of a job that has ended. */
  scope?: 'wave' | 'all' | null;
}

/**
 * Makes a job that undoes another one on each visible host that it changed, or on some of them. This ends a paused
 * job: its waiting hosts are skipped. Resolves with the new job's id. Throws JOB_NOT_FOUND, HOST_NOT_FOUND (not in the
 * job), JOB_OUT_OF_SCOPE (paused, and the caller may not see all of it), JOB_NOT_ROLLBACKABLE.
 */
export async function rollbackJob(
  { ctx, hosts }: ChangeDeps,
  jobId: string,
  which: WhichHosts,
  caller: Caller,
): Promise<string> {
  const sight = await sightOf(hosts, caller.scope);
  await requireSeen(ctx.db.reader, jobId, sight);
  const before = await JobModel.query(ctx.db.reader).select('state').findById(jobId);
  const whole = before?.state === 'paused' ? await WholeJob.require(ctx.db.reader, jobId, sight) : null;
  const { hostIds = null, scope = null } = which;
  const request = { jobId, ...(hostIds === null ? {} : { hostIds }), ...(scope === null ? {} : { scope }) };
  const call = { ...caller, operationId: 'rollbackJob', request };
  const now = await ctx.db.now();
  const undo = { jobId, hostIds, scope, sight, whole };
  const rollbackId = await insertJob(ctx, (tx) => rollbackOf(ctx, tx, { undo, caller, now }), call);
  // Ends the remaining waiting hosts of a paused job that has just been ended; does nothing for other jobs.
  await endWaiting(ctx, jobId, caller);
  return rollbackId;
}

interface Undo extends Required<WhichHosts> {
  jobId: string;
  sight: Sight;
  /** The job was paused and the caller may see all its hosts, so the caller may end it. Null: it was not paused. */
  whole: WholeJob | null;
}

async function rollbackOf(
  ctx: ChangeDeps['ctx'],
  tx: Tx,
  { undo, caller, now }: { undo: Undo; caller: Caller; now: Date },
): Promise<NewJob> {
  // Locked, so that two rollbacks of one job cannot both find it not rolled back yet.
  await lockThing(tx, 'patching.rollback', undo.jobId);
  const job = await JobModel.query(tx.knex).findById(undo.jobId).forUpdate();
  if (!job) throw new AppError('JOB_NOT_FOUND');
  refuseState(job, undo);
  const rows = await changedRows(tx.knex, job, undo);
  if (job.state === 'paused' && undo.whole)
    await endPaused(new JobTx(ctx, tx, job, now, { name: 'patching.createJob', by: caller }), undo.whole, {
      ctx,
      caller,
    });
  return {
    name: job.name && `Rollback of ${job.name}`.slice(0, 200),
    operation: 'rollback',
    spec: { ...DEFAULT_SPEC, maxParallel: job.spec.maxParallel },
    target: null,
    scheduleAt: null,
    rollbackOfJobId: undo.jobId,
    hosts: rows.map(({ hostId, fqdn, machineId, undoJobIds }) => ({ hostId, fqdn, machineId, undoJobIds })),
  };
}

function refuseState(job: JobModel, { scope, whole }: Undo): void {
  if (job.operation === 'rollback') throw notRollbackable('A rollback cannot be rolled back.');
  if (scope === 'wave' && job.currentWave === null) throw notRollbackable('The job has no waves.');
  if (isJobEnded(job.state)) return;
  if (job.state !== 'paused' || scope === null || !whole) throw notRollbackable('The job has not ended.');
  if (activeOf(job.counts) > 0)
    throw notRollbackable('Hosts of the job are still running; roll back once they have finished.');
}

/** In the transaction that makes the rollback: a person who rolls a paused job back does not want the rest of it. */
async function endPaused(
  jobTx: JobTx,
  whole: WholeJob,
  { ctx, caller }: { ctx: ChangeDeps['ctx']; caller: Caller },
): Promise<void> {
  if (jobTx.job.endRequestedAt === null) audit(ctx, jobTx, { caller, action: 'job.end_requested' });
  jobTx.changeJob(whole, 'paused', {
    endRequestedAt: jobTx.job.endRequestedAt ?? jobTx.now,
    reason: 'ENDING',
  });
  await endSome(jobTx);
  await jobTx.finish();
}

async function changedRows(
  knex: Knex,
  job: JobModel,
  { hostIds, scope, sight }: Undo,
): Promise<JobHostModel[]> {
  const unknown = await unknownHosts(knex, { jobId: job.id, hostIds, sight });
  if (unknown.length > 0) throw hostsNotFound(unknown);
  const rows = await hisRows(knex, job.id, sight).whereNotNull('undo_job_ids').orderBy('position');
  const undone = await undoneHosts(knex, job.id, rows);
  const wanted = rows.filter(
    ({ hostId, wave }) =>
      (hostIds === null || hostIds.includes(hostId)) && (scope !== 'wave' || wave === job.currentWave),
  );
  const left = wanted.filter(({ hostId, state }) => state !== 'rolled_back' && !undone.has(hostId));
  if (left.length > 0) return left;
  const running = wanted.map(({ hostId }) => undone.get(hostId)).find((by) => by?.isAtWork);
  if (running) throw notRollbackable('The job is being rolled back.', { job_id: running.jobId });
  throw notRollbackable(wanted.length > 0 ? 'The job was rolled back already.' : NOTHING[scope ?? 'all']);
}

const NOTHING = {
  wave: 'The wave changed nothing.',
  all: 'The job changed nothing.',
} as const;

const notRollbackable = (message: string, details?: { job_id: string }): AppError =>
  new AppError('JOB_NOT_ROLLBACKABLE', { message, details });
