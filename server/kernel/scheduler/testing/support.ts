import { randomBytes } from 'node:crypto';
import type { MongoClient } from 'mongodb';
import { pino } from 'pino';
import type { suite } from 'uvu';
import { Cable } from '#test/support/cable.ts';
import { freshDatabase, testMongoUrl } from '#test/support/databases.ts';
import type { FreshDatabase } from '#test/support/databases.ts';
import { systemClock } from '../../clock.ts';
import { fromTs } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { createScheduler } from '../createScheduler.ts';
import type { ScheduledJob, Scheduler, SchedulerOptions } from '../scheduler.ts';
import { schedulerMigrations } from '../migrations.ts';
import { jobsTable } from '../sqlRows.ts';
import type { JobRow } from '../sqlRows.ts';
import type { StoredData } from '../store.ts';

export type SchedulerStoreKind = 'sqlite' | 'mariadb' | 'mongo';

/** A stored job, in one form for all stores. */
export interface StoredJob {
  name: string;
  payload: unknown;
  isClaimed: boolean;
  lastRunAt: Date | null;
}

export interface Context {
  fresh: FreshDatabase;
  mongoUrl: string | undefined;
  mongo: MongoClient | undefined;
  /** Another manager on the same store, with a database connection of its own; stopped after the test. */
  manager(jobs: Record<string, ScheduledJob>, options?: Partial<SchedulerOptions>): Promise<Scheduler>;
  stored(): Promise<StoredJob[]>;
  /** Moves the times of all stored jobs that are there, as a manager whose clock was that much ahead has left them. */
  moveTimes(byMs: number): Promise<void>;
  schedulers: Scheduler[];
}

export type Suite = ReturnType<typeof suite<Context>>;

export const log = pino({ level: 'silent' });
/** The way to the store, which a test cuts and mends; for SQL the table is away. */
export interface Way {
  mongoUrl?: string;
  cut(): void | Promise<void>;
  mend(): void | Promise<void>;
  close(): void | Promise<void>;
}

