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
 * The packages by name, if all hosts lack the same; else none, because a plan refuses a package that a host does not
 * lack.
 */
function sharedBy(hosts: readonly ReadonlySet<string>[]): string[] {
  const [first = [], ...others] = hosts.map((names) => [...names].sort());
  return others.some((names) => names.join(' ') !== first.join(' ')) ? [] : first;
}
