// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestApp, type TestApp } from '../../testing.ts';
import { identityFeature } from './plugin.ts';

const PASSWORD = 'seven quiet otters row north';
const NEXT = 'eleven loud herons sail south';

interface Setup extends TestApp {
  /** The app with the feature's own authentication instead of the test's. */
  post(
    path: string,
    body: unknown,
    token?: string,
  ): Promise<{ status: number; code: string | null; body: Record<string, unknown> }>;
  me(token: string): Promise<number>;
}

async function setup(adminPassword: string | null = PASSWORD): Promise<Setup> {
  const app = await createTestApp({
    features: [identityFeature],
    config: { adminPassword },
    authenticate: 'identity',
  });
  return {
    ...app,
    async post(path, body, token) {
      const answer = await app.call('POST', `/api/v1${path}`, {
        body,
        role: null,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      const content = (answer.body ?? {}) as Record<string, unknown> & { error?: { code: string } };
      return { status: answer.status, code: content.error?.code ?? null, body: content };
    },
    async me(token) {
      return (
        await app.call('GET', '/api/v1/users/me', {
          role: null,
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    },
  };
}

const login = (app: Setup, password = PASSWORD, username = 'admin') =>
  app.post('/auth/login', { username, password });
const test = suite('identity');

test('a login opens a session that the access token proves', async () => {
  const app = await setup();
  const { status, body } = await login(app);
  assert.is(status, 200);
  assert.is(body.expires_in, 900);
  assert.is(await app.me(String(body.access_token)), 200);
  await app.stop();
});

test('an unknown user and a wrong password get the same answer', async () => {
  const app = await setup();
  const wrong = await login(app, 'not the password');
  const unknown = await login(app, 'not the password', 'nobody');
  assert.is(wrong.status, 401);
  assert.equal([wrong.code, wrong.status], [unknown.code, unknown.status]);
  await app.stop();
});

test('five failures in a row lock the pair of account and address for 15 minutes, the right password too', async () => {
  const app = await setup();
  for (let i = 0; i < 5; i++) assert.is((await login(app, 'wrong')).code, 'INVALID_CREDENTIALS');
  const locked = await login(app);
  assert.equal([locked.status, locked.code], [423, 'ACCOUNT_LOCKED']);
  await app.clock.advance(15 * 60_000 + 1_000);
  assert.is((await login(app)).status, 200);
  await app.stop();
});

test('of many guesses at once no more than five are judged', async () => {
  const app = await setup();
  const answers = await Promise.all(Array.from({ length: 12 }, () => login(app, 'wrong')));
  assert.ok(answers.filter(({ code }) => code === 'INVALID_CREDENTIALS').length < 10);
  assert.is((await login(app)).code, 'ACCOUNT_LOCKED');
  await app.stop();
});

test('an access token ends after 15 minutes', async () => {
  const app = await setup();
  const { body } = await login(app);
  await app.clock.advance(15 * 60_000 + 10_000);
  assert.is(await app.me(String(body.access_token)), 401);
  await app.stop();
});

test('a refresh token is used once, and a replay ends the whole session', async () => {
  const app = await setup();
  const first = (await login(app)).body;
  const second = (await app.post('/auth/refresh', { refresh_token: first.refresh_token })).body;
  assert.is.not(second.refresh_token, first.refresh_token);
  await app.clock.advance(11_000);
  const replay = await app.post('/auth/refresh', { refresh_token: first.refresh_token });
  assert.equal([replay.status, replay.code], [401, 'REFRESH_TOKEN_INVALID']);
  assert.is((await app.post('/auth/refresh', { refresh_token: second.refresh_token })).status, 401);
  assert.is(await app.me(String(second.access_token)), 401);
  await app.stop();
});

test('twenty refreshes at once give one successor and no logout', async () => {
  const app = await setup();
  const first = (await login(app)).body;
  const all = await Promise.all(
    Array.from({ length: 20 }, () => app.post('/auth/refresh', { refresh_token: first.refresh_token })),
  );
  assert.equal(new Set(all.map(({ status }) => status)), new Set([200]));
  assert.is(new Set(all.map(({ body }) => body.refresh_token)).size, 1);
  await app.stop();
});

test('a refresh token ends after an hour without use', async () => {
  const app = await setup();
  const first = (await login(app)).body;
  await app.clock.advance(61 * 60_000);
  assert.is(
    (await app.post('/auth/refresh', { refresh_token: first.refresh_token })).code,
    'REFRESH_TOKEN_INVALID',
  );
  await app.stop();
});

test('a logout ends the access token too', async () => {
  const app = await setup();
  const { body } = await login(app);
  assert.is((await app.post('/auth/logout', { refresh_token: body.refresh_token })).status, 204);
  assert.is(await app.me(String(body.access_token)), 401);
  await app.stop();
});

test('a printed first password must be changed before anything else', async () => {
  const app = await setup(null);
  const printed = app.ctx.core.identity.firstPassword ?? '';
  assert.is((await login(app, printed)).code, 'PASSWORD_CHANGE_REQUIRED');
  assert.is((await login(app, 'wrong')).code, 'INVALID_CREDENTIALS', 'only the right password learns of it');
  const change = (password: string) =>
    app.post('/auth/force-change-password', {
      username: 'admin',
      current_password: printed,
      new_password: password,
    });
  assert.is((await change('passwordpassword')).code, 'PASSWORD_TOO_WEAK');
  assert.is((await change('short')).status, 400);
  assert.is((await change(NEXT)).status, 204);
  assert.is((await login(app, NEXT)).status, 200);
  assert.is((await change(PASSWORD)).code, 'INVALID_CREDENTIALS', 'nothing is due any more');
  await app.stop();
});

test('a changed password ends the other sessions', async () => {
  const app = await setup();
  const kept = (await login(app)).body;
  const other = (await login(app)).body;
  const answer = await app.call('PUT', '/api/v1/users/me/password', {
    role: null,
    headers: { authorization: `Bearer ${String(kept.access_token)}` },
    body: { current_password: PASSWORD, new_password: NEXT },
  });
  assert.is(answer.status, 204);
  assert.equal(
    [await app.me(String(kept.access_token)), await app.me(String(other.access_token))],
    [200, 401],
  );
  await app.stop();
});

test('a token that another algorithm or key signed is refused', async () => {
  const app = await setup();
  const { body } = await login(app);
  const [, payload] = String(body.access_token).split('.');
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
  const hmac = `${Buffer.from('{"alg":"HS256","typ":"at+jwt"}').toString('base64url')}.${payload}.${Buffer.from('x').toString('base64url')}`;
  assert.equal([await app.me(none), await app.me(hmac), await app.me('nonsense')], [401, 401, 401]);
  await app.stop();
});

test('a configured first password that is too easy stops the start', async () => {
  await setup('short').then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /12 to 128 characters/),
  );
});

test('every sign-in outcome is in the audit chain, without the password', async () => {
  const app = await setup();
  await login(app);
  await login(app, 'wrong');
  const rows = await app.ctx.db.reader('kernel_audit').orderBy('row_id');
  assert.equal(
    rows.map((row: { action: string }) => row.action),
    ['user.created', 'login.succeeded', 'login.failed'],
  );
  assert.not.match(JSON.stringify(rows), /otters/);
  await app.stop();
});

test('a flood of logins is answered 429 with the time to wait', async () => {
  const app = await setup();
  for (let i = 0; i < 60; i++) await app.ctx.limits.hit('login:account:admin', { max: 60, windowSecs: 60 });
  const flooded = await login(app);
  assert.equal([flooded.status, flooded.code], [429, 'RATE_LIMITED']);
  await app.stop();
});

test.run();
