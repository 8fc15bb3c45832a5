import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../shared/wire/appError.ts';
import { empty, reply } from '../../shared/wire/dispatch.ts';
import type { Context, Routes } from '../../kernel/boot/feature.ts';
import { limitKey } from '../../kernel/http/network.ts';
import { ACCESS_TOKEN_SECS, type Client } from './domain.ts';
import type { UserModel } from './models.ts';
import type { IdentityService } from './api.ts';
import { clientOf, type Tokens } from './service/sessions.ts';

/** Refreshes of one network: enough for an office behind one address, too few to guess with. */
const REFRESH_LIMIT = { max: 300, windowSecs: 60 };

export function identityRoutes(ctx: Context, identity: IdentityService): Routes<'identity'> {
  const { logins, sessions } = identity;
  return {
    async login({ body, headers, address }) {
      const { user, ...tokens } = await logins.login(body, client(headers, address));
      return reply(200, {
        ...wireTokens(tokens),
        token_type: 'Bearer' as const,
        expires_in: ACCESS_TOKEN_SECS,
        user: wireUser(user),
      });
    },
    async refreshSession({ body, headers, address }) {
      await limitAddress(ctx, address);
      const tokens = await sessions.refresh(body.refresh_token, client(headers, address));
      return reply(200, {
        ...wireTokens(tokens),
        token_type: 'Bearer' as const,
        expires_in: ACCESS_TOKEN_SECS,
      });
    },
    async logout({ body, address }) {
      await limitAddress(ctx, address);
      await sessions.close(body.refresh_token, address);
      return empty(204);
    },
    async forceChangePassword({ body, headers, address }) {
      const credentials = { username: body.username, password: body.current_password };
      await logins.forceChange(credentials, body.new_password, client(headers, address));
      return empty(204);
    },
    async getCurrentUser({ actor }) {
      const user = await ownUser(identity, actor.id);
      return reply(200, wireUser(user), { ETag: `"${user.editVersion}"` });
    },
    async changeOwnPassword({ actor, body, headers, address }) {
      const user = await ownUser(identity, actor.id);
      await logins.changeOwn(
        user,
        actor.sessionId,
        body.current_password,
        body.new_password,
        client(headers, address),
      );
      return empty(204);
    },
  };
}

const client = (headers: IncomingHttpHeaders, address: string): Client =>
  clientOf(address, headers['user-agent']);

async function limitAddress(ctx: Context, address: string): Promise<void> {
  const wait = await ctx.limits.hit(`refresh:network:${limitKey(address)}`, REFRESH_LIMIT);
  if (wait !== null)
    throw new AppError('RATE_LIMITED', {
      details: { retry_after_secs: wait },
      headers: { 'Retry-After': String(wait) },
    });
}

async function ownUser(identity: IdentityService, id: string | null): Promise<UserModel> {
  const user = id === null ? null : await identity.userById(id);
  if (!user) throw new AppError('UNAUTHENTICATED');
  return user;
}

function wireTokens({ accessToken, refreshToken }: Tokens) {
  return { access_token: accessToken, refresh_token: refreshToken };
}

function wireUser(user: UserModel) {
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
