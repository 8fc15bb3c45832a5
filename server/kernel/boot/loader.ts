import type { Logger } from 'pino';
import type { ErrorCatalogue } from '../../shared/wire/appError.ts';
import { createAudit } from '../security/audit/audit.ts';
import { checkAudit } from '../security/audit/check.ts';
import { createCheckpoints, type AuditCheckpoints } from '../security/audit/checkpoints.ts';
import { auditMigrations } from '../security/audit/migrations.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../db/database.ts';
import { createEventBus, type EventName } from './events.ts';
import type { AnyFeature, Context, Core, FeatureSetup, PluginSetup } from './feature.ts';
import { createHookBus } from './hooks.ts';
import { outboxMigrations } from '../db/outbox/migrations.ts';
import { createOutbox, type OwnOutbox } from '../db/outbox/outbox.ts';
import { createOutbound } from '../http/outbound.ts';
import { createStepBus } from '../db/steps.ts';
import { serviceViews } from './services.ts';
import { createIdempotency, idempotencyMigrations } from '../security/idempotency.ts';
import { migrate, type Migration } from '../db/migrate.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { schedulerMigrations } from '../scheduler/migrations.ts';
import type { Secrets } from '../security/secrets.ts';
import { createRateLimits, rateLimitMigrations } from '../security/rateLimit.ts';
import { settingsMigrations } from '../security/settings/migrations.ts';
import { createSettings, type SettingsRegistry } from '../security/settings/settings.ts';
import { createRunTx } from '../db/tx.ts';

export type { AnyFeature } from './feature.ts';

/** What a boot needs from outside; everything else is made here. */
export interface BootParts {
  config: Config;
  log: Logger;
  clock: Clock;
  db: Database;
  /** Called once the tables are there. */
  createScheduler(): Promise<Scheduler>;
  secrets: Secrets;
  instanceId: string;
  /** Plugins that are switched off: their tables stay as they are, and nothing else of them is there. */
  off?: readonly AnyFeature[];
}

export interface Loaded {
  ctx: Context;
  /** Set-ups by feature name, in set-up order. */
  setups: ReadonlyMap<string, FeatureSetup<string>>;
  errors: ErrorCatalogue;
  /** Stops the features in reverse order; the scheduler first. */
  stop(): Promise<void>;
}

