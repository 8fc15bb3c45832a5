import type { components } from '#generated/manager.ts';
import type { HostConnection } from '../../hosts/api.ts';

export const JOB_OPERATIONS = [
  'patch',
  'install',
  'update',
  'remove',
  'hold',
  'unhold',
  'refresh',
  'reboot',
  'connection',
  'rollback',
  'agent_update',
] as const;
export type JobOperation = (typeof JOB_OPERATIONS)[number];
export type JobMode = 'all' | 'security' | 'selected' | 'repair';
export type RebootPolicy = 'never' | 'if_required' | 'always';

export interface PackageSelection {
  name: string;
  version?: string;
}

export interface HealthGate {
  pre: boolean;
  post: boolean;
  soakSecs: number;
  /** How long a host waits for its checks before the work. */
  preTimeoutSecs: number;
}

export type Wave = ({ percent: number } | { count: number }) & { soakSecs?: number };

/** What to do on each host, and how. Stored with the job and never changed. */
export interface JobSpec {
  packages: PackageSelection[];
  mode: JobMode;
  exclude: string[];
  purge: boolean;
  autoremove: boolean;
  dryRun: boolean;
  respectWindows: boolean;
  healthGate: HealthGate;
  reboot: RebootPolicy;
  waves: Wave[];
  maxParallel: number;
  failureBudgetPercent: number | null;
  rollbackOnFailure: boolean;
  /** Any failed source of a host ends the job there. */
  strictSources: boolean;
  /** For `connection`: who connects to whom from then on. Null or absent (jobs of before): no such job. */
  connection?: HostConnection | null;
}

/** The default of `healthGate.preTimeoutSecs`. */
export const PRE_TIMEOUT_SECS = 3_600;

/** What a job does that names nothing: all patches, no restart of the host, no rollback. */
export const DEFAULT_SPEC: JobSpec = {
  packages: [],
  mode: 'all',
  exclude: [],
  purge: false,
  autoremove: false,
  dryRun: false,
  respectWindows: true,
  healthGate: { pre: true, post: false, soakSecs: 0, preTimeoutSecs: PRE_TIMEOUT_SECS },
  reboot: 'never',
  waves: [],
  maxParallel: 50,
  failureBudgetPercent: null,
  rollbackOnFailure: false,
  strictSources: false,
  connection: null,
};

/** The fields that a request names. A missing field need not mean the default: an approval keeps its plan's value. */
export type NamedSpec = Partial<Omit<JobSpec, 'healthGate'>> & { healthGate?: Partial<HealthGate> };

/** `base` overridden by the named fields; the parts of `healthGate` are overridden one by one. */
export function specWith(base: JobSpec, { healthGate, ...named }: NamedSpec): JobSpec {
  return { ...base, ...defined(named), healthGate: { ...base.healthGate, ...defined(healthGate ?? {}) } };
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** The hosts of a job: the union of all that is named. In wire names, because it is stored and returned as given. */
export interface JobTarget {
  host_ids?: string[];
  group_ids?: string[];
  tags?: string[];
  filter?: components['schemas']['HostFilter'];
}

/** What a person asks for. Either `operation` and `target`, or `fromPlanJobId`. */
export interface JobRequest {
  name: string | null;
  operation: JobOperation | null;
  target: JobTarget | null;
  fromPlanJobId: string | null;
  /** Of the plan, only these hosts; null: all whose plan has not run yet. */
  planHostIds: string[] | null;
  scheduleAt: Date | null;
  spec: NamedSpec;
}

/** One reason why a request makes no sense; `path` is a JSON pointer into the body. */
export interface RequestIssue {
  path: string;
  message: string;
}

const NEED_PACKAGES: readonly JobOperation[] = ['install', 'update', 'remove', 'hold', 'unhold'];
/** Operations that the host's package manager plans, from the host's package sources. */
const NEED_SOURCES: readonly JobOperation[] = ['patch', 'install', 'update', 'remove'];
/** Operations whose effect is known without the host, so the manager plans them. */
const PLANNED_HERE: readonly JobOperation[] = ['hold', 'unhold', 'reboot', 'connection'];
const CAN_BE_PLANNED: readonly JobOperation[] = [...NEED_SOURCES, ...PLANNED_HERE, 'agent_update'];
const TAKE_VERSIONS: readonly JobOperation[] = ['install', 'update'];

/** The broken rules between fields, which a schema cannot state; empty when there are none. */
export function requestIssues({
  operation,
  spec,
}: {
  operation: JobOperation;
  spec: JobSpec;
}): RequestIssue[] {
  const issues: RequestIssue[] = [];
  const refuse = (field: string, message: string) => void issues.push({ path: `/body/${field}`, message });
  const names = spec.packages.map(({ name }) => name);
  const takesPackages =
    NEED_PACKAGES.includes(operation) || (operation === 'patch' && spec.mode === 'selected');
  if (operation === 'rollback') refuse('operation', 'a rollback is started by POST /jobs/{job_id}/rollback');
  if (takesPackages && names.length === 0) refuse('packages', 'must name at least one package');
  if (!takesPackages && names.length > 0) refuse('packages', 'must be absent for this operation and mode');
  if (new Set(names).size < names.length) refuse('packages', 'must name each package once');
  if (!TAKE_VERSIONS.includes(operation) && spec.packages.some(({ version }) => version !== undefined))
    refuse('packages', 'versions can be given for install and update only');
  if (operation !== 'patch' && spec.exclude.length > 0)
    refuse('exclude', 'only a patch can leave packages out');
  if (operation !== 'patch' && spec.mode !== 'all') refuse('mode', 'only a patch has a mode');
  if (spec.mode === 'repair' && spec.exclude.length > 0) refuse('exclude', 'a repair leaves nothing out');
  if (spec.mode === 'repair' && !spec.dryRun)
    refuse('dry_run', 'must be true: a repair may remove packages, so it runs only as an approved plan');
  if (operation !== 'remove' && spec.purge) refuse('purge', 'only for remove');
  if (operation !== 'remove' && spec.autoremove) refuse('autoremove', 'only for remove');
  if (spec.strictSources && !NEED_SOURCES.includes(operation))
    refuse('strict_sources', 'this operation needs no sources');
  if (operation === 'connection' && !spec.connection) refuse('connection', 'must be listen or dial');
  if (operation !== 'connection' && spec.connection) refuse('connection', 'only for connection');
  if (spec.dryRun && !CAN_BE_PLANNED.includes(operation))
    refuse('dry_run', 'this operation cannot be planned');
  return issues;
}

/** The fields, in wire names, that only a plugin can honour and that hold anything but their default. */
export function pluginFields(spec: JobSpec): string[] {
  const fields: [string, boolean][] = [
    ['respect_windows', !spec.respectWindows],
    ['health_gate.pre', !spec.healthGate.pre],
    ['health_gate.post', spec.healthGate.post],
    ['health_gate.soak_secs', spec.healthGate.soakSecs > 0],
    ['health_gate.pre_timeout_secs', spec.healthGate.preTimeoutSecs !== PRE_TIMEOUT_SECS],
  ];
  return fields.filter(([, used]) => used).map(([field]) => field);
}

/** Whether this is a dry run that the manager plans without asking the agent. */
export const isPlannedHere = (operation: JobOperation, { dryRun }: JobSpec): boolean =>
  dryRun && PLANNED_HERE.includes(operation);

/** Whether a check or a soak follows the agent's job: then the host passes through `verifying`. */
export function hasPostGate(spec: JobSpec): boolean {
  return !spec.dryRun && (spec.healthGate.post || spec.healthGate.soakSecs > 0);
}
