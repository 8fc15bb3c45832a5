/** Managers over one database, in one process, with clocks that the test moves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { withoutSession, type Actor } from '#server/kernel/security/actor.ts';
import { createFakeClock, type FakeClock } from '#server/kernel/clock.ts';
import type { Database } from '#server/kernel/db/database.ts';
import type { JobRequest, NamedSpec } from '../domain/jobSpec.ts';
import type { Caller } from '../service/caller.ts';
import { dialect, freshDatabase } from '#test/support/databases.ts';
import { jobHostToWire, jobToWire, type WireJob, type WireJobHost } from '../wire.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { FakeAgent } from './fakeAgents.ts';
import { FakeFleet } from './fakeFleet.ts';
import { settled, watchQueries } from './settled.ts';
import { createManager, type TestManager } from './manager.ts';

export interface TestWorld {
  clock: FakeClock;
  db: Database;
  fleet: FakeFleet;
  /**
   * `id`: the owner of its leases; the same one for a manager that is started again. `aheadMs`: by how much its
   * clock is ahead of the database's.
   */
  manager(id?: string, aheadMs?: number): Promise<TestManager>;
  /** Moves the clock in small steps, sweeping each time, until the job has ended or `limitMs` have passed. */
  runUntilEnded(manager: TestManager, jobId: string, limitMs?: number): Promise<WireJob>;
  close(): Promise<void>;
}

export const operator: Actor = {
  kind: 'user',
  id: '00000000-0000-7000-8000-000000000001',
  name: 'olga',
  role: 'operator',
  ...withoutSession,
};

export const caller = (idempotencyKey: string | null = null): Caller => ({
  actor: operator,
  address: '127.0.0.1',
  scope: 'all',
  idempotencyKey,
});

export const request = (
  hostIds: string[],
  spec: NamedSpec = {},
  more: Partial<JobRequest> = {},
): JobRequest => ({
  name: null,
  operation: 'patch',
  target: { host_ids: hostIds },
  fromPlanJobId: null,
  planHostIds: null,
  scheduleAt: null,
  spec,
  ...more,
});

export async function createWorld(hostCount: number): Promise<TestWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-patching-'));
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const clock = createFakeClock();
  const { db, cleanup } = await freshDatabase(dialect, { log, clock });
  watchQueries(db);
  const fleet = new FakeFleet(clock, hostCount);
  const managers: TestManager[] = [];
  return {
    clock,
    db,
    fleet,
    async manager(id = `m${managers.length + 1}`, aheadMs = 0) {
      const manager = await createManager({ db, clock: skewed(clock, aheadMs), fleet, log, dataDir, id });
      managers.push(manager);
      return manager;
    },
    async runUntilEnded(manager, jobId, limitMs = 3 * 3_600_000) {
      for (let spentMs = 0; spentMs <= limitMs; spentMs += 5_000) {
        await settled();
        const job = await wireJob(manager, jobId);
        if (job.completed_at !== null) return job;
        await clock.advance(5_000);
        if (spentMs % 30_000 === 0) await manager.patching.sweep();
      }
      throw new Error(`the job did not end: ${JSON.stringify(await wireJob(manager, jobId))}`);
    },
    async close() {
      for (const manager of managers) manager.kill();
      for (const manager of managers) void manager.patching.stop().catch(() => undefined);
      await settled();
      for (const manager of managers) await manager.stopKernel();
      await cleanup();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A clock that runs with `clock` but shows another time. */
const skewed = (clock: FakeClock, aheadMs: number): FakeClock => ({
  ...clock,
  now: () => new Date(clock.now().getTime() + aheadMs),
});

export async function wireJob({ patching }: TestManager, jobId: string): Promise<WireJob> {
  const found = await patching.service.get(jobId, 'all');
  return jobToWire(found.job, found);
}

export async function wireHost(manager: TestManager, jobId: string, index = 0): Promise<WireJobHost> {
  const { job, hosts } = await manager.patching.service.get(jobId, 'all');
  const row = hosts[index];
  if (!row) throw new Error('the job has no such host');
  return jobHostToWire(row, job.spec);
}

export const MINUTE_MS = 60_000;
/** An idempotency key, also used as an id that no job has. */
export const KEY = '7d9f4f4e-0000-4000-8000-000000000001';

/** The start of most suites. */
export interface OneManager {
  world: TestWorld;
  manager: TestManager;
  /** The first host. */
  hostId: string;
  /** Its agent. */
  agent: FakeAgent;
}

export const startOneManager =
  (hostCount: number) =>
  async (context: OneManager): Promise<void> => {
    context.world = await createWorld(hostCount);
    context.manager = await context.world.manager();
    [context.hostId = ''] = context.world.fleet.hostIds;
    context.agent = context.world.fleet.agent(context.hostId);
  };

export const closeWorld = ({ world }: { world: TestWorld }): Promise<void> => world.close();

/** The code with which the work is refused; `none` if it is not. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}
