import { AppError, type Context, Editable, etags, type HostScope, type idempotent, type Tx } from '#sdk';
import type { ActedBy, GroupDependent } from '#sdk/hosts.ts';
import type { GroupCheckDraft } from '../domain/draft.ts';
import { CheckModel, GroupCheckModel } from '../models.ts';
import { type Editor, MOST_CHECKS } from './checks.ts';
import { requireFields } from './refusals.ts';

/** The most that a manager keeps: of one group, and of all: each costs a few statements a minute. */
const MOST_OF_GROUP = 50;
const MOST_OF_GROUPS = 500;

const notFound = (id: string): AppError =>
  new AppError('HEALTH_CHECK_NOT_FOUND', { details: { check_id: id } });

const edits = new Editable(GroupCheckModel, {
  kind: 'health_check',
  full: 'HEALTH_CHECK_LIMIT_REACHED',
  fields: [
    ...(['kind', 'name', 'enabled', 'serviceName', 'url'] as const),
    ...(['expectedStatus', 'expectedBody', 'timeoutSecs', 'intervalSecs'] as const),
  ],
  audited: ({ groupId }) => ({ groupId }),
  parentOf: ({ groupId }) => groupId,
  notFound,
});

/** The checks that are defined on a group, by name. Throws GROUP_NOT_FOUND. */
export async function listGroupChecks(
  ctx: Context,
  groupId: string,
  scope: HostScope,
): Promise<GroupCheckModel[]> {
  await ctx.core.hosts.requireGroup(groupId, scope);
  return GroupCheckModel.query(ctx.db.reader).where('group_id', groupId).orderBy(['name', 'id']);
}

