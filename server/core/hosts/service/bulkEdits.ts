import type { Context } from '#server/kernel/boot/feature.ts';
import {
  type Bulk,
  type BulkResult,
  oneByOne,
  portionOf,
  type Portion,
  resultOf,
} from '#server/kernel/bulk.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Host, HostTarget } from '../api.ts';
import { editHost, type HostChanges } from './edits.ts';
import { type Editor, moveGuard } from './groupRights.ts';
import { removeListedHosts } from './groupMembers.ts';
import { idsOfTarget } from './lists.ts';
import { getHosts } from './queries.ts';

/** Which hosts an act is for, and which of them one call does. */
export interface BulkTarget {
  target: HostTarget;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Changes each host by itself, as `updateHost` does. Throws GROUP_NOT_FOUND for what the target names. */
export async function updateHosts(
  ctx: Context,
  {
    change,
    ...asked
  }: BulkTarget & { change: Pick<HostChanges, 'addTags' | 'removeTags' | 'maintenanceMode'> },
  editor: Editor & Bulk,
): Promise<BulkResult> {
  const { portion, hosts } = await hostsOf(ctx, { act: 'updateHosts', ...asked }, editor);
  const guarded = { ...editor, guard: await moveGuard(ctx, editor) };
  const bulk = { ...editor, nameOf: (id: string) => hosts.get(id)?.fqdn ?? null };
  const done = await oneByOne(portion.ids, bulk, async (id) => {
    const { isChanged } = await editHost(ctx, { id, change, ifMatch: null }, guarded);
    return isChanged;
  });
  return resultOf(portion, done);
}

/**
 * Removes hosts from the group's list, in one transaction. Throws GROUP_NOT_FOUND, also for what the target names,
 * GROUP_RULE_BASED, FORBIDDEN.
 */
export async function removeGroupHosts(
  ctx: Context,
  { groupId, ...asked }: BulkTarget & { groupId: string },
  editor: Editor & Bulk,
): Promise<BulkResult> {
  const { portion, hosts } = await hostsOf(ctx, { act: `removeGroupHosts ${groupId}`, ...asked }, editor);
  const changed = await removeListedHosts(ctx, { id: groupId, hostIds: [...hosts.keys()] }, editor);
  const unknown = portion.ids.filter((id) => !hosts.has(id));
  const { code, message } = editor.refusalOf(new AppError('HOST_NOT_FOUND'));
  const refused = unknown.map((id) => ({ id, name: null, code, message }));
  return resultOf(portion, { changed, unchanged: hosts.size - changed, refused });
}

/** The hosts of one call, by id. Named hosts that the editor does not see have an id, and no host. */
async function hostsOf(
  ctx: Context,
  { act, target, cursor, limit }: BulkTarget & { act: string },
  { scope }: Editor,
): Promise<{ portion: Portion; hosts: ReadonlyMap<string, Host> }> {
  const seen = await idsOfTarget(ctx, target, scope);
  const portion = portionOf([...seen, ...(target.hostIds ?? [])], { act, cursor, limit });
  const ids = portion.ids.filter((id) => seen.has(id));
  const hosts = await getHosts(ctx.db.reader, ids, { has: () => false });
  return { portion, hosts: new Map(hosts.map((host) => [host.id, host])) };
}
