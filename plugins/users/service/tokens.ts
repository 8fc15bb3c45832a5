import type { Knex } from 'knex';
import {
  type Actor,
  type actors,
  AppError,
  type Context,
  type HostScope,
  idempotent,
  names,
  newId,
  paging,
  type Role,
  type Tx,
} from '#sdk';
import type { Account, ChangedBy } from '#sdk/identity.ts';
import { hashOf, newToken, permissionsOfToken, TOKENS_PER_ACCOUNT } from '../domain.ts';
import { ScopeModel, ServiceAccountModel, TokenModel } from '../models.ts';
import { dropScopes, refuseScope, scopesOf, writeScope } from './scopes.ts';

export interface TokenDraft {
  name: string;
  role: Role;
  /** Null: all that the role holds. */
  scopes: readonly actors.TokenScope[] | null;
  expiresInSecs: number;
  /** Null: all hosts that the owner sees. */
  groupIds: readonly string[] | null;
}

/** A token without its secret. */
export interface OwnToken extends Pick<
  TokenModel,
  | 'id'
  | 'accountId'
  | 'ownerKind'
  | 'ownerName'
  | 'name'
  | 'role'
  | 'scopes'
  | 'createdAt'
  | 'expiresAt'
  | 'lastUsedAt'
  | 'lastUsedAddress'
  | 'previousUntil'
  | 'waitingSince'
> {
  groupIds: readonly string[] | null;
}

interface Maker {
  actor: Actor;
  address: string;
  /** Which hosts the maker sees. */
  scope: HostScope;
}

export interface MadeToken {
  token: OwnToken;
  secret: string;
}

/**
 * Makes one token for each idempotency key of the caller, and returns its secret. Throws ROLE_NOT_FOUND, FORBIDDEN for a role that
 * holds more than the owner's, GROUP_NOT_FOUND for groups of which the owner sees no host, API_TOKEN_LIMIT_REACHED, IDEMPOTENCY_MISMATCH,
 * TOKEN_NOT_REPEATED, and API_TOKEN_NOT_FOUND where the one of this key was deleted.
 */
export async function createToken(
  ctx: Context,
  asked: { call: idempotent.Call; draft: TokenDraft; serviceAccountId?: string },
  maker: Maker,
): Promise<MadeToken> {
  const { call, draft, serviceAccountId } = asked;
  const { groupIds } = draft;
  for (const groupId of groupIds ?? []) await ctx.core.hosts.requireGroup(groupId, maker.scope);
  return ctx.tx(
    async (tx) => {
      let made: MadeToken | null = null;
      const { resourceId } = await ctx.idempotency.once(tx, call, async () => {
        const id = newId();
        const secret = call.key === null ? newToken() : repeatableToken(ctx, id);
        made = {
          token: await createTokenIn(ctx, tx, { id, secret, draft, serviceAccountId }, maker),
          secret,
        };
        return id;
      });
      return made ?? madeBefore(ctx, tx, resourceId);
    },
    { name: 'create API token' },
  );
}

const repeatableToken = (ctx: Context, id: string): string =>
  newToken(idempotent.repeatableBytes(ctx.secrets, 'users.apiToken', id));

async function madeBefore(ctx: Context, tx: Tx, id: string): Promise<MadeToken> {
  const row = await TokenModel.query(tx.knex).findById(id);
  if (!row) throw new AppError('API_TOKEN_NOT_FOUND');
  const secret = repeatableToken(ctx, id);
  idempotent.requireRepeatable(row, ctx.clock.now(), hashOf(secret) === row.secretHash);
  return { token: shown(row, await scopesOf(tx.knex, [id])), secret };
}

