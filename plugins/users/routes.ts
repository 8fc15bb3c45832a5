import {
  actedBy,
  type Actor,
  AppError,
  type Context,
  empty,
  etags,
  type HandlerRequest,
  idempotent,
  paging,
  reply,
  type Routes,
} from '#sdk';
import type { Account } from '#sdk/identity.ts';
import {
  createUser,
  deleteUser,
  requireAccount,
  resetPassword,
  revokeUser,
  updateUser,
  type UserChange,
} from './service/accounts.ts';
import { serviceAccountRoutes } from './serviceAccountRoutes.ts';
import { roleRoutes } from './roleRoutes.ts';
import { endOthers, endSession } from './service/sessions.ts';
import { createToken, deleteToken, listTokens, readToken } from './service/tokens.ts';
import { sessionsToWire, tokenToWire } from './wire.ts';
import type { components } from '../../generated/manager.ts';

type Schemas = components['schemas'];
type UserRoutes = Routes<'users'>;
type SessionOperation = `${string}Session` | `${string}Sessions`;
type TokenOperation = `${string}ApiToken` | `${string}ApiTokens`;

export const userRoutes = (ctx: Context): UserRoutes => ({
  ...accountRoutes(ctx),
  ...roleRoutes(ctx),
  ...serviceAccountRoutes(ctx),
  ...sessionRoutes(ctx),
  ...tokenRoutes(ctx),
});

type OwnSessionOperation = Exclude<Extract<keyof UserRoutes, SessionOperation>, 'deleteUserSessions'>;

function accountRoutes(
  ctx: Context,
): Omit<
  UserRoutes,
  | keyof ReturnType<typeof roleRoutes>
  | keyof ReturnType<typeof serviceAccountRoutes>
  | OwnSessionOperation
  | Extract<keyof UserRoutes, TokenOperation>
> {
  const { accounts } = ctx.core.identity;
  return {
    async listUsers({ query }) {
      const page = await accounts.page(query);
      const users = await ctx.core.identity.describe(page.accounts);
      return reply(200, { users, total: page.total, next_cursor: page.nextCursor });
    },
    async getUser({ params }) {
      return reply(200, await shown(ctx, await requireAccount(ctx, params.user_id)));
    },
    async createUser(request) {
      const { username, role, password, display_name: displayName = null, email = null } = request.body;
      const { must_change_password: mustChangePassword = true, scope_group_ids: groups = null } =
        request.body;
      const draft = {
        username,
        role,
        password,
        displayName,
        email,
        mustChangePassword,
        scopeGroupIds: groups,
      };
      return reply(201, await shown(ctx, await createUser(ctx, draft, actedBy(request))));
    },
    async updateUser(request) {
      const { params, query, body, headers } = request;
      const input = {
        id: params.user_id,
        change: changeOf(body),
        ifMatch: etags.read(headers['if-match']),
        stopsWork: query.cancel_scheduled ?? false,
      };
      return reply(200, await shown(ctx, await updateUser(ctx, input, actedBy(request))));
    },
    async deleteUser(request) {
      const { params, query, headers } = request;
      const stopsWork = query.cancel_scheduled ?? false;
      const input = { id: params.user_id, ifMatch: etags.read(headers['if-match']), stopsWork };
      await deleteUser(ctx, input, actedBy(request));
      return empty(204);
    },
    async deleteUserSessions(request) {
      const { params, query } = request;
      await revokeUser(ctx, { id: params.user_id, tokens: query.tokens ?? false }, actedBy(request));
      return empty(204);
    },
    async resetUserPassword(request) {
      const { new_password: password, must_change_password: mustChangePassword = true } = request.body;
      await resetPassword(
        ctx,
        { id: request.params.user_id, password, mustChangePassword },
        actedBy(request),
      );
      return empty(204);
    },
  };
}

