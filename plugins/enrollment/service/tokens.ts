import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { AppError, type Context, idempotent, names, paging, type Tx, validationError } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
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

export interface MadeToken {
  row: TokenModel;
  shown: string;
}

/**
 * Makes one token for each idempotency key. Returns the row and the text that is shown: `<secret>.<pin of the root>`;
 * the secret begins with a letter. Throws VALIDATION_FAILED, NAME_TAKEN, IDEMPOTENCY_MISMATCH, TOKEN_NOT_REPEATED, and
 * ENROLLMENT_TOKEN_NOT_FOUND where the one of this key was deleted.
 */
export async function createToken(
  ctx: Context,
  { call, input }: { call: idempotent.Call; input: NewToken },
  by: ActedBy,
): Promise<MadeToken> {
  if (input.allowedNetwork !== null && !parseNetwork(input.allowedNetwork))
    throw validationError([
      { path: '/body/allowed_network', message: 'must be an address or a network such as 10.0.4.0/24' },
    ]);
  const shownOf = (secret: string): string => `${secret}.${ctx.core.agents.ca.rootPin()}`;
  return ctx.tx(
    async (tx) => {
      let made: MadeToken | null = null;
      const { resourceId } = await ctx.idempotency.once(tx, call, async () => {
        const id = uuid();
        const secret = call.key === null ? secretOf(randomBytes(SECRET_BYTES)) : repeatableSecret(ctx, id);
        made = { row: await createTokenIn(ctx, tx, { id, secret, input }, by), shown: shownOf(secret) };
        return id;
      });
      if (made) return made;
      const row = await readToken(tx.knex, resourceId);
      const secret = repeatableSecret(ctx, row.id);
      idempotent.requireRepeatable(row, ctx.clock.now(), secretHash(secret) === row.secretHash);
      return { row, shown: shownOf(secret) };
    },
    { name: 'create enrollment token' },
  );
}

const secretOf = (bytes: Buffer): string => `${SECRET_PREFIX}${bytes.toString('base64url')}`;

const repeatableSecret = (ctx: Context, id: string): string =>
  secretOf(idempotent.repeatableBytes(ctx.secrets, 'enrollment.token', id));

async function createTokenIn(
  ctx: Context,
  tx: Tx,
  { id, secret, input }: { id: string; secret: string; input: NewToken },
  by: ActedBy,
): Promise<TokenModel> {
  const now = ctx.clock.now();
  const { name, maxUses, allowedNetwork, expiresInSecs } = input;
  const nameKey = name === null ? null : names.keyOf('enrollment_token', null, name);
  if (nameKey !== null)
    await names.refuseTaken(tx.knex, { table: TokenModel.tableName, kind: 'enrollment_token', nameKey });
  const values = {
    id,
    name,
    nameKey,
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
  await TokenModel.query(tx.knex).insert(values);
  const { expiresAt } = values;
  ctx.audit.record(tx, {
    ...by,
    action: 'enrollment_token.created',
    resource: { kind: 'enrollment_token', id, name },
    after: { name, max_uses: maxUses, allowed_network: allowedNetwork, expires_at: expiresAt },
  });
  return Object.assign(TokenModel.fromDatabaseJson({}), values);
}

/** Throws ENROLLMENT_TOKEN_NOT_FOUND. */
export async function readToken(knex: Context['db']['reader'], id: string): Promise<TokenModel> {
  const row = await TokenModel.query(knex).findById(id);
  if (!row) throw notFound();
  return row;
}

const notFound = (): AppError => new AppError('ENROLLMENT_TOKEN_NOT_FOUND');

/** Throws ENROLLMENT_TOKEN_NOT_FOUND. Hosts that enrolled with it stay. */
export async function deleteToken(ctx: Context, id: string, by: ActedBy): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const row = await readToken(tx.knex, id);
      if ((await TokenModel.query(tx.knex).deleteById(id)) === 0) throw notFound();
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
  const row = await usableToken(tx.knex, shown, source, now);
  if (!row) throw new AppError('ENROLLMENT_TOKEN_INVALID');
  return row;
}

/** The token, where it may be used from this address now; otherwise null. `shown` may have the pin or not. */
export async function usableToken(
  knex: Context['db']['reader'],
  shown: string,
  source: string,
  now: Date,
): Promise<TokenModel | null> {
  const row = await TokenModel.query(knex).findOne({ secret_hash: secretHash(secretIn(shown)) });
  return row && isTokenUsable(row, source, now) ? row : null;
}

/** The part before the pin of the root. */
export const secretIn = (shown: string): string => shown.split('.')[0] ?? '';

/** Takes one use; of many calls at once no more than `max_uses` get one. */
export async function consumeToken(tx: Tx, id: string, now: Date): Promise<void> {
  const taken = await TokenModel.query(tx.knex)
    .where({ id })
    .whereColumn('uses', '<', 'max_uses')
    .where('expires_at', '>', now)
    .patch({ uses: TokenModel.raw('uses + 1') as never, lastUsedAt: now });
  if (taken === 0) throw new AppError('ENROLLMENT_TOKEN_INVALID');
}

export interface TokenPage {
  tokens: TokenModel[];
  total: number;
  nextCursor: string | null;
}

export async function listTokens(
  ctx: Context,
  { name, ...query }: paging.Query & { name?: string },
): Promise<TokenPage> {
  const found = TokenModel.query(ctx.db.reader);
  if (name !== undefined) found.where({ name });
  const { rows: tokens, ...page } = await paging.page(found, query);
  return { tokens, ...page };
}

/** No token that was made before lets another host in. */
export async function endTokens({ knex }: Tx, at: Date): Promise<void> {
  await TokenModel.query(knex).where('expires_at', '>', at).patch({ expiresAt: at });
}
