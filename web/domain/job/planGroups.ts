import type { Schemas } from '../../core/schema.ts';
import type { JobHost } from './state.ts';

/** Hosts with the very same plan, told once. */
export interface PlanGroup {
  hash: string;
  plan: Schemas['Plan'];
  hosts: JobHost[];
}

export interface Destruction {
  /** Packages that go away, each name once. */
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

/** The jobs that run plans of these hosts, those of most hosts first. */
export function runsOf(hosts: Iterable<JobHost>): PlanRun[] {
  const counts = new Map<string, number>();
  for (const { run_job_id: run } of hosts) if (run) counts.set(run, (counts.get(run) ?? 0) + 1);
  return [...counts].map(([jobId, count]) => ({ jobId, count })).sort((a, b) => b.count - a.count);
}

/** Folds hosts by equal plan hash; the plan of most hosts first, those that remove something before all. */
export function planGroups(hosts: Iterable<JobHost>): PlanGroup[] {
  const groups = new Map<string, PlanGroup>();
  for (const host of hosts) {
    if (!host.plan || !host.plan_hash) continue;
    const group = groups.get(host.plan_hash);
    if (group) group.hosts.push(host);
    else groups.set(host.plan_hash, { hash: host.plan_hash, plan: host.plan, hosts: [host] });
  }
  const weight = ({ plan, hosts: folded }: PlanGroup): number =>
    (plan.remove.length > 0 ? 1_000_000 : 0) + folded.length;
  return [...groups.values()].sort((a, b) => weight(b) - weight(a));
}

/** Why plans cannot be taken back exactly: each reason once, with the packages that it is of (none: of the whole). */
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

export function isEmptyPlan({ install, upgrade, downgrade, remove }: Schemas['Plan']): boolean {
  return install.length + upgrade.length + downgrade.length + remove.length === 0;
}

/** What of these plans cannot be taken back lightly: removals, and hosts that are restarted under this policy. */
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
