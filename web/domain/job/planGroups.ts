import type { Schemas } from '../../core/schema.ts';

type JobHost = Schemas['JobHost'];

/** Hosts that share one and the same plan, and keep the same packages back. */
export interface PlanGroup {
  hash: string;
  plan: Schemas['Plan'];
  hosts: JobHost[];
}

export interface Destruction {
  /** Packages that are removed, each name once. */
  removals: string[];
  removalHosts: number;
  rebootHosts: JobHost[];
}

/** How many of the plans a job runs. */
export interface PlanRun {
  jobId: string;
  count: number;
}

/** Whether the host's plan can be run: it is whole, and no job runs it yet. */
export function isApprovable({ state, plan, reason, run_job_id: run }: JobHost): boolean {
  return state === 'completed' && plan !== null && reason !== 'PLAN_TOO_LARGE' && !run;
}

/** Whether the host has a plan to approve that does something: it changes packages, or the run restarts every host. */
export const isToApprove = (host: JobHost, { reboot }: Pick<Schemas['Job'], 'reboot'>): boolean =>
  isApprovable(host) && host.plan !== null && (reboot === 'always' || !isEmptyPlan(host.plan));

/** The jobs that run plans of these hosts, those of most hosts first. */
export function runsOf(hosts: Iterable<JobHost>): PlanRun[] {
  const counts = new Map<string, number>();
  for (const { run_job_id: run } of hosts) if (run) counts.set(run, (counts.get(run) ?? 0) + 1);
  return [...counts].map(([jobId, count]) => ({ jobId, count })).sort((a, b) => b.count - a.count);
}

/**
 * What plans have in common that are one and the same. Their hash says what would change; two distributions may call
 * different packages alike, and what is kept back, and why, differs by host.
 */
export function planKey(hash: string, { os_name: system = '', kept_back: kept }: Schemas['Plan']): string {
  const stays = kept.map(({ name, reason }) => `${name}:${reason}`).sort();
  return [hash, system, ...stays].join(' ');
}

/**
 * Groups hosts by their plans; where nothing would change, by why packages stay, if any do. Plans that remove something
 * come first, then those of most hosts.
 */
export function planGroups(hosts: Iterable<JobHost>): PlanGroup[] {
  const groups = new Map<string, PlanGroup>();
  for (const host of hosts) {
    if (!host.plan || !host.plan_hash) continue;
    const isIdle = isEmptyPlan(host.plan) && host.plan.kept_back.length === 0;
    // Nothing to do is the same on every system.
    const key = isIdle ? host.plan_hash : planKey(host.plan_hash, host.plan);
    const group = groups.get(key);
    if (group) group.hosts.push(host);
    else groups.set(key, { hash: host.plan_hash, plan: host.plan, hosts: [host] });
  }
  const weight = ({ plan, hosts: folded }: PlanGroup): number =>
    (plan.remove.length > 0 ? 1_000_000 : 0) + folded.length;
  return [...groups.values()].sort((a, b) => weight(b) - weight(a));
}

/** Why plans cannot be taken back exactly: each reason once, with the packages it concerns (none: the whole plan). */
export function foldReasons(
  reasons: Schemas['Reversible']['reasons'],
): { message: string; packages: string[] }[] {
  const folded = new Map<string, string[]>();
  for (const { message, package: name } of reasons) {
    const packages = folded.get(message) ?? [];
    folded.set(message, packages);
    if (name) packages.push(name);
  }
  return [...folded].map(([message, packages]) => ({ message, packages }));
}

export function isEmptyPlan({
  install,
  upgrade,
  downgrade,
  remove,
  manager_does: acts,
}: Schemas['Plan']): boolean {
  return install.length + upgrade.length + downgrade.length + remove.length + (acts?.length ?? 0) === 0;
}

/**
 * Sorts plans into those that a run under this policy works on, and those whose hosts have nothing to do: where nothing
 * changes, a run may still restart.
 */
export function workOf(
  groups: readonly PlanGroup[],
  reboot: Schemas['RebootPolicy'],
): { busy: PlanGroup[]; idle: PlanGroup[] } {
  const isIdle = ({ plan }: PlanGroup): boolean => reboot === 'never' && isEmptyPlan(plan);
  return { busy: groups.filter((group) => !isIdle(group)), idle: groups.filter(isIdle) };
}

/** The parts of these plans that are hard to take back: removals, and hosts that are restarted under this policy. */
export function destructionOf(
  groups: readonly PlanGroup[],
  reboot: Schemas['RebootPolicy'],
  operation: Schemas['JobOperation'],
): Destruction {
  const removing = groups.filter(({ plan }) => plan.remove.length > 0);
  const restarts = ({ plan }: PlanGroup): boolean =>
    operation === 'reboot' ||
    reboot === 'always' ||
    (reboot === 'if_required' && plan.reboot_expected !== false);
  return {
    removals: [...new Set(removing.flatMap(({ plan }) => plan.remove.map(({ name }) => name)))].sort(),
    removalHosts: removing.reduce((sum, { hosts }) => sum + hosts.length, 0),
    rebootHosts: groups.filter(restarts).flatMap(({ hosts }) => hosts),
  };
}

/** One package of the plans: what becomes of it, and on how many hosts. */
export interface PlanPackage {
  key: string;
  name: string;
  arch: string;
  /** The operating system; null: not known. */
  system: string | null;
  does: PlanAction;
  /** “1.0 → 1.1”, each once. */
  versions: readonly { from: string | null; to: string | null }[];
  hosts: number;
  /** Null: not known. */
  security: boolean | null;
  severity: string | null;
  cves: readonly string[];
  cvesTotal: number;
}

