import { isFailure, type JobHostState } from '../domain/jobHostStates.ts';
import {
  isJobEnded,
  jobStateAfter,
  mayChangeJob,
  type FailureBudget,
  type JobState,
} from '../domain/jobStates.ts';
import { countedWaves } from '../domain/waves.ts';
import type { JobHostModel, JobModel } from '../models.ts';
import { wavesToWire } from '../wire.ts';
import { changedWaves, endWaves, followWaves } from './jobWaves.ts';

/**
 * How a job stands while one transaction moves its hosts: its counts and those of its waves, and at the end the state
 * that follows from them. Changes the job, and writes nothing.
 */
export class JobProgress {
  /** The job's state before the transaction. */
  readonly before: JobState;
  readonly #job: JobModel;
  /** By the database's clock. */
  readonly #now: Date;
  readonly #wavesBefore: ReturnType<typeof wavesToWire>;
  #isChanged = false;
  /** The budget is checked only when a host fails, so that old failures do not stop a person who retries others. */
  #newFailures = false;
  /** The waves of the hosts that failed. */
  readonly #failedIn = new Set<number>();

  constructor(job: JobModel, now: Date) {
    this.before = job.state;
    this.#job = job;
    this.#now = now;
    this.#wavesBefore = wavesToWire(job);
  }

  /** Whether the job may have another state now. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** The job is to be looked at although none of its hosts was moved. */
  mark(): void {
    this.#isChanged = true;
  }

  /** Counts a host that has gone from one state, or from one wave, to another. */
  count(from: JobHostModel, to: JobHostModel): void {
    this.#countState(from.state, to.state);
    this.#countWave(from, to);
  }

  #countState(from: JobHostState, to: JobHostState): void {
    if (from === to) return;
    const counts = { ...this.#job.counts };
    counts[from] = (counts[from] ?? 0) - 1;
    counts[to] = (counts[to] ?? 0) + 1;
    this.#job.counts = counts;
    if (isFailure(to)) this.#newFailures = true;
    this.#isChanged = true;
  }

  #countWave(from: JobHostModel, to: JobHostModel): void {
    const job = this.#job;
    if (!job.waves || (from.state === to.state && from.wave === to.wave)) return;
    job.waves = countedWaves(job.waves, from, to);
    if (isFailure(to.state) && from.state !== to.state) this.#failedIn.add(to.wave ?? 0);
    this.#isChanged = true;
  }

  /** Gives the job the state that follows from its hosts and the time. False: it is the state from before. */
  follow(): boolean {
    const job = this.#job;
    const halt = followWaves(job, { now: this.#now, failedIn: this.#failedIn });
    const to = jobStateAfter({
      state: job.state,
      counts: job.counts,
      failureBudget: this.#newFailures ? budgetOf(job) : null,
      isHalted: halt !== null,
    });
    job.state = to;
    if (to === this.before) return false;
    if (!mayChangeJob(this.before, to)) throw new Error(`a job cannot go from ${this.before} to ${to}`);
    job.version += 1;
    job.reason = to === 'paused' ? (halt ?? 'FAILURE_BUDGET_USED') : null;
    if (to === 'running') job.startedAt ??= this.#now;
    job.completedAt = isJobEnded(to) ? this.#now : null;
    if (isJobEnded(to)) endWaves(job, this.#now);
    return true;
  }

  /** The waves that differ from those before the transaction, in wire form. */
  changedWaves(): ReturnType<typeof wavesToWire> {
    return changedWaves(this.#wavesBefore, wavesToWire(this.#job));
  }
}

/** The budget of a job without waves; in a job with waves each wave has its own. */
function budgetOf({ spec, budgetFrom, waves }: JobModel): FailureBudget | null {
  const percent = spec.failureBudgetPercent;
  // The budget of a plan is for its run: a host that cannot be planned is not harmed.
  return percent === null || spec.dryRun || waves ? null : { percent, from: budgetFrom };
}
