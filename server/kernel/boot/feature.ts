import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { ErrorCatalogue } from '../../shared/wire/appError.ts';
import type { PathParams, QueryParams, Reply, RequestBody } from '../../shared/wire/dispatch.ts';
import type { components, operations } from '#generated/manager.ts';
import type { ManagerFeature, ManagerOperationsOf } from '#generated/managerOperations.ts';
import type { Actor } from '../security/actor.ts';
import type { Refused } from '../bulk.ts';
import type { ChosenFields } from '../http/fields.ts';
import type { HostScope } from '../security/hostScope.ts';
import type { Permissions } from '../security/permissions.ts';
import type { Audit } from '../security/audit/audit.ts';
import type { AuditCheckpoints } from '../security/audit/checkpoints.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../db/database.ts';
import type { Core, PluginOperations, Services } from '../declared.ts';
import type { EventBus, EventHandlers } from '../events.ts';
import type { HookBus, HookHandlers } from '../hooks.ts';
import type { Idempotency } from '../security/idempotency.ts';
import type { LiveBus } from './live.ts';
import type { Metrics } from '../metrics.ts';
import type { NamedOperation } from '../http/operations.ts';
import type { Outbound } from '../http/outbound.ts';
import type { Sockets } from '../http/sockets.ts';
import type { Migration } from '../db/migrate.ts';
import type { Waits } from '../leased/waits.ts';
import type { RateLimits } from '../security/rateLimit.ts';
import type { ScheduledJob, Scheduler } from '../scheduler/scheduler.ts';
import type { Secrets } from '../security/secrets.ts';
import type { ConfigurationPart } from '../configuration.ts';
import type { SearchSource } from './search.ts';
import type { SettingsSection } from '../security/settings/section.ts';
import type { SettingsStore } from '../security/settings/settings.ts';
import type { Outbox } from '../db/outbox/types.ts';
import type { Computing } from '../computing/types.ts';
import type { Reading } from '../db/reading/types.ts';
import type { StepBus, StepHandlers } from '../db/steps.ts';
import type { RunTx } from '../db/tx.ts';

declare module '../declared.ts' {
  interface Events {
    /** SIGHUP (`systemctl reload`): who reads files that the configuration names reads them again, and logs the outcome. */
    'kernel.reloadAsked': { at: Date };
    /** Load balancers have noticed that this manager takes no more calls: connections that last end, so that others take them. */
    'kernel.drained': { at: Date };
  }
}

export type OperationId = keyof operations & string;

/** What the handler of an operation gets: validated, coerced, in wire names (routes.ts maps them). */
export type HandlerRequest<Id extends OperationId> = RequestOf<operations[Id]>;

/** The same for an operation of any document, by its entry in the `operations` that openapi-typescript makes. */
export interface RequestOf<Op> {
  params: PathParams<Op>;
  /** Without `fields`, which the manager cuts the answer down to by itself. */
  query: SortedQuery<Omit<QueryParams<Op>, 'fields'>>;
  /** The properties of an answer that the caller wants; what is not among them need not be read. */
  fields: ChosenFields;
  body: RequestBody<Op>;
  headers: IncomingHttpHeaders;
  actor: Actor;
  scope: HostScope;
  /** The caller's address, after trusted proxies. */
  address: string;
  requestId: string;
  idempotencyKey: string | null;
  log: Logger;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** How an error would be answered, for calls that go on with other things after one was refused. */
  refusalOf(error: unknown): Refused;
  raw: { req: IncomingMessage; res: ServerResponse };
}

/** The contract gives each `sort` a default, which the check of the request has filled in. */
type SortedQuery<Query> = Query extends { sort?: infer Sort } ? Query & { sort: NonNullable<Sort> } : Query;

export type Handler<Id extends OperationId> = HandlerOf<operations[Id]>;

/**
 * One handler per operation that the contract gives the feature, or that an installed plugin has declared as its own
 * (`PluginOperations`); a missing one is a compile error.
 */
export type Routes<Name extends string> = Name extends ManagerFeature
  ? { [Id in ManagerOperationsOf<Name> & OperationId]: Handler<Id> }
  : Name extends keyof PluginOperations
    ? { [Id in keyof PluginOperations[Name]]: HandlerOf<PluginOperations[Name][Id]> }
    : Record<never, never>;

type HandlerOf<Op> = (request: RequestOf<Op>) => Promise<Reply<Op>>;

export type { Core, Services } from '../declared.ts';

export type ServiceName = keyof Services & string;

