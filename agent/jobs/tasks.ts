/**
 * The queue: one job at a time, first in, first out, an exclusive one first. Every job changes its state only through
 * enter(), which checks the table of transitions in record.ts.
 */
import { setTimeout } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from 'pino';
import { AppError } from '../../server/shared/wire/appError.ts';
import { guarded } from '../../server/shared/guarded.ts';
import type { HealthProblem } from '../host/healthProblem.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Journal, Saved } from '../journal/journal.ts';
import { ActiveJob } from './activeJob.ts';
import { execute } from './execute.ts';
import type { ExecuteDeps } from './execute.ts';
import { acceptedOf, Intake } from './intake.ts';
import type { Accepted, Submission } from './intake.ts';
import { interruptedEntries, promisedReversibility } from './interrupted.ts';
import { outcomeOf, outcomeOfError } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { isTerminal, jobTransitions } from '../journal/record.ts';
import type { JobRecord, JobStatus } from '../journal/record.ts';
import { JobCancelled } from '../packages/backend.ts';

/** When the agent stops, it waits no longer than this for a query that still runs. */
const STOP_WAIT_MS = 5000;

export interface TasksDeps extends Omit<ExecuteDeps, 'originalOf' | 'interruptedEntries' | 'promised'> {
  journal: Journal;
  idempotency: IdempotencyStore;
  log: Logger;
  maxPending: number;
}

export class Tasks {
  #deps: TasksDeps;
  #intake: Intake;
  #pending: JobRecord[] = [];
  #running: JobRecord | null = null;
  #active: ActiveJob | null = null;
  #done: Promise<void> = Promise.resolve();
  #gate: Promise<unknown> = Promise.resolve();
  #stop = new AbortController();
  #repairProblems: string[] = [];

  constructor(deps: TasksDeps) {
    this.#deps = deps;
    this.#intake = new Intake(deps);
  }

  get runningJobId(): string | null {
    return this.#running?.jobId ?? null;
  }

  /** Whether the running job may be changing packages right now. */
  get inTransaction(): boolean {
    return this.#running?.status === 'running' && this.#running.inTransaction;
  }

  get idle(): boolean {
    return this.#running === null && this.#pending.length === 0;
  }

  /** Loads the journal: running jobs are resumed or judged, pending ones are queued again. */
  async start(): Promise<void> {
    const unfinished = await this.#deps.journal.load();
    await this.#intake.load();
    const [running, ...others] = unfinished.filter((record) => record.status === 'running');
    this.#pending = [...others, ...unfinished.filter((record) => record.status === 'pending')];
    if (running) this.#run(running);
    else this.#pump();
  }

  /** Stops following the running job; the package manager goes on, and the next start resumes the job. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the agent stops'));
    const settled = Promise.all([this.#done, this.#gate]);
    await Promise.race([settled, setTimeout(STOP_WAIT_MS, undefined, { ref: false })]);
  }

  /** The response to an earlier call with this key; null when there was none. Throws IDEMPOTENCY_MISMATCH. */
  earlier(submission: Submission['idempotency']): Accepted | null {
    return this.#intake.earlier(submission);
  }

  /** Stores a pending job durably and queues it. Throws QUEUE_FULL, or the reason why it cannot be stored. */
  submit(submission: Submission): Promise<Accepted> {
    const result = this.#gate.then(() => this.earlier(submission.idempotency) ?? this.#create(submission));
    this.#gate = result.catch(() => {});
    return result;
  }

