import type { components } from '#generated/manager.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Account, AccountFacts } from '../accounts.ts';
import type { Actor } from '#server/kernel/security/actor.ts';
import type { OpenedSession, Tokens } from '../sessions.ts';
import { heldBy } from './roles.ts';
import { ACCESS_TOKEN_SECS } from '../domain.ts';

type Wire = components['schemas'];

/** Accounts in the form of the API, with what features know about them. */
export async function describeAccounts(
  { hooks }: Pick<Context, 'hooks'>,
  accounts: readonly Account[],
): Promise<Wire['User'][]> {
  if (accounts.length === 0) return [];
  const accountIds = accounts.map(({ id }) => id);
  const answers = await hooks.ask('identity.accountFacts', { accountIds });
  return accounts.map((account) => {
    const facts = answers.map(({ answer }) => answer.get(account.id) ?? {});
    return wireUser(account, Object.assign({}, ...facts) as AccountFacts);
  });
}

/** An account for its owner, or for a tool of his: with what the caller may do. */
export async function describeOneself(
  ctx: Pick<Context, 'hooks' | 'db' | 'permissions'>,
  account: Account,
  actor?: Actor,
): Promise<Wire['User']> {
  const [user] = await describeAccounts(ctx, [account]);
  if (!user) throw new Error('an account was not described');
  const held = actor ? null : await heldBy(ctx, ctx.db.reader, [account.role]);
  return { ...user, permissions: [...(actor?.permissions ?? held?.get(account.role) ?? [])] };
}

/** The answer to a sign-in. */
export async function loginAnswer(
  ctx: Pick<Context, 'hooks' | 'db' | 'permissions'>,
  opened: OpenedSession,
): Promise<Wire['SessionTokens']> {
  return { ...wireTokens(opened), user: await describeOneself(ctx, opened.account) };
}

export function wireTokens({ accessToken, refreshToken }: Tokens): Wire['RefreshResponse'] {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECS,
  };
}

function wireUser(user: Account, facts: AccountFacts): Wire['User'] {
  const { mfaEnabled = false, ssoLinked = false, scopeGroupIds = null } = facts;
  return {
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    email: user.email,
    role: user.role,
    disabled: user.disabled,
    mfa_enabled: mfaEnabled,
    must_change_password: user.mustChangePassword,
    has_password: user.hasPassword,
    sso_linked: ssoLinked,
    scope_group_ids: scopeGroupIds === null ? null : [...scopeGroupIds],
    created_at: user.createdAt.toISOString(),
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
    edit_version: user.editVersion,
  };
}
