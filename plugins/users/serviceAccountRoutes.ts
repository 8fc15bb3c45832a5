import { actedBy, type Context, empty, etags, idempotent, reply, type Routes } from '#sdk';
import type { components } from '../../generated/manager.ts';
import {
  createServiceAccount,
  deleteServiceAccount,
  listServiceAccounts,
  readServiceAccount,
  updateServiceAccount,
  type ServiceAccount,
} from './service/serviceAccounts.ts';
import { createToken, deleteToken, listTokens, readToken } from './service/tokens.ts';
import { rotateToken } from './service/rotation.ts';
import { tokenToWire } from './wire.ts';

type Operation = Extract<keyof Routes<'users'>, `${string}ServiceAccount${string}`> | 'rotateOwnApiToken';

/** Accounts without a person behind them, and their tokens. */
export function serviceAccountRoutes(ctx: Context): Pick<Routes<'users'>, Operation> {
  return {
    async listServiceAccounts({ query }) {
      const { accounts, total, nextCursor } = await listServiceAccounts(ctx, query);
      return reply(200, { service_accounts: accounts.map(toWire), total, next_cursor: nextCursor });
    },
    async getServiceAccount({ params }) {
      return shown(await readServiceAccount(ctx, params.account_id));
    },
    async createServiceAccount(request) {
      const {
        name,
        description = null,
        role,
        expires_at: end,
        scope_group_ids: groups = null,
      } = request.body;
      const draft = { name, description, role, expiresAt: new Date(end), scopeGroupIds: groups };
      const call = idempotent.call('createServiceAccount', request);
      const account = await createServiceAccount(ctx, { call, draft }, actedBy(request));
      return reply(201, toWire(account));
    },
    async updateServiceAccount(request) {
      const { description, role, expires_at: end, scope_group_ids: scopeGroupIds } = request.body;
      const change = {
        ...(description === undefined ? {} : { description }),
        ...(role === undefined ? {} : { role }),
        ...(end === undefined ? {} : { expiresAt: new Date(end) }),
        ...(scopeGroupIds === undefined ? {} : { scopeGroupIds }),
      };
      const ifMatch = etags.read(request.headers['if-match']);
      const edit = { id: request.params.account_id, change, ifMatch };
      return shown(await updateServiceAccount(ctx, edit, actedBy(request)));
    },
    async deleteServiceAccount(request) {
      const ifMatch = etags.read(request.headers['if-match']);
      await deleteServiceAccount(ctx, { id: request.params.account_id, ifMatch }, actedBy(request));
      return empty(204);
    },
    ...tokenRoutes(ctx),
  };
}

function tokenRoutes(ctx: Context): Pick<Routes<'users'>, Extract<Operation, `${string}Token${string}`>> {
  return {
    async listServiceAccountTokens({ params, query }) {
      const { row } = await readServiceAccount(ctx, params.account_id);
      const { tokens, total, nextCursor } = await listTokens(ctx, { accountId: row.id }, query);
      return reply(200, { tokens: tokens.map(tokenToWire), total, next_cursor: nextCursor });
    },
    async getServiceAccountToken({ params }) {
      const { row } = await readServiceAccount(ctx, params.account_id);
      return reply(200, tokenToWire(await readToken(ctx, row.id, params.token_id)));
    },
    async createServiceAccountToken(request) {
      const { actor, address, scope, body, params } = request;
      const { row } = await readServiceAccount(ctx, params.account_id);
      const { name, expires_in_secs: expiresInSecs, scopes = null } = body;
      const draft = { name, role: row.role, scopes, expiresInSecs, groupIds: null };
      const call = idempotent.call('createServiceAccountToken', request);
      const asked = { call, draft, serviceAccountId: row.id };
      const { token, secret } = await createToken(ctx, asked, { actor, address, scope });
      return reply(201, { ...tokenToWire(token), token: secret });
    },
    async deleteServiceAccountToken(request) {
      const { row } = await readServiceAccount(ctx, request.params.account_id);
      const owner = { id: row.id, username: row.name };
      await deleteToken(ctx, { id: request.params.token_id, owner }, actedBy(request));
      return empty(204);
    },
    async rotateOwnApiToken(request) {
      const { overlap_secs: overlapSecs = 3_600 } = request.body ?? {};
      const { token, secret } = await rotateToken(
        ctx,
        { req: request.raw.req, overlapSecs },
        actedBy(request),
      );
      return reply(200, { ...tokenToWire(token), token: secret });
    },
  };
}

const shown = (account: ServiceAccount) => reply(200, toWire(account));

const toWire = ({
  row: account,
  scopeGroupIds,
}: ServiceAccount): components['schemas']['ServiceAccount'] => ({
  id: account.id,
  name: account.name,
  description: account.description,
  role: account.role,
  scope_group_ids: scopeGroupIds === null ? null : [...scopeGroupIds],
  expires_at: account.expiresAt.toISOString(),
  created_at: account.createdAt.toISOString(),
  created_by: account.createdByName,
  updated_at: account.updatedAt.toISOString(),
  edit_version: account.editVersion,
});