  /**
   * Returns the job as it then is. A pending job ends at once; a running one ends at its next safe point, if one
   * still comes.
   */
  async cancel(jobId: string): Promise<JobRecord> {
    const record = await this.#known(jobId);
    const waitsAt = this.#pending.indexOf(record);
    if (waitsAt !== -1) {
      this.#pending.splice(waitsAt, 1);
      await this.#finish(record, outcomeOfError(record, new JobCancelled()));
      return record;
    }
    if (isTerminal(record.status)) {
      throw new AppError('CANCEL_NOT_ALLOWED', { details: { job_id: jobId, status: record.status } });
    }
    if (record.cancelRequested) return record;
    record.cancelRequested = true;
    await this.#deps.journal
      .update(record)
      .catch((error) => this.#deps.log.warn({ jobId, err: error }, 'cancel not stored'));
    this.#active?.cancelRequested();
    return record;
  }

  async remove(jobId: string): Promise<void> {
    const record = await this.#known(jobId);
    if (!isTerminal(record.status)) {
      throw new AppError('DELETE_NOT_ALLOWED', { details: { job_id: jobId, status: record.status } });
    }
    await this.#deps.journal.remove(jobId).catch((cause) => {
      throw new AppError('JOB_DELETE_ERROR', {}, { cause });
    });
    await this.#forget([jobId]);
  }

  /** Id of the latest rollback of this job that is still in history; null when there is none. */
  rollbackOf(jobId: string): string | null {
    return this.#deps.journal.summaries().find((job) => job.originalJobId === jobId)?.jobId ?? null;
  }

  problems(): HealthProblem[] {
    return this.#repairProblems.map((message) => ({ code: 'REPAIR_FAILED', message }));
  }

  /** Also removes what was kept to undo the removed jobs, unless a rollback still waits for it. */
  async #forget(jobIds: readonly string[]): Promise<void> {
    const needed = new Set([...this.#pending, this.#running].map((record) => record?.originalJobId));
    for (const jobId of jobIds.filter((id) => !needed.has(id))) {
      await this.#deps.backend.forget?.(jobId).catch((error: unknown) => {
        this.#deps.log.warn({ jobId, err: error }, 'what was kept for a rollback could not be removed');
      });
    }
  }

  async #known(jobId: string): Promise<JobRecord> {
    const record = await this.#deps.journal.read(jobId);
    if (!record) throw new AppError('JOB_NOT_FOUND');
    return record;
  }

  async #create(submission: Submission): Promise<Accepted> {
    this.#stop.signal.throwIfAborted();
    const isFull = this.#pending.length >= this.#deps.maxPending;
    if (isFull && !submission.ownJobId) throw new AppError('QUEUE_FULL');
    const record = await this.#intake.take(submission);
    this.#pending.push(record);
    const { jobId, operation } = record;
    this.#deps.log.info({ jobId, operation }, 'job accepted');
    queueMicrotask(guarded(() => this.#pump()));
    return acceptedOf(record);
  }

  #pump(): void {
    if (this.#running || this.#stop.signal.aborted) return;
    const next = this.#pending.find((record) => record.exclusive) ?? this.#pending[0];
    if (!next) return;
    this.#pending.splice(this.#pending.indexOf(next), 1);
    this.#run(next);
  }

  #run(record: JobRecord): void {
    this.#running = record;
    this.#done = this.#runToEnd(record)
      .catch((error) =>
        this.#deps.log.error({ jobId: record.jobId, err: error }, 'job not brought to an end'),
      )
      .finally(() => {
        this.#active = null;
        this.#running = null;
        this.#pump();
      });
  }

  async #runToEnd(record: JobRecord): Promise<void> {
    const outcome = await this.#outcome(record);
    if (this.#stop.signal.aborted || outcome === null) return;
    if (outcome.status === 'completed') await this.#chainReboot(record, outcome);
    record.rebootRequired = await this.#deps.backend.rebootState().then(
      (state) => state.required,
      () => false,
    );
    await this.#noteRepair(outcome);
    await this.#finish(record, outcome);
    await this.#forget(await this.#deps.journal.prune());
    await this.#deps.idempotency.prune();
  }

  async #outcome(record: JobRecord): Promise<Outcome | null> {
    const { journal, backend } = this.#deps;
    try {
      this.#active = await this.#begin(record);
      const result = await execute(this.#active, {
        ...this.#deps,
        originalOf: (job) => this.#originalOf(job),
        interruptedEntries: (planHash) => interruptedEntries(journal, backend, planHash),
        promised: (planHash) => promisedReversibility(journal, planHash),
      });
      return outcomeOf(record, result);
    } catch (error) {
      if (this.#stop.signal.aborted) return null;
      if (!(error instanceof JobCancelled))
        this.#deps.log.warn({ jobId: record.jobId, err: error }, 'job failed');
      return outcomeOfError(record, error);
    }
  }

  async #begin(record: JobRecord): Promise<ActiveJob> {
    const { journal, clock, bootId } = this.#deps;
    const resumed = record.status === 'running';
    if (!resumed) {
      record.startedAt = clock.now().toISOString();
      record.bootId = bootId();
      record.message = 'Started';
      await this.#enter(record, 'running');
    }
    return ActiveJob.open({
      record,
      journal,
      clock,
      bootId,
      resumed,
      stopSignal: this.#stop.signal,
    });
  }

  async #originalOf(job: ActiveJob): Promise<Saved | null> {
    const { original } = await this.#deps.journal.readFile(job.jobId, 'record');
    return (original ?? null) as Saved | null;
  }

  /** Remembers what is still broken after the backend's repair of an interrupted job, until a job completes. */
  async #noteRepair({ status, error }: Outcome): Promise<void> {
    if (status === 'completed') this.#repairProblems = [];
    if (error?.code !== 'INTERRUPTED') return;
    this.#repairProblems = await this.#deps.backend
      .problems()
      .catch(() => ['The package database cannot be read.']);
  }

  /** Queues the restart that a patch asked for as a job. Its id is stored first, so that it is never queued twice. */
  async #chainReboot(record: JobRecord, outcome: Outcome): Promise<void> {
    const { request } = record;
    if (!('reboot' in request) || request.dryRun || request.reboot === 'never' || !this.#active) return;
    try {
      const due = request.reboot === 'always' || (await this.#deps.backend.rebootState()).required;
      if (!due) return;
      const ownJobId = String(this.#active.saved['rebootJobId'] ?? uuidv7());
      await this.#active.save({ rebootJobId: ownJobId });
      if (this.#deps.journal.summary(ownJobId)) return;
      const reason = `Asked for by job ${record.jobId}`;
      await this.submit({
        request: { operation: 'reboot', delaySecs: 0, reason },
        idempotency: null,
        ownJobId,
      });
      this.#active.log('agent', `The restart is job ${ownJobId}`);
    } catch (error) {
      this.#deps.log.warn({ jobId: record.jobId, err: error }, 'restart not arranged');
      outcome.message = `${outcome.message}; the restart could not be arranged`;
    }
  }

  async #finish(record: JobRecord, outcome: Outcome): Promise<void> {
    const { status, message, error, changes, reversible } = outcome;
    Object.assign(record, { message, error, changes, reversible });
    record.completedAt = this.#deps.clock.now().toISOString();
    if (status === 'completed') record.progress = 100;
    if (record.packages.length === 0) record.packages = changes.map(({ name, arch }) => `${name}:${arch}`);
    await this.#enter(record, status);
    this.#deps.log.info(
      { jobId: record.jobId, operation: record.operation, status, code: error?.code },
      'job ended',
    );
  }

  async #enter(record: JobRecord, status: JobStatus): Promise<void> {
    if (!jobTransitions[record.status].includes(status)) {
      throw new Error(`job ${record.jobId} cannot go from ${record.status} to ${status}`);
    }
    record.status = status;
    await this.#deps.journal.enterStatus(record);
  }
}
