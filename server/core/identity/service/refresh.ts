import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { Client, Sessions, Tokens } from '../sessions.ts';
import { judgeRefresh } from '../domain.ts';
import { RefreshTokenModel, SessionModel, UserModel } from '../models.ts';
import { actorOf } from './standing.ts';
import { tokenHash, type TokenMint } from './tokens.ts';

/**
 * Trades a refresh token for new tokens. Throws REFRESH_TOKEN_INVALID, ACCOUNT_DISABLED,
 * PASSWORD_CHANGE_REQUIRED. A replayed token ends its whole session.
 */
export type Refresh = (refreshToken: string, client: Client) => Promise<Tokens>;

interface Parts {
  ctx: Context;
  mint: TokenMint;
  sessions: Sessions;
}

interface Rotated {
  userId: string;
  sessionId: string;
  refreshToken: string;
}

export function createRefresh(parts: Parts): Refresh {
  const { ctx, mint } = parts;
  return async (refreshToken, client) => {
    const rotated = await ctx.tx((tx) => rotate(parts, tx, refreshToken, client), {
      name: 'refresh session',
    });
    // Thrown after the commit: the end of a replayed session must not be rolled back.
    if (!rotated) throw new AppError('REFRESH_TOKEN_INVALID');
    return { accessToken: await mint.signAccess(rotated), refreshToken: rotated.refreshToken };
  };
}

async function rotate(parts: Parts, tx: Tx, refreshToken: string, client: Client): Promise<Rotated | null> {
  const { ctx, mint } = parts;
  const now = ctx.clock.now();
  const token = await RefreshTokenModel.query(tx.knex).findById(tokenHash(refreshToken)).forUpdate();
  const session = token && (await SessionModel.query(tx.knex).findById(token.sessionId));
  const user = session && (await UserModel.query(tx.knex).findById(session.userId));
  if (!token || !session || !user) return null;
  const verdict = judgeRefresh(token, session, client, now);
  if (verdict === 'expired') return null;
  if (verdict === 'replay') {
    await endReplayed(parts, tx, { user, session, client });
    return null;
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
    await SessionModel.query(tx.knex).findById(session.id).patch({ lastUsedAt: now });
  }
  return { userId: user.id, sessionId: session.id, refreshToken: successor };
}

interface Replayed {
  user: UserModel;
  session: SessionModel;
  client: Client;
}

async function endReplayed({ ctx, sessions }: Parts, tx: Tx, replayed: Replayed): Promise<void> {
  const { user, session, client } = replayed;
  await sessions.end(tx, user.id, { ids: [session.id] });
  ctx.audit.record(tx, {
    actor: actorOf(user, session),
    address: client.address,
    action: 'session.revoked',
    resource: { kind: 'session', id: session.id, name: user.username },
    after: { reason: 'REFRESH_TOKEN_REPLAYED' },
  });
}
