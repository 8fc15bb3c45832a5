import { generateKeyPairSync } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { identityJobs } from '../../server/core/identity/jobs.ts';
import { identityFeature } from '../../server/core/identity/plugin.ts';
import { identityRoutes } from '../../server/core/identity/routes.ts';
import { createIdentity } from '../../server/core/identity/service/createService.ts';
import { defineCore, type AnyFeature } from '../../server/kernel/boot/feature.ts';
import { actors } from '#sdk';
import type { Lies, SoftAuthenticator } from './authenticator.testing.ts';
import {
  audited,
  byPasskey,
  call,
  completePasskey,
  login,
  mfaTokenOf,
  newPerson,
  PASSWORD,
  setUp,
  startPasskey,
  told,
  tokenOf,
  withPasskey,
  withTotp,
  type Answer,
  type World,
} from './mfa.testing.ts';
import { judgeAssertion } from './service/assertions.ts';
import type { CeremonyRefused } from './service/ceremony.ts';
import { findChallenge } from './service/challenges.ts';

interface Signing extends World {
  authenticator: SoftAuthenticator;
}

const test = suite<Signing>('sign-in by passkey');

test.before.each(async (world) => {
  await setUp(world);
  await newPerson(world, 'olga');
  await newPerson(world, 'paul');
  world.authenticator = await withPasskey(world.app, await tokenOf(world.app, 'olga'));
});
test.after.each(({ stop }) => stop());

const why = (answer: Answer<unknown>): string => `${told(answer)} ${String(answer.details.reason)}`;

test('it is the second factor after the right password', async ({ app, authenticator }) => {
  const due = await login(app, 'olga');
  assert.equal([told(due), due.details.methods], ['401 MFA_REQUIRED', ['webauthn']]);
  const answer = await byPasskey(app, { authenticator, token: await mfaTokenOf(app, 'olga') });
  assert.equal([answer.status, answer.body.user.username, answer.body.user.mfa_enabled], [200, 'olga', true]);
  const me = await call(app, 'GET /users/me', { token: answer.body.access_token });
  assert.is(me.status, 200);
});

test('as the second factor the user need not be verified, for the password was', async ({
  app,
  authenticator,
}) => {
  const token = await mfaTokenOf(app, 'olga');
  assert.is((await byPasskey(app, { authenticator, token, lies: { userVerified: false } })).status, 200);
});

test('alone it is both factors, and says so in the session', async ({ app, authenticator }) => {
  const challenge = await startPasskey(app);
  const options = JSON.parse(challenge.serialized_options) as Record<string, unknown>;
  assert.equal([options.rpId, options.userVerification], ['manager.example.org', 'required']);
  assert.is(options.allowCredentials, undefined, 'nobody is told who has passkeys');
  const answer = await byPasskey(app, { authenticator });
  assert.equal([answer.status, answer.body.user.username], [200, 'olga']);
  const sessions = await app.ctx.core.identity.sessions.list(answer.body.user.id);
  assert.equal(sessions.map(({ method }) => method).sort(), ['passkey', 'password']);
  const fresh = await call(app, 'POST /auth/mfa/recovery-codes', { token: answer.body.access_token });
  assert.is(fresh.status, 200, 'it has just been proved who it is');
});

test('a passkey that counts nothing signs in again and again', async ({ app, authenticator }) => {
  for (let count = 0; count < 3; count++)
    assert.is((await byPasskey(app, { authenticator, lies: { counter: 0 } })).status, 200);
});

