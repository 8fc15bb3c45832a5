import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import {
  AppError,
  applyKeyset,
  validationError,
  writeCursor,
  type ActedBy,
  type Context,
  type Keyset,
  type Tx,
} from '../../../server/plugin.ts';
import { isTokenUsable, parseNetwork, secretHash } from '../domain.ts';
import { TokenModel } from '../models.ts';

export interface NewToken {
  name: string | null;
  expiresInSecs: number;
  maxUses: number;
  allowedNetwork: string | null;
}

const SECRET_BYTES = 32;
/** Tokens are given on command lines: one that began with a dash would be read as an option. */
const SECRET_PREFIX = 'fme_';

/** Returns the row and the text that is shown once: `<secret>.<pin of the root>`; the secret begins with a letter. */
export async function createToken(
  ctx: Context,
  input: NewToken,
  by: ActedBy,
): Promise<{ row: TokenModel; shown: string }> {
  if (input.allowedNetwork !== null && !parseNetwork(input.allowedNetwork))
    throw validationError([
      { path: '/body/allowed_network', message: 'must be an address or a network such as 10.0.4.0/24' },
    ]);
  const secret = `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const now = ctx.clock.now();
  const { name, maxUses, allowedNetwork, expiresInSecs } = input;
  const values = {
    id: uuid(),
    name,
    secretHash: secretHash(secret),
    maxUses,
    uses: 0,
    allowedNetwork,
    expiresAt: new Date(now.getTime() + expiresInSecs * 1_000),
    createdById: by.actor.id,
    createdByName: by.actor.name.slice(0, 64),
    createdAt: now,
    lastUsedAt: null,
  };
  const row = await ctx.tx(
    async (tx) => {
      await TokenModel.query(tx.knex).insert(values);
      const { id, expiresAt } = values;
      const after = { name, max_uses: maxUses, allowed_network: allowedNetwork, expires_at: expiresAt };
      ctx.audit.record(tx, {
        ...by,
        action: 'enrollment_token.created',
        resource: { kind: 'enrollment_token', id, name },
        after,
      });
      return Object.assign(TokenModel.fromDatabaseJson({}), values);
    },
    { name: 'create enrollment token' },
  );
  return { row, shown: `${secret}.${ctx.core.agents.ca.rootPin()}` };
}

/** Throws ENROLLMENT_TOKEN_NOT_FOUND. Hosts that enrolled with it stay. */
export async function deleteToken(ctx: Context, id: string, by: ActedBy): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const row = await TokenModel.query(tx.knex).findById(id);
      if (!row || (await TokenModel.query(tx.knex).deleteById(id)) === 0)
        throw new AppError('ENROLLMENT_TOKEN_NOT_FOUND');
      const before = { name: row.name, uses: row.uses, max_uses: row.maxUses };
      ctx.audit.record(tx, {
        ...by,
        action: 'enrollment_token.deleted',
        resource: { kind: 'enrollment_token', id, name: row.name },
        before,
      });
    },
    { name: 'delete enrollment token' },
  );
}

/** `shown` may have the pin or not. Throws ENROLLMENT_TOKEN_INVALID, the same whatever is wrong with the token. */
export async function requireUsableToken(
  tx: Tx,
  shown: string,
  source: string,
  now: Date,
): Promise<TokenModel> {
  const secret = shown.split('.')[0] ?? '';
  const row = await TokenModel.query(tx.knex).findOne({ secret_hash: secretHash(secret) });
  if (!row || !isTokenUsable(row, source, now)) throw new AppError('ENROLLMENT_TOKEN_INVALID');
  return row;
}

/** Takes one use; of many calls at once no more than `max_uses` get one. */
export async function consumeToken(tx: Tx, id: string, now: Date): Promise<void> {
  const taken = await TokenModel.query(tx.knex)
    .where({ id })
    .whereColumn('uses', '<', 'max_uses')
    .where('expires_at', '>', now)
    .patch({ uses: TokenModel.raw('uses + 1') as never, lastUsedAt: now });
  if (taken === 0) throw new AppError('ENROLLMENT_TOKEN_INVALID');
}

export type TokenSort = 'created_at' | '-created_at' | 'expires_at' | '-expires_at';

export interface TokenPage {
  tokens: TokenModel[];
  total: number;
  nextCursor: string | null;
}

export async function listTokens(
  ctx: Context,
  { sort, cursor, limit }: { sort: TokenSort; cursor: string | undefined; limit: number },
): Promise<TokenPage> {
  const keyset: Keyset = {
    sort,
    column: sort.endsWith('created_at') ? 'created_at' : 'expires_at',
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    isTime: true,
  };
  const rows = await TokenModel.query(ctx.db.reader)
    .modify((query) => applyKeyset(query as never, keyset, cursor))
    .limit(limit + 1);
  const total = await TokenModel.query(ctx.db.reader).resultSize();
  const tokens = rows.slice(0, limit);
  const last = rows.length > limit ? tokens.at(-1) : undefined;
  const key = keyset.column === 'created_at' ? 'createdAt' : 'expiresAt';
  return {
    tokens,
    total,
    nextCursor: last ? writeCursor(keyset, last[key], last.id) : null,
  };
}
