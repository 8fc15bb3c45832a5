import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import type { AuditEntry } from '#server/kernel/security/audit/audit.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { ACCEPTED, ENDED_STATES, RETRYABLE_STATES, WAITING_STATES } from '../domain/jobHostStates.ts';
import { ENDED_JOB_STATES, isJobEnded } from '../domain/jobStates.ts';
import { reopened, resumed } from '../domain/waves.ts';
import { JobHostModel, type JobModel, type Rows } from '../models.ts';
import type { HostsPort } from '../ports.ts';
import { askBeforeRound } from './beforeRound.ts';
import type { Caller } from './caller.ts';
import { endSome, endWaiting } from './endWaiting.ts';
import { withJob, type JobTx, type NextRound } from './jobTx.ts';
import { wavesOf } from './jobWaves.ts';
import { requireSeen, seenOnly, sightOf, WholeJob, type Sight } from './visibility.ts';
import { undoneHosts } from './undoneHosts.ts';

export interface ChangeDeps {
  hosts: HostsPort;
  ctx: Pick<
    Context,
    'tx' | 'db' | 'audit' | 'events' | 'steps' | 'hooks' | 'idempotency' | 'instanceId' | 'log'
  >;
}

/**
 * Cancels a job: waiting hosts end at once; the engine then asks the hosts at work to stop.
 * Cancelling again is harmless until the job has ended. Throws JOB_NOT_FOUND, JOB_OUT_OF_SCOPE, JOB_NOT_CANCELLABLE.
 */
export async function cancelJob({ ctx, hosts }: ChangeDeps, jobId: string, caller: Caller): Promise<void> {
  const whole = await WholeJob.require(ctx.db.reader, jobId, await sightOf(hosts, caller.scope));
  const done = await withJob(ctx, jobId, { name: 'patching.cancelJob', by: caller }, (jobTx) =>
    once(ctx, jobTx, { caller, operationId: 'cancelJob', request: { jobId } }, async () => {
      const { job } = jobTx;
      if (isJobEnded(job.state)) throw new AppError('JOB_NOT_CANCELLABLE', { details: { state: job.state } });
      if (job.state === 'cancelling') return;
      audit(ctx, jobTx, { caller, action: 'job.cancel_requested' });
      jobTx.changeJob(whole, 'cancelling', { cancelRequestedAt: jobTx.now });
      await endSome(jobTx);
    }),
  );
  if (done === null) throw new AppError('JOB_NOT_FOUND');
  await endWaiting(ctx, jobId, caller);
}

/**
 * Resumes a paused job; its failure budget counts anew from here. Throws JOB_NOT_FOUND, JOB_OUT_OF_SCOPE,
 * JOB_NOT_PAUSED, and the error with which a plugin refuses another round of the job.
 */
export async function resumeJob({ ctx, hosts }: ChangeDeps, jobId: string, caller: Caller): Promise<void> {
  const whole = await WholeJob.require(ctx.db.reader, jobId, await sightOf(hosts, caller.scope));
  await askBeforeRound(ctx, { jobId, hostIds: null, states: WAITING_STATES }, ['paused']);
  const done = await withJob(ctx, jobId, { name: 'patching.resumeJob', by: caller }, (jobTx) =>
    once(ctx, jobTx, { caller, operationId: 'resumeJob', request: { jobId } }, () => {
      const { job } = jobTx;
      if (job.state !== 'paused' || job.endRequestedAt !== null) throw notPaused(job);
      audit(ctx, jobTx, { caller, action: 'job.resumed' });
      const waves = wavesOf(job);
      jobTx.changeJob(whole, 'running', {
        ...nextRound(job),
        ...(waves ? { waves: resumed(waves) } : {}),
      });
      return Promise.resolve();
    }),
  );
  if (done === null) throw new AppError('JOB_NOT_FOUND');
}

/**
 * Ends a paused job: waiting hosts are skipped, hosts at work finish without another attempt. The job ends with its
 * last host, in the state that follows from its hosts. Ending it again is harmless until then. Throws JOB_NOT_FOUND,
 * JOB_OUT_OF_SCOPE, JOB_NOT_PAUSED.
 */
