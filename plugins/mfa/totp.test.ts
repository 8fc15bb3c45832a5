// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { actors } from '#sdk';
import { SoftAuthenticator } from './authenticator.testing.ts';
import {
  audited,
  byPasskey,
  call,
  codeAt,
  login,
  newPerson,
  ORIGIN,
  PASSWORD,
  setUp,
  statusOf,
  told,
  tokenOf,
  withPasskey,
  withTotp,
  type Schemas,
  type World,
} from './mfa.testing.ts';

const test = suite<World>('TOTP');

test.before.each(async (world) => {
  await setUp(world);
  await newPerson(world, 'olga');
  await newPerson(world, 'paul');
});
test.after.each(({ stop }) => stop());

type Offer = Schemas['TotpSetup'];
const offer = async ({ app }: World, token: string): Promise<Offer> =>
  (await call<Offer>(app, 'GET /auth/mfa/setup', { token })).body;
const verify = ({ app }: World, token: string, secret: string, code = codeAt(app, secret)) =>
  call(app, 'POST /auth/mfa/verify', { token, body: { secret_base32: secret, code } });

test('once it is on, a sign-in asks for a code after the right password, and each code works once', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  assert.equal(await statusOf(app, token), {
    totp_enabled: false,
    webauthn_credentials: 0,
    webauthn_available: true,
    recovery_codes_left: 0,
    required: false,
    due_at: null,
  });
  const { secret, codes } = await withTotp(app, token);
  assert.is(new Set(codes).size, 10);
  assert.equal(await statusOf(app, token), {
    totp_enabled: true,
    webauthn_credentials: 0,
    webauthn_available: true,
    recovery_codes_left: 10,
    required: false,
    due_at: null,
  });
  const due = await login(app, 'olga');
  assert.is(told(due), '401 MFA_REQUIRED');
  assert.equal(due.details.methods, ['totp', 'recovery_code']);
  const code = codeAt(app, secret);
  const signedIn = await login(app, 'olga', { totp_code: code });
  assert.equal([signedIn.status, signedIn.body.user.mfa_enabled], [200, true]);
  assert.is(told(await login(app, 'olga', { totp_code: code })), '401 INVALID_CREDENTIALS', 'a replay');
  const before = codeAt(app, secret, -1);
  assert.is(
    told(await login(app, 'olga', { totp_code: before })),
    '401 INVALID_CREDENTIALS',
    'an earlier step',
  );
  assert.is((await login(app, 'olga', { totp_code: codeAt(app, secret, 1) })).status, 200, 'the next step');
  assert.is((await login(app, 'paul')).status, 200, "it is nobody else's");
});

test('the code that turned it on opens no session', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const { secret_base32: secret } = await offer(w, token);
  const code = codeAt(app, secret);
  assert.is(told(await verify(w, token, secret, code)), '200');
  assert.is(told(await login(app, 'olga', { totp_code: code })), '401 INVALID_CREDENTIALS');
});

