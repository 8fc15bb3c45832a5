import { AppError, type Context, type HostScope, type Tx } from '#sdk';
import type { JobTarget } from '#sdk/patching.ts';
import { TargetModel } from '../models.ts';

/** How many rows one statement writes. */
const BATCH = 500;

/** What is left of a target within the scope: hosts that still exist, and groups that hold something. Null: nothing. */
export async function liveTarget(
  { core: { hosts } }: Context,
  target: JobTarget,
  scope: HostScope,
): Promise<JobTarget | null> {
  const { host_ids: hostIds = [], group_ids: groupIds = [], tags = [], filter } = target;
  const seen = await hosts.visible(hostIds, scope);
  const named = filter?.group_id === undefined ? [] : [filter.group_id];
  const groups = await hosts.visibleGroups([...groupIds, ...named], scope);
  const left: JobTarget = {
    ...some(
      'host_ids',
      hostIds.filter((id) => seen.has(id)),
    ),
    ...some(
      'group_ids',
      groupIds.filter((id) => groups.has(id)),
    ),
    ...some('tags', tags),
    ...(filter && named.every((id) => groups.has(id)) ? { filter } : {}),
  };
  return Object.keys(left).length > 0 ? left : null;
}

const some = <K extends string>(key: K, values: string[]): Partial<Record<K, string[]>> =>
  values.length > 0 ? ({ [key]: values } as Partial<Record<K, string[]>>) : {};

/** Ids of the hosts that a target holds now; what is gone of it is left out. */
export async function hostIdsOf(ctx: Context, target: JobTarget, scope: HostScope): Promise<string[]> {
  const left = await liveTarget(ctx, target, scope);
  if (!left) return [];
  const { hosts } = ctx.core;
  const found = await hosts.resolveTarget(hosts.targetOf(left), scope);
  return found.map(({ id }) => id);
}

/**
 * Returns how many hosts the target holds. Throws HOST_NOT_FOUND and GROUP_NOT_FOUND for what it names and the scope
 * does not hold.
 */
export async function requireTarget(
  { core: { hosts } }: Context,
  target: JobTarget,
  scope: HostScope,
): Promise<number> {
  return (await hosts.resolveTarget(hosts.targetOf(target), scope)).length;
}

/** Groups that a target names, in its filter too. */
export const groupsIn = ({ group_ids: groupIds = [], filter }: JobTarget): string[] => [
  ...groupIds,
  ...(filter?.group_id === undefined ? [] : [filter.group_id]),
];

/** Groups that a scope is made of. */
export function groupsOfScope(scope: HostScope): string[] {
  if (scope === 'all' || 'hostIds' in scope) return [];
  if ('groupIds' in scope) return [...scope.groupIds];
  return scope.allOf.flatMap(groupsOfScope);
}

/**
 * Writes what the policy's target and scope name. Groups are locked, so that none is deleted meanwhile. Throws
 * GROUP_NOT_FOUND.
 */
export async function writeTargets(
  ctx: Context,
  tx: Tx,
  { policyId, target, scope }: { policyId: string; target: JobTarget; scope: HostScope },
): Promise<void> {
  const groups = new Set(groupsIn(target));
  const scopes = new Set(groupsOfScope(scope));
  for (const groupId of [...new Set([...groups, ...scopes])].sort())
    if (!(await ctx.core.hosts.getGroupIn(tx, groupId)))
      throw new AppError('GROUP_NOT_FOUND', { details: { group_id: groupId } });
  await TargetModel.query(tx.knex).where('policy_id', policyId).delete();
  const rows = [
    ...rowsOf('host', target.host_ids ?? []),
    ...rowsOf('group', groups),
    ...rowsOf('tag', target.tags ?? []),
    ...rowsOf('scope', scopes),
    ...(target.filter ? rowsOf('filter', ['']) : []),
  ].map((row) => ({ policy_id: policyId, ...row }));
  for (let at = 0; at < rows.length; at += BATCH)
    await tx.knex(TargetModel.tableName).insert(rows.slice(at, at + BATCH));
}

const rowsOf = (kind: TargetModel['kind'], values: Iterable<string>) =>
  Array.from(new Set(values), (value) => ({ kind, value }));
