import { randomBytes } from 'node:crypto';
import { Agenda } from 'agenda';
import type { Job } from 'agenda';
import type { Logger } from 'pino';
import { guarded } from '../../shared/guarded.ts';
import { logThrottle } from '../../shared/logThrottle.ts';
import type { Clock } from '../clock.ts';
import { databaseFailureOf } from '../db/failure.ts';
import { every } from '../every.ts';
import { LocalChannel } from './channel.ts';
import { createRunTx } from '../db/tx.ts';
import { Repeated } from './repeated.ts';
import { Runs, type RunTerms } from './runs.ts';
import { createSqlJobStore } from './sqlBackend.ts';
import { JobGoneError } from './store.ts';
import type { JobStore, LockOwner, StoredData } from './store.ts';
import { lockedForAgenda, StoreWatch } from './watch.ts';
import type { ScheduledJob, Scheduler, SchedulerOptions } from './scheduler.ts';

const defaultProcessEveryMs = 1_000;
const defaultConcurrency = 5;
const defaultLockLifetimeMs = 60_000;
/**
 * The lock lifetime that Agenda is told: it keeps a timer of half of it alive for each run, also after the run. See
 * `lockedForAgenda`.
 */
const agendaTimerMs = 1_000;
/** Runs at once in this process over all jobs; each job's own concurrency is the real bound. */
const maxConcurrency = 10_000;
/** How often locks are looked at for those of a clock that was set back. */
const mendEveryMs = 60_000;
/** How often a store that was away is tried again. */
const tryAgainMs = 2_000;
/** So many wishes are kept for a store that is away; beyond that the oldest are forgotten, and sweeps find the work. */
const maxUntold = 10_000;
/** How long aborted handlers have to clean up. */
const abortGraceMs = 500;

/** A scheduler that is not started yet; see `schedulerMigrations` for the table of the SQL store. */
export async function createScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const owner: LockOwner = {
    instanceId: options.instanceId,
    name: `${options.instanceId}:${randomBytes(6).toString('hex')}`,
  };
  return new AgendaScheduler(options, owner, await openStore(options, owner));
}

async function openStore({ mongoUrl, db }: SchedulerOptions, owner: LockOwner): Promise<JobStore> {
  if (!mongoUrl) return createSqlJobStore(db, owner);
  // Loaded only where it is used: the driver is large.
  const { createMongoJobStore } = await import('./mongoBackend.ts');
  return createMongoJobStore(mongoUrl, owner);
}

/** A job that the store has yet to be told of. */
interface Wish {
  name: string;
  stored: StoredData;
  runAt: Date;
}

class AgendaScheduler implements Scheduler {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #tellError: (error: Error) => void;
  readonly #store: JobStore;
  readonly #agenda: Agenda;
  readonly #lockLifetimesMs = new Map<string, number>();
  readonly #watch = new StoreWatch(this.#lockLifetimesMs);
  readonly #runs: Runs;
  readonly #repeated: Repeated;
  readonly #processEveryMs: number;
  /** By name and key, in the order in which they came. */
  readonly #untold = new Map<unknown, Wish>();
  #phase: 'defining' | 'started' | 'stopped' = 'defining';
  /** Whether the store has been reached, and jobs are taken from it. */
  #isAtWork = false;
  #rhythms: { stop(): void }[] = [];

