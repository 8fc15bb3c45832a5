import type { Logger } from 'pino';
import type { ErrorCatalogue } from '../../shared/wire/appError.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../clock.ts';
import type { Computing } from '../computing/types.ts';
import type { Database } from '../db/database.ts';
import type { Outbox } from '../db/outbox/types.ts';
import type { Reading, ReadOptions } from '../db/reading/types.ts';
import { createStepBus } from '../db/steps.ts';
import type { RunTx } from '../db/tx.ts';
import { createOutbound } from '../http/outbound.ts';
import { createSockets, type OwnSockets } from '../http/sockets.ts';
import { createAudit } from '../security/audit/audit.ts';
import { knownBase } from '../security/audit/base.ts';
import { checkAudit } from '../security/audit/check.ts';
import type { AuditCheckpoints } from '../security/audit/checkpoints.ts';
import { prepareExport, type AuditFilters } from '../security/audit/exported/write.ts';
import {
  auditReadQuery,
  countAudit,
  listAudit,
  type AuditQuery,
  type AuditRead,
} from '../security/audit/read.ts';
import { createIdempotency } from '../security/idempotency.ts';
import { namedOperations } from '../http/operations.ts';
import { mayCall } from '../security/permissions.ts';
import { createRateLimits } from '../security/rateLimit.ts';
import type { Secrets } from '../security/secrets.ts';
import { createSettings, type SettingsRegistry } from '../security/settings/settings.ts';
import { createEventBus } from '../events.ts';
import type { AnyFeature, Context, Core, FeatureSetup, FeatureWeb, Gathered, Phase } from './feature.ts';
import { createHookBus } from '../hooks.ts';
import type { OwnMetrics } from '../metrics.ts';
import { createLiveBus, type LiveContract } from './live.ts';

/** What the kernel is made from. */
export interface KernelParts {
  config: Config;
  log: Logger;
  clock: Clock;
  db: Database;
  secrets: Secrets;
  instanceId: string;
  /** Says who may see a live event; without it nobody is told any. */
  contract?: LiveContract;
  /** What the web UI shows of installed plugins, by name. */
  web?: ReadonlyMap<string, FeatureWeb>;
}

/** Stands in for the services in the kernel's own context; each feature gets a view of its own, see `serviceViews`. */
function notDeclared(): never {
  throw new Error('a service is asked for by no feature');
}

function gathered<T>(): Gathered<T> {
  const all: T[] = [];
  return { add: (...own) => void all.push(...own), all: () => all };
}

/** Parts that are made differently for a manager and for a command. */
export interface Made {
  scheduler: Context['jobs'];
  /** Codes that belong to no feature. */
  commonErrors: ErrorCatalogue;
  runTx: RunTx;
  checkpoints: Pick<AuditCheckpoints, 'note' | 'read' | 'lastRows' | 'sign' | 'publicKey'>;
  outbox: Outbox;
  reading: Reading;
  computing: Computing;
  metrics: OwnMetrics;
  phase(): Phase;
  ordered: readonly AnyFeature[];
  setups: ReadonlyMap<string, FeatureSetup<string>>;
}

/** The context as the kernel makes it; each feature gets its own view of it, see `contextOf`. */
export function createContext(
  parts: KernelParts,
  {
    scheduler,
    commonErrors,
    runTx,
    checkpoints,
    outbox,
    reading,
    computing,
    metrics,
    phase,
    ordered,
    setups,
  }: Made,
): { ctx: Context; settings: SettingsRegistry; sockets: OwnSockets } {
  const { config, log, clock, db, secrets, instanceId } = parts;
  const audit = {
    ...createAudit(clock, checkpoints),
    list: (query: AuditQuery) => listAudit(db.reader, query),
    count: (query: AuditQuery) => countAudit(db.reader, query),
    readQuery: (query: AuditRead) => auditReadQuery(db.reader, query),
    check: (options?: ReadOptions) => checkAudit({ db, runTx, secrets, checkpoints, reading }, options),
    export: (filters: AuditFilters) =>
      prepareExport({ reader: db.reader, secrets, checkpoints, clock, instanceId }, filters),
    publicKey: () => checkpoints.publicKey(),
    archived: () => knownBase(db.reader, secrets),
  };
  const events = createEventBus(log);
  const sections = ordered.flatMap((feature) => feature.settings ?? []);
  const settings = createSettings({ db, log, clock, secrets, audit, events, sections });
  const errors = Object.assign(
    {},
    commonErrors,
    ...ordered.map((feature) => feature.errors ?? {}),
  ) as ErrorCatalogue;
  const sockets = createSockets(log, errors);
  const ctx: Context = {
    config,
    log,
    db,
    tx: runTx,
    clock,
    settings,
    secrets,
    audit,
    events,
    hooks: createHookBus(log),
    steps: createStepBus(),
    outbox,
    outbound: createOutbound(),
    sockets,
    live: createLiveBus(parts.contract, log),
    reading,
    computing,
    metrics: metrics.of('kernel'),
    jobs: scheduler,
    idempotency: createIdempotency(clock),
    limits: createRateLimits(runTx, clock),
    core: {} as Core,
    use: () => notDeclared(),
    useIfOn: () => notDeclared(),
    errors,
    phase,
    served: () => ({
      features: [...setups.keys()].sort(),
      operations: [...setups.values()].flatMap(({ routes }) => Object.keys(routes)).sort(),
      web: [...(parts.web ?? [])].map(([feature, web]) => ({ feature, ...web })),
    }),
    configuration: gathered(),
    search: gathered(),
    waits: gathered(),
    permissions: parts.contract?.permissions ?? {},
    operations: parts.contract ? namedOperations(parts.contract.document) : [],
    mayCall,
    instanceId,
  };
  return { ctx, settings, sockets };
}
