import type { Actor } from '../../../kernel/security/actor.ts';
import { systemActor } from '../../../kernel/security/actor.ts';
import type { AuditEntry } from '../../../kernel/security/audit/audit.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { insertModels, patchModels, rowWith } from '../../../kernel/db/model.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import {
  ACTIVE_STATES,
  isActive,
  isEnded,
  isFailure,
  mayChangeHost,
  type JobHostState,
} from '../domain/jobHostStates.ts';
import {
  isJobEnded,
  jobStateAfter,
  mayChangeJob,
  type FailureBudget,
  type JobState,
} from '../domain/jobStates.ts';
import {
  HostStepModel,
  JobEventModel,
  JobHostModel,
  JobModel,
  LogChunkModel,
  oneMore,
  type EventKind,
} from '../models.ts';
import { countedWaves } from '../domain/waves.ts';
import { jobEventData, lightJobHost, wavesToWire, withoutDetails } from '../wire.ts';
import { releaseTags } from './tagClaims.ts';
import { changedWaves, endWaves, followWaves } from './jobWaves.ts';

export type JobDeps = Pick<Context, 'tx' | 'db' | 'audit' | 'events' | 'steps' | 'instanceId'>;

/** How long a lease lasts. The manager at work on the host renews it; otherwise another manager takes over. */
export const LEASE_MS = 30_000;

/** Hosts that one statement moves. */
const MANY = 100;

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

interface PendingEvent {
  kind: EventKind;
  data: Record<string, unknown>;
}

/** The only writer of job hosts' states. */
export class JobTx {
  readonly tx: Tx;
  /** Its row is locked; changed here during the transaction. */
  readonly job: JobModel;
  /** By the database's clock. */
  readonly now: Date;
  readonly #deps: JobDeps;
  readonly #options: JobTxOptions;
  readonly #before: JobState;
  readonly #beforeSeq: number;
  readonly #wavesBefore: ReturnType<typeof wavesToWire>;
  readonly #events: PendingEvent[] = [];
  readonly #steps: Partial<HostStepModel>[] = [];
  #logChunks: Partial<LogChunkModel>[] = [];
  #jobChanged = false;
  /** The budget is checked only when a host fails, so that old failures do not stop a person who retries others. */
  #newFailures = false;
  /** The waves of the hosts that failed. */
  readonly #failedIn = new Set<number>();

  constructor(deps: JobDeps, tx: Tx, job: JobModel, now: Date, options: JobTxOptions) {
    this.#deps = deps;
    this.tx = tx;
    this.job = job;
    this.now = now;
    this.#options = options;
    this.#before = job.state;
    this.#beforeSeq = job.lastSeq;
    this.#wavesBefore = wavesToWire(job);
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
    if (!mayChangeHost(row.state, to)) throw new Error(`a job host cannot go from ${row.state} to ${to}`);
    const values = {
      ...defined(set),
      ...this.#holdOf(row, to),
      state: to,
      version: row.version + 1,
      updatedAt: this.now,
    };
    if (isEnded(to)) values.completedAt = this.now;
    const where = { id: row.id, state: row.state, version: row.version };
    const changed = await patchModels(JobHostModel, this.tx.knex, { where, set: values });
    if (changed === 0) return null;
    if (!isActive(to) && row.heldTags) await releaseTags(this.tx.knex, row.id);
    const next = rowWith(row, values);
    this.#moved(row, next);
    return next;
  }

