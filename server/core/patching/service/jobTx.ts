import type { Actor } from '#server/kernel/security/actor.ts';
import { systemActor } from '#server/kernel/security/actor.ts';
import type { AuditEntry } from '#server/kernel/security/audit/audit.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { insertModels, patchModels } from '#server/kernel/db/model.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { isEnded, type JobHostState } from '../domain/jobHostStates.ts';
import { isJobEnded, type JobState } from '../domain/jobStates.ts';
import {
  HostStepModel,
  JobEventModel,
  JobHostModel,
  JobModel,
  LogChunkModel,
  type EventKind,
} from '../models.ts';
import type { WorkDone } from '../events.ts';
import { jobEventData, lightJobHost, withoutDetails } from '../wire.ts';
import { moveHost, moveHosts, type Mover, type MoveOfMany } from './jobHostMoves.ts';
import { JobProgress } from './jobProgress.ts';
import type { WholeJob } from './visibility.ts';

export type JobDeps = Pick<Context, 'tx' | 'db' | 'audit' | 'events' | 'steps' | 'instanceId'>;

export interface JobTxOptions {
  name: string;
  /** Who does it, for the audit row of the job's change of state. Default: the system. */
  by?: { actor: Actor; address: string | null };
  durable?: boolean;
}

/**
 * One transaction over one job: locks the job's row, lets `work` change its hosts, and then writes what
 * follows: counts, the job's own state, events with their numbers, the audit row. Null when the job is gone.
 */
export async function withJob<T>(
  deps: JobDeps,
  jobId: string,
  options: JobTxOptions,
  work: (jobTx: JobTx) => Promise<T>,
): Promise<T | null> {
  const now = await deps.db.now();
  return deps.tx(
    async (tx) => {
      const job = await JobModel.query(tx.knex).findById(jobId).forUpdate();
      if (!job) return null;
      const jobTx = new JobTx(deps, tx, job, now, options);
      const result = await work(jobTx);
      await jobTx.finish();
      return result;
    },
    { name: options.name, durable: options.durable },
  );
}

