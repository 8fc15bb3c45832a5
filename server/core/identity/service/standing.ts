import type { Context } from '#server/kernel/boot/feature.ts';
import type { Actor } from '#server/kernel/security/actor.ts';
import { SessionModel, UserModel } from '../models.ts';
import { heldBy } from './roles.ts';
import type { AccessClaims } from './tokens.ts';

/** Sessions per statement, within SQLite's limit of bound variables. */
const AT_ONCE = 500;

/**
 * The present actors of sessions, in the order of `asked`; null: the session has ended, or its user is gone, disabled,
 * or must change the password. Two queries for up to 500 sessions.
 */
export async function standing(ctx: Context, asked: readonly AccessClaims[]): Promise<(Actor | null)[]> {
  const actors: (Actor | null)[] = [];
  for (let at = 0; at < asked.length; at += AT_ONCE)
    actors.push(...(await standingOf(ctx, asked.slice(at, at + AT_ONCE))));
  return actors;
}

async function standingOf(ctx: Context, asked: readonly AccessClaims[]): Promise<(Actor | null)[]> {
  const sessions = await SessionModel.query(ctx.db.reader)
    .whereIn(
      'id',
      asked.map(({ sessionId }) => sessionId),
    )
    .whereNull('revoked_at')
    .where('expires_at', '>', ctx.clock.now());
  const users = await UserModel.query(ctx.db.reader)
    .whereIn('id', [...new Set(sessions.map(({ userId }) => userId))])
    .where({ disabled: 0, must_change_password: 0 });
  const held = await heldBy(
    ctx,
    ctx.db.reader,
    users.map(({ role }) => role),
  );
  const sessionsById = new Map(sessions.map((session) => [session.id, session]));
  const usersById = new Map(users.map((user) => [user.id, user]));
  return asked.map(({ userId, sessionId }) => {
    const session = sessionsById.get(sessionId);
    const user = usersById.get(userId);
    return session && user && session.userId === userId ? actorOf(user, session, held.get(user.role)) : null;
  });
}

/** Without `permissions` for the audit log alone. */
export function actorOf(
  { id, username, role }: UserModel,
  session: Pick<SessionModel, 'id' | 'authenticatedAt' | 'restriction'>,
  permissions: readonly string[] = [],
): Actor {
  const { authenticatedAt, restriction } = session;
  const { id: sessionId } = session;
  return { kind: 'user', id, name: username, role, permissions, sessionId, authenticatedAt, restriction };
}
