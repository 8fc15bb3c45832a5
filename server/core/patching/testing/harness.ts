/** Managers over one database, in one process, with clocks that the test moves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { loadConfig } from '../../../config.ts';
import { managerErrors } from '../../../contract/managerErrors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { createFakeClock, type FakeClock } from '../../../kernel/clock.ts';
import type { Database, Dialect } from '../../../kernel/db.ts';
import type { Context } from '../../../kernel/feature.ts';
import { loadFeatures } from '../../../kernel/loader.ts';
import type { Scheduler } from '../../../kernel/scheduler.ts';
import { createSecrets } from '../../../kernel/secrets.ts';
import '../events.ts';
import { DEFAULT_SPEC, type JobRequest, type JobSpec } from '../domain/jobSpec.ts';
import { createJobs } from '../migrations/001_create_jobs.ts';
import { createJobHosts } from '../migrations/002_create_job_hosts.ts';
import { createJobEvents } from '../migrations/003_create_job_events.ts';
import { addProblemsBefore } from '../migrations/004_add_problems_before.ts';
import type { AgentTransport } from '../ports.ts';
import { createPatching, type Patching } from '../service.ts';
import type { Caller } from '../service/create.ts';
import { freshDatabase } from '../../../../test/support/databases.ts';
import { jobHostToWire, jobToWire, type WireJob, type WireJobHost } from '../wire.ts';
import { FakeFleet } from './fakeAgents.ts';

export interface TestManager {
  ctx: Context;
  patching: Patching;
  /** As kill -9: nothing of it reaches the database or an agent any more. */
  kill(): void;
  /** Dies just before (or just after) the commit of its nth transaction of that name from now on. */
  killAt(transaction: string, when: 'before' | 'after', nth?: number): void;
  /** Dies just before (or just after) its nth call of that operation reaches the agent. */
  killAtCall(operationId: string, when: 'before' | 'after', nth?: number): void;
  readonly dead: boolean;
}

export interface TestWorld {
  clock: FakeClock;
  db: Database;
  fleet: FakeFleet;
  /** `id`: the name of its leases; the same one for a manager that is started again. */
  manager(id?: string): Promise<TestManager>;
  /** Moves the clock in small steps, sweeping each time, until the job has ended or `limitMs` have passed. */
  runUntilEnded(manager: TestManager, jobId: string, limitMs?: number): Promise<WireJob>;
  close(): Promise<void>;
}

export const operator: Actor = {
  kind: 'user',
  id: '00000000-0000-7000-8000-000000000001',
  name: 'olga',
  role: 'operator',
  sessionId: null,
};

export const caller = (idempotencyKey: string | null = null): Caller => ({
  actor: operator,
  address: '127.0.0.1',
  scope: 'all',
  idempotencyKey,
});

export const request = (
  hostIds: string[],
  spec: Partial<JobSpec> = {},
  more: Partial<JobRequest> = {},
): JobRequest => ({
  name: null,
  operation: 'patch',
  target: { host_ids: hostIds },
  fromPlanJobId: null,
  scheduleAt: null,
  spec: { ...DEFAULT_SPEC, ...spec },
  ...more,
});

const NEVER = new Promise<never>(() => undefined);