/** What the audit log says when a job enters a state. */
const ACTION_OF_STATE: Readonly<Record<JobState, AuditEntry['action']>> = {
  pending: 'job.queued',
  scheduled: 'job.scheduled',
  waiting_health_check: 'job.held',
  running: 'job.started',
  paused: 'job.paused',
  cancelling: 'job.cancel_started',
  completed: 'job.completed',
  partial: 'job.partly_completed',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

/** Columns of a job that concern all of its hosts. */
export type WideColumns = Partial<
  Pick<
    JobModel,
    'round' | 'budgetFrom' | 'waves' | 'currentWave' | 'cancelRequestedAt' | 'endRequestedAt' | 'reason'
  >
>;

/** What a person's retry or resume changes: a new round, and from what its failures are counted. */
export type NextRound = Pick<WideColumns, 'waves' | 'currentWave'> & Pick<JobModel, 'round' | 'budgetFrom'>;

interface PendingEvent {
  kind: EventKind;
  data: Record<string, unknown>;
}

/** The only writer of job hosts' states. */
export class JobTx {
  readonly tx: Tx;
  /** Its row is locked; changed only here, during the transaction. */
  readonly job: Readonly<JobModel>;
  /** By the database's clock. */
  readonly now: Date;
  readonly #row: JobModel;
  readonly #deps: JobDeps;
  readonly #options: JobTxOptions;
  readonly #mover: Mover;
  readonly #progress: JobProgress;
  readonly #beforeSeq: number;
  readonly #events: PendingEvent[] = [];
  readonly #steps: Partial<HostStepModel>[] = [];
  #logChunks: Partial<LogChunkModel>[] = [];

  constructor(deps: JobDeps, tx: Tx, job: JobModel, now: Date, options: JobTxOptions) {
    this.#deps = deps;
    this.tx = tx;
    this.job = job;
    this.#row = job;
    this.now = now;
    this.#options = options;
    this.#mover = { tx, now, instanceId: deps.instanceId };
    this.#progress = new JobProgress(job, now);
    this.#beforeSeq = job.lastSeq;
  }

  /**
   * Moves a job host, comparing id, state and version. Null when somebody else moved it first: then stop working on
   * it. The lease and the hold on the host follow from the state.
   */
  async changeHost(
    row: JobHostModel,
    to: JobHostState,
    set: Partial<JobHostModel>,
  ): Promise<JobHostModel | null> {
    const next = await moveHost(this.#mover, row, { to, set });
    if (next) this.#moved(row, next);
    return next;
  }

  /**
   * Moves inactive job hosts to an inactive state, a hundred by one statement. Read the rows under the job's lock, which
   * everything that moves them takes. Raises their versions, and with `raiseRound` their rounds.
   */
  async changeHosts(
    rows: readonly JobHostModel[],
    to: JobHostState,
    how: Omit<MoveOfMany, 'to'>,
  ): Promise<void> {
    const moved = await moveHosts(this.#mover, rows, { to, ...how });
    for (const [before, after] of moved) this.#moved(before, after);
  }

  /** Writes columns other than the state if this manager still has the lease. False when it has lost it. */
  async updateOwn(row: JobHostModel, set: Partial<JobHostModel>): Promise<boolean> {
    const where = { id: row.id, version: row.version, lease_owner: this.#deps.instanceId };
    const values = { ...set, updatedAt: this.now };
    return (await patchModels(JobHostModel, this.tx.knex, { where, set: values })) > 0;
  }

  hostUpdated(row: Omit<JobHostModel, 'plan' | 'changes'>): void {
    this.addEvent('job.host.updated', {
      job_id: row.jobId,
      host: withoutDetails(lightJobHost(row, this.job.spec)),
    });
  }

  addEvent(kind: EventKind, data: Record<string, unknown>): void {
    this.#events.push({ kind, data });
  }

  /** The chunk is written together with all others of the transaction. */
  addLogChunk(chunk: Partial<LogChunkModel>): void {
    this.#logChunks.push(chunk);
  }

  async writeLogChunks(): Promise<void> {
    const chunks = this.#logChunks;
    this.#logChunks = [];
    await insertModels(LogChunkModel, this.tx.knex, chunks);
  }

  /**
   * Changes the job's state for a reason other than its hosts; these may change it again when the transaction ends. It
   * concerns all hosts of the job, so the caller must have proved to see them.
   */
  changeJob(whole: WholeJob, to: JobState, set: WideColumns = {}): void {
    if (!whole.isOf(this.job.id)) throw new Error('this is the proof for another job');
    this.#change(to, set);
  }

  /** The time of a scheduled job has come. */
  startScheduled(): void {
    if (this.job.state !== 'scheduled') throw new Error(`a job that is ${this.job.state} does not begin`);
    this.#change('pending');
  }

  /** What gave rise to a scheduled job is gone. No host of it has begun. */
  cancelScheduled(): void {
    if (this.job.state !== 'scheduled')
      throw new Error(`a job that is ${this.job.state} is not cancelled so`);
    this.#change('cancelling', { cancelRequestedAt: this.now });
  }

  /**
   * Opens a job that had ended, after hosts of it were made `pending` again. This needs no proof: no other host of an
   * ended job waits, so none but those begins. A job that was cancelled before its time keeps its time.
   */
  reopen(set: NextRound): void {
    const { scheduleAt, startedAt } = this.job;
    if (!isJobEnded(this.#progress.before)) throw new Error('a job that has not ended is not opened again');
    const isEarly = startedAt === null && scheduleAt !== null && scheduleAt > this.now;
    const to = isEarly ? 'scheduled' : 'running';
    this.#change(to, { ...set, cancelRequestedAt: null, endRequestedAt: null });
  }

  #change(to: JobState, set: WideColumns = {}): void {
    Object.assign(this.#row, set, { state: to });
    this.#progress.mark();
  }

  /** Has `finish` check whether the passing of time moves the waves on: a soak may be over. */
  lookAtWaves(): void {
    this.#progress.mark();
  }

  async finish(): Promise<void> {
    await this.writeLogChunks();
    const progress = this.#progress;
    if (!progress.isChanged && this.#events.length === 0) return;
    if (progress.isChanged) {
      if (progress.follow()) {
        if (isJobEnded(this.#row.state)) this.#row.reason = await skippedFor(this.tx.knex, this.#row);
        this.#tellState();
      }
      this.addEvent('job.updated', jobEventData(this.job, progress.changedWaves()));
    }
    const job = this.#row;
    job.lastSeq = this.#beforeSeq + this.#events.length;
    job.updatedAt = this.now;
    await patchModels(JobModel, this.tx.knex, { where: { id: job.id }, set: changeable(job) });
    const rows = this.#events.map((event, index) => ({
      jobId: job.id,
      seq: this.#beforeSeq + index + 1,
      at: this.now,
      ...event,
    }));
    await insertModels(JobEventModel, this.tx.knex, rows);
    await insertModels(HostStepModel, this.tx.knex, this.#steps);
    this.#deps.events.emit(this.tx, 'patching.jobChanged', { jobId: job.id, seq: job.lastSeq });
    if (job.state === progress.before) return;
    const { steps } = this.#deps;
    if (isJobEnded(job.state))
      await steps.join(this.tx, 'patching.jobEnded', { jobId: job.id, state: job.state });
    if (job.state === 'paused') await steps.join(this.tx, 'patching.jobPaused', { jobId: job.id });
  }

  #tellState(): void {
    const { id: jobId, name, state, counts, startedAt } = this.job;
    if (isJobEnded(state))
      this.#deps.events.emit(this.tx, 'patching.jobEnded', { jobId, state, ...this.#workDone(startedAt) });
    const { actor, address } = this.#options.by ?? { actor: systemActor, address: null };
    this.#deps.audit.record(this.tx, {
      actor,
      address,
      action: ACTION_OF_STATE[state],
      resource: { kind: 'job', id: jobId, name },
      before: { state: this.#progress.before },
      after: { state, counts },
    });
  }

  #moved(from: JobHostModel, to: JobHostModel): void {
    this.#progress.count(from, to);
    if (from.state !== to.state) this.#steps.push(stepOf(to, this.now));
    this.hostUpdated(to);
    if (isEnded(to.state)) this.#tellHostEnd(to);
  }

  #tellHostEnd({ jobId, hostId, state, reason, attempt, startedAt }: JobHostModel): void {
    const ended = { jobId, hostId, state, reason: reason ?? null, attempt };
    this.#deps.events.emit(this.tx, 'patching.hostFinished', { ...ended, ...this.#workDone(startedAt) });
  }

  #workDone(startedAt: Date | null): WorkDone {
    const { operation, spec } = this.job;
    const durationMs = startedAt && Math.max(0, this.now.getTime() - startedAt.getTime());
    return { operation, dryRun: spec.dryRun, durationMs };
  }
}

/** The reason with which all hosts of an ended job were skipped that did not complete; null: there is no such one. */
async function skippedFor(knex: Tx['knex'], { id, state }: JobModel): Promise<string | null> {
  if (state !== 'failed' && state !== 'partial') return null;
  const rows = await JobHostModel.query(knex)
    .distinct('state', 'reason')
    .where('job_id', id)
    .whereNot('state', 'completed')
    .limit(2);
  const [only] = rows;
  return rows.length === 1 && only?.state === 'skipped' ? (only.reason ?? null) : null;
}

function stepOf(
  { jobId, hostId, version, state, reason, attempt }: JobHostModel,
  at: Date,
): Partial<HostStepModel> {
  return { jobId, hostId, version, state, reason: reason ?? null, attempt, at };
}

/** The columns of a job that may change. */
function changeable(job: JobModel): Partial<JobModel> {
  const { state, reason, version, counts, lastSeq, round, budgetFrom, waves, currentWave } = job;
  const { startedAt, completedAt, cancelRequestedAt, endRequestedAt, updatedAt } = job;
  return {
    state,
    reason,
    version,
    counts,
    lastSeq,
    round,
    budgetFrom,
    waves,
    currentWave,
    startedAt,
    completedAt,
    cancelRequestedAt,
    endRequestedAt,
    updatedAt,
  };
}