/** A boot that failed; says which feature and which stage. */
export class BootError extends Error {
  constructor(feature: string, stage: string, cause: unknown) {
    super(`${feature}, ${stage}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'BootError';
  }
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
  const ordered = validateManifests(features, off);
  const untouched = off.flatMap((feature) => feature.migrations ?? []);
  await stage('kernel', 'migrate', () => migrate(db, migrationsOf(ordered), log, untouched));
  for (const feature of off) tellOff(feature, log);
  const scheduler = await stage('kernel', 'scheduler', () => parts.createScheduler());
  const errors = Object.assign(
    {},
    commonErrors,
    ...ordered.map((feature) => feature.errors ?? {}),
  ) as ErrorCatalogue;
  const runTx = createRunTx(db, log);
  const checkpoints = createCheckpoints({ ...parts, dataDir: parts.config.dataDir, runTx });
  const outbox = createOutbox({ ...parts, runTx });
  const { ctx, settings } = await stage('kernel', 'settings', () =>
    createContext(parts, { scheduler, errors, checkpoints, outbox, ordered }),
  );
  for (const feature of ordered) {
    for (const section of feature.settings ?? [])
      await stage(feature.name, 'settings', () => ctx.settings.get(section));
  }
  const setups = new Map<string, FeatureSetup<string>>();
  const stop = async () => {
    await outbox.stop();
    await stopAll(setups, scheduler, parts.log);
    await settings.stop();
    await checkpoints.stop();
  };
  try {
    for (const feature of ordered) await setUp(feature, ctx, setups, { scheduler, outbox });
    scheduler.define('kernel.pruneIdempotency', {
      everyMs: PRUNE_EVERY_MS,
      run: () => ctx.tx((tx) => ctx.idempotency.prune(tx), { name: 'prune idempotency keys' }),
    });
    scheduler.define('kernel.pruneOutbox', { everyMs: PRUNE_EVERY_MS, run: () => outbox.prune() });
    await stage('kernel', 'scheduler', () => scheduler.start());
    checkpoints.start();
    outbox.start();
    settings.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { ctx, setups, errors, stop };
}

/** Whoever switches off what guards the hosts shall read it in the log. */
function tellOff({ name, answers = [] }: AnyFeature, log: Logger): void {
  const text = 'the plugin is switched off: its operations answer 404, its data stays';
  if (answers.length === 0) return log.info({ feature: name }, text);
  log.warn({ feature: name, unanswered: answers }, `${text}, and these hooks are asked without it`);
}

async function stage<T>(feature: string, name: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof BootError ? cause : new BootError(feature, name, cause);
  }
}

/** Each feature gets its own, see `serviceViews`. */
function notDeclared(): never {
  throw new Error('a service is asked for by no feature');
}

interface Made {
  scheduler: Scheduler;
  errors: ErrorCatalogue;
  checkpoints: AuditCheckpoints;
  outbox: OwnOutbox;
  ordered: readonly AnyFeature[];
}

function createContext(
  parts: BootParts,
  { scheduler, errors, checkpoints, outbox, ordered }: Made,
): { ctx: Context; settings: SettingsRegistry } {
  const { config, log, clock, db, secrets, instanceId } = parts;
  const tx = createRunTx(db, log);
  const audit = {
    ...createAudit(clock, checkpoints),
    check: () => checkAudit({ db, runTx: tx, checkpoints }),
  };
  const events = createEventBus(log);
  const sections = ordered.flatMap((feature) => feature.settings ?? []);
  const settings = createSettings({ db, log, clock, secrets, audit, events, sections });
  const ctx: Context = {
    config,
    log,
    db,
    tx,
    clock,
    settings,
    secrets,
    audit,
    events,
    hooks: createHookBus(log),
    steps: createStepBus(),
    outbox,
    outbound: createOutbound(),
    jobs: scheduler,
    idempotency: createIdempotency(clock),
    limits: createRateLimits(tx, clock),
    core: {} as Core,
    use: () => notDeclared(),
    useIfOn: () => notDeclared(),
    errors,
    instanceId,
  };
  return { ctx, settings };
}

async function setUp(
  feature: AnyFeature,
  ctx: Context,
  setups: Map<string, FeatureSetup<string>>,
  { scheduler, outbox }: Pick<Made, 'scheduler' | 'outbox'>,
): Promise<void> {
  const log = ctx.log.child({ feature: feature.name });
  const own: Context = { ...ctx, ...serviceViews(feature, setups, ctx.core), log };
  const setup = await stage(feature.name, 'setup', () => feature.setup(own) as Promise<PluginSetup<string>>);
  setups.set(feature.name, setup);
  if (setup.service !== undefined) Object.assign(ctx.core, { [feature.name]: setup.service });
  for (const [name, job] of Object.entries(setup.jobs ?? {})) {
    if (!name.startsWith(`${feature.name}.`))
      throw new BootError(feature.name, 'setup', new Error(`job ${name} must start with "${feature.name}."`));
    scheduler.define(name, job);
  }
  for (const name of Object.keys(setup.hooks ?? {})) {
    if (!feature.answers?.some((answered) => answered === name))
      throw new BootError(
        feature.name,
        'setup',
        new Error(`its manifest does not say that it answers ${name}`),
      );
  }
  ctx.hooks.add(feature.name, setup.hooks ?? {});
  const { steps = {}, outbox: topics = {} } = setup;
  assertAsListed(feature, 'steps that it joins', feature.joins, steps);
  ctx.steps.add(feature.name, steps);
  assertAsListed(feature, 'topics that it delivers', feature.topics, topics);
  outbox.add(topics);
  for (const [name, listener] of Object.entries(setup.events ?? {}))
    ctx.events.on(name as EventName, listener as never);
}

/** What a manifest lists is what the set-up gives, no more and no less. */
function assertAsListed(
  { name }: AnyFeature,
  what: string,
  listed: readonly string[] = [],
  given: object,
): void {
  const unlike = new Set(listed).symmetricDifference(new Set(Object.keys(given)));
  if (unlike.size === 0) return;
  const text = `manifest and set-up differ in the ${what}: ${[...unlike].join(', ')}`;
  throw new BootError(name, 'setup', new Error(text));
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

function migrationsOf(ordered: readonly AnyFeature[]): Migration[] {
  return [
    ...schedulerMigrations,
    ...auditMigrations,
    ...settingsMigrations,
    ...idempotencyMigrations,
    ...rateLimitMigrations,
    ...outboxMigrations,
    ...ordered.flatMap((feature) => feature.migrations ?? []),
  ];
}

/**
 * Unique names, codes and hook points; every requirement there; no cycles; migrations named after their
 * feature. Returns the features in the order of their requirements.
 */
export function validateManifests(
  features: readonly AnyFeature[],
  off: readonly AnyFeature[] = [],
): AnyFeature[] {
  const byName = new Map<string, AnyFeature>();
  const codes = new Map<string, string>();
  for (const feature of features) {
    if (byName.has(feature.name))
      throw new BootError(feature.name, 'manifest', new Error('two features have this name'));
    byName.set(feature.name, feature);
    for (const code of Object.keys(feature.errors ?? {})) {
      const owner = codes.get(code);
      if (owner)
        throw new BootError(feature.name, 'manifest', new Error(`error code ${code} belongs to ${owner}`));
      codes.set(code, feature.name);
    }
    for (const { name } of feature.migrations ?? []) {
      if (!name.startsWith(`${feature.name}/`))
        throw new BootError(
          feature.name,
          'manifest',
          new Error(`migration ${name} must start with "${feature.name}/"`),
        );
    }
  }
  validateNames(features);
  const ordered: AnyFeature[] = [];
  const isOff = new Set(off.map(({ name }) => name));
  for (const feature of features) place(feature, { byName, isOff, ordered }, []);
  return ordered;
}

/**
 * A topic belongs to its feature. A step point has one owner, and whoever joins it requires that owner: without it the step would never run, and
 * rows that ought to go would stay.
 */
function validateNames(features: readonly AnyFeature[]): void {
  const owners = new Map<string, string>();
  for (const { name, stepPoints = [] } of features) {
    for (const point of stepPoints) {
      const owner = owners.get(point);
      if (owner) throw new BootError(name, 'manifest', new Error(`step point ${point} belongs to ${owner}`));
      if (!point.startsWith(`${name}.`))
        throw new BootError(name, 'manifest', new Error(`step point ${point} must start with "${name}."`));
      owners.set(point, name);
    }
  }
  for (const { name, topics = [] } of features) {
    const foreign = (topics as readonly string[]).find((topic) => !topic.startsWith(`${name}.`));
    if (foreign !== undefined)
      throw new BootError(name, 'manifest', new Error(`topic ${foreign} must start with "${name}."`));
  }
  for (const { name, joins = [], requires = [] } of features) {
    for (const point of joins) {
      const owner = owners.get(point);
      if (!owner) throw new BootError(name, 'manifest', new Error(`it joins ${point}, which nobody has`));
      if (owner !== name && !requires.includes(owner))
        throw new BootError(name, 'manifest', new Error(`it joins ${point} and does not require ${owner}`));
    }
  }
}

interface Places {
  byName: ReadonlyMap<string, AnyFeature>;
  isOff: ReadonlySet<string>;
  ordered: AnyFeature[];
}

/** Puts the feature behind all that it needs; `path` is how it was come to. */
function place(feature: AnyFeature, places: Places, path: string[]): void {
  const { byName, isOff, ordered } = places;
  const { name, requires = [], optional = [] } = feature;
  if (ordered.includes(feature)) return;
  if (path.includes(name)) {
    const circle = [...path.slice(path.indexOf(name)), name].join(' → ');
    throw new BootError(name, 'manifest', new Error(`requirements form a cycle: ${circle}`));
  }
  for (const wanted of [...requires, ...optional]) {
    const found = byName.get(wanted);
    if (found) place(found, places, [...path, name]);
    else if (requires.includes(wanted)) throw new BootError(name, 'manifest', missing(wanted, isOff));
  }
  ordered.push(feature);
}

function missing(name: string, isOff: ReadonlySet<string>): Error {
  if (!isOff.has(name)) return new Error(`it requires ${name}, which is not there`);
  return new Error(`it requires ${name}, which is switched off; switch that on, or this off too`);
}
