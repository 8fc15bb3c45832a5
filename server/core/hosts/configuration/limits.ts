import type { Tx } from '../../../kernel/db/tx.ts';
import type { HostScope, HostSet } from '../../../kernel/security/hostScope.ts';
import type { ConfigurationNames } from '../api.ts';

/** Names of groups: hosts that are in one of each list. */
export type Limits = string[][];

/** What somebody saved keeps to, for a file. Null: all hosts. People are limited by groups, so a set of single hosts stands for none. */
export function limitsOf(scope: HostScope, names: ConfigurationNames): Limits | null {
  if (scope === 'all') return null;
  if ('allOf' in scope) return scope.allOf.flatMap((set) => limitsOf(set, names) ?? []);
  const groupIds = 'groupIds' in scope ? scope.groupIds : [];
  return [groupIds.flatMap((id) => names.groupOf(id) ?? []).sort()];
}

/** As this manager names the groups; null: it does not know one of them, and without it there would be other hosts. */
export function knownLimits(lists: readonly (readonly string[])[], names: ConfigurationNames): Limits | null {
  const found = lists.map((list) => list.map((name) => names.findGroup(name)));
  if (found.flat().includes(null)) return null;
  return found.map((list) => list.filter((name) => name !== null).sort());
}

/**
 * The hosts that a file says; absent: all, for an administrator imports it. The rows of the groups are locked. Throws
 * PRECONDITION_FAILED when one of them is gone.
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