test('only the secret of this session is accepted, for ten minutes, once', async (w) => {
  const { app } = w;
  const [first, second] = [await tokenOf(app, 'olga'), await tokenOf(app, 'olga')];
  const others = await tokenOf(app, 'paul');
  const own = await offer(w, first);
  const EXPIRED = '409 MFA_SETUP_EXPIRED';
  assert.is(told(await verify(w, second, own.secret_base32)), EXPIRED, 'another session of hers');
  assert.is(told(await verify(w, others, own.secret_base32)), EXPIRED, 'another person');
  await offer(w, second);
  assert.is(told(await verify(w, second, own.secret_base32)), EXPIRED, 'a session with a secret of its own');
  assert.is(told(await verify(w, first, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')), EXPIRED, 'a made-up secret');
  const newer = await offer(w, first);
  assert.is(told(await verify(w, first, own.secret_base32)), EXPIRED, 'replaced by a newer one');
  assert.is(told(await verify(w, first, newer.secret_base32, '000000')), '400 MFA_CODE_INVALID');
  assert.is(told(await verify(w, first, newer.secret_base32)), '200');
  assert.is(told(await verify(w, first, newer.secret_base32)), EXPIRED, 'used');
  const late = await offer(w, first);
  await app.clock.advance(10 * 60_000);
  assert.is(told(await verify(w, first, late.secret_base32)), EXPIRED, 'too late');
});

test('a new secret takes the place of the old one', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const old = await withTotp(app, token);
  const next = await withTotp(app, token);
  assert.is(
    told(await login(app, 'olga', { totp_code: codeAt(app, old.secret) })),
    '401 INVALID_CREDENTIALS',
  );
  assert.is(told(await login(app, 'olga', { recovery_code: old.codes[0] ?? '' })), '401 INVALID_CREDENTIALS');
  assert.is((await login(app, 'olga', { totp_code: codeAt(app, next.secret) })).status, 200);
});

test('codes are not to be guessed: 20 tries in ten minutes, over all networks but those of the owner', async (w) => {
  const { app } = w;
  const { secret } = await withTotp(app, await tokenOf(app, 'olga'));
  await app.clock.advance(10 * 60_000);
  const wrong = codeAt(app, secret, 1_000);
  const attempt = (at: number, code = wrong) => login(app, 'olga', { totp_code: code }, `198.51.100.${at}`);
  for (let at = 1; at <= 20; at++) assert.is(told(await attempt(at)), '401 INVALID_CREDENTIALS', `try ${at}`);
  const right = await attempt(21, codeAt(app, secret));
  assert.is(told(right), '429 RATE_LIMITED');
  const own = await login(app, 'olga', { totp_code: codeAt(app, secret) });
  assert.is(told(own), '200', 'from where she signed in before, guesses from elsewhere do not keep her out');
  await app.clock.advance(10 * 60_000);
  assert.is(told(await attempt(22, codeAt(app, secret))), '200');
});

test('a session and the password alone take no factor away: that takes one of them, or a recovery code', async (w) => {
  const { app } = w;
  const { secret, codes } = await withTotp(app, await tokenOf(app, 'olga'));
  const token = await tokenOf(app, 'olga', { totp_code: codeAt(app, secret) });
  const key = await withPasskey(app, token);
  const { body: own } = await call<Schemas['WebauthnCredentialList']>(
    app,
    'GET /auth/mfa/webauthn/credentials',
    { token },
  );
  await app.clock.advance(10 * 60_000 + 1);
  const prove = (body: object) => call(app, 'POST /auth/reauthenticate', { token, body });
  const byPassword = await prove({ password: PASSWORD });
  assert.is(told(byPassword), '401 MFA_REQUIRED');
  assert.equal(byPassword.details, { methods: ['totp', 'webauthn', 'recovery_code'] }, 'and no mfa_token');
  assert.is(told(await prove({ password: 'wrong horse' })), '401 INVALID_CREDENTIALS');
  const attempts = [
    ['DELETE /auth/mfa', { password: PASSWORD }],
    ['DELETE /auth/mfa/totp'],
    [`DELETE /auth/mfa/webauthn/credentials/${own.credentials[0]?.id}`],
    ['POST /auth/mfa/recovery-codes'],
    ['GET /auth/mfa/setup'],
    ['POST /auth/mfa/webauthn/register/start', {}],
  ] as const;
  for (const [operation, body] of attempts)
    assert.is(told(await call(app, operation, { token, body })), '403 REAUTHENTICATION_REQUIRED', operation);
  assert.is(told(await prove({ recovery_code: 'AAAA-AAAA-AAAA' })), '401 INVALID_CREDENTIALS');
  assert.is(told(await prove({ recovery_code: codes[0] ?? '' })), '204');
  assert.is(told(await prove({ recovery_code: codes[0] ?? '' })), '401 INVALID_CREDENTIALS', 'used up');
  assert.is(told(await call(app, 'DELETE /auth/mfa/totp', { token })), '204');
  const stamps = await audited(app, 'session.reauthenticated');
  assert.equal(
    stamps.map(({ after }) => after),
    [{ method: 'recovery_code' }],
  );
  assert.is((await byPasskey(app, { authenticator: key })).status, 200);
});

test('with the first factor, what other sessions proved and began by the password alone is void', async (w) => {
  const { app } = w;
  const thief = await tokenOf(app, 'olga');
  const owner = await tokenOf(app, 'olga');
  const begun = await offer(w, thief);
  const start = await call<Schemas['WebauthnChallenge']>(app, 'POST /auth/mfa/webauthn/register/start', {
    token: thief,
    body: {},
  });
  await withPasskey(app, owner);
  const removal = () => call(app, 'DELETE /auth/mfa', { token: thief, body: { password: PASSWORD } });
  assert.is(told(await removal()), '403 REAUTHENTICATION_REQUIRED');
  assert.is(told(await verify(w, thief, begun.secret_base32)), '409 MFA_SETUP_EXPIRED');
  const { challenge_key, serialized_options } = start.body;
  const serialized_credential = new SoftAuthenticator(ORIGIN).create(serialized_options);
  const body = { challenge_key, serialized_credential };
  const added = await call(app, 'POST /auth/mfa/webauthn/register/complete', { token: thief, body });
  assert.is(told(added), '400 WEBAUTHN_CHALLENGE_INVALID');
});

test('whoever has just proved a factor removes all by the password, and what was on the way', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const remove = (password: string) => call(app, 'DELETE /auth/mfa', { token, body: { password } });
  assert.is(told(await remove(PASSWORD)), '409 MFA_NOT_ENABLED');
  const { codes } = await withTotp(app, token);
  await withPasskey(app, token);
  assert.is(told(await remove('wrong horse')), '401 INVALID_CREDENTIALS');
  assert.is((await statusOf(app, token)).totp_enabled, true);
  assert.is(told(await remove(PASSWORD)), '204');
  const { totp_enabled, webauthn_credentials, recovery_codes_left } = await statusOf(app, token);
  assert.equal([totp_enabled, webauthn_credentials, recovery_codes_left], [false, 0, 0]);
  const signedIn = await login(app, 'olga', { recovery_code: codes[0] ?? '' });
  assert.equal([signedIn.status, signedIn.body.user.mfa_enabled], [200, false]);
  const [row] = await audited(app, 'mfa.totp_disabled');
  assert.equal(row?.before, { totp: true, passkeys: 1, recovery_codes: 10 });
});

test('the app alone is removed, and with the last factor the recovery codes', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const remove = async () => told(await call(app, 'DELETE /auth/mfa/totp', { token }));
  assert.is(await remove(), '409 MFA_NOT_ENABLED', 'there is none');
  await withPasskey(app, token);
  assert.is(await remove(), '409 MFA_NOT_ENABLED', 'a passkey is another factor');
  const { secret, codes } = await withTotp(app, token);
  const begun = await offer(w, token);
  assert.is(await remove(), '204');
  const { totp_enabled, webauthn_credentials, recovery_codes_left } = await statusOf(app, token);
  assert.equal([totp_enabled, webauthn_credentials, recovery_codes_left], [false, 1, 10]);
  assert.is(told(await verify(w, token, begun.secret_base32)), '409 MFA_SETUP_EXPIRED', 'nothing comes back');
  const due = await login(app, 'olga', { totp_code: codeAt(app, secret) });
  assert.equal([told(due), due.details.methods], ['401 MFA_REQUIRED', ['webauthn', 'recovery_code']]);
  assert.is((await login(app, 'olga', { recovery_code: codes[0] ?? '' })).status, 200, 'a passkey is left');
  assert.is(await remove(), '409 MFA_NOT_ENABLED');
});

