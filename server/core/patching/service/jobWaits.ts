import type { Context } from '#server/kernel/boot/feature.ts';
import { guarded } from '#server/shared/guarded.ts';
import { AppError, waitError } from '#server/shared/wire/appError.ts';
import { budgetKey, rightsOf, type Actor } from '#server/kernel/security/actor.ts';
import { isJobEnded, type JobState } from '../domain/jobStates.ts';
import { JobModel } from '../models.ts';

/**
 * `ended`: the job has ended; `paused`: it has ended, or waits for a person; `planned`: of a dry run, it has ended, so
 * that its plans are there. A job that plans nothing is never waited for so.
 */
export type Until = 'ended' | 'paused' | 'planned';

export interface Wait {
  jobId: string;
  until: Until;
  /** The longest wait. */
  ms: number;
  actor: Actor;
  /** Ends the wait: the caller has left. */
  signal: AbortSignal;
}

/** Calls that wait at this manager, of one account and of all. */
const MOST_OF_ONE = 20;
const MOST = 500;
/** How often all that is waited for is looked at: another manager may have changed it, and accounts end. */
const LOOK_MS = 1_000;
/** So long changes of a job at work are gathered before they are looked at. */
const GATHER_MS = 100;
const RETRY_SECS = 5;

interface Waiter extends Pick<Wait, 'jobId' | 'until' | 'actor'> {
  end(error?: AppError): void;
}

type ActorsNow = (actors: readonly Actor[]) => Promise<(Actor | null)[]>;
type Standing = Pick<JobModel, 'id' | 'state' | 'spec'>;

/**
 * Calls that wait for a job. However many there are, one query a second looks at all of their jobs, and another at
 * their accounts; a change that this manager has made is looked at at once.
 */
export class JobWaits {
  readonly #ctx: Context;
  readonly #actorsNow: ActorsNow;
  readonly #waiters = new Set<Waiter>();
  #next: { dueMs: number; timer: { clear(): void } } | null = null;
  #isLooking = false;
  /** Something changed during a look. */
  #isLate = false;
  #isStopped = false;

  /** `actorsNow`: as that of identity. */
  constructor(ctx: Context, actorsNow: ActorsNow = (actors) => ctx.core.identity.actorsNow(actors)) {
    this.#ctx = ctx;
    this.#actorsNow = actorsNow;
  }

  /**
   * Resolves once the job is so, the time is over, the caller has left or the manager stops. Throws RATE_LIMITED where
   * too many calls wait, and UNAUTHENTICATED once the caller may not call any more.
   */
  async until({ jobId, until, ms, actor, signal }: Wait): Promise<void> {
    if (await this.#isSo(jobId, until)) return;
    if (signal.aborted || this.#isStopped) return;
    this.#refuseMore(actor);
    const { clock } = this.#ctx;
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { jobId, until, actor, end };
      const timer = clock.setTimeout(() => end(), ms);
      const leave = guarded(() => end());
      const waiters = this.#waiters;
      function end(error?: AppError): void {
        if (!waiters.delete(waiter)) return;
        timer.clear();
        signal.removeEventListener('abort', leave);
        if (error) reject(error);
        else resolve();
      }
      waiters.add(waiter);
      signal.addEventListener('abort', leave);
      // What changed since the first look must not be missed.
      this.#lookIn(GATHER_MS);
    });
  }

  /** The job has changed here. */
  changed(jobId: string): void {
    for (const waiter of this.#waiters) if (waiter.jobId === jobId) return this.#lookIn(GATHER_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#next?.timer.clear();
    for (const waiter of this.#waiters) waiter.end();
  }

  #refuseMore(actor: Actor): void {
    const own = [...this.#waiters].filter((other) => budgetKey(other.actor) === budgetKey(actor));
    if (own.length < MOST_OF_ONE && this.#waiters.size < MOST) return;
    throw waitError('RATE_LIMITED', RETRY_SECS, {
      message: 'Too many calls wait for jobs already. Ask without wait_secs, or follow the live events.',
    });
  }

  async #isSo(jobId: string, until: Until): Promise<boolean> {
    const [job] = await this.#standings([jobId]);
    return !job || isSo(job, until);
  }

  #standings(ids: readonly string[]): Promise<Standing[]> {
    return JobModel.query(this.#ctx.db.reader)
      .select('id', 'state', 'spec')
      .findByIds([...ids])
      .execute();
  }

  #lookIn(ms: number): void {
    this.#isLate ||= this.#isLooking;
    if (this.#isStopped || this.#isLooking || this.#waiters.size === 0) return;
    const { clock } = this.#ctx;
    const dueMs = clock.now().getTime() + ms;
    if (this.#next && this.#next.dueMs <= dueMs) return;
    this.#next?.timer.clear();
    this.#next = { dueMs, timer: clock.setTimeout(() => void this.#look(), ms) };
  }

  async #look(): Promise<void> {
    this.#next = null;
    this.#isLooking = true;
    this.#isLate = false;
    try {
      const waiters = [...this.#waiters];
      const jobs = await this.#standings([...new Set(waiters.map(({ jobId }) => jobId))]);
      const byId = new Map(jobs.map((job) => [job.id, job]));
      for (const waiter of waiters) {
        const job = byId.get(waiter.jobId);
        if (!job || isSo(job, waiter.until)) waiter.end();
      }
      await this.#endOfAccounts();
    } catch (error) {
      // The next look may succeed; each wait ends in time.
      this.#ctx.log.warn({ error }, 'the jobs that calls wait for could not be looked at');
    }
    this.#isLooking = false;
    this.#lookIn(this.#isLate ? GATHER_MS : LOOK_MS);
  }

  async #endOfAccounts(): Promise<void> {
    const waiters = [...this.#waiters];
    const now = await this.#actorsNow(waiters.map(({ actor }) => actor));
    waiters.forEach((waiter, at) => {
      const actor = now[at];
      if (!actor || rightsOf(actor) !== rightsOf(waiter.actor)) waiter.end(new AppError('UNAUTHENTICATED'));
    });
  }
}

const PAUSED: readonly JobState[] = ['paused'];

function isSo({ state, spec }: Standing, until: Until): boolean {
  if (isJobEnded(state)) return true;
  if (until === 'paused') return PAUSED.includes(state);
  return until === 'planned' && !spec.dryRun;
}
