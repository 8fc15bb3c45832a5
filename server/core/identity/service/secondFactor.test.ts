import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Feature } from '#server/kernel/boot/feature.ts';
import type { AnyFeature } from '#server/kernel/boot/loader.ts';
import type { SecondFactorVerdict } from '../proofs.ts';
import {
  bySystem,
  cheapIdentity,
  NEXT,
  newAccount,
  PASSWORD,
  setup,
  type Setup,
} from '../identity.testing.ts';

const test = suite('second factor');

type Judge = (code: string | null, username: string) => SecondFactorVerdict;

const factor = (name: string, judge: Judge): Feature => ({
  name,
  requires: ['identity'],
  setup: () => ({
    routes: {},
    hooks: { 'identity.secondFactor': async ({ account, code }) => judge(code, account.username) },
  }),
});

/** A factor with codes of six digits, of which 123456 is right. */
const totp: Judge = (code) =>
  code === null ? { kind: 'due', methods: ['totp'] } : { kind: code === '123456' ? 'proved' : 'wrong' };

const setupWith = async (...features: AnyFeature[]): Promise<Setup> => {
  const app = await setup(PASSWORD, [cheapIdentity, ...features]);
  await newAccount(app.ctx, 'olga');
  return app;
};

const login = (app: Setup, password = PASSWORD, code?: string) =>
  app.post('/auth/login', { username: 'olga', password, ...(code === undefined ? {} : { totp_code: code }) });

const sessionsOf = async ({ ctx }: Setup) => {
  const account = await ctx.core.identity.accounts.findByName('olga');
  return ctx.core.identity.sessions.list(account?.id ?? '');
};

test('without anybody who answers, no sign-in asks for a factor', async () => {
  const app = await setupWith();
  assert.is((await login(app)).status, 200);
  assert.is((await login(app, PASSWORD, '000000')).status, 200, 'a code that nobody asked for is ignored');
  await app.stop();
});

test('a factor that is due is named after the right password alone, and opens nothing', async () => {
  const app = await setupWith(factor('test-totp', totp));
  const wrong = await login(app, 'wrong');
  assert.equal([wrong.status, wrong.code], [401, 'INVALID_CREDENTIALS']);
  const due = await login(app);
  assert.equal([due.status, due.code], [401, 'MFA_REQUIRED']);
  const { details } = due.body.error as { details: { methods: string[]; mfa_token: string } };
  assert.equal(details.methods, ['totp']);
  assert.is(await app.me(details.mfa_token), 401, 'the token is no access token');
  assert.equal(await sessionsOf(app), []);
  const rows = await app.ctx.db.reader('kernel_audit').where('action', 'login.succeeded');
  assert.equal(rows, []);
  assert.is((await login(app, PASSWORD, '123456')).status, 200);
  await app.stop();
});

test('a wrong code counts as a failed attempt, a due one does not', async () => {
  const app = await setupWith(factor('test-totp', totp));
  for (let i = 0; i < 8; i++) assert.is((await login(app)).code, 'MFA_REQUIRED');
  for (let i = 0; i < 5; i++) assert.is((await login(app, PASSWORD, '000000')).code, 'INVALID_CREDENTIALS');
  assert.is((await login(app, PASSWORD, '123456')).code, 'ACCOUNT_LOCKED');
  const rows = await app.ctx.db.reader('kernel_audit').where('action', 'like', 'login%').orderBy('row_id');
  assert.equal(
    rows.map((row: { action: string }) => row.action),
    ['login.failed', 'login.failed', 'login.failed', 'login.failed', 'login.locked'],
  );
  await app.stop();
});

test('of several who answer, one that was proved is enough, one that was wrong is too many', async () => {
  const verdicts = new Map<string, SecondFactorVerdict>();
  const saying = (name: string) => factor(name, () => verdicts.get(name) ?? { kind: 'none' });
  const app = await setupWith(saying('test-a'), saying('test-b'));
  const outcome = async (a: SecondFactorVerdict, b: SecondFactorVerdict) => {
    verdicts.set('test-a', a).set('test-b', b);
    const answer = await login(app);
    return answer.code ?? answer.status;
  };
  const due = { kind: 'due', methods: ['totp'] } as const;
  const key = { kind: 'due', methods: ['webauthn', 'totp'] } as const;
  const [none, proved, wrong] = [{ kind: 'none' }, { kind: 'proved' }, { kind: 'wrong' }] as const;
  assert.is(await outcome(none, none), 200);
  assert.is(await outcome(due, proved), 200);
  assert.is(await outcome(none, due), 'MFA_REQUIRED');
  assert.is(await outcome(proved, wrong), 'INVALID_CREDENTIALS');
  verdicts.set('test-a', due).set('test-b', key);
  const { details } = (await login(app)).body.error as { details: { methods: string[] } };
  assert.equal(details.methods, ['totp', 'webauthn']);
  await app.stop();
});

test('an answer may limit what the session is for; the actor carries it at each call', async () => {
  const app = await setupWith(factor('test-due', () => ({ kind: 'restricted', restriction: 'mfa-setup' })));
  assert.is((await login(app)).status, 200);
  const [session] = await sessionsOf(app);
  assert.is(session?.restriction, 'mfa-setup');
  const actor = {
    ...bySystem.actor,
    kind: 'user' as const,
    id: session?.accountId ?? null,
    sessionId: session?.id ?? null,
  };
  const restrictionNow = async () => (await app.ctx.core.identity.actorsNow([actor]))[0]?.restriction;
  assert.is(await restrictionNow(), 'mfa-setup');
  const { sessions } = app.ctx.core.identity;
  await app.ctx.tx((tx) => sessions.change(tx, session?.id ?? '', { restriction: null }));
  assert.is(await restrictionNow(), null);
  await app.stop();
});

test('when whoever answers breaks, nobody is let in, and it is not held against the person', async () => {
  let broken = true;
  const fragile = factor('test-fragile', () => {
    if (broken) throw new Error('no database');
    return { kind: 'none' };
  });
  const app = await setupWith(fragile);
  for (let i = 0; i < 6; i++) assert.is((await login(app)).status, 503);
  broken = false;
  assert.is((await login(app)).status, 200);
  await app.stop();
});

test('the token for the second step ends after five minutes, and with a change of the account', async () => {
  const app = await setupWith(factor('test-totp', totp));
  const { accounts, secondFactor } = app.ctx.core.identity;
  const tokenOf = async () => {
    const { error } = (await login(app)).body as { error: { details: { mfa_token: string } } };
    return error.details.mfa_token;
  };
  const nameOf = async (token: string) => (await secondFactor.accountOf(token))?.username ?? null;
  const first = await tokenOf();
  assert.is(await nameOf(first), 'olga');
  await app.clock.advance(4 * 60_000 + 50_000);
  assert.is(await nameOf(first), 'olga');
  await app.clock.advance(20_000);
  assert.is(await nameOf(first), null);
  const second = await tokenOf();
  const account = await accounts.findByName('olga');
  const change = { passwordHash: `hash of ${NEXT}` };
  await app.ctx.tx((tx) => accounts.change(tx, account?.id ?? '', change, bySystem));
  assert.is(await nameOf(second), null);
  const access = await login(app, NEXT, '123456');
  assert.is(await nameOf(String(access.body.access_token)), null, 'an access token is no such token');
  assert.is(await nameOf('nonsense'), null);
  await app.stop();
});

test.run();