export async function endJob({ ctx, hosts }: ChangeDeps, jobId: string, caller: Caller): Promise<void> {
  const whole = await WholeJob.require(ctx.db.reader, jobId, await sightOf(hosts, caller.scope));
  const done = await withJob(ctx, jobId, { name: 'patching.endJob', by: caller }, (jobTx) =>
    once(ctx, jobTx, { caller, operationId: 'endJob', request: { jobId } }, async () => {
      const { job } = jobTx;
      if (job.state !== 'paused') throw notPaused(job);
      if (job.endRequestedAt !== null) return;
      audit(ctx, jobTx, { caller, action: 'job.end_requested' });
      jobTx.changeJob(whole, 'paused', { endRequestedAt: jobTx.now, reason: 'ENDING' });
      await endSome(jobTx);
    }),
  );
  if (done === null) throw new AppError('JOB_NOT_FOUND');
  await endWaiting(ctx, jobId, caller);
}

const notPaused = ({ state, reason }: JobModel): AppError =>
  new AppError('JOB_NOT_PAUSED', { details: { state, reason } });

/**
 * Starts hosts again that ended without their work being done. All of them: an act on the whole job, which resumes it
 * if it is paused. Named ones: their rows alone move, so that those of a paused job wait until it is resumed. Throws
 * JOB_NOT_FOUND, JOB_OUT_OF_SCOPE (all), HOST_NOT_FOUND (not in the job), JOB_NOT_RETRYABLE, and the error with which a
 * plugin refuses another round of the job.
 */
export async function retryJob(
  { ctx, hosts }: ChangeDeps,
  jobId: string,
  hostIds: readonly string[] | null,
  caller: Caller,
): Promise<void> {
  const sight = await sightOf(hosts, caller.scope);
  await requireSeen(ctx.db.reader, jobId, sight);
  const whole = hostIds === null ? await WholeJob.require(ctx.db.reader, jobId, sight) : null;
  const begins = whole ? [...ENDED_JOB_STATES, 'paused' as const] : ENDED_JOB_STATES;
  await askBeforeRound(ctx, { jobId, hostIds, states: [...RETRYABLE_STATES, ...WAITING_STATES] }, begins);
  const done = await withJob(ctx, jobId, { name: 'patching.retryJob', by: caller }, (jobTx) =>
    once(ctx, jobTx, { caller, operationId: 'retryJob', request: { jobId, hostIds } }, async () => {
      const { job } = jobTx;
      if (!isJobEnded(job.state) && (job.state !== 'paused' || job.endRequestedAt !== null))
        throw notRetryable('The job has not ended.');
      const { restored, others } = await retryableRows(jobTx, hostIds, sight);
      const rows = [...restored, ...others];
      audit(ctx, jobTx, { caller, action: 'job.retried', after: { hosts: rows.length } });
      await jobTx.changeHosts(restored, 'pending', { set: { ...AS_NEW, ...UNCHANGED }, raiseRound: true });
      await jobTx.changeHosts(others, 'pending', { set: AS_NEW, raiseRound: true });
      const anew = retriedRound(job, rows);
      if (isJobEnded(job.state)) jobTx.reopen(anew);
      else if (whole) jobTx.changeJob(whole, 'running', anew);
    }),
  );
  if (done === null) throw new AppError('JOB_NOT_FOUND');
}

/**
 * A person begins a job anew: what was permitted for the round before is asked again, and its failures are forgiven. The
 * round after the last of a job that has ended is left out: an override of the paused job was given for its resume, and
 * ended with the job (`overrideRound`).
 */
const nextRound = ({ state, round, counts }: Readonly<JobModel>): NextRound => ({
  round: round + (isJobEnded(state) ? 2 : 1),
  budgetFrom: counts,
});

/** The next round of a job of which these hosts wait again. */
function retriedRound(job: Readonly<JobModel>, retried: readonly JobHostModel[]): NextRound {
  const waves = wavesOf(job);
  if (!waves) return nextRound(job);
  const next = reopened(waves, new Set(retried.map(({ wave }) => wave ?? 0)));
  return { ...nextRound(job), waves: [...next.waves], currentWave: next.current };
}

