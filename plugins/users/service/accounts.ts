import { actors, AppError, type Context, etags, type Role, type Tx } from '#sdk';
import type { Account, AccountChange, ChangedBy } from '#sdk/identity.ts';
import { isSame, scopesOf, setAccountScope } from './scopes.ts';
import { dropTokensOf } from './tokens.ts';

export interface UserDraft {
  username: string;
  role: Role;
  displayName: string | null;
  email: string | null;
  password: string;
  mustChangePassword: boolean;
  scopeGroupIds: readonly string[] | null;
}

/** Throws PASSWORD_TOO_WEAK, USER_EXISTS, and what `setScope` throws. */
export async function createUser(ctx: Context, draft: UserDraft, by: ChangedBy): Promise<Account> {
  const { accounts, credentials } = ctx.core.identity;
  const { password, scopeGroupIds: groupIds, ...rest } = draft;
  const passwordHash = await credentials.hashNew(draft.username, password);
  return ctx.tx(
    async (tx) => {
      const account = await accounts.create(tx, { ...rest, passwordHash }, by);
      await setAccountScope(ctx, tx, { account, groupIds, by });
      return account;
    },
    { name: 'create user' },
  );
}

/** What is left out stays. */
export interface UserChange extends Pick<AccountChange, 'role' | 'disabled' | 'displayName' | 'email'> {
  scopeGroupIds?: readonly string[] | null;
  /** Removes the password. */
  ssoOnly?: true;
}

interface Deletion {
  id: string;
  ifMatch: etags.IfMatch;
  /** Also stops what the person has scheduled or set to recur. */
  stopsWork: boolean;
}

/**
 * Throws USER_NOT_FOUND, WOULD_LOCK_OUT, PRECONDITION_FAILED, SSO_NOT_LINKED, and what `setScope` throws. Whoever
 * comes to hold what is about all hosts, as an administrator does, is no longer limited to groups.
 */
export async function updateUser(
  ctx: Context,
  { id, change, ifMatch, stopsWork }: Deletion & { change: UserChange },
  by: ChangedBy,
): Promise<Account> {
  const { scopeGroupIds, ssoOnly, ...rest } = change;
  if (ssoOnly) await requireLink(ctx, id);
  return ctx.tx(
    async (tx) => {
      if (stopsWork) await ctx.core.identity.accounts.stopWork(tx, id, by);
      const own = ssoOnly ? { ...rest, passwordHash: null } : rest;
      // Whoever comes to hold what is about all hosts is no longer limited to some.
      const held = own.role === undefined ? [] : await ctx.core.identity.roles.permissionsOf(own.role, tx);
      const isWhole = actors.concerningAll(ctx.permissions, held).length > 0;
      const groupIds = scopeGroupIds === undefined && isWhole ? null : scopeGroupIds;
      const changesMore = async (): Promise<boolean> =>
        groupIds !== undefined && !isSame((await scopesOf(tx.knex, [id])).get(id) ?? null, groupIds);
      const edit = { change: own, ifMatch, changesMore };
      const account = await ctx.core.identity.accounts.edit(tx, id, edit, by);
      if (groupIds !== undefined) await setAccountScope(ctx, tx, { account, groupIds, by });
      return account;
    },
    { name: 'update user' },
  );
}

/** Without a password, somebody who has never signed in at the provider could not sign in at all. */
async function requireLink(ctx: Context, id: string): Promise<void> {
  const [user] = await ctx.core.identity.describe([await requireAccount(ctx, id)]);
  if (!user?.sso_linked) throw new AppError('SSO_NOT_LINKED');
}

/** Deletes the user with sessions, tokens and scope. Throws USER_NOT_FOUND, WOULD_LOCK_OUT, PRECONDITION_FAILED. */
export async function deleteUser(
  ctx: Context,
  { id, ifMatch, stopsWork }: Deletion,
  by: ChangedBy,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      if (stopsWork) await ctx.core.identity.accounts.stopWork(tx, id, by);
      const removed = await ctx.core.identity.accounts.remove(tx, id, by);
      etags.requireMatch(ifMatch, removed.editVersion);
    },
    { name: 'delete user' },
  );
}

/** Ends all sessions, and with `tokens` all tools of the user too. Throws USER_NOT_FOUND. */
export async function revokeUser(
  ctx: Context,
  { id, tokens }: { id: string; tokens: boolean },
  by: ChangedBy,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const account = await lockAccount(ctx, tx, id);
      const ended = await ctx.core.identity.sessions.end(tx, id, { exceptId: null });
      if (tokens) await dropTokensOf(ctx, tx, account, by);
      ctx.audit.record(tx, {
        ...by,
        action: 'session.revoked',
        resource: { kind: 'user', id, name: account.username },
        after: { sessions: ended, tokens },
      });
    },
    { name: 'revoke user' },
  );
}

/** Sets the password and ends all sessions of the user. Throws USER_NOT_FOUND, PASSWORD_TOO_WEAK. */
export async function resetPassword(
  ctx: Context,
  { id, password, mustChangePassword }: { id: string; password: string; mustChangePassword: boolean },
  by: ChangedBy,
): Promise<void> {
  const { accounts, credentials } = ctx.core.identity;
  const { username } = await requireAccount(ctx, id);
  const passwordHash = await credentials.hashNew(username, password);
  await ctx.tx((tx) => accounts.change(tx, id, { passwordHash, mustChangePassword }, by), {
    name: 'reset password',
  });
}

/** Throws USER_NOT_FOUND. */
export async function requireAccount(ctx: Context, id: string): Promise<Account> {
  const account = await ctx.core.identity.accounts.find(id);
  if (!account) throw new AppError('USER_NOT_FOUND');
  return account;
}

/** Throws USER_NOT_FOUND. */
export async function lockAccount(ctx: Context, tx: Tx, id: string): Promise<Account> {
  const account = await ctx.core.identity.accounts.lock(tx, id);
  if (!account) throw new AppError('USER_NOT_FOUND');
  return account;
}
