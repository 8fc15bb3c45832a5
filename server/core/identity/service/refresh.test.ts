import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenedSession } from '../sessions.ts';
import { cheapIdentity, newAccount, PASSWORD, setup, type Setup } from '../identity.testing.ts';

const test = suite<{ app: Setup; session: OpenedSession }>('refresh');
const MINUTE_MS = 60_000;

test.before.each(async (world) => {
  world.app = await setup(PASSWORD, [cheapIdentity]);
  await newAccount(world.app.ctx, 'olga');
  const { body } = await world.app.login(PASSWORD, { username: 'olga' });
  const { access_token: accessToken, refresh_token: refreshToken } = body as Record<string, string>;
  world.session = { accessToken, refreshToken } as OpenedSession;
});
test.after.each(({ app }) => app.stop());

const refresh = (app: Setup, token: unknown, from?: string) =>
  app.post('/auth/refresh', { refresh_token: token }, from === undefined ? {} : { from });

test('a token that is used within the hour goes on, one minute later it is over', async ({
  app,
  session,
}) => {
  await app.clock.advance(59 * MINUTE_MS);
  const second = await refresh(app, session.refreshToken);
  assert.is(second.status, 200);
  await app.clock.advance(61 * MINUTE_MS);
  const late = await refresh(app, second.body.refresh_token);
  assert.equal([late.status, late.code], [401, 'REFRESH_TOKEN_INVALID']);
});

test('twelve hours after the sign-in it is over, however busy it was', async ({ app }) => {
  // Between two hourly clean-ups, so that the test sees the session's own end.
  await app.clock.advance(10 * MINUTE_MS);
  let token: unknown = (await app.login(PASSWORD, { username: 'olga' })).body.refresh_token;
  for (let hours = 0; hours < 11.5; hours += 0.5) {
    await app.clock.advance(30 * MINUTE_MS);
    const next = await refresh(app, token);
    assert.is(next.status, 200, `after ${hours + 0.5} hours`);
    token = next.body.refresh_token;
  }
  await app.clock.advance(30 * MINUTE_MS);
  assert.is((await refresh(app, token)).code, 'REFRESH_TOKEN_INVALID');
});

test('the same client gets the same successor for ten seconds, and after that it was a replay', async ({
  app,
  session,
}) => {
  const first = await refresh(app, session.refreshToken);
  await app.clock.advance(10_000);
  const again = await refresh(app, session.refreshToken);
  assert.equal([again.status, again.body.refresh_token], [200, first.body.refresh_token]);
  assert.is(await app.me(first.body.access_token), 200);
  await app.clock.advance(1);
  assert.is((await refresh(app, session.refreshToken)).status, 401);
  assert.is(await app.me(first.body.access_token), 401, 'the whole session is over');
  const rows: { text: string }[] = await app.ctx.db.reader('kernel_audit').where('action', 'session.revoked');
  assert.is(rows.length, 1);
  assert.match(rows[0]?.text ?? '', /REFRESH_TOKEN_REPLAYED/);
});

test('somebody else who comes with a used token at once ends the session for both', async ({
  app,
  session,
}) => {
  const first = await refresh(app, session.refreshToken);
  assert.is((await refresh(app, session.refreshToken, '203.0.113.9')).status, 401);
  assert.is((await refresh(app, first.body.refresh_token)).status, 401);
});

test('the session shows when it was used last, and what it was opened with', async ({ app, session }) => {
  const { accounts, sessions } = app.ctx.core.identity;
  const olga = await accounts.findByName('olga');
  const opened = app.clock.now();
  await app.clock.advance(20 * MINUTE_MS);
  await refresh(app, session.refreshToken);
  const [shown, ...others] = await sessions.list(olga?.id ?? '');
  assert.is(others.length, 0);
  assert.equal(
    { ...shown, id: null },
    {
      id: null,
      accountId: olga?.id,
      address: '127.0.0.1',
      device: 'node',
      method: 'password',
      createdAt: opened,
      lastUsedAt: new Date(opened.getTime() + 20 * MINUTE_MS),
      expiresAt: new Date(opened.getTime() + 12 * 60 * MINUTE_MS),
      authenticatedAt: opened,
      restriction: null,
    },
  );
  await app.clock.advance(12 * 60 * MINUTE_MS);
  assert.equal(await sessions.list(olga?.id ?? ''), [], 'only those that stand');
});

test.run();