/** Everything a feature may use: one plain object, so a fake is an object literal. */
export interface Context {
  /** Structured log of this feature (pino): `log.warn({ error, hostId }, 'what happened')`. Nothing secret. */
  log: Logger;
  /** The manager's configuration: environment and file, frozen at the start. */
  config: Config;
  /**
   * The database: `db.reader` for queries outside of a transaction, `db.now()` for the time that all managers
   * share.
   */
  db: Database;
  /** Runs work in one transaction: `await ctx.tx(async ({ knex }) => …)`. What it throws rolls back. */
  tx: RunTx;
  /** The time; in tests the one that the test moves. Never `Date.now()`. */
  clock: Clock;
  /** Settings that people change while the manager runs: `await ctx.settings.get(section)`. */
  settings: SettingsStore;
  /** Seals what is secret before it is stored, with the manager's key. */
  secrets: Secrets;
  /** The audit log: `ctx.audit.record(tx, …)` in the transaction of the change that it tells of. */
  audit: Audit;
  /** Facts, told after the commit. */
  events: EventBus;
  /** Questions to other features, asked outside of transactions. */
  hooks: HookBus;
  /** What others do inside this feature's transactions. */
  steps: StepBus;
  /** What is to be sent to the outside once the transaction has committed. */
  outbox: Outbox;
  /** The one way out for HTTP; never inside a transaction. */
  outbound: Outbound;
  /** WebSockets, and what else stays open, on paths of the manager's own server. */
  sockets: Sockets;
  /** Events for people who are connected. */
  live: LiveBus;
  /** Long reads, in threads with a connection that cannot write. */
  reading: Reading;
  /** Work that takes long and needs no database, in a thread; accounts get their turns. */
  computing: Computing;
  /** What this manager tells Prometheus; declared in the set-up. */
  metrics: Metrics;
  /** Wakes this feature's scheduled jobs at a moment of its choice. */
  jobs: Pick<Scheduler, 'schedule' | 'healthy'>;
  /** Keeps answers of calls with an Idempotency-Key, so that a repeated call does nothing twice. */
  idempotency: Idempotency;
  /** How often somebody may do something in a time; counted in the database, so over all managers. */
  limits: RateLimits;
  /** Services of the core features named in `requires` (all set up before this one); others throw. */
  core: Core;
  /** The service of a plugin named in `requires`. Throws where the manifest does not name it. */
  use<N extends ServiceName>(name: N): Services[N];
  /** The service of a plugin named in `requires` with a `?`; null where that is switched off or not installed. */
  useIfOn<N extends ServiceName>(name: N): Services[N] | null;
  /** Every code that this manager may answer: the common ones and those of the features. */
  errors: ErrorCatalogue;
  /** Whether this manager wants calls: load balancers ask. */
  phase(): Phase;
  /** What this manager consists of; complete once it listens, and the same until the next start. */
  served(): Served;
  /** What people configured of each feature, for the export and import of the whole configuration. */
  configuration: Gathered<ConfigurationPart>;
  /** Kinds of things that the search over everything finds. */
  search: Gathered<SearchSource>;
  /** Columns of rows with times that the machine gave: the kernel brings those back that a clock ahead has written. */
  waits: Gathered<Waits>;
  /** The table of permissions: each with the named sets that hold it. */
  permissions: Permissions;
  /** All operations of the contract, those of features that are switched off too, with the permission of each. */
  operations: readonly NamedOperation[];
  /** Whether the actor has this permission of the contract. */
  mayCall(permission: string, actor: Actor): boolean;
  /** Random id of this manager, the same over its restarts; owner name of leases. */
  instanceId: string;
}

/** What features add in their set-up, each its own. */
export interface Gathered<T> {
  add(...own: readonly T[]): void;
  /** In the order of the features' set-up; complete once the manager listens. */
  all(): readonly T[];
}

/** `starting`: it may listen, but not all features run yet; `draining`: it answers, and is about to end. */
export type Phase = 'starting' | 'serving' | 'draining';

export interface Served {
  /** Names of the features that are on, sorted. */
  features: readonly string[];
  /** Ids of their operations, sorted. */
  operations: readonly string[];
  /** Features that bring pages and forms of their own: installed plugins. */
  web: readonly (FeatureWeb & { feature: string })[];
}

/** What the web UI shows of a plugin that its build knows nothing of. */
export interface FeatureWeb {
  /** Address of the ES module that gives the pages: `/plugins/<name>/pages.js?v=…`; null: it has no pages. */
  module: string | null;
  /** Files served for these pages, the module too: path → content. */
  files: ReadonlyMap<string, Buffer>;
  /** Forms of its settings. */
  settings: readonly components['schemas']['UiSettingsForm'][];
}