async function createTokenIn(
  ctx: Context,
  tx: Tx,
  {
    id,
    secret,
    draft,
    serviceAccountId,
  }: { id: string; secret: string; draft: TokenDraft; serviceAccountId?: string },
  { actor, address }: Maker,
): Promise<OwnToken> {
  const { name, role, scopes, groupIds } = draft;
  const createdAt = ctx.clock.now();
  const by = { actor, address };
  const owner = await lockOwner(ctx, tx, actor, serviceAccountId);
  const ends = [createdAt.getTime() + draft.expiresInSecs * 1_000, owner.expiresAt?.getTime() ?? Infinity];
  const expiresAt = new Date(Math.min(...ends));
  const unused = { lastUsedAt: null, lastUsedAddress: null, previousUntil: null, waitingSince: null };
  const { id: accountId, kind: ownerKind, username: ownerName } = owner;
  const token = { id, accountId, ownerKind, ownerName, name, role, scopes, createdAt, expiresAt, ...unused };
  const held = await ctx.core.identity.roles.give(tx, role, by);
  if (groupIds !== null)
    refuseScope(ctx, permissionsOfToken(ctx.permissions, { scopes, sets: [held] }), '/body/group_ids');
  const nameKey = names.keyOf('api_token', owner.id, name);
  await names.refuseTaken(tx.knex, { table: TokenModel.tableName, kind: 'api_token', nameKey });
  await TokenModel.query(tx.knex).insert({
    ...token,
    nameKey,
    madeById: serviceAccountId === undefined ? null : actor.id,
    secretHash: hashOf(secret),
  });
  const scope = { id, accountId: owner.id, name: `${owner.username}: ${name}`.slice(0, 200) };
  await writeScope(ctx, tx, scope, groupIds);
  ctx.audit.record(tx, {
    ...by,
    action: 'api_token.created',
    resource: { kind: 'api_token', id, name },
    after: { owner: owner.username, role, scopes, group_ids: groupIds, expires_at: expiresAt },
  });
  return { ...token, groupIds };
}

/** Locks the owner until the end of the transaction, so that many calls at once make no more than the limit. */
async function lockOwner(
  ctx: Context,
  tx: Tx,
  { id }: Actor,
  serviceAccountId: string | undefined,
): Promise<TokenOwner> {
  const owner =
    serviceAccountId === undefined
      ? await lockPerson(ctx, tx, id)
      : await lockService(ctx, tx, serviceAccountId);
  const count = await TokenModel.query(tx.knex).where('account_id', owner.id).resultSize();
  if (count >= TOKENS_PER_ACCOUNT) throw new AppError('API_TOKEN_LIMIT_REACHED');
  return owner;
}

interface TokenOwner {
  id: string;
  kind: TokenModel['ownerKind'];
  username: string;
  /** Null: it has no end. */
  expiresAt: Date | null;
}

async function lockPerson(ctx: Context, tx: Tx, id: string | null): Promise<TokenOwner> {
  const account = id === null ? null : await ctx.core.identity.accounts.lock(tx, id);
  if (!account || account.disabled) throw new AppError('UNAUTHENTICATED');
  return { id: account.id, kind: 'user', username: account.username, expiresAt: null };
}

async function lockService({ clock }: Context, tx: Tx, id: string): Promise<TokenOwner> {
  const row = await ServiceAccountModel.query(tx.knex).findById(id).forUpdate();
  if (!row) throw new AppError('SERVICE_ACCOUNT_NOT_FOUND');
  if (row.expiresAt <= clock.now()) throw new AppError('SERVICE_ACCOUNT_EXPIRED');
  return { id, kind: 'service_account', username: row.name, expiresAt: row.expiresAt };
}

export interface TokenPage {
  tokens: OwnToken[];
  total: number;
  nextCursor: string | null;
}

/** Without `accountId`: of all accounts. */
export async function listTokens(
  { db: { reader } }: Context,
  { accountId, ownerKind }: Partial<Pick<TokenModel, 'accountId' | 'ownerKind'>>,
  { name, ...query }: paging.Query & { name?: string },
): Promise<TokenPage> {
  const found = TokenModel.query(reader);
  if (accountId !== undefined) found.where('account_id', accountId);
  if (ownerKind !== undefined) found.where('owner_kind', ownerKind);
  if (name !== undefined) found.where({ name });
  const { rows, ...page } = await paging.page(found, query);
  const scopes = await scopesOf(
    reader,
    rows.map(({ id }) => id),
  );
  return { tokens: rows.map((row) => shown(row, scopes)), ...page };
}

/** Throws API_TOKEN_NOT_FOUND, also for one of another owner. */
export async function readToken(
  { db: { reader } }: Context,
  accountId: string,
  id: string,
): Promise<OwnToken> {
  const row = await TokenModel.query(reader).findOne({ id, account_id: accountId });
  if (!row) throw new AppError('API_TOKEN_NOT_FOUND');
  return shown(row, await scopesOf(reader, [id]));
}

function shown(row: TokenModel, limits: Awaited<ReturnType<typeof scopesOf>>): OwnToken {
  const { id, accountId, ownerKind, ownerName, name, role, scopes, createdAt, expiresAt } = row;
  const { lastUsedAt, lastUsedAddress, previousUntil, waitingSince } = row;
  const owned = { id, accountId, ownerKind, ownerName, name, role, scopes, createdAt, expiresAt };
  return {
    ...owned,
    lastUsedAt,
    lastUsedAddress,
    previousUntil,
    waitingSince,
    groupIds: limits.get(id) ?? null,
  };
}

