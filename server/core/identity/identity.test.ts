// databases: sqlite, mariadb
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NEXT, PASSWORD, setup, type Answer } from './identity.testing.ts';
import { UserModel } from './models.ts';

const test = suite('identity');

test('a login opens a session that the access token proves', async () => {
  const app = await setup();
  const { status, body } = await app.login();
  assert.is(status, 200);
  assert.is(body.expires_in, 900);
  assert.is(await app.me(body.access_token), 200);
  await app.stop();
});

test('an unknown user and a wrong password get the same answer', async () => {
  const app = await setup();
  const wrong = await app.login('not the password');
  const unknown = await app.login('not the password', { username: 'nobody' });
  assert.is(wrong.status, 401);
  const told = ({ status, body }: Answer) => ({ status, ...(body.error as object), request_id: null });
  assert.equal(told(wrong), told(unknown));
  await app.stop();
});

test('an access token ends after 15 minutes', async () => {
  const app = await setup();
  const { body } = await app.login();
  await app.clock.advance(14 * 60_000 + 50_000);
  assert.is(await app.me(body.access_token), 200);
  await app.clock.advance(20_000);
  assert.is(await app.me(body.access_token), 401);
  await app.stop();
});

test('a refresh token is used once, and a replay ends the whole session', async () => {
  const app = await setup();
  const first = (await app.login()).body;
  const second = (await app.post('/auth/refresh', { refresh_token: first.refresh_token })).body;
  assert.is.not(second.refresh_token, first.refresh_token);
  await app.clock.advance(11_000);
  const replay = await app.post('/auth/refresh', { refresh_token: first.refresh_token });
  assert.equal([replay.status, replay.code], [401, 'REFRESH_TOKEN_INVALID']);
  assert.is((await app.post('/auth/refresh', { refresh_token: second.refresh_token })).status, 401);
  assert.is(await app.me(second.access_token), 401);
  await app.stop();
});

test('twenty refreshes at once give one successor and no logout', async () => {
  const app = await setup();
  const first = (await app.login()).body;
  const all = await Promise.all(
    Array.from({ length: 20 }, () => app.post('/auth/refresh', { refresh_token: first.refresh_token })),
  );
  assert.equal(new Set(all.map(({ status }) => status)), new Set([200]));
  assert.is(new Set(all.map(({ body }) => body.refresh_token)).size, 1);
  await app.stop();
});

test('an account whose password must be changed gets no new tokens', async () => {
  const app = await setup();
  const { body } = await app.login();
  await UserModel.query(app.ctx.db.knex).where('username', 'admin').patch({ mustChangePassword: true });
  const refreshed = await app.post('/auth/refresh', { refresh_token: body.refresh_token });
  assert.equal([refreshed.status, refreshed.code], [403, 'PASSWORD_CHANGE_REQUIRED']);
  assert.is(await app.me(body.access_token), 401, 'and those that it has do nothing more');
  await app.stop();
});

test('a logout ends the access token too', async () => {
  const app = await setup();
  const { body } = await app.login();
  assert.is(await app.me(body.access_token), 200);
  assert.is((await app.post('/auth/logout', { refresh_token: body.refresh_token })).status, 204);
  assert.is(await app.me(body.access_token), 401);
  await app.stop();
});

test('a printed first password must be changed before anything else', async () => {
  const app = await setup(null);
  const printed = app.ctx.core.identity.firstPassword ?? '';
  assert.is((await app.login(printed)).code, 'PASSWORD_CHANGE_REQUIRED');
  assert.is((await app.login('wrong')).code, 'INVALID_CREDENTIALS', 'only the right password learns of it');
  const change = (password: string) =>
    app.post('/auth/force-change-password', {
      username: 'admin',
      current_password: printed,
      new_password: password,
    });
  assert.is((await change('passwordpassword')).code, 'PASSWORD_TOO_WEAK');
  assert.is((await change('short')).status, 400);
  assert.is((await change(NEXT)).status, 204);
  assert.is((await app.login(NEXT)).status, 200);
  assert.is((await change(PASSWORD)).code, 'INVALID_CREDENTIALS', 'nothing is due any more');
  await app.stop();
});

test('a changed password ends the other sessions', async () => {
  const app = await setup();
  const kept = (await app.login()).body;
  const other = (await app.login()).body;
  const answer = await app.call('PUT', '/api/v1/users/me/password', {
    role: null,
    headers: { authorization: `Bearer ${String(kept.access_token)}` },
    body: { current_password: PASSWORD, new_password: NEXT },
  });
  assert.is(answer.status, 204);
  assert.equal([await app.me(kept.access_token), await app.me(other.access_token)], [200, 401]);
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
  await app.login();
  await app.login('wrong');
  const rows = await app.ctx.db.reader('kernel_audit').orderBy('row_id');
  assert.equal(
    rows.map((row: { action: string }) => row.action),
    ['user.created', 'login.succeeded', 'login.failed'],
  );
  assert.match(JSON.stringify(rows), /admin/);
  assert.not.match(JSON.stringify(rows), /otters|argon2/);
  await app.stop();
});

test.run();
