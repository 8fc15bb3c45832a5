import { randomInt } from 'node:crypto';
import type { Request } from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy, type JwtFromRequestFunction } from 'passport-jwt';
import { v7 as uuid } from 'uuid';
import { AppError } from '../../shared/wire/appError.ts';
import { anonymousActor, OPEN_PERMISSIONS, systemActor, type Actor } from '../../kernel/security/actor.ts';
import { isUniqueViolation } from '../../kernel/db/database.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import { UserModel } from './models.ts';
import { assertStrong, createPasswordHasher, type PasswordHasher } from './passwords.ts';
import { createLogins, type Logins } from './service/login.ts';
import { actorOf, createSessions, type Sessions } from './service/sessions.ts';
import { createTokenMint, type AccessClaims, type TokenMint } from './tokens.ts';

export interface IdentityService {
  /**
   * Who the caller is: anonymous without a credential, UNAUTHENTICATED when one is given and does not hold
   * (for operations that need one; public ones ignore it).
   */
  authenticate(req: Request, permission: string): Promise<Actor>;
  /** The printed password of the first start; null when this process did not make one. */
  readonly firstPassword: string | null;
  logins: Logins;
  sessions: Sessions;
  userById(id: string): Promise<UserModel | null>;
}

declare module '../../kernel/boot/feature.ts' {
  interface Core {
    identity: IdentityService;
  }
}

export async function createIdentityService(ctx: Context): Promise<IdentityService> {
  const mint = await createTokenMint(ctx);
  const hasher = createPasswordHasher();
  const sessions = createSessions(ctx, mint);
  const bearer = createBearer(mint, sessions);
  return {
    firstPassword: await createAdmin(ctx, hasher),
    logins: createLogins(ctx, hasher, sessions, mint),
    sessions,
    userById: async (id) => (await UserModel.query(ctx.db.reader).findById(id)) ?? null,
    async authenticate(req, permission) {
      if (OPEN_PERMISSIONS.has(permission) || req.headers.authorization === undefined) return anonymousActor;
      const actor = await bearer(req);
      if (!actor)
        throw new AppError('UNAUTHENTICATED', {
          headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
        });
      return actor;
    },
  };
}

/** passport-jwt verifies with a library that has no EdDSA, so its (global) verifier is put on jose. */
function createBearer(mint: TokenMint, sessions: Sessions): (req: Request) => Promise<Actor | null> {
  const verifier = (
    token: string,
    _key: unknown,
    _options: unknown,
    done: (error: Error | null, claims?: AccessClaims) => void,
  ): void => {
    void mint
      .verifyAccess(token)
      .then((claims) => (claims ? done(null, claims) : done(new Error('invalid token'))));
  };
  Object.assign(Strategy, { JwtVerifier: verifier });
  const fromHeader: JwtFromRequestFunction = ExtractJwt.fromAuthHeaderAsBearerToken();
  const strategy = new Strategy(
    { jwtFromRequest: fromHeader, secretOrKey: 'unused: see JwtVerifier' },
    (claims: AccessClaims, done: (error: unknown, actor?: Actor | false) => void) => {
      sessions
        .userOf(claims.userId, claims.sessionId)
        .then((user) => done(null, user ? actorOf(user, claims.sessionId) : false), done);
    },
  );
  const own = new passport.Passport().use('access-token', strategy as never);
  return (req) =>
    new Promise((resolve, reject) => {
      const answered = (error: unknown, actor: Actor | false | undefined): void =>
        error ? reject(error as Error) : resolve(actor || null);
      const handler = own.authenticate('access-token', { session: false }, answered as never) as (
        req: Request,
        res: object,
        next: (error?: unknown) => void,
      ) => void;
      handler(req, {}, reject);
    });
}

/** The user `admin` of the first start. Returns the password to print, or null. */
async function createAdmin(ctx: Context, hasher: PasswordHasher): Promise<string | null> {
  if (await UserModel.query(ctx.db.reader).findOne({})) return null;
  const configured = ctx.config.adminPassword;
  if (configured !== null) await assertStrong(configured, 'admin');
  const password = configured ?? readablePassword();
  const id = uuid();
  const user = {
    id,
    username: 'admin',
    role: 'admin' as const,
    disabled: false,
    passwordHash: await hasher.hash(password),
    mustChangePassword: configured === null,
    createdAt: ctx.clock.now(),
    editVersion: 1,
  };
  try {
    await ctx.tx(async (tx) => {
      await UserModel.query(tx.knex).insert(user);
      ctx.audit.record(tx, {
        actor: systemActor,
        address: null,
        action: 'user.created',
        resource: { kind: 'user', id, name: 'admin' },
        after: { username: 'admin', role: 'admin' },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null; // another manager that started at the same time made it
    throw error;
  }
  return configured === null ? password : null;
}

/** 20 characters of an alphabet without look-alikes, in groups: 5.8 bits each, to be typed once. */
function readablePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