export async function createWorld(hostCount: number): Promise<TestWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-patching-'));
  const kind = (process.env.TEST_DIALECT ?? 'sqlite') as Dialect;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const clock = createFakeClock();
  const { db, cleanup } = await freshDatabase(kind, { log, clock });
  watchQueries(db);
  const fleet = new FakeFleet(clock, hostCount);
  const managers: TestManager[] = [];
  return {
    clock,
    db,
    fleet,
    async manager(id = `m${managers.length + 1}`) {
      const manager = await createManager({ db, clock, fleet, log, dataDir, id });
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
      await cleanup();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface ManagerParts {
  db: Database;
  clock: FakeClock;
  fleet: FakeFleet;
  log: pino.Logger;
  dataDir: string;
  id: string;
}

async function createManager({ db, clock, fleet, log, dataDir, id }: ManagerParts): Promise<TestManager> {
  const death = createDeath();
  const runs = new Map<string, (data: unknown) => void>();
  const scheduler = timerScheduler(clock, runs);
  const config = { ...loadConfig({}, null), dataDir };
  const tables = {
    name: 'patching',
    migrations: [createJobs, createJobHosts, createJobEvents, addProblemsBefore],
    setup: () => ({ routes: {} }),
  };
  const parts = {
    config,
    log,
    clock,
    db,
    scheduler,
    secrets: createSecrets(randomBytes(32)),
    instanceId: id,
    createScheduler: () => Promise.resolve(scheduler),
  };
  const { ctx: whole } = await loadFeatures([tables], managerErrors, parts);
  const tx: Context['tx'] = (work, options) =>
    death.pass('tx', options?.name ?? '', () => counted(() => whole.tx(work, options)));
  const ctx: Context = { ...whole, tx };
  const transport: AgentTransport = {
    call: ((target, operationId, options) =>
      death.pass('call', operationId, () =>
        fleet.transport.call(target, operationId, options),
      )) as AgentTransport['call'],
    openJobStream: (target, job, on, signal) => {
      const alive = {
        event: (e: never) => death.dead || on.event(e),
        close: (why: string) => death.dead || on.close(why),
      };
      return death.pass('call', 'streamJobs', () =>
        fleet.transport.openJobStream(target, job, alive as typeof on, signal),
      );
    },
  };
  const patching = createPatching({ ctx, hosts: fleet.hosts, transport });
  runs.set('patching.runJobHost', (data) => patching.engine.wake((data as { jobId: string }).jobId));
  runs.set('patching.startJob', () => void patching.sweep());
  return {
    ctx,
    patching,
    kill: death.kill,
    killAt: (transaction, when, nth = 1) => death.plan({ kind: 'tx', name: transaction, when, left: nth }),
    killAtCall: (operationId, when, nth = 1) =>
      death.plan({ kind: 'call', name: operationId, when, left: nth }),
    get dead() {
      return death.dead;
    },
  };
}

interface PlannedDeath {
  kind: 'tx' | 'call';
  name: string;
  when: 'before' | 'after';
  left: number;
}

/** Nothing gets out of a dead manager: what it waits for never comes. */
function createDeath() {
  let dead = false;
  let planned: PlannedDeath | null = null;
  return {
    get dead() {
      return dead;
    },
    kill: () => void (dead = true),
    plan: (death: PlannedDeath) => void (planned = death),
    async pass<T>(kind: 'tx' | 'call', name: string, work: () => Promise<T>): Promise<T> {
      if (dead) return NEVER;
      const dying = planned?.kind === kind && planned.name === name && --planned.left === 0 ? planned : null;
      if (dying?.when === 'before') dead = true;
      if (dead) return NEVER;
      const result = await work();
      if (dying) dead = true;
      return dead ? NEVER : result;
    },
  };
}

function timerScheduler(clock: FakeClock, runs: Map<string, (data: unknown) => void>): Scheduler {
  return {
    define: () => undefined,
    start: () => Promise.resolve(),
    schedule(name, data, options) {
      const delayMs = (options?.at?.getTime() ?? 0) - clock.now().getTime();
      clock.setTimeout(() => runs.get(name)?.(data), Math.max(0, delayMs));
      return Promise.resolve();
    },
    cancel: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    healthy: () => true,
  };
}

/** Statements and transactions that are under way, over all worlds of this process. */
let underWay = 0;

/** Transactions are counted as a whole; knex answers no event for their own statements. */
const ofTransaction = /^(begin|commit|rollback|savepoint|release|set transaction)/i;

function watchQueries({ knex, reader }: Database): void {
  const count = (by: number) => (query: { sql?: string }) => {
    if (!ofTransaction.test(query.sql ?? '')) underWay += by;
  };
  for (const source of new Set([knex, reader])) {
    source.on('query', count(1));
    source.on('query-response', (_response: unknown, query: { sql?: string }) => count(-1)(query));
    source.on('query-error', (_error: unknown, query: { sql?: string }) => count(-1)(query));
  }
}

async function counted<T>(work: () => Promise<T>): Promise<T> {
  underWay++;
  try {
    return await work();
  } finally {
    underWay--;
  }
}

const QUIET_ROUNDS = 25;

/** Waits until nothing moves any more without the clock: no statement for several rounds of the event loop. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < QUIET_ROUNDS; quiet++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (underWay > 0) quiet = 0;
  }
}

export async function wireJob({ patching }: TestManager, jobId: string): Promise<WireJob> {
  const { job, hosts } = await patching.service.get(jobId);
  return jobToWire(job, hosts);
}

export async function wireHost(manager: TestManager, jobId: string, index = 0): Promise<WireJobHost> {
  const { hosts } = await manager.patching.service.get(jobId);
  const row = hosts[index];
  if (!row) throw new Error('the job has no such host');
  return jobHostToWire(row);
}
