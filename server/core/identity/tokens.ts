import { createHash, createHmac, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import { isUniqueViolation } from '../../kernel/db/database.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import { ACCESS_TOKEN_SECS } from './domain.ts';
import { KeyModel } from './models.ts';

export interface AccessClaims {
  userId: string;
  sessionId: string;
}

export interface TokenMint {
  signAccess(claims: AccessClaims): Promise<string>;
  /** Null when the token does not hold: signature, algorithm, audience, type or time. */
  verifyAccess(token: string): Promise<AccessClaims | null>;
  newRefreshToken(): string;
  /** The successor of a refresh token: derivable again, while only hashes are stored. */
  successorOf(token: string): string;
}

const ISSUER = 'fleetmend';
const AUDIENCE = 'fleetmend-api';
const TYPE = 'at+jwt';
const KEY_NAME = 'access-token';
const SEAL_PURPOSE = 'identity:token-key';
const CLOCK_TOLERANCE_SECS = 5;

/** SHA-256, hex: the form in which opaque tokens are stored. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export async function createTokenMint(ctx: Context): Promise<TokenMint> {
  const jwk = await loadKey(ctx);
  const privateKey = await importJWK(jwk, 'EdDSA');
  const publicKey = await importJWK({ kty: jwk.kty, crv: jwk.crv, x: jwk.x }, 'EdDSA');
  const refreshKey = ctx.secrets.derive('identity:refresh-successor');
  return {
    signAccess({ userId, sessionId }) {
      const now = Math.floor(ctx.clock.now().getTime() / 1_000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_SECS)
        .sign(privateKey);
    },
    async verifyAccess(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['EdDSA', 'Ed25519'],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
          clockTolerance: CLOCK_TOLERANCE_SECS,
          currentDate: ctx.clock.now(),
        });
        return { userId: String(payload.sub), sessionId: String(payload.sid) };
      } catch {
        return null;
      }
    },
    newRefreshToken: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', refreshKey).update(token).digest('base64url'),
  };
}

/** The Ed25519 key of this installation; made once, also when several managers start together. */
async function loadKey(ctx: Context): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const sealed = ctx.secrets.seal(JSON.stringify(await exportJWK(privateKey)), SEAL_PURPOSE);
  await ctx
    .tx(async ({ knex }) => {
      const known = await KeyModel.query(knex).findById(KEY_NAME);
      if (!known)
        await KeyModel.query(knex).insert({
          name: KEY_NAME,
          sealedPrivateJwk: sealed,
          createdAt: ctx.clock.now(),
        });
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  const row = await KeyModel.query(ctx.db.reader).findById(KEY_NAME).throwIfNotFound();
  return JSON.parse(ctx.secrets.open(row.sealedPrivateJwk, SEAL_PURPOSE)) as JWK;
}
