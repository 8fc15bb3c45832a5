import type { AgendaBackend, JobParameters, JobRepository } from 'agenda';
import { guarded } from '../../shared/guarded.ts';
import { JobGoneError } from './store.ts';

/**
 * The time of a lock as Agenda sees it. Agenda would watch locks itself, with timers that keep each run and the process
 * for half of a lock's lifetime, and it would for ever count a claimed job whose lock expired in its queue. So it is
 * shown locks that do not expire; Runs watches them.
 */
export const lockedForAgenda = new Date(8.64e15);

/**
 * Stands between Agenda and its store: knows which calls are under way, whether the store answers, and which jobs have
 * more waiting than could be claimed; and lets nothing be written once the scheduler has released its locks.
 */
export class StoreWatch {
  /** Names whose last claim was successful, so that the next one may be too. */
  readonly mayHaveMore = new Set<string>();
  /** Called when a finished one-shot job has been removed and so a place is free. */
  onRemoved: () => void = () => {};
  onIdle: () => void = () => {};
  /** The attributes of runs that were aborted: their end is not the end of the job. */
  readonly abandoned = new WeakSet<object>();
  inFlight = 0;
  lastAnswerMs: number | undefined;
  failing = false;
  readonly #lockLifetimes: ReadonlyMap<string, number>;
  #closed = false;

  constructor(lockLifetimesMs: ReadonlyMap<string, number>) {
    this.#lockLifetimes = lockLifetimesMs;
  }

  close(): void {
    this.#closed = true;
  }

  wrap(backend: AgendaBackend): AgendaBackend {
    const repository = new Proxy(backend.repository, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) =>
          this.#call(property as keyof JobRepository, (real) => value.apply(target, real), args);
      },
    });
    // The store is connected before Agenda sees it: a rejection in Agenda's constructor would be an unhandled one.
    return {
      name: backend.name,
      repository,
      ownsConnection: false,
      connect: async () => {},
      disconnect: async () => {},
    };
  }

  async #call(
    method: keyof JobRepository,
    call: (args: unknown[]) => Promise<unknown>,
    args: unknown[],
  ): Promise<unknown> {
    if (this.#closed) throw new Error('the scheduler has stopped');
    this.inFlight++;
    try {
      const result = await call(this.#withRealLock(method, args));
      this.failing = false;
      this.lastAnswerMs = performance.now();
      if (method === 'getNextJobToRun') this.#noteClaim(String(args[0]), result as JobParameters | undefined);
      if (method === 'removeJobs') setImmediate(guarded(this.onRemoved));
      return result;
    } catch (error) {
      if (!(error instanceof JobGoneError)) this.failing = true;
      // Agenda does not await this call: a rejection would end the process. The lock expires by itself.
      if (method === 'unlockJob') return undefined;
      throw error;
    } finally {
      this.inFlight--;
      if (this.inFlight === 0) setImmediate(guarded(this.onIdle));
    }
  }

  #withRealLock(method: keyof JobRepository, args: unknown[]): unknown[] {
    if (method === 'saveJobState') {
      const job = args[0] as JobParameters;
      if (this.abandoned.has(job)) throw new JobGoneError(`a run of job ${job.name} was aborted`);
      return job.lockedAt ? [{ ...job, lockedAt: new Date() }, ...args.slice(1)] : args;
    }
    if (method !== 'getNextJobToRun') return args;
    const [name, nextScanAt, , ...others] = args;
    const lifetimeMs = this.#lockLifetimes.get(String(name)) ?? 0;
    return [name, nextScanAt, new Date(Date.now() - lifetimeMs), ...others];
  }

  #noteClaim(name: string, claimed: JobParameters | undefined): void {
    if (!claimed) return void this.mayHaveMore.delete(name);
    this.mayHaveMore.add(name);
    claimed.lockedAt = lockedForAgenda;
  }
}
