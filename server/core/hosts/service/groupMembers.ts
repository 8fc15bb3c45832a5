import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { IfMatch } from '#server/kernel/http/etag.ts';
import type { Group } from '../api.ts';
import type { GroupModel } from '../models.ts';
import { type Editor, refuseEdit } from './groupRights.ts';
import { groupEdits, hostsForAudit, knownHosts, list, MAX_NAMED } from './groupRows.ts';
import { toGroup } from './groups.ts';
import { chunked } from './queries.ts';

/** Adds hosts to the group's list. Throws GROUP_NOT_FOUND, HOST_NOT_FOUND, GROUP_RULE_BASED, FORBIDDEN. */
export async function addGroupHosts(
  ctx: Context,
  { id, hostIds }: { id: string; hostIds: readonly string[] },
  editor: Editor,
): Promise<Group> {
  await refuseEdit(ctx, id, editor);
  const added = { id, hostIds, ifMatch: null };
  return ctx.tx((tx) => addGroupHostsIn(ctx, tx, added, editor), { name: 'hosts.addGroupHosts' });
}

interface Members {
  id: string;
  hostIds: readonly string[];
  ifMatch: IfMatch;
}

/** Like `addGroupHosts`, in the caller's transaction. */
export async function addGroupHostsIn(
  ctx: Context,
  tx: Tx,
  { id, hostIds, ifMatch }: Members,
  { by, scope }: Editor,
): Promise<Group> {
  const before = await lockedList(tx, id, ifMatch);
  const wanted = await knownHosts(tx, hostIds, scope);
  const there = await listedOf(tx, id, wanted);
  const fresh = wanted.filter((hostId) => !there.has(hostId));
  if (fresh.length === 0) return toGroup(before);
  await list(tx, id, fresh);
  const resource = groupEdits.resourceOf(before);
  ctx.audit.record(tx, { ...by, action: 'group.hosts_added', resource, after: hostsForAudit(fresh) });
  return toGroup(await groupEdits.patch(ctx, tx, { before, set: {} }));
}

/** Throws GROUP_NOT_FOUND, HOST_NOT_FOUND (also when it is not in the group), GROUP_RULE_BASED, FORBIDDEN. */
export async function removeGroupHost(
  ctx: Context,
  { id, hostId }: { id: string; hostId: string },
  editor: Editor,
): Promise<void> {
  await refuseEdit(ctx, id, editor);
  const gone = { id, hostIds: [hostId], ifMatch: null };
  await ctx.tx((tx) => removeGroupHostsIn(ctx, tx, gone, editor), { name: 'hosts.removeGroupHost' });
}

/**
 * Removes those that are in the list, and tells how many were; hosts that the editor does not see are not looked at.
 * Throws GROUP_NOT_FOUND, GROUP_RULE_BASED, FORBIDDEN.
 */
export async function removeListedHosts(
  ctx: Context,
  { id, hostIds }: { id: string; hostIds: readonly string[] },
  editor: Editor,
): Promise<number> {
  await refuseEdit(ctx, id, editor);
  return ctx.tx(
    async (tx) => {
      await lockedList(tx, id, null);
      const listed = await listedOf(tx, id, hostIds);
      if (listed.size > 0)
        await removeGroupHostsIn(ctx, tx, { id, hostIds: [...listed], ifMatch: null }, editor);
      return listed.size;
    },
    { name: 'hosts.removeGroupHosts' },
  );
}

/** Removes all of them or none, in the caller's transaction. Throws like `removeGroupHost`. */
export async function removeGroupHostsIn(
  ctx: Context,
  tx: Tx,
  { id, hostIds, ifMatch }: Members,
  { by, scope }: Editor,
): Promise<void> {
  const before = await lockedList(tx, id, ifMatch);
  await knownHosts(tx, hostIds, scope);
  let gone = 0;
  for (const chunk of chunked(hostIds))
    gone += await tx.knex('hosts_group_hosts').where('group_id', id).whereIn('host_id', chunk).delete();
  if (gone !== hostIds.length)
    throw new AppError('HOST_NOT_FOUND', { details: { host_ids: hostIds.slice(0, MAX_NAMED) } });
  await groupEdits.patch(ctx, tx, { before, set: {} });
  const resource = groupEdits.resourceOf(before);
  ctx.audit.record(tx, { ...by, action: 'group.hosts_removed', resource, before: hostsForAudit(hostIds) });
}

async function lockedList(tx: Tx, id: string, ifMatch: IfMatch): Promise<GroupModel> {
  const found = await groupEdits.locked(tx, id, ifMatch);
  if (found.rule !== null) throw new AppError('GROUP_RULE_BASED');
  return found;
}

async function listedOf(tx: Tx, groupId: string, hostIds: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (const chunk of chunked(hostIds)) {
    const rows = (await tx
      .knex('hosts_group_hosts')
      .select('host_id')
      .where('group_id', groupId)
      .whereIn('host_id', chunk)) as { host_id: string }[];
    for (const { host_id: hostId } of rows) there.add(hostId);
  }
  return there;
}