  /**
   * Moves inactive job hosts to an inactive state, a hundred by one statement: one by one, thousands of them occupy
   * the database for seconds. Read the rows under the job's lock, which everything that moves them takes. Raises their
   * versions, and with `raiseRound` their rounds.
   */
  async changeHosts(
    rows: readonly JobHostModel[],
    to: JobHostState,
    { set, raiseRound = false }: { set: Partial<JobHostModel>; raiseRound?: boolean },
  ): Promise<void> {
    const values = { ...set, state: to, updatedAt: this.now };
    if (isEnded(to)) values.completedAt = this.now;
    const raised = { version: oneMore('version'), ...(raiseRound ? { round: oneMore('round') } : {}) };
    for (let start = 0; start < rows.length; start += MANY) {
      const some = rows.slice(start, start + MANY);
      const odd = some.find(({ state }) => isActive(state) || !mayChangeHost(state, to));
      if (odd || isActive(to)) throw new Error(`a job host cannot go from ${odd?.state} to ${to} among many`);
      const changed = await JobHostModel.query(this.tx.knex)
        .whereIn(
          'id',
          some.map(({ id }) => id),
        )
        .whereNotIn('state', [...ACTIVE_STATES])
        .patch({ ...values, ...raised });
      if (changed !== some.length) throw new Error('a job host was moved without the lock of its job');
      for (const row of some) {
        const round = row.round + Number(raiseRound);
        this.#moved(row, rowWith(row, values, { version: row.version + 1, round }));
      }
    }
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

  /** Changes the job's state for a reason other than its hosts; these may change it again when the transaction ends. */
  changeJob(to: JobState, set: Partial<JobModel> = {}): void {
    Object.assign(this.job, set, { state: to });
    this.#jobChanged = true;
  }

  /** Has `finish` check whether the passing of time moves the waves on: a soak may be over. */
  lookAtWaves(): void {
    this.#jobChanged = true;
  }

  async finish(): Promise<void> {
    await this.writeLogChunks();
    if (!this.#jobChanged && this.#events.length === 0) return;
    if (this.#jobChanged) this.#followHosts();
    if (this.#jobChanged) {
      const waves = changedWaves(this.#wavesBefore, wavesToWire(this.job));
      this.addEvent('job.updated', jobEventData(this.job, waves));
    }
    const { job } = this;
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
    if (job.state === this.#before) return;
    const { steps } = this.#deps;
    if (isJobEnded(job.state))
      await steps.join(this.tx, 'patching.jobEnded', { jobId: job.id, state: job.state });
    if (job.state === 'paused') await steps.join(this.tx, 'patching.jobPaused', { jobId: job.id });
  }

  #followHosts(): void {
    const { job } = this;
    const halt = followWaves(job, { now: this.now, failedIn: this.#failedIn });
    const to = jobStateAfter({
      state: job.state,
      counts: job.counts,
      failureBudget: this.#newFailures ? budgetOf(job) : null,
      isHalted: halt !== null,
    });
    job.state = to;
    if (to === this.#before) return;
    if (!mayChangeJob(this.#before, to)) throw new Error(`a job cannot go from ${this.#before} to ${to}`);
    job.version += 1;
    job.reason = to === 'paused' ? (halt ?? 'FAILURE_BUDGET_USED') : null;
    if (to === 'running') job.startedAt ??= this.now;
    job.completedAt = isJobEnded(to) ? this.now : null;
    if (isJobEnded(to)) endWaves(job, this.now);
    if (isJobEnded(to)) this.#deps.events.emit(this.tx, 'patching.jobEnded', { jobId: job.id, state: to });
    this.#audit(to);
  }

  #audit(to: JobState): void {
    const { actor, address } = this.#options.by ?? { actor: systemActor, address: null };
    this.#deps.audit.record(this.tx, {
      actor,
      address,
      action: ACTION_OF_STATE[to],
      resource: { kind: 'job', id: this.job.id, name: this.job.name },
      before: { state: this.#before },
      after: { state: to, counts: this.job.counts },
    });
  }

  #holdOf(row: JobHostModel, to: JobHostState): Partial<JobHostModel> {
    if (!isActive(to)) return { activeHostId: null, leaseOwner: null, leaseUntil: null, heldTags: null };
    const leaseUntil = new Date(this.now.getTime() + LEASE_MS);
    return { activeHostId: row.hostId, leaseOwner: this.#deps.instanceId, leaseUntil };
  }

  #count(from: JobHostState, to: JobHostState): void {
    if (from === to) return;
    const counts = { ...this.job.counts };
    counts[from] = (counts[from] ?? 0) - 1;
    counts[to] = (counts[to] ?? 0) + 1;
    this.job.counts = counts;
    if (isFailure(to)) this.#newFailures = true;
    this.#jobChanged = true;
  }

  #countWave(from: JobHostModel, to: JobHostModel): void {
    const { job } = this;
    if (!job.waves || (from.state === to.state && from.wave === to.wave)) return;
    job.waves = countedWaves(job.waves, from, to);
    if (isFailure(to.state) && from.state !== to.state) this.#failedIn.add(to.wave ?? 0);
    this.#jobChanged = true;
  }

  #moved(from: JobHostModel, to: JobHostModel): void {
    this.#count(from.state, to.state);
    this.#countWave(from, to);
    if (from.state !== to.state) this.#steps.push(stepOf(to, this.now));
    this.hostUpdated(to);
    // A host that never started is unchanged: nobody needs to read it again.
    if (isEnded(to.state) && to.attempt > 0) this.#tellHostEnd(to);
  }

  #tellHostEnd(row: JobHostModel): void {
    const { jobId, hostId, state } = row;
    this.#deps.events.emit(this.tx, 'patching.hostFinished', { jobId, hostId, state });
  }
}

function stepOf(
  { jobId, hostId, version, state, reason, attempt }: JobHostModel,
  at: Date,
): Partial<HostStepModel> {
  return { jobId, hostId, version, state, reason: reason ?? null, attempt, at };
}

/** The budget of a job without waves; in a job with waves each wave has its own. */
function budgetOf({ spec, budgetFrom, waves }: JobModel): FailureBudget | null {
  const percent = spec.failureBudgetPercent;
  // The budget of a plan is for its run: a host that cannot be planned is not harmed.
  return percent === null || spec.dryRun || waves ? null : { percent, from: budgetFrom };
}

/** The columns of a job that may change. */
function changeable(job: JobModel): Partial<JobModel> {
  const { state, reason, version, counts, lastSeq, budgetFrom, waves, currentWave } = job;
  const { startedAt, completedAt, cancelRequestedAt, endRequestedAt, updatedAt } = job;
  return {
    ...{ state, reason, version, counts, lastSeq, budgetFrom, waves, currentWave },
    ...{ startedAt, completedAt, cancelRequestedAt, endRequestedAt, updatedAt },
  };
}

function defined<T extends object>(set: T): T {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as T;
}
