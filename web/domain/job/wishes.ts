import type { Schemas } from '../../core/schema.ts';
import type { Target } from './target.ts';
import { MOST_WAVES, readWave } from './wavePreview.ts';

type Request = Schemas['CreateJobRequest'];
export type Operation = Exclude<Schemas['JobOperation'], 'rollback'>;

/** A new job as its form holds it; names of packages are text, separated by spaces or commas. */
export interface Wishes {
  operation: Operation;
  mode: Schemas['JobMode'];
  /** For the operation `connection`: who connects to whom from then on. */
  connection: Schemas['HostConnection'];
  /** `name`, or `name=version` where an operation takes versions. */
  packages: string;
  exclude: string;
  purge: boolean;
  autoremove: boolean;
  reboot: Schemas['RebootPolicy'];
  rollback: boolean;
  strict: boolean;
  /** What is asked of health checks; the rest is the manager's default. */
  checks: CheckWishes;
  /** Hosts at once; null: as many as the manager's default. */
  parallel: number | null;
  /** Waves that run one after the other; empty: all hosts at once. */
  waves: readonly Schemas['JobWave'][];
  /**
   * Percent of the hosts, of each wave or else of all, that may fail before the job halts; null: none with waves, any
   * without.
   */
  budget: number | null;
  name: string;
}

/** Times are in seconds; null: the manager's default. */
export interface CheckWishes {
  before: boolean;
  after: boolean;
  soakSecs: number | null;
  waitSecs: number | null;
}

const NO_CHECK_WISHES: CheckWishes = { before: true, after: false, soakSecs: null, waitSecs: null };

export const NO_WISHES: Wishes = {
  operation: 'patch',
  mode: 'security',
  connection: 'dial',
  packages: '',
  exclude: '',
  purge: false,
  autoremove: false,
  reboot: 'never',
  rollback: false,
  strict: false,
  checks: NO_CHECK_WISHES,
  parallel: null,
  waves: [],
  budget: null,
  name: '',
};

export const OPERATIONS: readonly Operation[] = [
  ...(['patch', 'install', 'update', 'remove', 'hold', 'unhold', 'refresh', 'reboot'] as const),
  'agent_update',
  'connection',
];
const PLANNED: ReadonlySet<Operation> = new Set(['patch', 'install', 'update', 'remove', 'agent_update']);
const WITH_PACKAGES: ReadonlySet<Operation> = new Set(['install', 'update', 'remove', 'hold', 'unhold']);
const WITH_VERSIONS: ReadonlySet<Operation> = new Set(['install', 'update']);
const MODES: readonly Schemas['JobMode'][] = ['security', 'all', 'selected', 'repair'];
const REBOOTS: readonly Schemas['RebootPolicy'][] = ['never', 'if_required', 'always'];
const MOST_PARALLEL = 1_000;
const LEAST_WAIT_SECS = 60;
const MOST_WAIT_SECS = 604_800;
const MOST_SOAK_SECS = 86_400;
const UNCHECKED: ReadonlySet<Operation> = new Set(['hold', 'unhold', 'refresh']);

/** Whether the operation is planned and approved; others are confirmed by name and start at once. */
export const isPlanned = (operation: Operation): boolean => PLANNED.has(operation);
/** Whether the host's package sources are asked, and what is installed may want a restart of the host. */
export const asksSources = (operation: Operation): boolean =>
  isPlanned(operation) && operation !== 'agent_update';
/** Whether the operation can harm a host, so that its health checks are worth asking. */
export const isChecked = (operation: Operation): boolean => !UNCHECKED.has(operation);
export const takesVersions = (operation: Operation): boolean => WITH_VERSIONS.has(operation);
export const namesPackages = ({ operation, mode }: Pick<Wishes, 'operation' | 'mode'>): boolean =>
  WITH_PACKAGES.has(operation) || (operation === 'patch' && mode === 'selected');

/** Whether packages can be left out. */
export const leavesOut = ({ operation, mode }: Pick<Wishes, 'operation' | 'mode'>): boolean =>
  operation === 'patch' && mode !== 'repair';

