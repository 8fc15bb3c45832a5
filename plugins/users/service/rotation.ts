import type { IncomingMessage } from 'node:http';
import { AppError, type Context } from '#sdk';
import type { ChangedBy } from '#sdk/identity.ts';
import { hashOf, newToken } from '../domain.ts';
import { TokenModel } from '../models.ts';
import { shownToken, type MadeToken } from './tokens.ts';
import { tokenOf } from './verifier.ts';

/**
 * Gives the token that calls another secret; name, scopes, hosts and end stay. The secret by which it called goes on for
 * `overlapSecs`, so that an answer that was lost costs nothing: the call is made again with it. Of secrets that were
 * given before, none goes on. Throws API_TOKEN_REQUIRED for other callers.
 */
export async function rotateToken(
  ctx: Context,
  { req, overlapSecs }: { req: IncomingMessage; overlapSecs: number },
  by: ChangedBy,
): Promise<MadeToken> {
  const used = tokenOf(req);
  if (by.actor.kind !== 'token' || by.actor.id === null || used === null)
    throw new AppError('API_TOKEN_REQUIRED');
  const { id } = by.actor;
  const secret = newToken();
  return ctx.tx(
    async (tx) => {
      const token = await TokenModel.query(tx.knex).findById(id).forUpdate();
      const usedHash = hashOf(used);
      const isPrevious = token?.previousHash === usedHash;
      // Two rotations at once: the secret that this one called by may have ended meanwhile.
      if (!token || !(isPrevious || token.secretHash === usedHash)) throw new AppError('UNAUTHENTICATED');
      const at = ctx.clock.now();
      const end = new Date(at.getTime() + overlapSecs * 1_000);
      // Who calls by the earlier secret again does not keep it longer.
      const previousUntil =
        isPrevious && token.previousUntil && token.previousUntil < end ? token.previousUntil : end;
      const patch = { secretHash: hashOf(secret), previousHash: usedHash, previousUntil };
      await TokenModel.query(tx.knex).findById(id).patch(patch);
      ctx.audit.record(tx, {
        ...by,
        action: 'api_token.rotated',
        resource: { kind: 'api_token', id, name: token.name },
        after: { previous_until: previousUntil },
      });
      const { name, ownerName: owner } = token;
      const makerId = token.madeById ?? token.accountId;
      const isOwn = makerId === token.accountId;
      const rotated = { id, name, owner, makerId, isOwn, address: by.address ?? '', at, previousUntil };
      await ctx.useIfOn('notifications')?.tellOfRotation(tx, rotated);
      return { token: await shownToken(tx, id), secret };
    },
    { name: 'rotate API token' },
  );
}