/** What a set-up gives to the manager; all but `routes` may be left out. */
export interface FeatureSetup<Name extends string> {
  /** A handler for each of its operations, no more and no less; it answers by `reply` or throws an AppError. */
  routes: Routes<Name>;
  /** Scheduled work, `feature.verbNoun`; runs at least once. */
  jobs?: Record<string, ScheduledJob>;
  /** Answers to the questions of others; each may throw an AppError to refuse. */
  hooks?: HookHandlers;
  /** Listeners to facts; what one throws is logged and fails nobody. */
  events?: EventHandlers;
  /** Statements of this feature inside the transactions of others, who must be required. */
  steps?: StepHandlers;
  /** Called after the listener is open, in set-up order. */
  started?: () => Promise<void>;
  /** Works after a partial set-up too; within 10 s. */
  stop?: () => Promise<void>;
}

/**
 * What a command gets: the database and what stands on it. No feature is set up, nothing listens and no scheduler
 * runs, so services, hooks, steps, jobs and the outbox throw when they are used. A manager may be running on the
 * same data beside it: what a command changes must reach it by the database.
 */
export interface CommandContext extends Context {
  /** Whoever runs it at the machine, for audit rows. */
  actor: Actor;
  /** Of the manager whose data it is; only what keeps the manager from running may write to them. */
  checkpoints: AuditCheckpoints;
  /** One line to the standard output. */
  print(line: string): void;
}

/** A subcommand of the manager's program, for the owner of the data directory. */
export interface Command {
  /** The one or two words after the program's name: `audit verify`. */
  name: string;
  /** What may follow them, for the help: `[--json]`. */
  usage?: string;
  /** One line for the help. */
  summary: string;
  /**
   * Runs a call that needs neither a database nor a data directory, before both are looked for, and answers the exit
   * code. Null: this call needs them, and `run` does it. Throws as `run` does. A command has at least one of the two.
   */
  alone?(args: readonly string[], print: (line: string) => void, config: Config): Promise<number | null>;
  /** Answers the exit code. Throws a UsageError for arguments that it does not take, an AppError to refuse. */
  run?(ctx: CommandContext, args: readonly string[]): Promise<number>;
}

/**
 * Declared by a plugin that holds work or people back: lets the boot find out what is lost when the plugin is switched
 * off.
 */
export interface Gate {
  /** What it holds them back by, in the plural: `entries of the allow-list`. */
  by: string;
  /**
   * How many of those are stored and enabled. Asked while the plugin is not set up, and not before one of its
   * migrations has run; later migrations may not have.
   */
  enabled(stored: { reader: Knex; settings: Pick<SettingsStore, 'get'> }): Promise<number>;
}

/** The manifest is pure data; `setup` does the wiring. */
export interface Feature<Name extends string = string> {
  /** `some-name`: the first tag of its operations; its tables, sections and error codes begin with it. */
  name: Name;
  /**
   * Features whose services may be used; they are set up before. One that ends in `?` (`'packages?'`) is used where it is
   * on; all others must be on.
   */
  requires?: readonly string[];
  /** Sections of settings that this feature owns. */
  settings?: readonly SettingsSection[];
  /** Codes that this feature throws and the common catalogue lacks. */
  errors?: ErrorCatalogue;
  /** Make its tables, in their order; each runs once on a database, and none is ever changed. */
  migrations?: readonly Migration[];
  /** Subcommands of the manager's program. */
  commands?: readonly Command[];
  /**
   * For a plugin that holds work or people back: keeps the manager from starting without it. Installed plugins have
   * none, because nothing of them is loaded while they are switched off.
   */
  gate?: Gate;
  /**
   * Wires the feature up; called once at the start, after the migrations and after all that it requires. What it
   * throws ends the start.
   */
  setup(ctx: Context): Promise<PluginSetup<Name>> | PluginSetup<Name>;
}

/** What a plugin's set-up gives: with a service where it has declared the type of one in `Services`. */
export type PluginSetup<Name extends string> = FeatureSetup<Name> &
  (Name extends ServiceName ? { service: Services[Name] } : { service?: unknown });

/** A core feature also offers a service to the features that require it. */
export interface CoreFeature<Name extends string = string> extends Omit<Feature<Name>, 'setup'> {
  setup(ctx: Context): Promise<CoreSetup<Name>> | CoreSetup<Name>;
}

export type CoreSetup<Name extends string> = FeatureSetup<Name> & {
  service: Name extends keyof Core ? Core[Name] : never;
};

/** A feature of the core, or a plugin. */
export type AnyFeature = Feature | CoreFeature;

export function defineCore<const Name extends string>(feature: CoreFeature<Name>): CoreFeature<Name> {
  return feature;
}
