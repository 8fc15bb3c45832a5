import type { Schemas } from '../../core/schema.ts';

type Pending = Pick<Schemas['ExposurePatch'], 'host_id' | 'package' | 'held'>;

export interface WantedJob {
  hostIds: string[];
  /** Empty: all security patches of each host. */
  packages: string[];
}

/** What a job for these patches asks for. Held ones are left out: no job installs them. Null: all are held. */
export function jobOf(patches: readonly Pending[]): WantedJob | null {
  const byHost = namesByHost(patches.filter(({ held }) => !held));
  return byHost.size === 0 ? null : { hostIds: [...byHost.keys()], packages: sharedBy([...byHost.values()]) };
}

export interface AdvisoryJobs {
  /** One for each set of packages that hosts lack, that of the most hosts first; none: all are held. */
  jobs: WantedJob[];
  /** Hosts in none of them: all that they lack of the advisory is held there. */
  hostsHeld: number;
}

/**
 * The jobs for the patches of one advisory. A job has one list of packages for all of its hosts, so hosts that lack
 * different ones have jobs of their own: a plan fails where a name is in none of the host's repositories, as kernels of
 * another architecture are not. A host that lacks a held one knows it: its plan keeps that back, and goes on.
 */
export function jobsOfAdvisory(patches: readonly Pending[]): AdvisoryJobs {
  const all = namesByHost(patches);
  const free = namesByHost(patches.filter(({ held }) => !held));
  const bySet = Map.groupBy(free.keys(), (id) => JSON.stringify([...(all.get(id) ?? [])].sort()));
  const jobs = [...bySet.values()].map((hostIds) => ({
    hostIds,
    packages: [...new Set(hostIds.flatMap((id) => [...(free.get(id) ?? [])]))].sort(),
  }));
  return {
    jobs: jobs.sort((a, b) => b.hostIds.length - a.hostIds.length),
    hostsHeld: all.size - free.size,
  };
}

function namesByHost(patches: readonly Pending[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byHost = new Map<string, Set<string>>();
  for (const { host_id: id, package: name } of patches)
    byHost.set(id, (byHost.get(id) ?? new Set()).add(name));
  return byHost;
}

/**
 * The packages by name, if all hosts lack the same; else none. A plan leaves out what a host has not installed, but
 * refuses a name that is in none of its repositories, and it is not known which names a host's repositories have.
 */
function sharedBy(hosts: readonly ReadonlySet<string>[]): string[] {
  const [first = [], ...others] = hosts.map((names) => [...names].sort());
  return others.some((names) => names.join(' ') !== first.join(' ')) ? [] : first;
}
