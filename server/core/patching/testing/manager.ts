/** A manager that can die at any step, as by kill -9. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { loadConfig } from '#server/config.ts';
import { managerErrors } from '#server/shared/wire/managerErrors.ts';
import type { FakeClock } from '#server/kernel/clock.ts';
import type { Database } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { loadFeatures } from '#server/kernel/boot/loader.ts';
import { createFakeScheduler } from '#server/kernel/scheduler/testing/fake.ts';
import { createSecrets } from '#server/kernel/security/secrets.ts';
import '../events.ts';
import { createTables } from '../migrations/001_create_tables.ts';
import type { AgentTransport } from '../ports.ts';
import { createPatching, type Patching } from '../createPatching.ts';
import type { FakeFleet } from './fakeFleet.ts';
import { counted } from './settled.ts';

export interface TestManager {
  ctx: Context;
  patching: Patching;
  /** Like kill -9: nothing from it reaches the database or an agent any more. */
  kill(): void;
  /**
   * Ends what the kernel does beside it, such as signing the audit log into the data directory. A manager that was
   * killed needs it, too, before its database and directory are removed.
   */
  stopKernel(): Promise<void>;
  /** Dies just before (or just after) the commit of its nth transaction of that name from now on. */
  killAt(transaction: string, when: 'before' | 'after', nth?: number): void;
  /** Dies just before (or just after) its nth call of that operation reaches the agent. */
  killAtCall(operationId: string, when: 'before' | 'after', nth?: number): void;
  readonly dead: boolean;
}

/** The reasons of the tests' plugins. */
const REASONS = {
  windows: { WINDOW_CLOSED: 'No maintenance window of the host is open.' },
  'a-gate': {
    NO_WINDOW: 'The host has no maintenance window.',
    CHECK_RED: 'A check of the host is red.',
    WATCHED: 'The host is watched for a while.',
    WINDOW_SHUT: 'The next maintenance window has not opened yet.',
  },
  'health-checks': {
    CHECK_FAILING: 'A health check of the host fails.',
    HEALTH_CHECK_FAILED: 'A health check fails after the work.',
    SOAKING: 'The host is watched for a while.',
  },
};

const NEVER = new Promise<never>(() => undefined);

interface ManagerParts {
  db: Database;
  clock: FakeClock;
  fleet: FakeFleet;
  log: Logger;
  dataDir: string;
  id: string;
}

export async function createManager({
  db,
  clock,
  fleet,
  log,
  dataDir,
  id,
}: ManagerParts): Promise<TestManager> {
  const death = createDeath();
  const scheduler = createFakeScheduler(clock);
  const config = { ...loadConfig({}, null), dataDir };
  const tables = {
    name: 'patching',
    migrations: [createTables],
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
  const { ctx: whole, stop: stopKernel } = await loadFeatures([tables], managerErrors, parts);
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
        end: (ended: never) => death.dead || on.end?.(ended),
        close: (why: string) => death.dead || on.close(why),
      };
      return death.pass('call', 'streamJobs', () =>
        fleet.transport.openJobStream(target, job, alive as typeof on, signal),
      );
    },
  };
  const patching = createPatching({ ctx, hosts: fleet.hosts, transport });
  for (const [plugin, reasons] of Object.entries(REASONS)) patching.service.declareReasons(plugin, reasons);
  scheduler.define('patching.runJobHost', {
    run: async (data) => patching.engine.wake((data as { jobId: string }).jobId),
  });
  // The sweep of a dead manager never ends, and the scheduler waits for what runs.
  scheduler.define('patching.startJob', { run: () => Promise.race([patching.sweep(), death.came]) });
  return {
    ctx,
    patching,
    kill: death.kill,
    stopKernel,
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

/** A dead manager has no effects: everything that it waits for stays pending. */
function createDeath() {
  let dead = false;
  let planned: PlannedDeath | null = null;
  const { promise: came, resolve: tell } = Promise.withResolvers<void>();
  const kill = (): void => {
    dead = true;
    tell();
  };
  return {
    get dead() {
      return dead;
    },
    /** Resolves when it dies. */
    came,
    kill,
    plan: (death: PlannedDeath) => void (planned = death),
    async pass<T>(kind: 'tx' | 'call', name: string, work: () => Promise<T>): Promise<T> {
      if (dead) return NEVER;
      const dying = planned?.kind === kind && planned.name === name && --planned.left === 0 ? planned : null;
      if (dying?.when === 'before') kill();
      if (dead) return NEVER;
      const result = await work();
      if (dying) kill();
      return dead ? NEVER : result;
    },
  };
}
