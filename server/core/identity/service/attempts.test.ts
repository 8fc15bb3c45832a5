// databases: sqlite, mariadb
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import { systemActor } from '#server/kernel/security/actor.ts';
import { NEXT, openSession, PASSWORD, setup, type Answer, type Setup } from '../identity.testing.ts';
import { SessionModel, UserModel } from '../models.ts';
import type { OpenedSession } from '../sessions.ts';
import { createIdentity, type IdentityParts } from './createService.ts';
import type { PasswordHasher } from './passwords.ts';

const test = suite<{ app: Setup }>('attempts to sign in');
const CLIENT = { address: '198.51.100.7', userAgentHash: 'a'.repeat(64), device: null };

test.before.each(async (world) => {
  world.app = await setup();
});
test.after.each(({ app }) => app.stop());

const tally = (answers: readonly Answer[], code: string | null): number =>
  answers.filter((answer) => answer.code === code).length;

async function times(count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** The feature's own sign-in with another password check. */
const identityWith = ({ ctx }: Setup, verify: PasswordHasher['verify']): Promise<IdentityParts> =>
  createIdentity(ctx, { hash: async (password: string) => `hash of ${password}`, verify });

const signIn = ({ signIn: own }: IdentityParts, password: string): Promise<OpenedSession> =>
  own.withPassword({ username: 'admin', password, code: null, recoveryCode: null }, CLIENT);

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

test('five failures in a row lock the pair of account and network for 15 minutes, the right password too', async ({
  app,
}) => {
  for (let i = 0; i < 5; i++) assert.is((await app.login('wrong')).code, 'INVALID_CREDENTIALS');
  const locked = await app.login();
  assert.equal([locked.status, locked.code], [423, 'ACCOUNT_LOCKED']);
  assert.is((await app.login(PASSWORD, { from: '198.51.100.7' })).status, 200, 'from elsewhere');
  await app.clock.advance(15 * 60_000 + 1_000);
  assert.is((await app.login()).status, 200);
});

test('after a thousand guesses a day from many networks two a minute are judged, and the owner is let in', async ({
  app,
}) => {
  assert.is((await app.login()).status, 200, 'from here, which is known from now on');
  const guess = (at: number) => app.login('wrong', { from: `198.51.100.${at}` });
  assert.is((await guess(1)).code, 'INVALID_CREDENTIALS');
  // As if a thousand had been made over the day.
  const of = app.ctx.db.knex('kernel_rate_limits').where('key', 'like', 'login:account-day:%');
  assert.is(await of.update({ count: 1_000 }), 1);
  const codes: (string | null)[] = [];
  for (let at = 2; at <= 6; at++) codes.push((await guess(at)).code);
  assert.equal(codes, [
    'INVALID_CREDENTIALS',
    'INVALID_CREDENTIALS',
    'RATE_LIMITED',
    'RATE_LIMITED',
    'RATE_LIMITED',
  ]);
  assert.is((await app.login()).status, 200, 'the owner, from a known network');
  await app.clock.advance(61_000);
  assert.is((await guess(7)).code, 'INVALID_CREDENTIALS', 'a brake, no lock');
  await app.clock.leap(86_400_000);
  for (let at = 8; at <= 11; at++) assert.is((await guess(at)).code, 'INVALID_CREDENTIALS');
});

test('of twelve guesses at once five are judged, and none of the others opens the lock again', async ({
  app,
}) => {
  const answers = await times(12, () => app.login('wrong'));
  assert.equal([tally(answers, 'INVALID_CREDENTIALS'), tally(answers, 'ACCOUNT_LOCKED')], [5, 7]);
  assert.is((await app.login()).code, 'ACCOUNT_LOCKED');
});

test('a right password clears the failures before it', async ({ app }) => {
  for (let i = 0; i < 4; i++) await app.login('wrong');
  assert.is((await app.login()).status, 200);
  for (let i = 0; i < 4; i++) assert.is((await app.login('wrong')).code, 'INVALID_CREDENTIALS');
  assert.is((await app.login()).status, 200);
});

test('one address cannot keep the owner of an account out', async ({ app }) => {
  const attack = [];
  for (let i = 0; i < 65; i++) attack.push(await app.login('wrong', { from: '203.0.113.9' }));
  assert.equal(
    [tally(attack, 'INVALID_CREDENTIALS'), tally(attack, 'ACCOUNT_LOCKED'), tally(attack, 'RATE_LIMITED')],
    [5, 55, 5],
  );
  assert.is((await app.login(PASSWORD, { from: '198.51.100.7' })).status, 200);
});

test('a botnet uses up the budget of strangers, not that of a network known from a sign-in', async ({
  app,
}) => {
  const known = '198.51.100.7';
  assert.is((await app.login(PASSWORD, { from: known })).status, 200);
  await useUpAccount(app);
  const stranger = await app.login(PASSWORD, { from: '203.0.113.200' });
  assert.equal([stranger.status, stranger.code], [429, 'RATE_LIMITED']);
  assert.is((await app.login(PASSWORD, { from: known })).status, 200);
  await app.clock.advance(61_000);
  for (let i = 0; i < 6; i++)
    assert.is(
      (await app.login(PASSWORD, { from: '203.0.113.200' })).status,
      200,
      'what was refused is no failure',
    );
  await app.clock.leap(31 * 24 * 60 * 60_000);
  await useUpAccount(app);
  assert.is((await app.login(PASSWORD, { from: known })).code, 'RATE_LIMITED', 'forgotten after 30 days');
});

test('who signed in by another way is known there too, and has no failures any more', async ({ app }) => {
  const { accounts } = app.ctx.core.identity;
  for (let i = 0; i < 4; i++) await app.login('wrong', { from: CLIENT.address });
  await openSession(app.ctx, (await accounts.findByName('admin'))?.id ?? '');
  assert.is(
    (await app.login('wrong', { from: CLIENT.address })).code,
    'INVALID_CREDENTIALS',
    'the first failure',
  );
  await useUpAccount(app);
  assert.is((await app.login(PASSWORD, { from: '203.0.113.200' })).code, 'RATE_LIMITED');
  assert.is((await app.login(PASSWORD, { from: CLIENT.address })).status, 200);
});

/** Has the effect of 120 attempts from many networks: makes one and sets the count. */
async function useUpAccount({ ctx, login }: Setup): Promise<void> {
  await login('wrong', { from: '192.0.2.1' });
  const counts = ctx.db.knex('kernel_rate_limits').where('key', 'like', 'login:account:%');
  assert.is(await counts.update({ count: 120 }), 1);
}

test('an IPv6 network is one caller: its addresses share failures and lock, its neighbour does not', async ({
  app,
}) => {
  for (let i = 1; i <= 5; i++) await app.login('wrong', { from: `2001:db8:0:7::${i}` });
  assert.is((await app.login(PASSWORD, { from: '2001:db8:0:7:ffff::9' })).code, 'ACCOUNT_LOCKED');
  assert.is((await app.login(PASSWORD, { from: '2001:db8:0:8::1' })).status, 200);
});

test('a network is refused after 60 attempts in a minute, whatever the names', async ({ app }) => {
  await app.login('wrong');
  const counts = app.ctx.db.knex('kernel_rate_limits').where('key', 'login:network:127.0.0.1');
  assert.is(await counts.update({ count: 60 }), 1);
  const flooded = await app.login();
  await app.login();
  assert.equal([flooded.status, flooded.code], [429, 'RATE_LIMITED']);
  const rows = await app.ctx.db.reader('kernel_audit').where('action', 'like', 'login%').orderBy('row_id');
  assert.equal(
    rows.map((row: { action: string }) => row.action),
    ['login.failed', 'login.rate_limited'],
  );
});

test('an attempt that finds no time to be judged is no failure', async ({ app }) => {
  const busy = await identityWith(app, () => Promise.reject(new AppError('RATE_LIMITED')));
  for (let i = 0; i < 8; i++) assert.is(await codeOf(signIn(busy, 'wrong')), 'RATE_LIMITED');
  assert.is((await app.login(PASSWORD, { from: CLIENT.address })).status, 200);
});

test('a password that was changed while it was judged opens no session', async ({ app }) => {
  const users = () => UserModel.query(app.ctx.db.knex).where('username', 'admin');
  const slow = await identityWith(app, async () => {
    await users().patch({ passwordHash: 'of another password' });
    return true;
  });
  assert.is(await codeOf(signIn(slow, PASSWORD)), 'INVALID_CREDENTIALS');
  assert.equal(await SessionModel.query(app.ctx.db.reader), []);
});

test('an account that was disabled while its password was judged opens no session and changes no password', async ({
  app,
}) => {
  const users = () => UserModel.query(app.ctx.db.knex).where('username', 'admin');
  const [before] = await users();
  assert.ok(before);
  const slow = await identityWith(app, async (hash) => {
    await users().patch({ disabled: true });
    return hash !== null;
  });
  assert.is(await codeOf(signIn(slow, PASSWORD)), 'INVALID_CREDENTIALS');
  await users().patch({ disabled: false });
  const change = { username: 'admin', password: PASSWORD, next: NEXT };
  assert.is(await codeOf(slow.ownPassword.change(change, systemActor, CLIENT)), 'INVALID_CREDENTIALS');
  assert.equal(await SessionModel.query(app.ctx.db.reader), []);
  assert.is((await users())[0]?.passwordHash, before.passwordHash);
});

test('what is typed as a user name is stored nowhere: people type passwords there', async ({ app }) => {
  await app.login('wrong', { username: 'correct horse battery' });
  for (const table of ['identity_login_failures', 'kernel_rate_limits', 'kernel_audit']) {
    const rows: unknown[] = await app.ctx.db.reader(table);
    assert.ok(rows.length > 0, table);
    assert.not.match(JSON.stringify(rows), /correct horse/, table);
  }
});

test.run();
