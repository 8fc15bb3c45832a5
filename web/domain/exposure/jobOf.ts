import type { Schemas } from '../../core/schema.ts';

type Pending = Pick<Schemas['ExposurePatch'], 'host_id' | 'package' | 'held'>;

export interface WantedJob {
  hostIds: string[];
  /** Empty: all security patches of each host. */
  packages: string[];
}

/** What a job for these patches asks for. Held ones are left out: no job installs them. Null: all are held. */
export function jobOf(patches: readonly Pending[]): WantedJob | null {
  const byHost = new Map<string, Set<string>>();
  for (const { host_id: id, package: name, held } of patches)
    if (!held) byHost.set(id, (byHost.get(id) ?? new Set()).add(name));
  return byHost.size === 0 ? null : { hostIds: [...byHost.keys()], packages: sharedBy([...byHost.values()]) };
}

/**
 * A job for the patches of one advisory: all of its packages on all hosts that lack some of them. The hosts have one
 * distribution, so each knows all of these names, and what it does not lack is no change there. Null: all are held.
 */
export function jobOfAdvisory(patches: readonly Pending[]): (WantedJob & { hostsHeld: number }) | null {
  const free = patches.filter(({ held }) => !held);
  const hostIds = [...new Set(free.map(({ host_id: id }) => id))];
  if (hostIds.length === 0) return null;
  const all = new Set(patches.map(({ host_id: id }) => id));
  const packages = [...new Set(free.map((one) => one.package))].sort();
  return { hostIds, packages, hostsHeld: all.size - hostIds.length };
}

/**
 * The packages by name, if all hosts lack the same; else none, because a plan refuses a package that a host does not
 * lack.
 */
function sharedBy(hosts: readonly ReadonlySet<string>[]): string[] {
  const [first = [], ...others] = hosts.map((names) => [...names].sort());
  return others.some((names) => names.join(' ') !== first.join(' ')) ? [] : first;
}
