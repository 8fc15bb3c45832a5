import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { ErrorCatalogue } from '../../shared/wire/appError.ts';
import { createCheckpoints } from '../security/audit/checkpoints.ts';
import { assertHead } from '../security/audit/head.ts';
import { auditMigrations } from '../security/audit/migrations.ts';
import { stage } from './bootError.ts';
import type { EventName } from '../events.ts';
import type { AnyFeature, Context, Core, FeatureSetup, Phase, PluginSetup } from './feature.ts';
import { outboxMigrations } from '../db/outbox/migrations.ts';
import { createOutbox } from '../db/outbox/outbox.ts';
import { outboxWaits } from '../db/outbox/rows.ts';
import { createComputing } from '../computing/computing.ts';
import { createReading } from '../db/reading/reading.ts';
import { contextOf } from './featureContext.ts';
import { refuseOpenGates } from './gates.ts';
import { createContext, type KernelParts } from './kernelContext.ts';
import { assertSetupShape } from './manifestShape.ts';
import { assertPoints, validateManifests } from './manifests.ts';
import { installationMigrations, settleRestore } from '../backup/installation.ts';
import { assertMayStop, managersMigrations, sayAlive } from './managers.ts';
import { lockMigrations } from '../db/locks.ts';
import { idempotencyMigrations } from '../security/idempotency.ts';
import { createMetrics, type OwnMetrics } from '../metrics.ts';
import { backupFigures, kernelQueues, outboxFigures, transactionTimes } from './kernelMetrics.ts';
import { mendWaits } from '../leased/waits.ts';
import { migrate, type Migration } from '../db/migrate.ts';
import { watchMigrations } from '../db/migrationWatch.ts';
import { repeatedWaits } from '../scheduler/repeated.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { schedulerMigrations } from '../scheduler/migrations.ts';
import { rateLimitMigrations } from '../security/rateLimit.ts';
import { settingsMigrations } from '../security/settings/migrations.ts';
import { createRunTx } from '../db/tx.ts';

export type { AnyFeature } from './feature.ts';

/** What a boot needs from outside; everything else is made here. */
export interface BootParts extends KernelParts {
  /** Called once the tables are there. */
  createScheduler(): Promise<Scheduler>;
  /** Plugins that are switched off: their tables stay as they are, and nothing else of them is there. */
  off?: readonly AnyFeature[];
  /** Called as soon as a feature is set up: what it tells must not be lost where a later one fails. */
  onSetUp?(name: string, core: Core): void;
  /** Called when a newer version has migrated the database while this manager runs, with names of its migrations. */
  onNewerDatabase?(migrations: readonly string[]): void;
}

