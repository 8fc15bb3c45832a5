// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { tokensAreSeen } from './tokenAccess.testing.ts';
import { owing, setUpTokens } from './tokens.testing.ts';
import { socketsEndWithTokens } from './tokenSockets.testing.ts';
import {
  audited,
  call,
  changeAccount,
  must,
  newToken,
  outcome,
  person,
  signIn,
  tearDown,
  type Schemas,
  type World,
} from './users.testing.ts';

const test = suite<World>('API tokens');
test.before(setUpTokens);
test.after(tearDown);

const DAY_MS = 86_400_000;

test('a token is 256 random bits behind its prefix, shown once, and stored as its hash alone', async ({
  one,
  two,
}) => {
  const who = await person(one);
  const made = await newToken(one, who, { name: 'monitoring' });
  assert.match(made.token, /^fmt_[\w-]{43}$/);
  const again = await newToken(one, who);
  assert.is.not(again.token, made.token);
  const hosts = await call(two, made.token, 'GET /hosts');
  assert.is(outcome(hosts), '200', 'on the other manager too');
  for (const table of ['users_tokens', 'kernel_audit']) {
    const stored = JSON.stringify(await one.ctx.db.reader(table).select());
    assert.not(stored.includes(made.token.slice(4)), table);
  }
  const list = await must<Schemas['ApiTokenList']>(one, await signIn(one, who), 'GET /users/me/tokens');
  assert.is(list.total, 2);
  assert.not(JSON.stringify(list).includes('fmt_'));
});

test('a call whose answer was lost is repeated with its key, on another manager too, and gets the same token', async ({
  one,
  two,
}) => {
  const session = await signIn(one, await person(one));
  const body = { name: 'keyed', role: 'reporter', expires_in_secs: 3_600 };
  const headers = { 'idempotency-key': '0190b7c4-0000-7000-8000-0000000000b1' };
  const make = (app: World['one']) =>
    must<Schemas['CreatedApiToken']>(app, session, 'POST /users/me/tokens', { body, headers, status: 201 });
  const first = await make(one);
  assert.equal(await make(two), first);
  assert.is(outcome(await call(two, first.token, 'GET /hosts')), '200');
  const list = await must<Schemas['ApiTokenList']>(one, session, 'GET /users/me/tokens');
  assert.is(list.total, 1);
});

test('what a tool does is told under the name of token and owner', async ({ one }) => {
  const who = await person(one, { role: 'operator' });
  const { id, token } = await newToken(one, who, { name: 'ci' });
  await must(one, token, 'POST /groups', { body: { name: `of ${id}` }, status: 201 });
  const row = (await audited(one, 'group.created')).at(-1);
  assert.equal(row?.actor, { kind: 'token', id, name: `${who.username}: ci` });
  const me = await must<Schemas['User']>(one, token, 'GET /users/me');
  assert.is(me.id, who.id);
});

test('no token has a role above its owner, nor a credential beside it', async ({ one }) => {
  const who = await person(one, { role: 'operator' });
  const session = await signIn(one, who);
  const body = { name: 'x', role: 'admin', expires_in_secs: 3_600 };
  assert.is(outcome(await call(one, session, 'POST /users/me/tokens', { body })), '403 FORBIDDEN');
  for (const wrong of [
    { role: 'operator' },
    { ...body, expires_in_secs: 60 },
    { ...body, name: 'two\nlines' },
    { ...body, scopes: [] },
  ])
    assert.is(
      outcome(await call(one, session, 'POST /users/me/tokens', { body: wrong })),
      '400 VALIDATION_FAILED',
    );
  for (const credential of ['fmt_', `fmt_${'A'.repeat(43)}`, `fmt_${'A'.repeat(42)}=`])
    assert.is(outcome(await call(one, credential, 'GET /hosts')), '401 UNAUTHENTICATED');
});

test('at each call the lesser of token and owner counts', async ({ one, two }) => {
  const who = await person(one, { role: 'admin' });
  const strong = await newToken(one, who, { role: 'admin' });
  const weak = await newToken(one, who, { role: 'reporter' });
  const may = async (token: string): Promise<string[]> => {
    const [list, make] = [
      await call(two, token, 'GET /users'),
      await call(two, token, 'POST /groups', { body: { name: '' } }),
    ];
    return [outcome(list), outcome(make)];
  };
  assert.equal(await may(strong.token), ['200', '400 VALIDATION_FAILED']);
  assert.equal(await may(weak.token), ['403 FORBIDDEN', '403 FORBIDDEN']);
  await changeAccount(one, who.id, { role: 'operator' });
  assert.equal(await may(strong.token), ['403 FORBIDDEN', '400 VALIDATION_FAILED']);
  await changeAccount(one, who.id, { role: 'reporter' });
  assert.equal(await may(strong.token), ['403 FORBIDDEN', '403 FORBIDDEN']);
});

/** As if the account had last been seen this many days ago: moving the clock by a month takes two managers long. */
const seenDaysAgo = ({ one, clock }: World, id: string, days: number): Promise<number> =>
  one.ctx.tx(({ knex }) =>
    knex('identity_users')
      .where({ id })
      .update({ last_login_at: new Date(clock.now().getTime() - days * DAY_MS) }),
  );

test('a token works while its owner might sign in, and again once that is so again', async (world) => {
  const { one } = world;
  const who = await person(one);
  const { token } = await newToken(one, who);
  const works = async () => (await call(one, token, 'GET /hosts')).status === 200;
  assert.is(await works(), true);
  await changeAccount(one, who.id, { mustChangePassword: true });
  assert.is(await works(), false, 'the password is to be changed');
  await changeAccount(one, who.id, { mustChangePassword: false });
  assert.is(await works(), true);
  owing.add(who.id);
  assert.is(await works(), false, 'owes a second factor');
  owing.delete(who.id);
  await seenDaysAgo(world, who.id, 31);
  assert.is(await works(), true, 'who has a password may stay away');
  await changeAccount(one, who.id, { passwordHash: null });
  assert.is(await works(), false, 'nobody has seen this user at the provider for 30 days');
  await seenDaysAgo(world, who.id, 29);
  assert.is(await works(), true);
});

