import type { IncomingHttpHeaders } from 'node:http';
import { AppError, waitError } from '../../shared/wire/appError.ts';
import { empty, reply } from '../../shared/wire/dispatch.ts';
import { etagOf } from '../../kernel/http/etag.ts';
import type { Context, Routes } from '../../kernel/boot/feature.ts';
import { limitKey } from '../../kernel/http/network.ts';
import type { Account, Client, IdentityService, Tokens } from './api.ts';
import { ACCESS_TOKEN_SECS } from './domain.ts';
import type { IdentityParts } from './service/createService.ts';
import { clientOf } from './service/sessions.ts';

/** Refreshes of one network: enough for an office behind one address, too few to guess with. */
const REFRESH_LIMIT = { max: 300, windowSecs: 60 };

export function identityRoutes(ctx: Context, identity: IdentityParts): Routes<'identity'> {
  const { service, signIn, ownPassword, refresh, sessions } = identity;
  return {
    async login({ body, headers, address }) {
      const { username, password, totp_code: code = null } = body;
      const opened = await signIn.withPassword({ username, password, code }, client(headers, address));
      return reply(200, { ...wireTokens(opened), user: wireUser(opened.account) });
    },
    async refreshSession({ body, headers, address }) {
      await limitAddress(ctx, address);
      return reply(200, wireTokens(await refresh(body.refresh_token, client(headers, address))));
    },
    async logout({ body, address }) {
      await limitAddress(ctx, address);
      await sessions.close(body.refresh_token, address);
      return empty(204);
    },
    async forceChangePassword({ body, headers, address }) {
      const { username, current_password: password, new_password: next } = body;
      await ownPassword.changeDue({ username, password, next }, client(headers, address));
      return empty(204);
    },
    async getCurrentUser({ actor }) {
      const account = await ownAccount(service, actor.id);
      return reply(200, wireUser(account), { ETag: etagOf(account.editVersion) });
    },
    async changeOwnPassword({ actor, body, headers, address }) {
      const { username } = await ownAccount(service, actor.id);
      const { current_password: password, new_password: next } = body;
      await ownPassword.change({ username, password, next }, actor, client(headers, address));
      return empty(204);
    },
  };
}

const client = (headers: IncomingHttpHeaders, address: string): Client =>
  clientOf(address, headers['user-agent']);

async function limitAddress(ctx: Context, address: string): Promise<void> {
  const wait = await ctx.limits.hit(`refresh:network:${limitKey(address)}`, REFRESH_LIMIT);
  if (wait !== null) throw waitError('RATE_LIMITED', wait);
}

async function ownAccount(identity: IdentityService, id: string | null): Promise<Account> {
  const account = id === null ? null : await identity.accounts.find(id);
  if (!account) throw new AppError('UNAUTHENTICATED');
  return account;
}

function wireTokens({ accessToken, refreshToken }: Tokens) {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TOKEN_SECS,
  };
}

function wireUser(user: Account) {
  return {
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    email: user.email,
    role: user.role,
    disabled: user.disabled,
    mfa_enabled: false, // the second factor is a feature of its own (mfa), which is not built yet
    must_change_password: user.mustChangePassword,
    created_at: user.createdAt.toISOString(),
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
    edit_version: user.editVersion,
  };
}