test('an administrator removes the factors of others; each change is in the audit log', async (w) => {
  const { app } = w;
  const olga = await tokenOf(app, 'olga');
  await withTotp(app, olga);
  const admin = await tokenOf(app, 'admin');
  const { body: self } = await call<Schemas['User']>(app, 'GET /users/me', { token: olga });
  const reset = (token: string, id = self.id) => call(app, `DELETE /users/${id}/mfa`, { token });
  assert.is(told(await reset(await tokenOf(app, 'paul'))), '403 FORBIDDEN');
  assert.is(told(await reset(admin, '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21')), '404 USER_NOT_FOUND');
  assert.is(told(await reset(admin)), '204');
  assert.is(told(await reset(admin)), '409 MFA_NOT_ENABLED');
  assert.is((await login(app, 'olga')).status, 200);
  const rows = await audited(app, 'mfa.');
  assert.equal(
    rows.map(({ action, actor, resource }) => [action, actor.name, resource.name]),
    [
      ['mfa.totp_enabled', 'olga', 'olga'],
      ['mfa.recovery_codes_made', 'olga', 'olga'],
      ['mfa.reset', 'admin', 'olga'],
    ],
  );
});

test('what is set up needs a fresh proof of who one is', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  await app.clock.advance(10 * 60_000 + 1);
  for (const operation of [
    'GET /auth/mfa/setup',
    'POST /auth/mfa/recovery-codes',
    'POST /auth/mfa/webauthn/register/start',
    'DELETE /auth/mfa/totp',
  ])
    assert.is(told(await call(app, operation, { token })), '403 REAUTHENTICATION_REQUIRED', operation);
});

test('with the account its factors go', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  await withTotp(app, token);
  await withPasskey(app, token);
  await offer(w, token);
  const { core, tx } = app.ctx;
  const account = await core.identity.accounts.findByName('olga');
  const by = { actor: actors.system, address: null };
  await tx((open) => core.identity.accounts.remove(open, account?.id ?? '', by));
  for (const table of [
    'mfa_accounts',
    'mfa_totp',
    'mfa_setups',
    'mfa_recovery_codes',
    'mfa_passkeys',
    'mfa_challenges',
  ])
    assert.equal(await app.ctx.db.reader(table), [], table);
});

test('secrets and codes are nowhere in clear in the database', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const { secret, codes } = await withTotp(app, token);
  const { secret_base32: offered } = await offer(w, token);
  const content = [];
  for (const table of ['mfa_totp', 'mfa_setups', 'mfa_recovery_codes', 'kernel_audit', 'kernel_rate_limits'])
    content.push(JSON.stringify(await app.ctx.db.reader(table)));
  const all = content.join('\n');
  assert.match(all, 'olga');
  for (const hidden of [secret, offered, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    assert.not.match(all, hidden);
});

test.run();