/** What the address asks for; invalid values stay as they are by default. */
export function readWishes(query: URLSearchParams): Wishes {
  const packages = query.getAll('package').join(' ');
  const operation = OPERATIONS.find((one) => one === query.get('operation')) ?? 'patch';
  const mode = MODES.find((one) => one === query.get('mode'));
  const parallel = Number(query.get('parallel'));
  return {
    ...NO_WISHES,
    operation,
    mode: mode ?? (packages !== '' && operation === 'patch' ? 'selected' : NO_WISHES.mode),
    connection: query.get('connection') === 'listen' ? 'listen' : 'dial',
    packages,
    exclude: query.getAll('exclude').join(' '),
    purge: query.has('purge'),
    autoremove: query.has('autoremove'),
    reboot: REBOOTS.find((one) => one === query.get('reboot')) ?? 'never',
    rollback: query.has('rollback'),
    strict: query.has('strict'),
    checks: readCheckWishes(query),
    parallel: Number.isInteger(parallel) && parallel > 0 && parallel <= MOST_PARALLEL ? parallel : null,
    waves: query
      .getAll('wave')
      .flatMap((text) => readWave(text) ?? [])
      .slice(0, MOST_WAVES),
    budget: budgetOf(query.get('budget')),
    name: query.get('name') ?? '',
  };
}

function readCheckWishes(query: URLSearchParams): CheckWishes {
  const secs = (name: string, least: number, most: number): number | null => {
    const value = Number(query.get(name));
    return Number.isInteger(value) && value >= least && value <= most ? value : null;
  };
  return {
    before: !query.has('unchecked'),
    after: query.has('watched'),
    soakSecs: secs('watched', 1, MOST_SOAK_SECS),
    waitSecs: secs('check-wait', LEAST_WAIT_SECS, MOST_WAIT_SECS),
  };
}

/** Reads a budget from `0` to `100`; null for anything else. */
const budgetOf = (text: string | null): number | null =>
  text !== null && /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : null;

/** Names that were typed, separated by spaces, commas or lines, each once. */
export function names(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/** `zip=1.2` → name and version; without versions the whole is the name. */
function packagesOf({ operation, packages }: Wishes): Schemas['PackageSelection'][] {
  const all = names(packages).map((text) => {
    const at = takesVersions(operation) ? text.indexOf('=') : -1;
    return at < 0 ? { name: text } : { name: text.slice(0, at), version: text.slice(at + 1) };
  });
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** The request that makes the job: a plan, where it can be planned. */
export function requestOf(wishes: Wishes, target: Target, startAt: Date | null = null): Request {
  const { operation, mode, exclude, name, parallel, waves, budget } = wishes;
  const planned = isPlanned(operation);
  const left = names(exclude);
  return {
    operation,
    target,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(operation === 'patch' ? { mode } : {}),
    ...(operation === 'connection' ? { connection: wishes.connection } : {}),
    ...(namesPackages(wishes) ? { packages: packagesOf(wishes) } : {}),
    ...(leavesOut(wishes) && left.length > 0 ? { exclude: left } : {}),
    ...(operation === 'remove' ? { purge: wishes.purge, autoremove: wishes.autoremove } : {}),
    ...(parallel === null ? {} : { max_parallel: parallel }),
    ...gateOf(wishes),
    ...(waves.length > 0 ? { waves: [...waves] } : {}),
    ...(budget === null ? {} : { failure_budget_percent: budget }),
    ...(planned
      ? {
          dry_run: true,
          rollback_on_failure: wishes.rollback,
          ...(asksSources(operation) ? { reboot: wishes.reboot, strict_sources: wishes.strict } : {}),
        }
      : {}),
    // A plan is made now; the approval sets when its run starts.
    ...(startAt === null || planned ? {} : { schedule_at: startAt.toISOString() }),
  };
}

/** Empty if nothing was asked for: without the plugin the field would be refused. */
function gateOf({ operation, checks }: Wishes): Pick<Request, 'health_gate'> {
  const { before, after, soakSecs, waitSecs } = checks;
  const gate = {
    ...(before ? {} : { pre: false }),
    ...(before && waitSecs !== null ? { pre_timeout_secs: waitSecs } : {}),
    ...(after ? { post: true } : {}),
    ...(after && soakSecs !== null ? { soak_secs: soakSecs } : {}),
  };
  return isChecked(operation) && Object.keys(gate).length > 0 ? { health_gate: gate } : {};
}