test('a token ends at its time, is listed for 30 days more, and cleaned away then', async (world) => {
  const { one, clock } = world;
  const who = await person(one);
  const [ended, old] = [await newToken(one, who, { expires_in_secs: 3_600 }), await newToken(one, who)];
  const endedDaysAgo = (days: number): Promise<number> =>
    one.ctx.tx(({ knex }) =>
      knex('users_tokens')
        .where({ id: old.id })
        .update({ expires_at: new Date(clock.now().getTime() - days * DAY_MS) }),
    );
  const listed = async () =>
    (await must<Schemas['ApiTokenList']>(one, await signIn(one, who), 'GET /users/me/tokens')).total;
  await endedDaysAgo(29);
  await clock.advance(Date.parse(ended.expires_at) - clock.now().getTime() - 1);
  assert.is(outcome(await call(one, ended.token, 'GET /hosts')), '200');
  await clock.advance(1);
  assert.is(outcome(await call(one, ended.token, 'GET /hosts')), '401 UNAUTHENTICATED');
  assert.is(outcome(await call(one, old.token, 'GET /hosts')), '401 UNAUTHENTICATED');
  assert.is(await listed(), 2, 'the hourly cleaning leaves them');
  await endedDaysAgo(31);
  await clock.advance(3_600_000);
  assert.is(await listed(), 1);
});

test('tokens are paged in each order', async ({ one, clock }) => {
  const who = await person(one);
  for (const [name, secs] of [
    ['b', 10_000],
    ['a', 30_000],
    ['c', 20_000],
  ] as const) {
    await newToken(one, who, { name, expires_in_secs: secs });
    await clock.advance(1_000);
  }
  const session = await signIn(one, who);
  for (const [sort, wanted] of [
    ['created_at', 'bac'],
    ['-created_at', 'cab'],
    ['name', 'abc'],
    ['-name', 'cba'],
    ['expires_at', 'bca'],
    ['-expires_at', 'acb'],
  ]) {
    let [seen, cursor] = ['', ''];
    do {
      const page: Schemas['ApiTokenList'] = await must(
        one,
        session,
        `GET /users/me/tokens?sort=${sort}&limit=1${cursor}`,
      );
      seen += page.tokens.map(({ name }) => name).join('');
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    assert.is(seen, wanted, sort);
  }
});

test('the last use is written with its address, and once a minute however often it is used', async ({
  one,
  two,
  clock,
}) => {
  const who = await person(one);
  const { id, token } = await newToken(one, who);
  const use = (from: string, app = one) =>
    call(app, token, 'GET /hosts', { headers: { 'x-forwarded-for': from } });
  const written = async () => {
    const row: { last_used_at: number | Date; last_used_address: string } = await one.ctx.db
      .reader('users_tokens')
      .where({ id })
      .first();
    return [new Date(row.last_used_at).toISOString(), row.last_used_address];
  };
  const first = clock.now().toISOString();
  await use('198.51.100.7');
  assert.equal(await written(), [first, '198.51.100.7']);
  await clock.advance(59_000);
  await Promise.all(Array.from({ length: 10 }, (_, at) => use('198.51.100.8', at % 2 === 0 ? one : two)));
  assert.equal(await written(), [first, '198.51.100.7'], 'not a second time within the minute');
  await clock.advance(1_000);
  await use('2001:db8::1', two);
  assert.equal(await written(), [clock.now().toISOString(), '2001:db8::1']);
  const list = await must<Schemas['ApiTokenList']>(one, await signIn(one, who), 'GET /users/me/tokens');
  assert.equal(
    list.tokens.map((row) => [row.last_used_at, row.last_used_address]),
    [[clock.now().toISOString(), '2001:db8::1']],
  );
});

test('a token makes no tokens and changes no credentials, whatever its role', async ({ one }) => {
  const owner = await person(one, { role: 'admin' });
  const other = await person(one);
  const { id, token } = await newToken(one, owner, { role: 'admin' });
  const refused = async (target: string, body?: unknown) =>
    assert.is(outcome(await call(one, token, target, { body })), '403 FORBIDDEN', target);
  await refused('POST /users/me/tokens', { name: 'y', role: 'admin', expires_in_secs: 3_600 });
  await refused('GET /users/me/tokens');
  await refused(`DELETE /users/me/tokens/${id}`);
  await refused('PUT /users/me/password', { current_password: 'x', new_password: 'y' });
  await refused('GET /users/me/sessions');
  await refused('DELETE /users/me/sessions');
  await refused('POST /auth/reauthenticate', { password: 'x' });
  await refused('GET /auth/mfa/setup');
  await refused('POST /users', { username: 'x', role: 'admin', password: 'seven quiet otters row' });
  await refused(`PUT /users/${other.id}`, { role: 'admin' });
  await refused(`DELETE /users/${other.id}`);
  await refused(`PUT /users/${other.id}/password`, { new_password: 'seven quiet otters row' });
  await refused(`DELETE /users/${other.id}/mfa`);
  assert.is(outcome(await call(one, token, `GET /users/${other.id}`)), '200', 'it may look');
  assert.is(outcome(await call(one, token, `POST /users/${other.id}/revoke`)), '204', 'and put out');
});

socketsEndWithTokens(test);
tokensAreSeen(test);

test.run();
