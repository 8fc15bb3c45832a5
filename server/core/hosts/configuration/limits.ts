import type { Tx } from '#server/kernel/db/tx.ts';
import type { HostScope, HostSet } from '#server/kernel/security/hostScope.ts';
import type { ConfigurationNames } from '../api.ts';

/** Lists of group names: a host must be in at least one group of every list. */
export type Limits = string[][];

/** A stored scope in a file's form; null: all hosts. People are limited by groups; a set of hosts becomes no host. */
export function limitsOf(scope: HostScope, names: ConfigurationNames): Limits | null {
  if (scope === 'all') return null;
  if ('allOf' in scope) return scope.allOf.flatMap((set) => limitsOf(set, names) ?? []);
  const groupIds = 'groupIds' in scope ? scope.groupIds : [];
  return [groupIds.flatMap((id) => names.groupOf(id) ?? []).sort()];
}

/** The lists in this manager's spelling; null: a group is unknown, and without it the hosts would differ. */
export function knownLimits(lists: readonly (readonly string[])[], names: ConfigurationNames): Limits | null {
  const found = lists.map((list) => list.map((name) => names.findGroup(name)));
  if (found.flat().includes(null)) return null;
  return found.map((list) => list.filter((name) => name !== null).sort());
}

/**
 * The scope for a file's lists; absent: all hosts, because an administrator imports it. Locks the rows of the groups.
 * Throws PRECONDITION_FAILED when one of them is gone.
 */
export async function scopeOfLimits(
  tx: Tx,
  names: ConfigurationNames,
  lists: readonly (readonly string[])[] | undefined,
): Promise<HostScope> {
  if (!lists) return 'all';
  const sets: HostSet[] = [];
  for (const list of lists) {
    const groupIds: string[] = [];
    for (const name of list) groupIds.push(await names.groupIdIn(tx, name));
    sets.push({ groupIds });
  }
  const [only, ...others] = sets;
  return only && others.length === 0 ? only : { allOf: sets };
}