/** `restored`: a rollback has undone what they had changed. Those that a rollback is at work on are left out. */
async function retryableRows(
  jobTx: JobTx,
  hostIds: readonly string[] | null,
  sight: Sight,
): Promise<Record<'restored' | 'others', JobHostModel[]>> {
  const rows = await hisRows(jobTx.tx.knex, jobTx.job.id, sight)
    .whereIn('state', [...ENDED_STATES])
    .orderBy('position');
  const unknown = await unknownHosts(jobTx.tx.knex, { jobId: jobTx.job.id, hostIds, sight });
  if (unknown.length > 0) throw hostsNotFound(unknown);
  const wanted = rows.filter(
    ({ state, reason, hostId }) =>
      isRetryable(state) && reason !== ACCEPTED && (hostIds === null || hostIds.includes(hostId)),
  );
  if (wanted.length === 0)
    throw notRetryable(
      'None of these hosts failed, timed out, was cancelled or skipped, or a person accepted it as it stands.',
    );
  const undone = await undoneHosts(jobTx.tx.knex, jobTx.job.id, wanted);
  const free = wanted.filter(({ hostId }) => undone.get(hostId)?.isAtWork !== true);
  if (free.length === 0)
    throw notRetryable('These hosts are being rolled back; retry them once that has ended.');
  const isRestored = ({ hostId }: JobHostModel): boolean => undone.has(hostId);
  return { restored: free.filter(isRestored), others: free.filter((row) => !isRestored(row)) };
}

const isRetryable = (state: string): boolean => (RETRYABLE_STATES as readonly string[]).includes(state);
const notRetryable = (message: string): AppError => new AppError('JOB_NOT_RETRYABLE', { message });

export const hisRows = (knex: Knex, jobId: string, sight: Sight): Rows<JobHostModel> =>
  seenOnly(JobHostModel.query(knex).where('job_id', jobId), knex, sight);

export const hostsNotFound = (ids: readonly string[]): AppError =>
  new AppError('HOST_NOT_FOUND', { details: { host_ids: ids.slice(0, 100) } });

interface Named {
  jobId: string;
  /** Null: all. */
  hostIds: readonly string[] | null;
  sight: Sight;
}

export async function unknownHosts(knex: Knex, { jobId, hostIds, sight }: Named): Promise<string[]> {
  if (hostIds === null) return [];
  const known = await hisRows(knex, jobId, sight).select('host_id');
  const ids = new Set(known.map(({ hostId }) => hostId));
  return hostIds.filter((id) => !ids.has(id));
}

/** A retried host starts afresh, except for what it has changed. */
const AS_NEW: Partial<JobHostModel> = {
  attempt: 0,
  retriesUsed: 0,
  repetition: 0,
  reason: null,
  nextAttemptAt: null,
  gatedBy: null,
  gatedSince: null,
  windowEndAt: null,
  error: null,
  startedAt: null,
  completedAt: null,
  progress: 0,
  message: '',
};

/** What a retried host has changed, once a rollback has undone it. */
const UNCHANGED: Partial<JobHostModel> = { undoJobIds: null, changes: null };

interface OnceCall {
  caller: Caller;
  operationId: string;
  request: unknown;
}

/** Runs `work` unless the caller's idempotency key was used before. */
export async function once(
  ctx: ChangeDeps['ctx'],
  jobTx: JobTx,
  call: OnceCall,
  work: () => Promise<void>,
): Promise<true> {
  const { caller, operationId, request } = call;
  const { idempotencyKey: key, actor } = caller;
  await ctx.idempotency.once(jobTx.tx, { key, operationId, actor, request }, async () => {
    await work();
    return jobTx.job.id;
  });
  return true;
}

interface Act {
  caller: Caller;
  action: AuditEntry['action'];
  after?: object;
}

export function audit(ctx: ChangeDeps['ctx'], { tx, job }: JobTx, { caller, action, after }: Act): void {
  const { actor, address } = caller;
  ctx.audit.record(tx, {
    actor,
    address,
    action,
    resource: { kind: 'job', id: job.id, name: job.name },
    after,
  });
}