function sessionRoutes(ctx: Context): Pick<UserRoutes, OwnSessionOperation> {
  const { sessions } = ctx.core.identity;
  return {
    async listOwnSessions({ actor, query }) {
      const { accountId, sessionId } = signedIn(actor);
      const own = sessionsToWire(await sessions.list(accountId), sessionId);
      return reply(200, paging.list('sessions', own, query));
    },
    async deleteOwnSession(request) {
      const { accountId } = signedIn(request.actor);
      const { session_id: sessionId } = request.params;
      await endSession(ctx, { accountId, sessionId }, actedBy(request));
      return empty(204);
    },
    async deleteOtherOwnSessions(request) {
      const { accountId, sessionId } = signedIn(request.actor);
      const account = { id: accountId, username: request.actor.name };
      await endOthers(ctx, account, { exceptId: sessionId, by: actedBy(request) });
      return empty(204);
    },
    async listUserSessions({ params, actor, query }) {
      const { id } = await requireAccount(ctx, params.user_id);
      const found = sessionsToWire(await sessions.list(id), actor.sessionId);
      return reply(200, paging.list('sessions', found, query));
    },
    async deleteUserSession(request) {
      const { user_id: accountId, session_id: sessionId } = request.params;
      await endSession(ctx, { accountId, sessionId }, actedBy(request));
      return empty(204);
    },
  };
}

function tokenRoutes(
  ctx: Context,
): Pick<UserRoutes, Exclude<Extract<keyof UserRoutes, TokenOperation>, 'rotateOwnApiToken'>> {
  type Owners = Parameters<typeof listTokens>[1];
  const pageOf = async (owners: Owners, query: HandlerRequest<'listOwnApiTokens'>['query']) => {
    const { tokens, total, nextCursor } = await listTokens(ctx, owners, query);
    return reply(200, { tokens: tokens.map(tokenToWire), total, next_cursor: nextCursor });
  };
  return {
    listApiTokens: ({ query: { owner_kind: ownerKind, ...query } }) =>
      pageOf(ownerKind === undefined ? {} : { ownerKind }, query),
    listOwnApiTokens: ({ actor, query }) => pageOf({ accountId: actor.id ?? '' }, query),
    async listUserApiTokens({ params, query }) {
      const { id: accountId } = await requireAccount(ctx, params.user_id);
      return pageOf({ accountId }, query);
    },
    async createOwnApiToken(request) {
      const { actor, address, scope, body } = request;
      const { name, role, expires_in_secs: expiresInSecs, group_ids: groupIds = null, scopes = null } = body;
      const draft = { name, role, scopes, expiresInSecs, groupIds };
      const call = idempotent.call('createOwnApiToken', request);
      const { token, secret } = await createToken(ctx, { call, draft }, { actor, address, scope });
      return reply(201, { ...tokenToWire(token), token: secret });
    },
    async getOwnApiToken({ params, actor }) {
      return reply(200, tokenToWire(await readToken(ctx, actor.id ?? '', params.token_id)));
    },
    async getUserApiToken({ params }) {
      const { id } = await requireAccount(ctx, params.user_id);
      return reply(200, tokenToWire(await readToken(ctx, id, params.token_id)));
    },
    async deleteOwnApiToken(request) {
      const { params, actor } = request;
      const owner = { id: actor.id, username: actor.name };
      await deleteToken(ctx, { id: params.token_id, owner }, actedBy(request));
      return empty(204);
    },
    async deleteUserApiToken(request) {
      const { user_id: userId, token_id: id } = request.params;
      await deleteToken(ctx, { id, owner: await requireAccount(ctx, userId) }, actedBy(request));
      return empty(204);
    },
  };
}

async function shown(ctx: Context, account: Account) {
  const [user] = await ctx.core.identity.describe([account]);
  if (!user) throw new Error('an account was not described');
  return user;
}

function changeOf(body: Schemas['UpdateUserRequest']): UserChange {
  const { role, disabled, display_name: displayName, email, scope_group_ids: scopeGroupIds } = body;
  return {
    ...(role === undefined ? {} : { role }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(email === undefined ? {} : { email }),
    ...(scopeGroupIds === undefined ? {} : { scopeGroupIds }),
    ...(body.sso_only ? { ssoOnly: true } : {}),
  };
}

/** Only people have sessions; tools are refused before they come here. */
function signedIn({ id, sessionId }: Actor): { accountId: string; sessionId: string } {
  if (id === null || sessionId === null) throw new AppError('UNAUTHENTICATED');
  return { accountId: id, sessionId };
}
