import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { RunTx } from '../db/tx.ts';
import { claimDue, freed, giveBack, type LeasedTable } from '../leased/rows.ts';
import type { Waits } from '../leased/waits.ts';
import { leasedWorker, type LeasedWorker } from '../leased/worker.ts';
import type { Runs } from './runs.ts';
import type { ScheduledJob } from './scheduler.ts';

export const repeatedTable = 'scheduler_repeated';
const REPEATED: LeasedTable = {
  table: repeatedTable,
  id: 'name',
  due: 'due_at',
  owner: 'owner',
  until: 'lease_until',
};
/** Ends of runs that one transaction stores. */
const BATCH = 50;
/** No run keeps its row longer without a touch. */
const LONGEST_LOCK_MS = 3_600_000;

export const repeatedWaits: Waits = () => [
  { table: repeatedTable, column: 'due_at', kind: 'ms', longest: { sql: 'every_ms', bindings: [] } },
  { table: repeatedTable, column: 'lease_until', kind: 'ms', longest: LONGEST_LOCK_MS },
];

interface RepeatedJob {
  everyMs: number;
  lockLifetimeMs: number;
  job: ScheduledJob;
}

interface Parts {
  db: Database;
  tx: RunTx;
  clock: Clock;
  log: Logger;
  instanceId: string;
  /** How soon a job that is due is noticed. */
  tickMs: number;
}

interface Begun {
  name: string;
  startedMs: number;
}

/** `isOver`: the run came to its end, also by a failure. Else the job is due at once, for whoever comes first. */
type Ended = Begun & { isOver: boolean };

/**
 * Jobs with an interval: a row for each, leased by the manager that runs it. Due again one interval after the start of a
 * run that came to its end; a run that was cut off is made up for when its lease is over.
 */
export class Repeated {
  readonly #parts: Parts;
  readonly #runs: Runs;
  readonly #jobs = new Map<string, RepeatedJob>();
  #worker: LeasedWorker | null = null;
  #halted = false;

  constructor(parts: Parts, runs: Runs) {
    this.#parts = parts;
    this.#runs = runs;
  }

  /** Before the start. */
  add(name: string, job: RepeatedJob): void {
    this.#jobs.set(name, job);
  }

  has(name: string): boolean {
    return this.#jobs.has(name);
  }

  async start(): Promise<void> {
    if (this.#jobs.size === 0) return;
    await this.#ensureRows();
    this.#worker = leasedWorker<Begun, Ended>(this.#parts, {
      noun: 'repeated jobs',
      lanes: [{ atOnce: this.#jobs.size, held: this.#jobs.size }],
      everyMs: this.#parts.tickMs,
      claim: (_lane, limit) => this.#claim(limit),
      giveBack: () => giveBack(this.#parts, REPEATED, this.#parts.instanceId),
      work: (begun) => this.#run(begun),
      batch: { maxItems: BATCH, waitMs: 0, write: (ended) => this.#store(ended) },
      about: ({ name }) => ({ job: name }),
    });
    await this.#worker.start();
    this.#worker.wake();
  }

  /** Starts nothing more. */
  halt(): void {
    this.#halted = true;
  }

  async stop(): Promise<void> {
    await this.#worker?.stop();
  }

  /** Makes the rows of these jobs; a new interval takes effect at once. */
  async #ensureRows(): Promise<void> {
    const due_at = (await this.#parts.db.now()).getTime();
    await this.#parts.tx(
      async ({ knex }) => {
        for (const [name, { everyMs: every_ms }] of this.#jobs) {
          await knex(repeatedTable).insert({ name, every_ms, due_at }).onConflict('name').ignore();
          await knex(repeatedTable).where({ name }).whereNot({ every_ms }).update({ every_ms, due_at });
        }
      },
      { durable: false, name: 'scheduler.ensureRepeated' },
    );
  }

  async #claim(limit: number): Promise<Begun[]> {
    if (this.#halted) return [];
    const claim = { owner: this.#parts.instanceId, limit, leaseMs: 60_000, ids: [...this.#jobs.keys()] };
    const begun = await claimDue(this.#parts, REPEATED, claim, async ({ knex }, { ids, lease, nowMs }) => {
      const names: string[] = await knex(repeatedTable).whereIn('name', ids).where(lease).pluck('name');
      for (const name of names)
        await knex(repeatedTable)
          .where({ name })
          .update({ lease_until: nowMs + this.#jobOf(name).lockLifetimeMs });
      return names.map((name) => ({ name, startedMs: nowMs }));
    });
    return this.#halted ? [] : begun;
  }

  #jobOf(name: string): RepeatedJob {
    const found = this.#jobs.get(name);
    if (!found) throw new Error(`no job ${name} is defined`);
    return found;
  }

  async #run(begun: Begun): Promise<Ended> {
    const { name } = begun;
    const { job, lockLifetimeMs } = this.#jobOf(name);
    const touch = () => this.#touch(name, lockLifetimeMs);
    const isOver = await this.#runs.run(name, job, { lockLifetimeMs, data: undefined, touch }).then(
      () => true,
      () => false,
    );
    return { ...begun, isOver };
  }

  /** Throws when another manager has the job. */
  async #touch(name: string, lockLifetimeMs: number): Promise<void> {
    const { db, tx, instanceId: owner } = this.#parts;
    const lease_until = (await db.now()).getTime() + lockLifetimeMs;
    const touched = await tx(
      ({ knex }) => knex(repeatedTable).where({ name, owner }).update({ lease_until }),
      {
        durable: false,
        name: 'scheduler.touchRepeated',
      },
    );
    if (touched === 0) throw new Error(`another manager has taken over the job ${name}`);
  }

  async #store(ended: readonly Ended[]): Promise<void> {
    const { tx, instanceId: owner } = this.#parts;
    await tx(
      async ({ knex }) => {
        for (const { name, startedMs, isOver } of ended)
          await knex(repeatedTable)
            .where({ name, owner })
            .update({
              ...freed(REPEATED),
              ...(isOver ? { due_at: startedMs + this.#jobOf(name).everyMs } : {}),
            });
      },
      { durable: false, name: 'scheduler.endRepeated' },
    );
  }
}