export async function wayTo({ fresh: { db }, mongoUrl }: Context): Promise<Way> {
  if (mongoUrl === undefined)
    return {
      cut: () => db.knex.schema.renameTable(jobsTable, 'away'),
      mend: () => db.knex.schema.renameTable('away', jobsTable),
      close: () => undefined,
    };
  const url = new URL(mongoUrl);
  const cable = await Cable.open({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${cable.port}`;
  return {
    mongoUrl: url.href,
    cut: () => cable.cut(),
    mend: () => cable.mend(),
    close: () => cable.close(),
  };
}

/**
 * For managers whose scans must play no part: what happens in less than half of this was not found by a scan. They
 * claim at once what is due within it. (Agenda keeps timers of half of it, so it is no longer than needed.)
 */
export const neverScansMs = 8_000;

export const pause = (ms: number) => systemClock.sleep(ms);

export async function setUp(context: Context, kind: SchedulerStoreKind): Promise<void> {
  context.fresh = await freshDatabase(kind === 'mariadb' ? 'mariadb' : 'sqlite');
  if (kind === 'mongo') {
    context.mongoUrl = testMongoUrl(`fleetmend_test_${randomBytes(6).toString('hex')}`);
    const { MongoClient } = await import('mongodb');
    context.mongo = await new MongoClient(context.mongoUrl).connect();
  }
  await migrate(context.fresh.db, schedulerMigrations, log);
  context.schedulers = [];
  context.manager = (jobs, options) => startManager(context, jobs, options);
  context.moveTimes = (byMs) =>
    context.mongo ? moveInMongo(context.mongo, byMs) : moveInSql(context.fresh, byMs);
  context.stored = () => (context.mongo ? storedInMongo(context.mongo) : storedInSql(context.fresh));
}

export async function tearDown({ schedulers, fresh, mongo }: Context): Promise<void> {
  await Promise.all(schedulers.map((scheduler) => scheduler.stop(100)));
  await mongo?.close();
  await fresh.cleanup();
}

async function startManager(
  { fresh, mongoUrl, schedulers }: Context,
  jobs: Record<string, ScheduledJob>,
  options: Partial<SchedulerOptions> = {},
): Promise<Scheduler> {
  const scheduler = await createScheduler({
    db: await fresh.openAgain(),
    mongoUrl,
    log,
    clock: systemClock,
    processEveryMs: 50,
    instanceId: `manager-${schedulers.length}`,
    ...options,
  });
  schedulers.push(scheduler);
  for (const [name, job] of Object.entries(jobs)) scheduler.define(name, job);
  await scheduler.start();
  return scheduler;
}

async function storedInMongo(mongo: MongoClient): Promise<StoredJob[]> {
  const jobs = await mongo.db().collection('agendaJobs').find().toArray();
  return jobs.map((job) => ({
    name: job['name'] as string,
    payload: payloadOf(job['data'] as StoredData | undefined),
    isClaimed: Boolean(job['lockedAt']),
    lastRunAt: (job['lastRunAt'] as Date | null | undefined) ?? null,
  }));
}

async function storedInSql({ db }: FreshDatabase): Promise<StoredJob[]> {
  const rows = await db.knex<JobRow>(jobsTable);
  return rows.map((row) => ({
    name: row.name,
    payload: payloadOf(JSON.parse(row.data ?? '{}') as StoredData),
    isClaimed: row.locked_at !== null,
    lastRunAt: fromTs(row.last_run_at) ?? null,
  }));
}

const moved = (at: Date | null, byMs: number): Date | null => at && new Date(at.getTime() + byMs);

async function moveInMongo(mongo: MongoClient, byMs: number): Promise<void> {
  const jobs = mongo.db().collection<{ nextRunAt: Date | null; lockedAt: Date | null }>('agendaJobs');
  for (const { _id, nextRunAt, lockedAt } of await jobs.find().toArray())
    await jobs.updateOne(
      { _id },
      { $set: { nextRunAt: moved(nextRunAt, byMs), lockedAt: moved(lockedAt, byMs) } },
    );
}

async function moveInSql({ db }: FreshDatabase, byMs: number): Promise<void> {
  for (const { id, next_run_at, locked_at } of await db.knex<JobRow>(jobsTable))
    await db
      .knex<JobRow>(jobsTable)
      .where({ id })
      .update({
        next_run_at: moved(fromTs(next_run_at), byMs),
        locked_at: moved(fromTs(locked_at), byMs),
      });
}

function payloadOf(data: StoredData | undefined): unknown {
  return data?.payload === undefined ? undefined : JSON.parse(data.payload);
}

/** Collects what handlers are given; `reached(n)` resolves at the n-th. */
export function collector<T = unknown>() {
  const items: T[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  return {
    items,
    add(item: T): void {
      items.push(item);
      for (const waiter of waiters) if (items.length >= waiter.count) waiter.resolve();
    },
    reached: (count: number) =>
      new Promise<void>((resolve) =>
        items.length >= count ? resolve() : void waiters.push({ count, resolve }),
      ),
  };
}

const patienceMs = 60_000;

/** Waits until `done`; rejects with `what` after a time that only a defect can take. */
export async function eventually(done: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const giveUpMs = performance.now() + patienceMs;
  while (!(await done())) {
    if (performance.now() > giveUpMs) throw new Error(`${what}: not within ${patienceMs} ms`);
    await pause(10);
  }
}

/**
 * Runs `steps`, which have to end before the time `at`; if the machine was too slow, runs them again with a later time
 * and the next number, so that its load does not decide the result. Returns the last number.
 */
export async function inTime(steps: (at: Date, attempt: number) => Promise<void>): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const at = new Date(Date.now() + 400 * 2 ** attempt);
    await steps(at, attempt);
    if (Date.now() < at.getTime()) return attempt;
  }
  throw new Error('this machine is too slow for steps before a given time');
}