/** The groups that hosts have checks of, by the id of the group's check. */
export async function groupsOfChecks(
  { core, db }: Context,
  checks: readonly CheckModel[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const ids = [...new Set(checks.flatMap(({ groupCheckId }) => groupCheckId ?? []))];
  if (ids.length === 0) return new Map();
  const defined = await GroupCheckModel.query(db.reader).select('id', 'group_id').whereIn('id', ids);
  const names = await core.hosts.groupNames([...new Set(defined.map(({ groupId }) => groupId))]);
  return new Map(
    defined.map(({ id, groupId }) => [id, { id: groupId, name: names.get(groupId) ?? '' }] as const),
  );
}

/** Throws GROUP_NOT_FOUND and HEALTH_CHECK_NOT_FOUND, also for a check of another group. */
export async function getGroupCheck(
  ctx: Context,
  { groupId, checkId }: { groupId: string; checkId: string },
  scope: HostScope,
): Promise<GroupCheckModel> {
  await ctx.core.hosts.requireGroup(groupId, scope);
  return edits.read(ctx.db.reader, checkId, isOf(groupId));
}

/** Throws GROUP_NOT_FOUND, FORBIDDEN, NAME_TAKEN, HEALTH_CHECK_LIMIT_REACHED. */
export async function createGroupCheck(
  ctx: Context,
  { call, groupId, draft }: { call: idempotent.Call; groupId: string; draft: GroupCheckDraft },
  { by, scope }: Editor,
): Promise<GroupCheckModel> {
  await requireWholeGroup(ctx, groupId, scope);
  return ctx.tx(
    (tx) => edits.once(ctx, tx, call, () => createGroupCheckIn(ctx, tx, { groupId, draft }, by)),
    { name: 'health-checks.createOfGroup' },
  );
}

/** Throws GROUP_NOT_FOUND, NAME_TAKEN, HEALTH_CHECK_LIMIT_REACHED. */
export async function createGroupCheckIn(
  ctx: Context,
  tx: Tx,
  { groupId, draft }: { groupId: string; draft: GroupCheckDraft },
  by: ActedBy,
): Promise<GroupCheckModel> {
  await lockGroup(ctx, tx, groupId);
  await edits.refuseFull(tx, MOST_OF_GROUP, { group_id: groupId });
  await edits.refuseFull(tx, MOST_OF_GROUPS);
  if ((await CheckModel.query(tx.knex).resultSize()) >= MOST_CHECKS)
    throw new AppError('HEALTH_CHECK_LIMIT_REACHED', { details: { max: MOST_CHECKS } });
  return edits.insert(ctx, tx, { groupId, ...draft }, { by });
}

export interface GroupCheckEdit {
  groupId: string;
  checkId: string;
  ifMatch: etags.IfMatch;
}

type Change = GroupCheckEdit & { change: Partial<GroupCheckDraft> };

/** Throws as createGroupCheck, and VALIDATION_FAILED, HEALTH_CHECK_NOT_FOUND, PRECONDITION_FAILED. */
export async function updateGroupCheck(
  ctx: Context,
  input: Change,
  { by, scope }: Editor,
): Promise<GroupCheckModel> {
  const { kind } = await getGroupCheck(ctx, input, scope);
  await requireWholeGroup(ctx, input.groupId, scope);
  requireFields(kind, input.change);
  return ctx.tx((tx) => updateGroupCheckIn(ctx, tx, input, by), { name: 'health-checks.updateOfGroup' });
}

/** Throws GROUP_NOT_FOUND, HEALTH_CHECK_NOT_FOUND, NAME_TAKEN, PRECONDITION_FAILED. */
export async function updateGroupCheckIn(
  ctx: Context,
  tx: Tx,
  { groupId, checkId, ifMatch, change }: Change,
  by: ActedBy,
): Promise<GroupCheckModel> {
  await lockGroup(ctx, tx, groupId);
  const before = await edits.locked(tx, checkId, ifMatch, isOf(groupId));
  const set = { ...edits.draftOf(before), ...change };
  if (etags.changesNothing(before, set)) return before;
  return edits.update(ctx, tx, { before, set }, { by });
}

/** Throws GROUP_NOT_FOUND, FORBIDDEN, HEALTH_CHECK_NOT_FOUND, PRECONDITION_FAILED. */
export async function deleteGroupCheck(
  ctx: Context,
  input: GroupCheckEdit,
  { by, scope }: Editor,
): Promise<void> {
  await requireWholeGroup(ctx, input.groupId, scope);
  await ctx.tx((tx) => deleteGroupCheckIn(ctx, tx, input, by), { name: 'health-checks.deleteOfGroup' });
}

/** The rows of the hosts go with the next round of `followGroups`. Throws as updateGroupCheckIn. */
export async function deleteGroupCheckIn(
  ctx: Context,
  tx: Tx,
  { groupId, checkId, ifMatch }: GroupCheckEdit,
  by: ActedBy,
): Promise<void> {
  await lockGroup(ctx, tx, groupId);
  await edits.delete(ctx, tx, [await edits.locked(tx, checkId, ifMatch, isOf(groupId))], { by });
}

/** In the transaction that deletes the group. */
export async function dropChecksOfGroup(ctx: Context, tx: Tx, groupId: string, by: ActedBy): Promise<void> {
  await edits.delete(ctx, tx, await GroupCheckModel.query(tx.knex).where('group_id', groupId).forUpdate(), {
    by,
  });
}

/** The checks that are deleted with these groups. */
export async function groupDependents(
  { db }: Pick<Context, 'db'>,
  groupIds: readonly string[],
): Promise<GroupDependent[]> {
  const rows = await GroupCheckModel.query(db.reader).whereIn('group_id', [...groupIds]);
  return rows.map(({ groupId, name }) => ({ groupId, kind: 'health_check', name }));
}

/** A check of a group runs on all its hosts. */
const requireWholeGroup = ({ core: { hosts } }: Context, groupId: string, scope: HostScope): Promise<void> =>
  hosts.requireWholeGroup(groupId, scope, 'health checks');

async function lockGroup({ core: { hosts } }: Context, tx: Tx, groupId: string): Promise<void> {
  if (await hosts.getGroupIn(tx, groupId)) return;
  throw new AppError('GROUP_NOT_FOUND', { details: { group_id: groupId } });
}

/** A check of another group is not found. */
const isOf =
  (groupId: string) =>
  (check: GroupCheckModel): boolean =>
    check.groupId === groupId;
