import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { AppError } from '../../../shared/wire/appError.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import { judgeRefresh, SESSION_LIFE_MS, type Client } from '../domain.ts';
import { RefreshTokenModel, SessionModel, UserModel } from '../models.ts';
import { tokenHash, type TokenMint } from '../tokens.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export interface Sessions {
  /** Opens a session in the caller's transaction; the access token is signed after it. */
  open(tx: Tx, user: UserModel, client: Client): Promise<{ sessionId: string; refreshToken: string }>;
  /**
   * Rotates; throws REFRESH_TOKEN_INVALID, ACCOUNT_DISABLED, PASSWORD_CHANGE_REQUIRED. A replayed token revokes its
   * whole session.
   */
  refresh(refreshToken: string, client: Client): Promise<Tokens>;
  /** Ends the session of a refresh token; an unknown token is no error. */
  close(refreshToken: string, address: string): Promise<void>;
  /** Ends all sessions of a user but `exceptId`. */
  revokeAll(tx: Tx, userId: string, exceptId: string | null): Promise<void>;
  /** The user behind a live session; null when the session or the user is out. */
  userOf(userId: string, sessionId: string): Promise<UserModel | null>;
}

export function clientOf(address: string, userAgent: string | undefined): Client {
  return {
    address: address.slice(0, 64),
    userAgentHash: createHash('sha256')
      .update(userAgent ?? '')
      .digest('hex'),
  };
}

export function createSessions(ctx: Context, mint: TokenMint): Sessions {
  const invalid = () => new AppError('REFRESH_TOKEN_INVALID');

  async function rotate(
    tx: Tx,
    refreshToken: string,
    client: Client,
  ): Promise<{ session: SessionModel; refreshToken: string } | 'replay' | 'invalid'> {
    const now = ctx.clock.now();
    const token = await RefreshTokenModel.query(tx.knex).findById(tokenHash(refreshToken)).forUpdate();
    const session = token && (await SessionModel.query(tx.knex).findById(token.sessionId));
    const user = session && (await UserModel.query(tx.knex).findById(session.userId));
    if (!token || !session || !user) return 'invalid';
    const verdict = judgeRefresh(token, session, client, now);
    if (verdict === 'expired') return 'invalid';
    if (verdict === 'replay') {
      await SessionModel.query(tx.knex).findById(session.id).patch({ revokedAt: now });
      ctx.audit.record(tx, {
        actor: actorOf(user, session.id),
        address: client.address,
        action: 'session.revoked',
        resource: { kind: 'session', id: session.id, name: user.username },
        after: { reason: 'REFRESH_TOKEN_REPLAYED' },
      });
      return 'replay';
    }
    if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
    if (user.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
    const successor = mint.successorOf(refreshToken);
    if (verdict === 'rotate') {
      await RefreshTokenModel.query(tx.knex).findById(token.hash).patch({ usedAt: now });
      await RefreshTokenModel.query(tx.knex).insert({
        hash: tokenHash(successor),
        sessionId: session.id,
        issuedAt: now,
      });
    }
    return { session, refreshToken: successor };
  }

  return {
    async open(tx, user, client) {
      const now = ctx.clock.now();
      const sessionId = uuid();
      const refreshToken = mint.newRefreshToken();
      const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS);
      await SessionModel.query(tx.knex).insert({
        id: sessionId,
        userId: user.id,
        ...client,
        createdAt: now,
        expiresAt,
      });
      await RefreshTokenModel.query(tx.knex).insert({
        hash: tokenHash(refreshToken),
        sessionId,
        issuedAt: now,
      });
      return { sessionId, refreshToken };
    },
    async refresh(refreshToken, client) {
      const outcome = await ctx.tx((tx) => rotate(tx, refreshToken, client), { name: 'refresh session' });
      if (outcome === 'invalid' || outcome === 'replay') throw invalid();
      const { session } = outcome;
      const accessToken = await mint.signAccess({ userId: session.userId, sessionId: session.id });
      return { accessToken, refreshToken: outcome.refreshToken };
    },
    close: (refreshToken, address) =>
      ctx.tx(async (tx) => {
        const token = await RefreshTokenModel.query(tx.knex).findById(tokenHash(refreshToken));
        const session = token && (await SessionModel.query(tx.knex).findById(token.sessionId));
        const user = session && (await UserModel.query(tx.knex).findById(session.userId));
        if (!session || !user || session.revokedAt !== null) return;
        await SessionModel.query(tx.knex).findById(session.id).patch({ revokedAt: ctx.clock.now() });
        ctx.audit.record(tx, {
          actor: actorOf(user, session.id),
          address,
          action: 'session.closed',
          resource: { kind: 'session', id: session.id, name: user.username },
        });
      }),
    async revokeAll(tx, userId, exceptId) {
      const open = SessionModel.query(tx.knex).where('user_id', userId).whereNull('revoked_at');
      await (exceptId === null ? open : open.whereNot('id', exceptId)).patch({ revokedAt: ctx.clock.now() });
    },
    async userOf(userId, sessionId) {
      const session = await SessionModel.query(ctx.db.reader).findById(sessionId);
      if (
        !session ||
        session.userId !== userId ||
        session.revokedAt !== null ||
        session.expiresAt <= ctx.clock.now()
      )
        return null;
      const user = await UserModel.query(ctx.db.reader).findById(userId);
      return user && !user.disabled && !user.mustChangePassword ? user : null;
    },
  };
}

export function actorOf(user: UserModel, sessionId: string | null) {
  return { kind: 'user' as const, id: user.id, name: user.username, role: user.role, sessionId };
}
