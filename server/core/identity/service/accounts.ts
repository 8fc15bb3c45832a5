import { v7 as uuid } from 'uuid';
import { rolePermissions } from '#generated/managerOperations.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { AuditEntry } from '#server/kernel/security/audit/audit.ts';
import { FIXED_ROLES, isAdministrator, permissionsIn } from '#server/kernel/security/permissions.ts';
import { lockByName } from '#server/kernel/db/locks.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { changesNothing, requireMatch } from '#server/kernel/http/etag.ts';
import type { Account, AccountChange, AccountEdit, Accounts, ChangedBy, NewAccount } from '../accounts.ts';
import { foldUsername, searchTextOf } from '../domain.ts';
import {
  accountOf,
  PreferencesModel,
  RefreshTokenModel,
  SessionModel,
  SignInNetworkModel,
  UserModel,
} from '../models.ts';
import { pageOfAccounts } from './accountPages.ts';
import { forgetFailures } from './attempts.ts';
import { giveRole, heldBy, refuseBeyond } from './roles.ts';
import { endSessions } from './sessions.ts';

const MAX_LISTED = 500;

/** What accounts need; also available to commands on the manager's machine. */
export type AccountsContext = Pick<Context, 'db' | 'clock' | 'events' | 'secrets' | 'permissions'> & {
  audit: Pick<Context['audit'], 'record'>;
  steps: Pick<Context['steps'], 'join'>;
};

export function createAccounts(ctx: AccountsContext): Accounts {
  const { reader } = ctx.db;
  const shown = (user: UserModel | undefined): Account | null => (user ? accountOf(user) : null);
  return {
    find: async (id) => shown(await UserModel.query(reader).findById(id)),
    findByName: async (typed) =>
      shown(await UserModel.query(reader).findOne({ username: foldUsername(typed) })),
    lock: async (tx, id) => shown(await UserModel.query(tx.knex).findById(id).forUpdate()),
    page: (query) => pageOfAccounts(reader, query),
    async list({ afterName = '', limit = MAX_LISTED } = {}) {
      const users = UserModel.query(reader).where('username', '>', afterName).orderBy('username');
      return (await users.limit(Math.min(limit, MAX_LISTED))).map(accountOf);
    },
    create: (tx, account, by) => create(ctx, tx, account, by),
    change: (tx, id, change, by) => changeAccount(ctx, tx, { id, edit: { change, ...unseen }, by }),
    edit: (tx, id, edit, by) => changeAccount(ctx, tx, { id, edit, by }),
    remove: (tx, id, by) => remove(ctx, tx, id, by),
    async stopWork(tx, id, by) {
      const account = accountOf(await lockUser(tx, id, () => true));
      await ctx.steps.join(tx, 'identity.workStopped', { account, by });
    },
  };
}

/** An edit by the manager itself, whatever the version. */
const unseen = { ifMatch: null, changesMore: () => Promise.resolve(false) };

async function create(ctx: AccountsContext, tx: Tx, account: NewAccount, by: ChangedBy): Promise<Account> {
  const { role, displayName = null, email = null, passwordHash, mustChangePassword } = account;
  const id = uuid();
  const username = foldUsername(account.username);
  if (await UserModel.query(tx.knex).findOne({ username })) throw new AppError('USER_EXISTS');
  await giveRole(ctx, tx, role, by);
  const user = { id, username, role, displayName, email, passwordHash, mustChangePassword };
  // If somebody else takes the name now, the transaction runs again and finds it taken.
  await UserModel.query(tx.knex).insert({
    ...user,
    searchText: searchTextOf(user),
    disabled: false,
    createdAt: ctx.clock.now(),
    editVersion: 1,
  });
  ctx.audit.record(tx, {
    ...by,
    action: 'user.created',
    resource: { kind: 'user', id, name: username },
    after: { username, role },
  });
  ctx.events.emit(tx, 'identity.accountChanged', { accountId: id, change: 'created' });
  return accountOf(await UserModel.query(tx.knex).findById(id).throwIfNotFound());
}

interface Change {
  id: string;
  edit: AccountEdit;
  by: ChangedBy;
}