export type PlanAction = 'remove' | 'downgrade' | 'upgrade' | 'install';
const ACTIONS: readonly PlanAction[] = ['remove', 'downgrade', 'upgrade', 'install'];
const SEVERITIES: readonly string[] = ['low', 'moderate', 'important', 'critical'];

/** The packages of all plans, each system's own: destructive changes first, then what closes holes, the worst first. */
export function planPackages(groups: readonly PlanGroup[]): PlanPackage[] {
  const found = new Map<string, PlanPackage & { seen: Set<string> }>();
  for (const { plan, hosts } of groups)
    for (const does of ACTIONS)
      for (const entry of plan[does]) {
        const { os_name: system = null } = plan;
        const key = `${does} ${entry.name}:${entry.arch} ${system ?? ''}`;
        const known = found.get(key) ?? packageOf({ key, does, system }, entry);
        found.set(key, known);
        addEntry(known, entry, hosts.length);
      }
  return [...found.values()]
    .map(({ seen: _seen, ...one }) => one)
    .sort(
      (a, b) =>
        weightOf(b) - weightOf(a) ||
        a.name.localeCompare(b.name) ||
        (a.system ?? '').localeCompare(b.system ?? ''),
    );
}

function packageOf(
  which: Pick<PlanPackage, 'key' | 'does' | 'system'>,
  { name, arch }: Schemas['PlanEntry'],
): PlanPackage & { seen: Set<string> } {
  const unknown = { security: null, severity: null, cves: [], cvesTotal: 0 };
  return { ...which, name, arch, versions: [], hosts: 0, ...unknown, seen: new Set() };
}

function addEntry(
  known: PlanPackage & { seen: Set<string> },
  { from, to, security, severity, cves = [], cves_total: total = 0 }: Schemas['PlanEntry'],
  hosts: number,
): void {
  known.hosts += hosts;
  if (typeof security === 'boolean') known.security = security || known.security === true;
  if (SEVERITIES.indexOf(severity ?? '') > SEVERITIES.indexOf(known.severity ?? ''))
    known.severity = severity ?? null;
  if (total > known.cvesTotal) Object.assign(known, { cves, cvesTotal: total });
  const version = `${from} ${to}`;
  if (!known.seen.has(version)) known.versions = [...known.versions, { from, to }];
  known.seen.add(version);
}

function weightOf({ does, security, severity }: PlanPackage): number {
  const isDestructive = does === 'remove' || does === 'downgrade';
  return Number(isDestructive) * 100 + Number(security === true) * 10 + SEVERITIES.indexOf(severity ?? '');
}

/** The totals of all plans. */
export interface PlanTotals {
  hosts: number;
  /** Hosts that are already as the job would make them. */
  idleHosts: number;
  /** Hosts of which nobody can tell: what is pending there may be for security. */
  unknownHosts: number;
  packages: number;
  /** Packages that close a hole. */
  security: number;
  cves: number;
  /** Bytes over all hosts; null: not known for one of them. */
  downloadBytes: number | null;
}

export function planTotals(groups: readonly PlanGroup[]): PlanTotals {
  const packages = planPackages(groups);
  const count = (of: readonly PlanGroup[]): number => of.reduce((sum, { hosts }) => sum + hosts.length, 0);
  const sizes = groups.map(({ plan, hosts }) =>
    plan.download_size_bytes === null ? null : plan.download_size_bytes * hosts.length,
  );
  return {
    hosts: count(groups),
    idleHosts: count(groups.filter(({ plan }) => isEmptyPlan(plan) && !isUnknown(plan))),
    unknownHosts: count(groups.filter(({ plan }) => isUnknown(plan))),
    packages: new Set(packages.map(nameOf)).size,
    security: new Set(packages.filter(({ security }) => security).map(nameOf)).size,
    cves: new Set(packages.flatMap(({ cves }) => cves)).size,
    downloadBytes: sizes.some((size) => size === null)
      ? null
      : sizes.reduce<number>((a, b) => a + (b ?? 0), 0),
  };
}

/** A package of two systems is two packages. */
const nameOf = ({ name, system }: PlanPackage): string => `${name} ${system ?? ''}`;

const isUnknown = ({ kept_back: kept }: Schemas['Plan']): boolean =>
  kept.some(({ reason }) => reason === 'SECURITY_UNKNOWN');

/** A package that stays because somebody holds it. */
export interface HeldPackage {
  name: string;
  security: boolean;
  cvesTotal: number;
  hostIds: string[];
}

/** The packages held on the hosts of these plans; those that would close a hole come first. */
export function heldPackages(groups: readonly PlanGroup[]): HeldPackage[] {
  const found = new Map<string, HeldPackage>();
  for (const { plan, hosts } of groups)
    for (const { name, reason, security, cves_total: total = 0 } of plan.kept_back) {
      if (reason !== 'HELD') continue;
      const known = found.get(name) ?? { name, security: false, cvesTotal: 0, hostIds: [] };
      found.set(name, known);
      known.security ||= security === true;
      known.cvesTotal = Math.max(known.cvesTotal, total);
      known.hostIds.push(...hosts.map(({ host_id: id }) => id));
    }
  return [...found.values()].sort(
    (a, b) => Number(b.security) - Number(a.security) || a.name.localeCompare(b.name),
  );
}
