import type { Schemas } from '../../core/schema.ts';

type Pending = Pick<Schemas['ExposurePatch'], 'host_id' | 'package' | 'held'>;

export interface WantedJob {
  hostIds: string[];
  /** None: all security patches of each host. */
  packages: string[];
}

/** What a job for these patches is asked for. Held ones are left out: no job installs them. Null: every one is held. */
export function jobOf(patches: readonly Pending[]): WantedJob | null {
  const byHost = new Map<string, Set<string>>();
  for (const { host_id: id, package: name, held } of patches)
    if (!held) byHost.set(id, (byHost.get(id) ?? new Set()).add(name));
  return byHost.size === 0 ? null : { hostIds: [...byHost.keys()], packages: sharedBy([...byHost.values()]) };
}

/** Named where all hosts lack the same; where they differ, not every host has each, and a plan would refuse them. */
function sharedBy(hosts: readonly ReadonlySet<string>[]): string[] {
  const [first = [], ...others] = hosts.map((names) => [...names].sort());
  return others.some((names) => names.join(' ') !== first.join(' ')) ? [] : first;
}