export interface Loaded {
  ctx: Context;
  /** Set-ups by feature name, in set-up order. */
  setups: ReadonlyMap<string, FeatureSetup<string>>;
  errors: ErrorCatalogue;
  /** Gives features the connections that they take, before the server listens. */
  attach(server: EventEmitter): void;
  /** What `ctx.phase` answers from now on. */
  enter(phase: Phase): void;
  /** Stops the outbox, the long reads, the computations and the scheduler, then the features in reverse order. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 8_000;
const PRUNE_EVERY_MS = 24 * 60 * 60_000;

/** Runs the boot stages up to (not including) listening; a failure stops what was set up, in reverse order. */
export async function loadFeatures(
  features: readonly AnyFeature[],
  commonErrors: ErrorCatalogue,
  parts: BootParts,
): Promise<Loaded> {
  const { off = [], db, log } = parts;
  const ordered = validateManifests(features, { off, commonErrors });
  const untouched = off.map(({ name }) => name);
  const migrations = migrationsOf(ordered);
  await stage('kernel', 'migrate', () =>
    migrate(db, migrations, log, { off: untouched, beforeStop: (names) => assertMayStop(parts, names) }),
  );
  await stage('kernel', 'audit log', () => assertHead(db.reader));
  for (const feature of off) tellOff(feature, log);
  const scheduler = await stage('kernel', 'scheduler', () => parts.createScheduler());
  const metrics = createMetrics(log);
  let phase: Phase = 'starting';
  const runTx = createRunTx(db, log, transactionTimes(metrics.of('kernel')));
  const checkpoints = createCheckpoints({ ...parts, dataDir: parts.config.dataDir, runTx });
  const outbox = createOutbox({ ...parts, tx: runTx });
  const reading = createReading(db.address);
  const computing = createComputing();
  const setups = new Map<string, FeatureSetup<string>>();
  const { ctx, settings, sockets } = await stage('kernel', 'settings', () =>
    createContext(parts, {
      scheduler,
      commonErrors,
      runTx,
      checkpoints,
      outbox,
      reading,
      computing,
      metrics,
      phase: () => phase,
      ordered,
      setups,
    }),
  );
  outboxFigures(ctx);
  backupFigures(ctx);
  kernelQueues(metrics.of('kernel'), { computing, reading, scheduler });
  for (const feature of ordered) {
    for (const section of feature.settings ?? [])
      await stage(feature.name, 'settings', () => ctx.settings.get(section));
  }
  let watches: { stop(): void }[] = [];
  let alive: { stop(): Promise<void> } | null = null;
  const stop = async () => {
    for (const watch of watches) watch.stop();
    await outbox.stop();
    await reading.stop();
    await computing.stop();
    await stopAll(setups, scheduler, parts.log);
    await settings.stop();
    await checkpoints.stop();
    await alive?.stop();
  };
  try {
    await refuseOpenGates(off, ctx);
    for (const feature of ordered) {
      await setUp(feature, { ctx, setups, metrics, scheduler });
      parts.onSetUp?.(feature.name, ctx.core);
    }
    await stage('kernel', 'restore', () => settleRestore(ctx, [...setups.keys()]));
    scheduler.define('kernel.pruneIdempotency', {
      everyMs: PRUNE_EVERY_MS,
      run: () => ctx.tx((tx) => ctx.idempotency.prune(tx), { name: 'prune idempotency keys' }),
    });
    scheduler.define('kernel.pruneOutbox', { everyMs: PRUNE_EVERY_MS, run: () => outbox.prune() });
    await stage('kernel', 'scheduler', () => scheduler.start());
    checkpoints.start();
    outbox.start();
    settings.start();
    const { onNewerDatabase: found } = parts;
    alive = await stage('kernel', 'managers', () => sayAlive(parts));
    watches = [
      mendWaits(ctx, [outboxWaits, repeatedWaits, ...ctx.waits.all()]),
      ...(found ? [watchMigrations({ ...parts, migrations }, found)] : []),
    ];
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ctx,
    setups,
    errors: ctx.errors,
    attach: (server) => sockets.attach(server),
    enter: (next) => void (phase = next),
    stop,
  };
}

/** Logs that a plugin is switched off; as a warning where it holds work or people back. */
function tellOff({ name, gate }: AnyFeature, log: Logger): void {
  const text = 'the plugin is switched off: its operations answer 404, its data stays';
  if (!gate) return log.info({ feature: name }, text);
  log.warn({ feature: name, unenforced: gate.by }, `${text}, and nothing is held back by its ${gate.by}`);
}

async function setUp(
  feature: AnyFeature,
  {
    ctx,
    setups,
    metrics,
    scheduler,
  }: { ctx: Context; setups: Map<string, FeatureSetup<string>>; metrics: OwnMetrics; scheduler: Scheduler },
): Promise<void> {
  const { name } = feature;
  const own = contextOf(feature, { ctx, setups, metrics });
  const setup = await stage(name, 'setup', async () => {
    const given = (await feature.setup(own)) as PluginSetup<string>;
    assertSetupShape(given);
    return given;
  });
  setups.set(name, setup);
  if (setup.service !== undefined) Object.assign(ctx.core, { [name]: setup.service });
  await stage(name, 'setup', () => {
    for (const [job, spec] of Object.entries(setup.jobs ?? {})) {
      if (!job.startsWith(`${name}.`)) throw new Error(`job ${job} must start with "${name}."`);
      scheduler.define(job, spec);
    }
    assertPoints(feature, setup);
  });
  ctx.hooks.add(name, setup.hooks ?? {});
  ctx.steps.add(name, setup.steps ?? {});
  for (const [event, listener] of Object.entries(setup.events ?? {}))
    ctx.events.on(event as EventName, listener as never);
}

async function stopAll(
  setups: Map<string, FeatureSetup<string>>,
  scheduler: Scheduler,
  log: Logger,
): Promise<void> {
  await scheduler
    .stop(STOP_TIMEOUT_MS)
    .catch((error: unknown) => log.warn({ error }, 'the scheduler did not stop cleanly'));
  for (const [name, setup] of [...setups].reverse()) {
    await Promise.resolve(setup.stop?.()).catch((error: unknown) =>
      log.warn({ error, feature: name }, 'a feature did not stop cleanly'),
    );
  }
}

/** Migrations of the kernel and of these features, in the order in which they run. */
export function migrationsOf(ordered: readonly AnyFeature[]): Migration[] {
  return [
    ...schedulerMigrations,
    ...auditMigrations,
    ...settingsMigrations,
    ...idempotencyMigrations,
    ...rateLimitMigrations,
    ...outboxMigrations,
    ...lockMigrations,
    ...installationMigrations,
    ...managersMigrations,
    ...ordered.flatMap((feature) => feature.migrations ?? []),
  ];
}