export async function shownToken({ knex }: Tx, id: string): Promise<OwnToken> {
  return shown(await TokenModel.query(knex).findById(id).throwIfNotFound(), await scopesOf(knex, [id]));
}

/** Throws API_TOKEN_NOT_FOUND, also for one of another owner. */
export async function deleteToken(
  ctx: Context,
  { id, owner }: { id: string; owner: { id: string | null; username: string } },
  by: ChangedBy,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const token = await TokenModel.query(tx.knex).findOne({ id, account_id: owner.id }).forUpdate();
      if (!token) throw new AppError('API_TOKEN_NOT_FOUND');
      await dropTokens(ctx, tx, { tokens: [token], owner: owner.username, by });
    },
    { name: 'delete API token' },
  );
}

/** Removes all tokens of an account that is locked or is being removed; their connections end too. */
export async function dropTokensOf(
  ctx: Context,
  tx: Tx,
  account: Pick<Account, 'id' | 'username'>,
  by: ChangedBy,
): Promise<void> {
  const { id, username: owner } = account;
  const tokens = await TokenModel.query(tx.knex).where('account_id', id).orderBy('id').forUpdate();
  await dropTokens(ctx, tx, { tokens, owner, by });
}

interface Drop {
  tokens: readonly TokenModel[];
  /** The user name; an administrator may be the one who drops them. */
  owner: string;
  by: ChangedBy;
}

/** Deletes the tokens with their scopes, and ends their connections. */
async function dropTokens(ctx: Context, tx: Tx, { tokens, owner, by }: Drop): Promise<void> {
  const ids = tokens.map(({ id }) => id);
  await dropScopes(tx, ids);
  await TokenModel.query(tx.knex).whereIn('id', ids).delete();
  for (const { id, name, accountId } of tokens) {
    const resource = { kind: 'api_token' as const, id, name };
    ctx.audit.record(tx, { ...by, action: 'api_token.deleted', resource, before: { owner } });
    ctx.events.emit(tx, 'identity.accessEnded', { accountId, which: { ids: [id] } });
  }
}

/** Throws ROLE_IN_USE. */
export async function keepRole(tx: Tx, role: Role): Promise<void> {
  const token = await TokenModel.query(tx.knex).findOne({ role }).forUpdate();
  if (token) throw new AppError('ROLE_IN_USE');
}

/** Removes what an account leaves: its tokens and its scopes. */
export async function removeOf(ctx: Context, tx: Tx, account: Account, by: ChangedBy): Promise<void> {
  await dropTokensOf(ctx, tx, account, by);
  const scopes = await ScopeModel.query(tx.knex).where('account_id', account.id).forUpdate();
  await dropScopes(
    tx,
    scopes.map(({ id }) => id),
  );
}

/** Deletes tokens that expired before `limit`, with their scopes. */
export async function cleanTokens(ctx: Context, limit: Date): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const old = await TokenModel.query(tx.knex).where('expires_at', '<', limit).limit(500).forUpdate();
      const ids = old.map(({ id }) => id);
      await dropScopes(tx, ids);
      await TokenModel.query(tx.knex).whereIn('id', ids).delete();
    },
    { name: 'clean API tokens', durable: false },
  );
}

/** After a restore from a backup: some of them may have been deleted since, so each waits for a person's word. */
export async function keepWaiting({ knex }: Tx, at: Date): Promise<void> {
  await TokenModel.query(knex).whereNull('waiting_since').patch({ waitingSince: at });
}

/** Tokens that wait since a restore. */
export async function waitingTokens(knex: Knex): Promise<TokenModel[]> {
  return TokenModel.query(knex).whereNotNull('waiting_since').orderBy('owner_name').orderBy('name');
}

/** Says that these tokens still count; those that do not wait stay as they are. */
export async function confirmTokens(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
  by: ChangedBy,
): Promise<TokenModel[]> {
  const waiting = (await waitingTokens(tx.knex)).filter(({ id }) => ids.includes(id));
  for (const { id, name, ownerName } of waiting) {
    await TokenModel.query(tx.knex).findById(id).patch({ waitingSince: null });
    ctx.audit.record(tx, {
      ...by,
      action: 'api_token.confirmed',
      resource: { kind: 'api_token', id, name },
      after: { owner: ownerName },
    });
  }
  return waiting;
}
