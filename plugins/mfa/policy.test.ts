// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  audited,
  byPasskey,
  call,
  codeAt,
  login,
  newPerson,
  PASSWORD,
  register,
  setPolicy,
  setUp,
  statusOf,
  told,
  tokenOf,
  withPasskey,
  withTotp,
  ORIGIN,
  type Schemas,
  type World,
} from './mfa.testing.ts';
import { SoftAuthenticator } from './authenticator.testing.ts';

const test = suite<World>('who must have a second factor');

test.before.each(async (world) => {
  await setUp(world, { withSettings: true });
  await newPerson(world, 'olga');
  await newPerson(world, 'rita', { role: 'reporter' });
});
test.after.each(({ stop }) => stop());

const DAY_MS = 24 * 60 * 60_000;
const NOW_ONLY = { required_roles: ['operator'], grace_days: 0 };
const sessionsOf = async ({ app }: World, name: string) => {
  const { accounts, sessions } = app.ctx.core.identity;
  return sessions.list((await accounts.findByName(name))?.id ?? '');
};

test('the days of grace count from the first sign-in under the policy, for each user', async (w) => {
  const { app } = w;
  await setPolicy(app, { required_roles: ['operator'], grace_days: 7 });
  assert.equal((await statusOf(app, await tokenOf(app, 'rita'))).required, false);
  await app.clock.leap(30 * DAY_MS);
  const token = await tokenOf(app, 'olga');
  const { required, due_at: dueAt } = await statusOf(app, token);
  assert.equal([required, dueAt], [true, '2026-02-21T12:00:00.000Z']);
  await app.clock.leap(7 * DAY_MS - 1_000);
  const lastDay = await tokenOf(app, 'olga');
  assert.is((await call(app, 'GET /auth/mfa/webauthn/credentials', { token: lastDay })).status, 200);
  assert.is((await sessionsOf(w, 'olga'))[0]?.restriction, null);
  await app.clock.advance(1_000);
  await tokenOf(app, 'olga');
  assert.is((await sessionsOf(w, 'olga'))[0]?.restriction, 'mfa-setup');
  await tokenOf(app, 'rita');
  assert.is((await sessionsOf(w, 'rita'))[0]?.restriction, null);
});

test('a policy that is lifted and comes back gives the days anew', async (w) => {
  const { app } = w;
  await setPolicy(app, { required_roles: ['operator'], grace_days: 1 });
  await tokenOf(app, 'olga');
  await setPolicy(app, { required_roles: [] });
  await app.clock.leap(2 * DAY_MS);
  await setPolicy(app, { required_roles: ['operator'] });
  await tokenOf(app, 'olga');
  assert.is((await sessionsOf(w, 'olga'))[0]?.restriction, null);
  await app.clock.leap(DAY_MS);
  await tokenOf(app, 'olga');
  assert.is((await sessionsOf(w, 'olga'))[0]?.restriction, 'mfa-setup');
});

test('who is overdue can set a factor up and do nothing else, until one is there', async (w) => {
  const { app } = w;
  await setPolicy(app, NOW_ONLY);
  const signedIn = await login(app, 'olga');
  const token = signedIn.body.access_token;
  const HELD = '403 MFA_SETUP_REQUIRED';
  const change = { current_password: PASSWORD, new_password: 'eleven loud herons sail south' };
  assert.is(told(await call(app, 'GET /settings', { token })), '403 FORBIDDEN', 'the role comes first');
  assert.is(told(await call(app, 'PUT /users/me/password', { token, body: change })), HELD);
  assert.is(told(await call(app, 'POST /auth/mfa/recovery-codes', { token })), HELD);
  for (const open of ['GET /users/me', 'GET /auth/mfa', 'GET /auth/mfa/webauthn/credentials'])
    assert.is((await call(app, open, { token })).status, 200, open);
  const refreshed = await call<Schemas['RefreshResponse']>(app, 'POST /auth/refresh', {
    body: { refresh_token: signedIn.body.refresh_token },
  });
  const next = refreshed.body.access_token;
  assert.is(told(await call(app, 'PUT /users/me/password', { token: next, body: change })), HELD);
  await withTotp(app, next);
  assert.is((await call(app, 'POST /auth/mfa/recovery-codes', { token: next })).status, 200, 'at once');
  assert.is((await call(app, 'PUT /users/me/password', { token, body: change })).status, 204);
});

test('a session that is open already is held to the set-up once a factor is owed', async (w) => {
  const { app } = w;
  const HELD = '403 MFA_SETUP_REQUIRED';
  const codes = (token: string) => call(app, 'POST /auth/mfa/recovery-codes', { token });
  const [olga, rita] = [await tokenOf(app, 'olga'), await tokenOf(app, 'rita')];
  await setPolicy(app, { required_roles: ['operator'], grace_days: 1 });
  assert.is(told(await codes(olga)), '409 MFA_NOT_ENABLED', 'the grace begins');
  assert.is((await statusOf(app, olga)).due_at, '2026-01-16T12:00:00.000Z');
  await app.clock.leap(DAY_MS - 5 * 60_000);
  const lastMinutes = await tokenOf(app, 'olga');
  assert.is(told(await codes(lastMinutes)), '409 MFA_NOT_ENABLED');
  await app.clock.advance(5 * 60_000);
  assert.is(told(await codes(lastMinutes)), HELD);
  assert.is((await sessionsOf(w, 'olga'))[0]?.restriction, 'mfa-setup', 'open connections hear of it');
  await withTotp(app, lastMinutes);
  assert.is((await codes(lastMinutes)).status, 200);
  assert.is(told(await codes(await tokenOf(app, 'rita'))), '409 MFA_NOT_ENABLED', 'of another role');
  assert.is(told(await codes(rita)), '401 UNAUTHENTICATED');
});