async function changeAccount(ctx: AccountsContext, tx: Tx, { id, edit, by }: Change): Promise<Account> {
  const { change, ifMatch, changesMore } = edit;
  const before = await lockUser(tx, id, (user) => isRescuer({ ...user, ...change }));
  requireMatch(ifMatch, before.editVersion);
  await refuseMightier(ctx, tx, before, by);
  if (change.role !== undefined && change.role !== before.role) await giveRole(ctx, tx, change.role, by);
  if (changesNothing<AccountChange>(before, change) && !(await changesMore())) return accountOf(before);
  await UserModel.query(tx.knex)
    .findById(id)
    .patch({
      ...change,
      searchText: searchTextOf({ ...accountOf(before), ...change }),
      editVersion: before.editVersion + 1,
    });
  const after = await UserModel.query(tx.knex).findById(id).throwIfNotFound();
  const resource = { kind: 'user' as const, id, name: before.username };
  if (change.passwordHash !== undefined) await forgetFailures(ctx, tx, before.username);
  for (const entry of acts(before, after, change)) ctx.audit.record(tx, { ...by, ...entry, resource });
  // Enabled, too: a command at the machine disables without the features that join here.
  if (after.disabled !== before.disabled)
    await ctx.steps.join(tx, 'identity.accountDisabled', { account: accountOf(after), by });
  if (after.disabled || change.passwordHash !== undefined) await endSessions(ctx, tx, id, { exceptId: null });
  else if (after.role !== before.role || after.mustChangePassword !== before.mustChangePassword)
    ctx.events.emit(tx, 'identity.accessEnded', { accountId: id, which: { exceptId: null } });
  ctx.events.emit(tx, 'identity.accountChanged', { accountId: id, change: 'changed' });
  return accountOf(after);
}

/** The audit rows of a change: one per kind of act, so that the log can be searched for it. */
function acts(
  before: UserModel,
  after: UserModel,
  change: AccountChange,
): Pick<AuditEntry, 'action' | 'before' | 'after'>[] {
  const found: Pick<AuditEntry, 'action' | 'before' | 'after'>[] = [];
  if (before.role !== after.role)
    found.push({ action: 'user.role_changed', before: { role: before.role }, after: { role: after.role } });
  if (before.disabled !== after.disabled)
    found.push({ action: after.disabled ? 'user.disabled' : 'user.enabled' });
  if (change.passwordHash === null) found.push({ action: 'user.sso_only_set' });
  else if (change.passwordHash !== undefined) found.push({ action: 'user.password_reset' });
  const told = ({ displayName, email }: UserModel) => ({ displayName, email });
  if (JSON.stringify(told(before)) !== JSON.stringify(told(after)))
    found.push({ action: 'user.updated', before: told(before), after: told(after) });
  return found;
}

/** Whoever resets the password of an account can use it. Throws FORBIDDEN for one that may do more. */
async function refuseMightier(ctx: AccountsContext, tx: Tx, user: UserModel, by: ChangedBy): Promise<void> {
  if (by.actor.id === user.id) return;
  refuseBeyond((await heldBy(ctx, tx.knex, [user.role])).get(user.role) ?? [], by);
}

async function remove(ctx: AccountsContext, tx: Tx, id: string, by: ChangedBy): Promise<Account> {
  const user = await lockUser(tx, id, () => false);
  await refuseMightier(ctx, tx, user, by);
  await ctx.steps.join(tx, 'identity.accountRemoved', { account: accountOf(user), by });
  await endSessions(ctx, tx, id, { exceptId: null });
  const own = SessionModel.query(tx.knex).where('user_id', id).select('id');
  await RefreshTokenModel.query(tx.knex).whereIn('session_id', own).delete();
  await SessionModel.query(tx.knex).where('user_id', id).delete();
  await SignInNetworkModel.query(tx.knex).where('user_id', id).delete();
  await PreferencesModel.query(tx.knex).deleteById(id);
  await UserModel.query(tx.knex).deleteById(id);
  ctx.audit.record(tx, {
    ...by,
    action: 'user.deleted',
    resource: { kind: 'user', id, name: user.username },
    before: { username: user.username, role: user.role },
  });
  ctx.events.emit(tx, 'identity.accountChanged', { accountId: id, change: 'removed' });
  return accountOf(user);
}

/** Custom roles never hold what administrators alone may. */
const RESCUING_ROLES = FIXED_ROLES.filter((role) =>
  isAdministrator({ permissions: permissionsIn(rolePermissions, role) }),
);

type Standing = Pick<UserModel, 'role' | 'disabled' | 'passwordHash'>;

/** Whether the account can let everybody else in again: an enabled administrator with a password. */
const isRescuer = ({ role, disabled, passwordHash }: Standing): boolean =>
  RESCUING_ROLES.includes(role) && !disabled && passwordHash !== null;

/**
 * Locks and returns the account. Locks all administrators first, in one order, so that of two administrators who
 * remove each other's rights at once the second sees the first change. `staysRescuer`: whether the changed account is
 * still a rescuer.
 */
async function lockUser(tx: Tx, id: string, staysRescuer: (user: UserModel) => boolean): Promise<UserModel> {
  const seen = await UserModel.query(tx.knex).findById(id);
  if (seen && isRescuer(seen) && !staysRescuer(seen)) await lockByName(tx, 'identity.rescuers');
  const admins = await UserModel.query(tx.knex).whereIn('role', RESCUING_ROLES).orderBy('id').forUpdate();
  const user = await UserModel.query(tx.knex).findById(id).forUpdate();
  if (!user) throw new AppError('USER_NOT_FOUND');
  const others = admins.filter((admin) => admin.id !== id && isRescuer(admin));
  if (isRescuer(user) && !staysRescuer(user) && others.length === 0) throw new AppError('WOULD_LOCK_OUT');
  return user;
}
