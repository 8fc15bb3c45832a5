import { AppError } from '../../../shared/wire/appError.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import type { Group } from '../api.ts';
import { type Editor, refuseEdit } from './groupRights.ts';
import { audit, group, hostsForAudit, knownHosts, list, lockedGroup, touch } from './groupRows.ts';
import { chunked } from './queries.ts';

/** Those that are in it stay. Throws GROUP_NOT_FOUND, HOST_NOT_FOUND, GROUP_RULE_BASED, FORBIDDEN. */
export async function addGroupHosts(
  ctx: Context,
  { id, hostIds }: { id: string; hostIds: readonly string[] },
  editor: Editor,
): Promise<Group> {
  await refuseEdit(ctx, id, editor);
  return ctx.tx(
    async (tx) => {
      const before = await lockedList(tx, id);
      const wanted = await knownHosts(tx, hostIds, editor.scope);
      const there = await listedOf(tx, id, wanted);
      const fresh = wanted.filter((hostId) => !there.has(hostId));
      if (fresh.length === 0) return before;
      await list(tx, id, fresh);
      await touch(ctx, tx, before, {});
      const after = hostsForAudit(fresh);
      audit(ctx, tx, { by: editor.by, action: 'group.hosts_added', group: before, after });
      return group(tx, id);
    },
    { name: 'hosts.addGroupHosts' },
  );
}

/** Throws GROUP_NOT_FOUND, HOST_NOT_FOUND (also when it is not in the group), GROUP_RULE_BASED, FORBIDDEN. */
export async function removeGroupHost(
  ctx: Context,
  { id, hostId }: { id: string; hostId: string },
  editor: Editor,
): Promise<void> {
  await refuseEdit(ctx, id, editor);
  await ctx.tx(
    async (tx) => {
      const before = await lockedList(tx, id);
      await knownHosts(tx, [hostId], editor.scope);
      const rows = await tx.knex('hosts_group_hosts').where({ group_id: id, host_id: hostId }).delete();
      if (rows === 0) throw new AppError('HOST_NOT_FOUND', { details: { host_ids: [hostId] } });
      await touch(ctx, tx, before, {});
      const gone = hostsForAudit([hostId]);
      audit(ctx, tx, { by: editor.by, action: 'group.hosts_removed', group: before, before: gone });
    },
    { name: 'hosts.removeGroupHost' },
  );
}

async function lockedList(tx: Tx, id: string): Promise<Group> {
  const found = await lockedGroup(tx, id, null);
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