  constructor(options: SchedulerOptions, owner: LockOwner, store: JobStore) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#tellError = storeErrorLog(options.log);
    this.#store = store;
    this.#runs = new Runs(options.log);
    this.#processEveryMs = options.processEveryMs ?? defaultProcessEveryMs;
    const tx = createRunTx(options.db, options.log);
    this.#repeated = new Repeated({ ...options, tx, tickMs: this.#processEveryMs }, this.#runs);
    const channel = new LocalChannel(this.#processEveryMs);
    this.#agenda = new Agenda({
      backend: this.#watch.wrap(store.backend),
      notificationChannel: channel,
      name: owner.name,
      processEvery: this.#processEveryMs,
      maxConcurrency,
      removeOnComplete: true,
    });
    this.#agenda.on('error', guarded(this.#tellError));
    this.#watch.onRemoved = () => {
      for (const name of this.#watch.mayHaveMore) channel.wake(name);
    };
  }

  define(name: string, job: ScheduledJob): void {
    if (this.#phase !== 'defining')
      throw new Error(`Job "${name}" is defined after the start of the scheduler`);
    if (name in this.#agenda.definitions || this.#repeated.has(name))
      throw new Error(`Job "${name}" is defined twice`);
    const lockLifetimeMs = job.lockLifetimeMs ?? defaultLockLifetimeMs;
    const { everyMs, concurrency = defaultConcurrency } = job;
    if (everyMs !== undefined) return this.#repeated.add(name, { everyMs, lockLifetimeMs, job });
    // One parameter only: with two, Agenda would wait for a callback.
    this.#agenda.define(name, (run: Job) => this.#runs.run(name, job, this.#termsOf(run, lockLifetimeMs)), {
      concurrency,
      // No more than can run: the lock of a job that is claimed and waits for a place could expire meanwhile.
      lockLimit: concurrency,
      lockLifetime: agendaTimerMs,
    });
    this.#lockLifetimesMs.set(name, lockLifetimeMs);
  }

  #termsOf(run: Job, lockLifetimeMs: number): RunTerms {
    return {
      lockLifetimeMs,
      data: payloadOf(run),
      async touch() {
        await run.touch();
        run.attrs.lockedAt = lockedForAgenda;
      },
      onAborted: () => void this.#watch.abandoned.add(run.attrs),
    };
  }

  async start(): Promise<void> {
    if (this.#phase !== 'defining') throw new Error('The scheduler was already started');
    this.#phase = 'started';
    await this.#repeated.start();
    try {
      await this.#begin();
      await this.#catchUp();
    } catch (error) {
      if (!this.#store.isAway(error)) throw error;
      this.#log.error({ error }, AWAY);
    }
    const parts = { clock: this.#clock, log: this.#log };
    this.#rhythms = [
      every(parts, { ms: tryAgainMs, failed: 'scheduler' }, () => this.#catchUp()),
      every(parts, { ms: mendEveryMs, failed: 'the locks of scheduled jobs could not be looked at' }, () =>
        this.#isAtWork ? this.#store.mendLocks() : undefined,
      ),
    ];
  }

  /** May be repeated until it has succeeded. */
  async #begin(): Promise<void> {
    await this.#store.connect();
    await this.#store.releaseLocks('former');
    await this.#store.mendLocks();
    if (this.#phase === 'stopped') return;
    await this.#agenda.start();
    this.#isAtWork = true;
  }

  /** Once the store is back: begins with it, and tells it of what was scheduled meanwhile. */
  async #catchUp(): Promise<void> {
    try {
      if (!this.#isAtWork) {
        await this.#begin();
        this.#log.info('the database of the scheduler is reached: the manager is complete');
      }
      for (const [key, wish] of this.#untold) {
        // To the end first, so that one that cannot be stored keeps none of the others back.
        this.#untold.delete(key);
        this.#untold.set(key, wish);
        await this.#tell(wish);
        // It may have been replaced meanwhile.
        if (this.#untold.get(key) === wish) this.#untold.delete(key);
      }
    } catch (error) {
      if (this.#phase !== 'stopped') this.#tellError(error as Error);
    }
  }

  async #tell({ name, stored, runAt }: Wish): Promise<void> {
    const job = this.#agenda.create(name, stored).schedule(runAt);
    const save = async () => void (await job.save());
    if (stored.unique === undefined) await save();
    else await this.#store.replaceWaiting(name, stored.unique, save);
  }

  async schedule(name: string, data: unknown, options: { at?: Date; unique?: string } = {}): Promise<void> {
    if (this.#phase === 'stopped') throw new Error('the scheduler has stopped');
    const { at, unique } = options;
    const stored: StoredData = { payload: data === undefined ? undefined : JSON.stringify(data), unique };
    const delayMs = at ? Math.max(0, at.getTime() - this.#clock.now().getTime()) : 0;
    const wish = { name, stored, runAt: new Date(Date.now() + delayMs) };
    // Behind what waits already, and without a wait of seconds for a store that is known to be away.
    const isAway = !this.#isAtWork || this.#watch.failing || this.#untold.size > 0;
    if (isAway) return this.#keep(wish);
    try {
      await this.#tell(wish);
    } catch (error) {
      if (!(error instanceof JobGoneError)) this.#tellError(error as Error);
      this.#keep(wish);
    }
  }

  #keep(wish: Wish): void {
    const { name, stored } = wish;
    this.#untold.set(stored.unique === undefined ? wish : keyOf(name, stored.unique), wish);
    for (const oldest of this.#untold.keys()) {
      if (this.#untold.size <= maxUntold) return;
      this.#untold.delete(oldest);
    }
  }

  async countDue(): Promise<number> {
    return this.#untold.size + (await this.#store.countDue(new Date()));
  }

  healthy(): boolean {
    if (this.#phase !== 'started' || !this.#isAtWork || this.#watch.failing) return false;
    const silentMs = performance.now() - (this.#watch.lastAnswerMs ?? performance.now());
    return silentMs < 10_000 + 3 * this.#processEveryMs;
  }

  async stop(timeoutMs: number): Promise<void> {
    if (this.#phase === 'stopped') return;
    this.#phase = 'stopped';
    for (const rhythm of this.#rhythms) rhythm.stop();
    this.#repeated.halt();
    await this.#agenda.stop(false);
    if (!(await this.#idleWithin(timeoutMs))) {
      this.#runs.abortAll();
      await this.#idleWithin(abortGraceMs);
    }
    this.#runs.close();
    this.#watch.close();
    try {
      await this.#repeated.stop();
      if (this.#isAtWork) await this.#store.releaseLocks('own');
    } finally {
      await this.#store.disconnect();
    }
  }

  /** True once neither a handler nor a call to the store is under way; false after `timeoutMs`. */
  #idleWithin(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (idle: boolean) => {
        clearTimeout(timer);
        this.#runs.onIdle = this.#watch.onIdle = () => {};
        resolve(idle);
      };
      const check = () => {
        if (this.#runs.size === 0 && this.#watch.inFlight === 0) finish(true);
      };
      const timer = setTimeout(
        guarded(() => finish(false)),
        timeoutMs,
      );
      this.#runs.onIdle = this.#watch.onIdle = check;
      // Not at once: a job that the store has just handed out becomes a run within this turn of the event loop.
      setImmediate(guarded(check));
    });
  }
}

function payloadOf(job: Job): unknown {
  const { payload } = (job.attrs.data ?? {}) as StoredData;
  return typeof payload === 'string' ? JSON.parse(payload) : undefined;
}

const keyOf = (name: string, unique: string): string => JSON.stringify([name, unique]);

const AWAY =
  'the database of the scheduler (mongodb_url) cannot be reached: the manager runs without scheduled work until it can';

/**
 * Logs what the store of scheduled jobs throws, each kind of failure once a minute: on a full disk it fails some times a
 * second. Exported for its test.
 */
export function storeErrorLog(log: Logger): (error: Error) => void {
  const tell = logThrottle(LOG_ONCE_PER_MS);
  return (error) => {
    if (error instanceof JobGoneError)
      return log.debug({ err: error }, 'a scheduled job was no longer there');
    if (LOOKED_AT_END.test(error.message))
      return log.debug({ err: error }, 'a scheduled job had just run to its end');
    const untold = tell(databaseFailureOf(error) ?? error.message.slice(0, 80));
    if (untold !== null) log.warn({ err: error, untold }, 'scheduler');
  };
}

const LOG_ONCE_PER_MS = 60_000;

/**
 * What Agenda says when it looks whether a run is alive while the run's end is being stored: only the end of a run takes
 * `lockedAt` away (see `lockedForAgenda`). On a busy machine this comes often, and nothing is wrong.
 */
const LOOKED_AT_END = /^execution of '[^']*' canceled, no lockedAt date found/;