const REFUSED: readonly (readonly [string, Lies])[] = [
  ['origin', { origin: 'https://evil.example' }],
  ['origin', { crossOrigin: true }],
  ['relying_party', { rpId: 'evil.example' }],
  ['challenge', { challenge: 'AAAA' }],
  ['malformed', { type: 'webauthn.create' }],
  ['user_verification', { userPresent: false }],
  ['signature', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['counter', { counter: 3 }],
];

test('it is refused for what is wrong with it, alone and as the second factor', async ({
  app,
  authenticator,
}) => {
  for (let count = 0; count < 3; count++) assert.is((await byPasskey(app, { authenticator })).status, 200);
  for (const token of [undefined, await mfaTokenOf(app, 'olga')])
    for (const [reason, lies] of REFUSED)
      assert.is(
        why(await byPasskey(app, { authenticator, token, lies })),
        `401 INVALID_CREDENTIALS ${reason}`,
      );
  const unverified = await byPasskey(app, { authenticator, lies: { userVerified: false } });
  assert.is(why(unverified), '401 INVALID_CREDENTIALS user_verification');
  for (const userHandle of [null, 'AAAAAAAAAAAAAAAAAAAAAA']) {
    const answer = await byPasskey(app, { authenticator, lies: { userHandle } });
    assert.is(why(answer), '401 INVALID_CREDENTIALS user_handle');
  }
  assert.is((await byPasskey(app, { authenticator })).status, 200);
});

test('a passkey of somebody else is refused, and one that is gone', async (w) => {
  const { app, authenticator } = w;
  const paul = await withPasskey(app, await tokenOf(app, 'paul'));
  const [foreign] = paul.passkeys;
  const token = await mfaTokenOf(app, 'olga');
  const lies = { passkey: foreign };
  assert.is(why(await byPasskey(app, { authenticator, token, lies })), '401 INVALID_CREDENTIALS credential');
  const mixed = { userHandle: authenticator.passkeys[0]?.userHandle ?? '' };
  assert.is(
    why(await byPasskey(app, { authenticator: paul, lies: mixed })),
    '401 INVALID_CREDENTIALS user_handle',
  );
  const { accounts } = app.ctx.core.identity;
  const account = await accounts.findByName('paul');
  await app.ctx.tx((tx) => accounts.remove(tx, account?.id ?? '', { actor: actors.system, address: null }));
  assert.is(why(await byPasskey(app, { authenticator: paul })), '401 INVALID_CREDENTIALS credential');
});

test('a challenge is for one answer, one sign-in and five minutes', async ({ app, authenticator }) => {
  const INVALID = '400 WEBAUTHN_CHALLENGE_INVALID';
  const answered = async (token?: string) => {
    const { challenge_key, serialized_options } = await startPasskey(app, token);
    return { challenge_key, serialized_assertion: authenticator.get(serialized_options) };
  };
  const alone = await answered();
  const [first, second] = [await mfaTokenOf(app, 'olga'), await mfaTokenOf(app, 'olga')];
  assert.is(told(await completePasskey(app, alone, first)), INVALID, 'of a sign-in, as a second factor');
  assert.is((await completePasskey(app, alone)).status, 200);
  assert.is(told(await completePasskey(app, alone)), INVALID, 'a replay');
  const bound = await answered(first);
  assert.is(told(await completePasskey(app, bound)), INVALID, 'of a second factor, as a sign-in');
  await app.clock.advance(1_000);
  const newer = await mfaTokenOf(app, 'olga');
  if (newer !== second)
    assert.is(told(await completePasskey(app, bound, newer)), INVALID, 'of another token');
  assert.is((await completePasskey(app, bound, first)).status, 200);
  const burnt = await startPasskey(app);
  const { challenge_key, serialized_options } = burnt;
  const wrong = authenticator.get(serialized_options, { origin: 'https://evil.example' });
  await completePasskey(app, { challenge_key, serialized_assertion: wrong });
  const right = { challenge_key, serialized_assertion: authenticator.get(serialized_options) };
  assert.is(told(await completePasskey(app, right)), INVALID, 'used up by a wrong answer');
  const late = await answered();
  await app.clock.advance(5 * 60_000);
  assert.is(told(await completePasskey(app, late)), INVALID, 'too late');
});

test('accounts that are disabled or have a password to change are refused, after the passkey has held', async (w) => {
  const { app, authenticator } = w;
  const { accounts } = app.ctx.core.identity;
  const account = await accounts.findByName('olga');
  const change = (what: object) =>
    app.ctx.tx((tx) => accounts.change(tx, account?.id ?? '', what, { actor: actors.system, address: null }));
  await change({ disabled: true });
  assert.is(told(await byPasskey(app, { authenticator })), '403 ACCOUNT_DISABLED');
  const forged = await byPasskey(app, { authenticator, lies: { origin: 'https://evil.example' } });
  assert.is(told(forged), '401 INVALID_CREDENTIALS', 'a forged one does not learn it');
  await change({ disabled: false, mustChangePassword: true });
  assert.is(told(await byPasskey(app, { authenticator })), '403 PASSWORD_CHANGE_REQUIRED');
  await change({ mustChangePassword: false });
  assert.is((await byPasskey(app, { authenticator })).status, 200);
});

test('a token that holds no more, and what is no such token, begins nothing', async ({
  app,
  authenticator,
}) => {
  const start = (token: string) => call(app, 'POST /auth/mfa/webauthn/authenticate/start', { token });
  const token = await mfaTokenOf(app, 'olga');
  await app.clock.advance(5 * 60_000 + 10_000);
  const access = (await byPasskey(app, { authenticator })).body.access_token;
  for (const given of [token, access, 'nonsense']) assert.is(told(await start(given)), '401 UNAUTHENTICATED');
  const paul = await login(app, 'paul');
  assert.is(told(await start(paul.body.access_token)), '401 UNAUTHENTICATED');
});

test('who has no passkey is told so, with the right password alone', async ({ app }) => {
  await withTotp(app, await tokenOf(app, 'paul'));
  const token = await mfaTokenOf(app, 'paul');
  const start = await call(app, 'POST /auth/mfa/webauthn/authenticate/start', { token });
  assert.is(told(start), '409 MFA_NOT_ENABLED');
});

test('refused passkeys are in the audit log and lock nobody out', async ({ app, authenticator }) => {
  const token = await mfaTokenOf(app, 'olga');
  const lies = { origin: 'https://evil.example' };
  for (let count = 0; count < 8; count++) await byPasskey(app, { authenticator, token, lies });
  for (let count = 0; count < 8; count++) await byPasskey(app, { authenticator, lies });
  assert.is(told(await login(app, 'olga')), '401 MFA_REQUIRED');
  const rows = await audited(app, 'login.failed');
  assert.equal([rows.length, rows[0]?.resource.name, rows[8]?.resource.name], [16, 'olga', null]);
  assert.equal(rows[0]?.after, { method: 'passkey', reason: 'origin' });
});

test('the audit log names whose passkey counted backwards: there may be a copy of it', async ({
  app,
  authenticator,
}) => {
  for (let count = 0; count < 3; count++) await byPasskey(app, { authenticator });
  assert.is(told(await byPasskey(app, { authenticator, lies: { counter: 2 } })), '401 INVALID_CREDENTIALS');
  const [row] = await audited(app, 'login.failed');
  assert.equal([row?.resource.name, row?.after], ['olga', { method: 'passkey', reason: 'counter' }]);
});

test('a passkey that its owner removes while it is being used is told as gone, and not as copied', async ({
  app,
  authenticator,
}) => {
  const { challenge_key, serialized_options } = await startPasskey(app);
  const alone = { purpose: 'sign-in', userId: null, boundTo: null } as const;
  const challenge = await findChallenge(app.ctx, challenge_key, alone);
  const proved = await judgeAssertion(app.ctx, challenge, authenticator.get(serialized_options));
  await app.ctx.db.knex('mfa_passkeys').delete();
  const used = app.ctx.tx((tx) => proved.useIn(tx));
  const refusal = await used.then(
    () => null,
    (error: unknown) => error as CeremonyRefused,
  );
  assert.is(refusal?.reason, 'credential');
});

test('while others guess passwords and the account is locked, a passkey gets in', async ({
  app,
  authenticator,
}) => {
  const guess = () => call(app, 'POST /auth/login', { body: { username: 'olga', password: 'guess' } });
  for (let count = 0; count < 70; count++) await guess();
  const own = await call(app, 'POST /auth/login', { body: { username: 'olga', password: PASSWORD } });
  assert.is(told(own), '429 RATE_LIMITED');
  assert.is((await byPasskey(app, { authenticator })).status, 200);
});

/** Identity whose judgement of the password "guess" takes until `release` is called. */
function stuckIdentity(): { identity: AnyFeature; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const identity = defineCore({
    ...identityFeature,
    async setup(ctx) {
      const parts = await createIdentity(ctx, {
        hash: async (password) => `hash of ${password}`,
        async verify(hash, password) {
          if (password === 'guess') await released;
          return hash === `hash of ${password}`;
        },
      });
      return { service: parts.service, routes: identityRoutes(ctx, parts), jobs: identityJobs(ctx) };
    },
  });
  return { identity, release: () => release() };
}

test('no password is judged in the way of a passkey: it gets in while all judging stands still', async (w) => {
  await w.stop();
  const { identity, release } = stuckIdentity();
  await setUp(w, { identity });
  await newPerson(w, 'olga');
  const authenticator = await withPasskey(w.app, await tokenOf(w.app, 'olga'));
  let answered = 0;
  const guesses = Array.from({ length: 40 }, async (_, at) => {
    const body = { username: 'olga', password: 'guess' };
    const answer = await call(w.app, 'POST /auth/login', { body, from: `203.0.113.${at + 1}` });
    answered++;
    return answer.status;
  });
  // Otherwise a passkey that waits for the guesses would wait for ever, without saying why.
  const late = setTimeout(release, 10_000);
  assert.is((await byPasskey(w.app, { authenticator })).status, 200);
  assert.is(answered, 0, 'all guesses wait');
  clearTimeout(late);
  release();
  assert.equal(new Set(await Promise.all(guesses)), new Set([401]));
});

test('passkeys need a name: by an address of the manager there are none', async ({ app }) => {
  Object.assign(app.ctx.config, { publicUrl: null });
  const start = await call(app, 'POST /auth/mfa/webauthn/authenticate/start');
  assert.is(told(start), '409 WEBAUTHN_UNAVAILABLE');
});

test.run();