test('a passkey lifts it too', async (w) => {
  const { app } = w;
  await setPolicy(app, NOW_ONLY);
  const token = await tokenOf(app, 'olga');
  const authenticator = await withPasskey(app, token);
  assert.is((await call(app, 'POST /auth/mfa/recovery-codes', { token })).status, 200);
  assert.is((await byPasskey(app, { authenticator })).status, 200);
});

test('once a factor is there, other sessions that were opened by the password alone end', async (w) => {
  const { app } = w;
  await setPolicy(app, NOW_ONLY);
  const [own, other] = [await tokenOf(app, 'olga'), await tokenOf(app, 'olga')];
  const begun = await call<Schemas['TotpSetup']>(app, 'GET /auth/mfa/setup', { token: other });
  await withTotp(app, own);
  const secret = begun.body.secret_base32;
  const body = { secret_base32: secret, code: codeAt(app, secret) };
  assert.is(told(await call(app, 'POST /auth/mfa/verify', { token: other, body })), '401 UNAUTHENTICATED');
  const authenticator = new SoftAuthenticator(ORIGIN);
  const start = await call(app, 'POST /auth/mfa/webauthn/register/start', { token: other });
  assert.is(told(start), '401 UNAUTHENTICATED');
  assert.is((await register(app, { token: own, authenticator })).status, 201);
});

test('the last factor of a role that must have one stays, for its owner', async (w) => {
  const { app } = w;
  await setPolicy(app, NOW_ONLY);
  const token = await tokenOf(app, 'olga');
  await withPasskey(app, token, 'first');
  await app.clock.advance(1_000);
  await withPasskey(app, token, 'second');
  const path = '/auth/mfa/webauthn/credentials';
  const { body } = await call<Schemas['WebauthnCredentialList']>(app, `GET ${path}`, { token });
  const [first, second] = body.credentials.map(({ id }) => id);
  assert.is(told(await call(app, `DELETE ${path}/${first}`, { token })), '204');
  assert.is(told(await call(app, `DELETE ${path}/${second}`, { token })), '409 MFA_FACTOR_REQUIRED');
  const removeAll = () => call(app, 'DELETE /auth/mfa', { token, body: { password: PASSWORD } });
  assert.is(told(await removeAll()), '409 MFA_FACTOR_REQUIRED');
  await withTotp(app, token);
  assert.is(told(await call(app, `DELETE ${path}/${second}`, { token })), '204', 'another one is there');
  assert.is(told(await removeAll()), '409 MFA_FACTOR_REQUIRED');
  await setPolicy(app, { required_roles: [] });
  assert.is(told(await removeAll()), '204');
});

test('the app that is the last factor goes with the codes, unless the role must have one', async (w) => {
  const { app } = w;
  const olga = await tokenOf(app, 'olga');
  await withTotp(app, olga);
  await setPolicy(app, { required_roles: ['operator'] });
  const remove = async () => told(await call(app, 'DELETE /auth/mfa/totp', { token: olga }));
  assert.is(await remove(), '409 MFA_FACTOR_REQUIRED');
  assert.is((await statusOf(app, olga)).totp_enabled, true);
  await setPolicy(app, { required_roles: [] });
  assert.is(await remove(), '204');
  const { totp_enabled, recovery_codes_left } = await statusOf(app, olga);
  assert.equal([totp_enabled, recovery_codes_left], [false, 0]);
  const [row] = await audited(app, 'mfa.totp_disabled');
  assert.equal(
    [row?.before, row?.after],
    [
      { totp: true, passkeys: 0, recovery_codes: 10 },
      { totp: false, passkeys: 0, recovery_codes: 0 },
    ],
  );
});

test('an administrator may take the last one of others, and not the own', async (w) => {
  const { app } = w;
  await setPolicy(app, { required_roles: ['admin', 'operator'], grace_days: 0 });
  const olga = await tokenOf(app, 'olga');
  await withTotp(app, olga);
  const admin = await tokenOf(app, 'admin');
  await withTotp(app, admin);
  const idOf = async (token: string) =>
    (await call<Schemas['User']>(app, 'GET /users/me', { token })).body.id;
  assert.is(
    told(await call(app, `DELETE /users/${await idOf(admin)}/mfa`, { token: admin })),
    '409 MFA_FACTOR_REQUIRED',
  );
  assert.is(told(await call(app, `DELETE /users/${await idOf(olga)}/mfa`, { token: admin })), '204');
  await tokenOf(app, 'olga');
  assert.is((await sessionsOf(w, 'olga'))[0]?.restriction, 'mfa-setup', 'her days of grace are over');
});

test('the policy is changed by an administrator who proved just now who it is', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'admin');
  await app.clock.advance(10 * 60_000 + 1);
  const change = () => call(app, 'PUT /settings', { token, body: { mfa: { grace_days: 3 } } });
  assert.is(told(await change()), '403 REAUTHENTICATION_REQUIRED');
  const again = await call(app, 'POST /auth/reauthenticate', { token, body: { password: PASSWORD } });
  assert.is(again.status, 204);
  assert.is(told(await change()), '200');
  const { body } = await call<Schemas['Settings']>(app, 'GET /settings', { token });
  assert.equal(body.mfa, { required_roles: [], grace_days: 3 });
});

test.run();
