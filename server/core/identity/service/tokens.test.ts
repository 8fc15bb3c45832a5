import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import { suite } from 'uvu';
import { systemActor } from '#server/kernel/security/actor.ts';
import * as assert from 'uvu/assert';
import { cheapIdentity, newAccount, openSession, PASSWORD, setup, type Setup } from '../identity.testing.ts';

const test = suite<{ app: Setup; forge: Forge }>('access tokens');

interface Forgery {
  key: Awaited<ReturnType<typeof importJWK>> | KeyObject;
  alg: string;
  typ: string;
  iss: string;
  aud: string;
  /** Seconds from now. */
  issued: number;
  expires: number;
  claims: Record<string, unknown>;
}

/** Makes a valid token, except for the given parts. */
type Forge = (wrong?: Partial<Forgery>) => Promise<string>;

/** The manager's own private key, which anyone with the database and the secret key can read. */
async function ownKey({ ctx }: Setup): Promise<JWK> {
  const row = (await ctx.db.reader('identity_keys').first()) as { sealed_private_jwk: string };
  return JSON.parse(ctx.secrets.open(row.sealed_private_jwk, 'identity:token-key')) as JWK;
}

test.before(async (world) => {
  world.app = await setup(PASSWORD, [cheapIdentity]);
  const { id } = await newAccount(world.app.ctx, 'olga');
  const { sessionId } = await openSession(world.app.ctx, id);
  const key = await importJWK(await ownKey(world.app), 'EdDSA');
  const nowSecs = Math.floor(world.app.clock.now().getTime() / 1_000);
  world.forge = (wrong = {}) => {
    const right = { key, alg: 'EdDSA', typ: 'at+jwt', iss: 'fleetmend', aud: 'fleetmend-api' };
    const token = { ...right, issued: 0, expires: 900, claims: { sub: id, sid: sessionId }, ...wrong };
    return new SignJWT(token.claims)
      .setProtectedHeader({ alg: token.alg, typ: token.typ })
      .setIssuer(token.iss)
      .setAudience(token.aud)
      .setIssuedAt(nowSecs + token.issued)
      .setExpirationTime(nowSecs + token.expires)
      .sign(token.key);
  };
});
test.after(({ app }) => app.stop());

test('a token that is right in every part holds, so that each of the next tests has one fault alone', async ({
  app,
  forge,
}) => {
  assert.is(await app.me(await forge()), 200);
});

test('a token that another key signed is refused', async ({ app, forge }) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  assert.is(await app.me(await forge({ key: privateKey })), 401);
});

test('the public key is no secret that an HMAC could be made with', async ({ app, forge }) => {
  const jwk = await ownKey(app);
  const pem = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' }, format: 'jwk' });
  const spellings = [
    Buffer.from(jwk.x ?? '', 'base64url'),
    Buffer.from(pem.export({ type: 'spki', format: 'pem' })),
    pem.export({ type: 'spki', format: 'der' }),
    createHash('sha256')
      .update(jwk.x ?? '')
      .digest(),
  ];
  for (const key of spellings) assert.is(await app.me(await forge({ alg: 'HS256', key })), 401);
});

test('a token without a signature is refused, whatever its header says', async ({ app, forge }) => {
  const [header = '', payload = '', signature = ''] = (await forge()).split('.');
  assert.is(await app.me([header, payload, signature].join('.')), 200);
  for (const alg of ['none', 'None', 'EdDSA']) {
    const odd = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url');
    assert.is(await app.me(`${odd}.${payload}.`), 401, alg);
  }
  assert.is(await app.me(`${header}.${payload}.`), 401);
});

test('issuer, audience, type, claims and times each count', async ({ app, forge }) => {
  const wrong: Partial<Forgery>[] = [
    { iss: 'another' },
    { aud: 'mfa' },
    { typ: 'JWT' },
    { typ: 'mfa+jwt' },
    { claims: { sub: 'nobody' } },
    { claims: { sid: 'x' } },
    { issued: -1_000, expires: -10 },
  ];
  for (const fault of wrong) assert.is(await app.me(await forge(fault)), 401, JSON.stringify(fault));
});

test('a session of one account does not serve another', async ({ app, forge }) => {
  const other = await newAccount(app.ctx, 'oskar');
  const { sessionId } = await openSession(app.ctx, other.id);
  assert.is(await app.me(await forge({ claims: { sub: other.id, sid: sessionId } })), 200);
  const [admin] = await app.ctx.core.identity.accounts.list({ limit: 1 });
  assert.is(await app.me(await forge({ claims: { sub: admin?.id, sid: sessionId } })), 401);
  const actor = (id: string | undefined) => ({
    ...systemActor,
    kind: 'user' as const,
    id: id ?? null,
    sessionId,
  });
  const own = { ...actor(admin?.id), sessionId: (await openSession(app.ctx, admin?.id ?? '')).sessionId };
  const asked = [actor(admin?.id), actor(other.id), systemActor, own];
  const now = await app.ctx.core.identity.actorsNow(asked);
  assert.equal(
    now.map((found) => found?.name ?? null),
    [null, 'oskar', 'system', 'admin'],
    'nor where both are looked up together',
  );
});

test.run();
