import {
  type Actor,
  actors,
  AppError,
  type Context,
  type HostScope,
  type HostSet,
  type Tx,
  validationError,
} from '#sdk';
import type { GroupUse } from '#sdk/hosts.ts';
import type { Account, AccountFacts, ChangedBy } from '#sdk/identity.ts';
import { ScopeGroupModel, ScopeModel } from '../models.ts';

type GroupIds = readonly string[];
type Knex = Tx['knex'] | Context['db']['reader'];

/** The group ids by the id of the account or token; one that is missing sees all hosts. */
export async function scopesOf(knex: Knex, ids: GroupIds): Promise<Map<string, string[]>> {
  const rows = (await ScopeModel.query(knex)
    .leftJoin('users_scope_groups', 'users_scope_groups.scope_id', 'users_scopes.id')
    .whereIn('users_scopes.id', [...ids])
    .orderBy('group_id')
    .select('users_scopes.id', 'group_id')) as unknown as { id: string; groupId: string | null }[];
  const found = new Map<string, string[]>();
  for (const { id, groupId } of rows) {
    const groups = found.get(id) ?? [];
    if (groupId !== null) groups.push(groupId);
    found.set(id, groups);
  }
  return found;
}

/** The hosts that a user sees; a token sees those that are in its owner's scope and in its own. */
export async function hostScopeFor(ctx: Context, { id, ownerId }: Actor): Promise<HostScope> {
  const ids = [id, ownerId].filter((one) => typeof one === 'string');
  const sets: HostSet[] = [...(await scopesOf(ctx.db.reader, ids)).values()].map((groupIds) => ({
    groupIds,
  }));
  const [first] = sets;
  if (!first) return 'all';
  return sets.length === 1 ? first : { allOf: sets };
}

/** How many users, not tokens, are limited to groups. */
export const countScoped = (knex: Knex): Promise<number> =>
  ScopeModel.query(knex).whereColumn('id', 'account_id').resultSize();

/** For `identity.accountFacts`. */
export async function scopeFacts(ctx: Context, ids: GroupIds): Promise<Map<string, AccountFacts>> {
  const scopes = await scopesOf(ctx.db.reader, ids);
  return new Map(Array.from(scopes, ([id, scopeGroupIds]) => [id, { scopeGroupIds }]));
}

/** Who is limited by a group; for null, one use for each group that limits anybody. */
export async function groupUses(ctx: Context, groupId: string | null): Promise<GroupUse[]> {
  const { reader } = ctx.db;
  if (groupId === null) {
    const groups = await ScopeGroupModel.query(reader).distinct('group_id');
    return groups.map((row) => ({ groupId: row.groupId, kind: 'scope', id: null, name: '' }));
  }
  const scopes = await ScopeModel.query(reader)
    .whereIn('id', ScopeGroupModel.query(reader).where('group_id', groupId).select('scope_id'))
    .orderBy('name')
    .limit(100);
  return scopes.map(({ id, name }) => ({ groupId, kind: 'scope', id, name }));
}

/** Throws GROUP_IN_USE while the group limits somebody. The group's row is locked. */
export async function keepGroup(tx: Tx, groupId: string): Promise<void> {
  // A locking read sees what was written while this transaction waited for the group.
  const use = await ScopeGroupModel.query(tx.knex).findOne({ group_id: groupId }).forUpdate();
  if (use) throw new AppError('GROUP_IN_USE');
}

export interface Scoped {
  /** The id of the account or of the token. */
  id: string;
  accountId: string;
  name: string;
}

/**
 * Writes a scope whose owner is locked; null: no limit. The groups are locked, so that they stay until it is written.
 * Returns the groups that it held before. Throws GROUP_NOT_FOUND.
 */
export async function writeScope(
  ctx: Context,
  tx: Tx,
  { id, accountId, name }: Scoped,
  groupIds: GroupIds | null,
): Promise<GroupIds | null> {
  const before = (await scopesOf(tx.knex, [id])).get(id) ?? null;
  if (isSame(before, groupIds)) return before;
  const wanted = groupIds === null ? null : [...new Set(groupIds)].sort();
  for (const groupId of wanted ?? [])
    if (!(await ctx.core.hosts.getGroupIn(tx, groupId)))
      throw new AppError('GROUP_NOT_FOUND', { details: { group_id: groupId } });
  await dropScopes(tx, [id]);
  if (wanted === null) return before;
  await ScopeModel.query(tx.knex).insert({ id, accountId, name });
  if (wanted.length > 0)
    await tx
      .knex('users_scope_groups')
      .insert(wanted.map((groupId) => ({ scope_id: id, group_id: groupId })));
  return before;
}

export async function dropScopes(tx: Tx, ids: GroupIds): Promise<void> {
  await ScopeGroupModel.query(tx.knex)
    .whereIn('scope_id', [...ids])
    .delete();
  await ScopeModel.query(tx.knex)
    .whereIn('id', [...ids])
    .delete();
}

export const isSame = (one: GroupIds | null, other: GroupIds | null): boolean =>
  one === null || other === null
    ? one === other
    : JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort());

/** See `UsersService.setScope`. */
export async function setAccountScope(
  ctx: Context,
  tx: Tx,
  {
    account,
    groupIds,
    by,
  }: { account: Pick<Account, 'id' | 'username' | 'role'>; groupIds: GroupIds | null; by: ChangedBy },
): Promise<boolean> {
  const { id, username, role } = account;
  if (groupIds !== null)
    refuseScope(ctx, await ctx.core.identity.roles.permissionsOf(role, tx), '/body/scope_group_ids');
  const before = await writeScope(ctx, tx, { id, accountId: id, name: username }, groupIds);
  if (isSame(before, groupIds)) return false;
  ctx.audit.record(tx, {
    ...by,
    action: 'user.scope_changed',
    resource: { kind: 'user', id, name: username },
    before: { scope_group_ids: before },
    after: { scope_group_ids: groupIds },
  });
  // Rights are read at each call, but open connections were judged by the earlier ones.
  ctx.events.emit(tx, 'identity.accessEnded', { accountId: id, which: { exceptId: null } });
  return true;
}

/** Throws VALIDATION_FAILED for permissions that are about the whole installation, which no group of hosts limits. */
export function refuseScope(
  { permissions: table }: Pick<Context, 'permissions'>,
  permissions: readonly string[],
  path: string,
): void {
  const whole = actors.concerningAll(table, permissions);
  if (whole.length > 0)
    throw validationError([
      {
        path,
        message: `must be null: these permissions concern all hosts: ${whole.join(', ')}`,
      },
    ]);
}

/** Throws ROLE_IN_USE where a user with the role is limited to groups, who could use these permissions on none. */
export async function refuseScoped(
  ctx: Context,
  tx: Tx,
  { role, permissions }: { role: string; permissions: readonly string[] },
): Promise<void> {
  if (actors.concerningAll(ctx.permissions, permissions).length === 0) return;
  const scopes = ScopeModel.query(tx.knex).whereColumn('users_scopes.id', 'account_id');
  const limited = (await scopes.select('account_id')).map(({ accountId }) => accountId);
  for (const id of limited)
    if ((await ctx.core.identity.accounts.lock(tx, id))?.role === role)
      throw new AppError('ROLE_IN_USE', {
        message: 'A user with this role is limited to groups of hosts, and these permissions need all hosts.',
      });
}
