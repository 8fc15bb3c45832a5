import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { systemActor } from '#server/kernel/security/actor.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { Client, EndedSessions, OpenedSession, Opening, Session, Sessions } from '../sessions.ts';
import { deviceOf, REFRESH_IDLE_MS, SESSION_LIFE_MS, SESSIONS_PER_ACCOUNT } from '../domain.ts';
import { accountOf, RefreshTokenModel, SessionModel, UserModel } from '../models.ts';
import { noteSignIn } from './attempts.ts';
import { actorOf } from './standing.ts';
import { tokenHash, type TokenMint } from './tokens.ts';

export interface OwnSessions extends Sessions {
  /** Ends the session of a refresh token; an unknown token is no error. */
  close(refreshToken: string, address: string): Promise<void>;
}

/** Where a caller is, and a hash of what it says it is: what is kept of clients with sessions. */
export function clientOf(address: string, userAgent: string | undefined): Client {
  return {
    address: address.slice(0, 64),
    userAgentHash: createHash('sha256')
      .update(userAgent ?? '')
      .digest('hex'),
    device: deviceOf(userAgent),
  };
}

export function createSessions(ctx: Context, mint: TokenMint): OwnSessions {
  return {
    open: (tx, opening) => open(ctx, mint, tx, opening),
    async list(accountId) {
      const rows = await alive(ctx, ctx.db.reader, accountId);
      return rows.slice(0, SESSIONS_PER_ACCOUNT).map(sessionOf);
    },
    async change(tx, sessionId, { authenticatedAt, restriction }) {
      await SessionModel.query(tx.knex)
        .findById(sessionId)
        .patch({
          ...(authenticatedAt === undefined ? {} : { authenticatedAt }),
          ...(restriction === undefined ? {} : { restriction }),
        });
    },
    end: (tx, accountId, which) => endSessions(ctx, tx, accountId, which),
    close: (refreshToken, address) => ctx.tx((tx) => close(ctx, tx, refreshToken, address)),
  };
}

async function open(ctx: Context, mint: TokenMint, tx: Tx, opening: Opening): Promise<OpenedSession> {
  const { client, method, restriction } = opening;
  const now = ctx.clock.now();
  const user = await lockFit(tx, opening.accountId);
  const authenticatedAt = opening.authenticatedAt ?? now;
  const session = { id: uuid(), userId: user.id, authenticatedAt, restriction };
  const refreshToken = mint.newRefreshToken();
  user.lastLoginAt = now;
  await noteSignIn(ctx, tx, user, client.address);
  await UserModel.query(tx.knex).findById(user.id).patch({ lastLoginAt: now });
  await SessionModel.query(tx.knex).insert({
    ...session,
    ...client,
    method,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  });
  await RefreshTokenModel.query(tx.knex).insert({
    hash: tokenHash(refreshToken),
    sessionId: session.id,
    issuedAt: now,
  });
  ctx.audit.record(tx, {
    actor: actorOf(user, session),
    address: client.address,
    action: 'login.succeeded',
    resource: { kind: 'session', id: session.id, name: user.username },
  });
  await endOldest(ctx, tx, user);
  const accessToken = await mint.signAccess({ userId: user.id, sessionId: session.id });
  return { sessionId: session.id, accessToken, refreshToken, account: accountOf(user) };
}

/** The sessions that can still be used, newest first. */
function alive({ clock }: Pick<Context, 'clock'>, knex: Knex, accountId: string) {
  const now = clock.now();
  const idleSince = new Date(now.getTime() - REFRESH_IDLE_MS);
  return SessionModel.query(knex)
    .where('user_id', accountId)
    .where('expires_at', '>', now)
    .whereNull('revoked_at')
    .where((used) => used.whereNull('last_used_at').orWhere('last_used_at', '>=', idleSince))
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** Ends sessions beyond the limit; the account is locked, so no two sign-ins count at once. */
async function endOldest(ctx: Context, tx: Tx, user: UserModel): Promise<void> {
  const ids = (await alive(ctx, tx.knex, user.id)).slice(SESSIONS_PER_ACCOUNT).map(({ id }) => id);
  if (ids.length === 0) return;
  await endSessions(ctx, tx, user.id, { ids });
  for (const id of ids)
    ctx.audit.record(tx, {
      actor: systemActor,
      address: null,
      action: 'session.revoked',
      resource: { kind: 'session', id, name: user.username },
      after: { reason: 'TOO_MANY_SESSIONS' },
    });
}

/** Locks an account that may sign in, so that this stays true until its session exists. */
async function lockFit(tx: Tx, accountId: string): Promise<UserModel> {
  const user = await UserModel.query(tx.knex).findById(accountId).forUpdate();
  if (!user) throw new AppError('UNAUTHENTICATED');
  if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
  if (user.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  return user;
}

/** See `Sessions.end`; for code that opens no sessions. */
export async function endSessions(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  accountId: string,
  which: EndedSessions,
): Promise<number> {
  const ended = SessionModel.query(tx.knex).where('user_id', accountId).whereNull('revoked_at');
  if ('ids' in which) ended.whereIn('id', [...which.ids]);
  else if (which.exceptId !== null) ended.whereNot('id', which.exceptId);
  const count = await ended.patch({ revokedAt: ctx.clock.now() });
  ctx.events.emit(tx, 'identity.accessEnded', { accountId, which });
  return count;
}

/** Everybody signs in again. */
export async function endAllSessions({ knex }: Tx): Promise<void> {
  await RefreshTokenModel.query(knex).delete();
  await SessionModel.query(knex).delete();
}

async function close(ctx: Context, tx: Tx, refreshToken: string, address: string): Promise<void> {
  const token = await RefreshTokenModel.query(tx.knex).findById(tokenHash(refreshToken));
  const session = token && (await SessionModel.query(tx.knex).findById(token.sessionId));
  const user = session && (await UserModel.query(tx.knex).findById(session.userId));
  if (!session || !user || session.revokedAt !== null) return;
  await endSessions(ctx, tx, user.id, { ids: [session.id] });
  ctx.audit.record(tx, {
    actor: actorOf(user, session),
    address,
    action: 'session.closed',
    resource: { kind: 'session', id: session.id, name: user.username },
  });
}

function sessionOf(row: SessionModel): Session {
  const { id, userId, address, device, createdAt, expiresAt, restriction } = row;
  return {
    id,
    accountId: userId,
    address,
    device,
    method: row.method ?? 'password',
    createdAt,
    lastUsedAt: row.lastUsedAt ?? createdAt,
    expiresAt,
    authenticatedAt: row.authenticatedAt,
    restriction,
  };
}
