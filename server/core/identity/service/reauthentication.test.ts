import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Feature } from '#server/kernel/boot/feature.ts';
import { cheapIdentity, newAccount, PASSWORD, setup, type Setup } from '../identity.testing.ts';

const test = suite('reauthentication');

const MINUTE = 60_000;

/** A factor with codes of six digits, of which 123456 is right. */
const factor: Feature = {
  name: 'factor',
  requires: ['identity'],
  setup: () => ({
    routes: {},
    hooks: {
      'identity.reauthenticate': async ({ proof }) =>
        proof.totpCode === null ? 'none' : proof.totpCode === '123456' ? 'proved' : 'wrong',
    },
  }),
};

async function signedIn(features: readonly Feature[] = []): Promise<{ app: Setup; token: string }> {
  const app = await setup(PASSWORD, [cheapIdentity, ...features]);
  await newAccount(app.ctx, 'root2', { role: 'admin' });
  const { body } = await app.login(PASSWORD, { username: 'root2' });
  return { app, token: String(body.access_token) };
}

/** The answer of an operation that needs a fresh proof. PLUGIN_DISABLED: the proof passed, and no feature serves it. */
async function deleting(app: Setup, token: string): Promise<string> {
  const answer = await app.call('DELETE', '/api/v1/hosts/01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21', {
    role: null,
    headers: { authorization: `Bearer ${token}` },
  });
  return (answer.body as { error: { code: string } }).error.code;
}

const prove = async (app: Setup, token: string, body: object): Promise<string | number> => {
  const { status, code } = await app.post('/auth/reauthenticate', body, { token });
  return code ?? status;
};

test('ten minutes after the sign-in what cannot be undone asks for a new proof', async () => {
  const { app, token } = await signedIn();
  await app.clock.advance(10 * MINUTE);
  assert.is(await deleting(app, token), 'PLUGIN_DISABLED');
  await app.clock.advance(1);
  assert.is(await deleting(app, token), 'REAUTHENTICATION_REQUIRED');
  assert.is(await prove(app, token, { password: 'not the password' }), 'INVALID_CREDENTIALS');
  assert.is(await deleting(app, token), 'REAUTHENTICATION_REQUIRED');
  assert.is(await prove(app, token, { password: PASSWORD }), 204);
  assert.is(await deleting(app, token), 'PLUGIN_DISABLED');
  const rows = await app.ctx.db.reader('kernel_audit').where('action', 'session.reauthenticated');
  assert.equal(
    rows.map(({ text }) => JSON.parse(text as string) as Record<string, unknown>).map(({ after }) => after),
    [{ method: 'password' }],
  );
  await app.stop();
});

test('a refresh does not make a session fresh', async () => {
  const { app } = await signedIn();
  const { body } = await app.login(PASSWORD, { username: 'root2' });
  await app.clock.advance(11 * MINUTE);
  const next = await app.post('/auth/refresh', { refresh_token: body.refresh_token });
  assert.is(await deleting(app, String(next.body.access_token)), 'REAUTHENTICATION_REQUIRED');
  await app.stop();
});

test('a proof counts for the session that gave it, and for no other of the same person', async () => {
  const { app, token } = await signedIn();
  const other = String((await app.login(PASSWORD, { username: 'root2' })).body.access_token);
  await app.clock.advance(11 * MINUTE);
  assert.is(await prove(app, token, { password: PASSWORD }), 204);
  assert.is(await deleting(app, other), 'REAUTHENTICATION_REQUIRED');
  await app.stop();
});

test('another proof is for whoever knows it; without such a feature none holds, and guesses are few', async () => {
  const bare = await signedIn();
  assert.is(await prove(bare.app, bare.token, { totp_code: '123456' }), 'INVALID_CREDENTIALS');
  await bare.app.stop();
  const { app, token } = await signedIn([factor]);
  await app.clock.advance(11 * MINUTE);
  assert.is(await prove(app, token, { totp_code: '000000' }), 'INVALID_CREDENTIALS');
  assert.is(await deleting(app, token), 'REAUTHENTICATION_REQUIRED');
  assert.is(await prove(app, token, { totp_code: '123456' }), 204);
  assert.is(await deleting(app, token), 'PLUGIN_DISABLED');
  for (let guess = 0; guess < 8; guess++) await prove(app, token, { totp_code: '000000' });
  assert.is(await prove(app, token, { totp_code: '123456' }), 'RATE_LIMITED');
  await app.stop();
});

test('wrong passwords count with those at the sign-in', async () => {
  const { app, token } = await signedIn();
  for (let i = 0; i < 5; i++) await prove(app, token, { password: 'not the password' });
  assert.is(await prove(app, token, { password: PASSWORD }), 'ACCOUNT_LOCKED');
  await app.stop();
});

test('nobody who is not signed in proves anything', async () => {
  const { app } = await signedIn();
  assert.is((await app.post('/auth/reauthenticate', { password: PASSWORD })).code, 'UNAUTHENTICATED');
  await app.stop();
});

test.run();
