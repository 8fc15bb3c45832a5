import { ExtractJwt, Strategy, type VerifiedCallback } from 'passport-jwt';
import type { Request } from 'express';
import type { Actor } from '#server/kernel/security/actor.ts';
import type { Verifier } from '../api.ts';
import type { AccessClaims, TokenMint } from './tokens.ts';

type Judge = (token: string) => Promise<AccessClaims | null>;

/**
 * passport-jwt verifies with a library without EdDSA, and its verifier is a static of the whole process. So this
 * verifier keeps no state: each strategy passes a function that checks its tokens in place of a key.
 */
Object.assign(Strategy, {
  JwtVerifier(
    token: string,
    judge: Judge,
    _options: unknown,
    done: (error: Error | null, claims?: AccessClaims) => void,
  ): void {
    judge(token).then((claims) => (claims ? done(null, claims) : done(new Error('invalid token'))), done);
  },
});

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The verifier of the access tokens of sessions. */
export function accessTokenVerifier(
  mint: TokenMint,
  standing: (sessions: readonly AccessClaims[]) => Promise<(Actor | null)[]>,
): Verifier {
  const judge: Judge = (token) => mint.verifyAccess(token);
  const strategy = new Strategy(
    {
      jwtFromRequest: bearerOf,
      secretOrKeyProvider: (_req, _token, done) => done(null, judge as never),
    },
    (claims: AccessClaims, done: VerifiedCallback) => {
      standing([claims]).then(
        ([actor]) => done(null, actor ?? false),
        (error: unknown) => done(error),
      );
    },
  );
  return {
    name: 'access-token',
    strategy,
    credentialOf(req) {
      const token = bearerOf(req as Request);
      return token !== null && JWT.test(token) ? token : null;
    },
  };
}
