import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { importJWK } from 'jose/key/import';
import { isUniqueViolation } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { ACCESS_TOKEN_SECS, MFA_TOKEN_SECS } from '../domain.ts';
import { KeyModel } from '../models.ts';

export interface AccessClaims {
  userId: string;
  sessionId: string;
}

export interface MfaClaims {
  userId: string;
  /** Mark of the account when the password was checked; see `stateMark`. */
  mark: string;
}

export interface TokenMint {
  signAccess(claims: AccessClaims): Promise<string>;
  /** Null for an invalid token: by its signature, algorithm, audience, type or time. */
  verifyAccess(token: string): Promise<AccessClaims | null>;
  /** A token that says that the password was right and a second factor is required; it opens nothing by itself. */
  signMfa(claims: MfaClaims): Promise<string>;
  verifyMfa(token: string): Promise<MfaClaims | null>;
  newRefreshToken(): string;
  /** The successor of a refresh token. It can be derived again, although only hashes are stored. */
  successorOf(token: string): string;
}

const ISSUER = 'fleetmend';
/** Each kind of token has its own audience and type, so that none is accepted as another kind (RFC 8725). */
const ACCESS = { audience: 'fleetmend-api', type: 'at+jwt', lifeSecs: ACCESS_TOKEN_SECS, claim: 'sid' };
const MFA = { audience: 'mfa', type: 'mfa+jwt', lifeSecs: MFA_TOKEN_SECS, claim: 'mark' };
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
  const sign = (kind: typeof ACCESS, userId: string, value: string): Promise<string> => {
    const now = Math.floor(ctx.clock.now().getTime() / 1_000);
    return new SignJWT({ [kind.claim]: value })
      .setProtectedHeader({ alg: 'EdDSA', typ: kind.type })
      .setSubject(userId)
      .setIssuer(ISSUER)
      .setAudience(kind.audience)
      .setIssuedAt(now)
      .setExpirationTime(now + kind.lifeSecs)
      .sign(privateKey);
  };
  const verify = async (kind: typeof ACCESS, token: string) => {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['EdDSA', 'Ed25519'],
        issuer: ISSUER,
        audience: kind.audience,
        typ: kind.type,
        requiredClaims: ['sub', kind.claim, 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_SECS,
        currentDate: ctx.clock.now(),
      });
      return { userId: String(payload.sub), value: String(payload[kind.claim]) };
    } catch {
      return null;
    }
  };
  return {
    signAccess: ({ userId, sessionId }) => sign(ACCESS, userId, sessionId),
    async verifyAccess(token) {
      const claims = await verify(ACCESS, token);
      return claims && { userId: claims.userId, sessionId: claims.value };
    },
    signMfa: ({ userId, mark }) => sign(MFA, userId, mark),
    async verifyMfa(token) {
      const claims = await verify(MFA, token);
      return claims && { userId: claims.userId, mark: claims.value };
    },
    newRefreshToken: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', refreshKey).update(token).digest('base64url'),
  };
}

/** The Ed25519 key of this installation; made once, even if several managers start together. */
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
