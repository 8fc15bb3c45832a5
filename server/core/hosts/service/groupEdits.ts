import { AppError, validationError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { lockThing } from '#server/kernel/db/locks.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { changesNothing, type IfMatch } from '#server/kernel/http/etag.ts';
import type { ActedBy, Group, GroupRule, GroupUse } from '../api.ts';
import { settleGroup } from './groupChanges.ts';
import { visibleGroups } from './groupHosts.ts';
import { type Editor, refuseEdit, refuseLimited, usesOf } from './groupRights.ts';
import { groupEdits, hostsForAudit, knownHosts, list, MAX_NAMED } from './groupRows.ts';
import { groupNotFound, toGroup } from './groups.ts';

/** The most groups of a manager: each one is evaluated for each host that is shown. */
export const MAX_GROUPS = 500;

export interface GroupDraft {
  name: string;
  description: string | null;
  rule: GroupRule | null;
  /** For a group without a rule. */
  hostIds: readonly string[];
}

/** Absent fields keep their value. */
export interface GroupChanges {
  name?: string;
  description?: string | null;
  rule?: GroupRule;
}

/** Throws FORBIDDEN (the editor is limited to some hosts), HOST_NOT_FOUND, NAME_TAKEN, GROUP_LIMIT_REACHED. */
export async function createGroup(ctx: Context, draft: GroupDraft, editor: Editor): Promise<Group> {
  refuseLimited(editor.scope);
  return ctx.tx((tx) => createGroupIn(ctx, tx, draft, editor), { name: 'hosts.createGroup' });
}

/** Like `createGroup`, in the caller's transaction. */
export async function createGroupIn(
  ctx: Context,
  tx: Tx,
  draft: GroupDraft,
  { by, scope }: Editor,
): Promise<Group> {
  const { name, description, rule } = draft;
  await groupEdits.refuseFull(tx, MAX_GROUPS);
  const hostIds = await knownHosts(tx, draft.hostIds, scope);
  const act = { by, also: hostsForAudit(hostIds) };
  const made = await groupEdits.insert(ctx, tx, { name, description, rule }, act);
  await list(tx, made.id, hostIds);
  return toGroup(made);
}

/** The changes of a group, and the version that they apply to. */
export interface GroupUpdate {
  id: string;
  change: GroupChanges;
  ifMatch: IfMatch;
}

/**
 * Compare-and-set on the edit version. Throws GROUP_NOT_FOUND,
 * NAME_TAKEN, PRECONDITION_FAILED, VALIDATION_FAILED (a rule for a listed group), FORBIDDEN.
 */
export async function updateGroup(ctx: Context, update: GroupUpdate, editor: Editor): Promise<Group> {
  await refuseEdit(ctx, update.id, editor);
  refuseLimited(editor.scope);
  return ctx.tx((tx) => updateGroupIn(ctx, tx, update, editor.by), { name: 'hosts.updateGroup' });
}

/** Like `updateGroup`, in the caller's transaction. */
export async function updateGroupIn(
  ctx: Context,
  tx: Tx,
  { id, change, ifMatch }: GroupUpdate,
  by: ActedBy,
): Promise<Group> {
  const before = await groupEdits.locked(tx, id, ifMatch);
  if (change.rule && before.rule === null)
    throw validationError([
      { path: '/body/rule', message: 'The hosts of this group are listed by hand, so it takes no rule.' },
    ]);
  const draft = { ...groupEdits.draftOf(before), ...defined(change) };
  if (changesNothing(before, draft)) return toGroup(before);
  const after = await groupEdits.patch(ctx, tx, { before, set: draft });
  await settleGroup(ctx, tx, id, by);
  groupEdits.record(ctx, tx, 'updated', { of: after, by, before, after });
  return toGroup(after);
}

/** Deletes a group but not its hosts. Throws GROUP_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, GROUP_IN_USE. */
export async function deleteGroup(
  ctx: Context,
  { id, ifMatch }: { id: string; ifMatch: IfMatch },
  { by, scope }: Editor,
): Promise<void> {
  if (!(await visibleGroups(ctx.db.reader, [id], scope)).has(id)) throw groupNotFound(id);
  refuseLimited(scope);
  const uses = await usesOf(ctx, id);
  if (uses.length > 0) throw groupInUse(uses);
  await ctx.tx((tx) => deleteGroupIn(ctx, tx, { id, ifMatch }, by), { name: 'hosts.deleteGroup' });
}

/** Like `deleteGroup`, in the caller's transaction. The caller has checked the uses; the joined steps check again. */
export async function deleteGroupIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch }: { id: string; ifMatch: IfMatch },
  by: ActedBy,
): Promise<void> {
  // Whoever names the group in something holds it too.
  await lockThing(tx, 'hosts.group', id);
  const before = await groupEdits.locked(tx, id, ifMatch);
  await ctx.steps.join(tx, 'hosts.groupDeleted', { group: toGroup(before), by });
  await tx.knex('hosts_group_hosts').where('group_id', id).delete();
  await tx.knex('hosts_group_changes').where('group_id', id).delete();
  await groupEdits.delete(ctx, tx, [before], { by });
}

function groupInUse(uses: readonly GroupUse[]): AppError {
  const told = uses.slice(0, MAX_NAMED).map(({ kind, id, name }) => ({ kind, id, name }));
  return new AppError('GROUP_IN_USE', { details: { uses: told } });
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
