// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NEXT } from '../../server/core/identity/identity.testing.ts';
import { definePlugin } from '#sdk';
import { accessEnds } from './endings.testing.ts';
import {
  admin,
  audited,
  call,
  must,
  outcome,
  person,
  setUp,
  signIn,
  tearDown,
  type Schemas,
  type World,
} from './users.testing.ts';

type User = Schemas['User'];

/** Accounts that the provider of single sign-on knows. */
const linked = new Set<string>();
const provider = definePlugin({
  name: 'provider',
  requires: ['identity'],
  setup: () => ({
    routes: {},
    hooks: {
      'identity.accountFacts': async ({ accountIds }) =>
        new Map(accountIds.map((id) => [id, { ssoLinked: linked.has(id) }])),
    },
  }),
});

const test = suite<World>('users');
test.before((world) => setUp(world, [provider]));
test.after(tearDown);

const draft = (username: string, more: object = {}) => ({
  username,
  role: 'operator',
  password: NEXT,
  must_change_password: false,
  ...more,
});

test('an administrator makes a user, who signs in; a name is taken once, a weak password is refused', async ({
  one,
}) => {
  const root = await admin(one);
  const made = await call<User>(one, root, 'POST /users', {
    body: draft('Olga', { email: 'olga@example.org', display_name: 'Olga Operator' }),
  });
  assert.is(made.status, 201, JSON.stringify(made.body));
  const { id, created_at: _, ...rest } = made.body;
  assert.equal(rest, {
    username: 'olga',
    display_name: 'Olga Operator',
    email: 'olga@example.org',
    role: 'operator',
    disabled: false,
    mfa_enabled: false,
    must_change_password: false,
    has_password: true,
    sso_linked: false,
    scope_group_ids: null,
    last_login_at: null,
    edit_version: 1,
  });
  const read = await call<User>(one, root, `GET /users/${id}`);
  assert.equal([read.body, read.headers.get('etag')], [made.body, '"1"']);
  const login = await one.call('POST', '/api/v1/auth/login', {
    role: null,
    body: { username: 'OLGA', password: NEXT },
  });
  assert.is(login.status, 200);
  const tried = async (body: object) => outcome(await call(one, root, 'POST /users', { body }));
  assert.is(await tried(draft('olga')), '409 USER_EXISTS');
  assert.is(await tried(draft('oleg', { password: 'password1234' })), '400 PASSWORD_TOO_WEAK');
  assert.is(await tried(draft('oleg', { role: 'root' })), '404 ROLE_NOT_FOUND');
  assert.is(await tried(draft('oleg', { disabled: true })), '400 VALIDATION_FAILED', 'a closed list');
});

test('the list is searched in any case, cut to a role, and paged in each order', async ({ one }) => {
  const root = await admin(one);
  for (const [username, role, displayName] of [
    ['paging-b', 'reporter', 'Ökonomin Paging'],
    ['paging-a', 'operator', null],
    ['paging-c', 'reporter', null],
  ] as const) {
    await must(one, root, 'POST /users', {
      body: draft(username, { role, display_name: displayName, email: `${username}@example.org` }),
      status: 201,
    });
    await one.clock.advance(1_000);
  }
  const { accounts } = one.ctx.core.identity;
  const second = await accounts.findByName('paging-b');
  await signIn(one, { id: second?.id ?? '' });
  const seen = async (query: string): Promise<string[]> => {
    const names: string[] = [];
    let cursor = '';
    do {
      const page = await must<Schemas['UserList']>(
        one,
        root,
        `GET /users?search=PAGING&limit=1${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      names.push(...page.users.map(({ username }) => username.slice(-1)));
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    return names;
  };
  assert.equal(await seen(''), ['a', 'b', 'c']);
  assert.equal(await seen('&sort=-username'), ['c', 'b', 'a']);
  assert.equal(await seen('&sort=created_at'), ['b', 'a', 'c']);
  assert.equal(await seen('&sort=-created_at'), ['c', 'a', 'b']);
  assert.equal((await seen('&sort=-last_login_at'))[0], 'b', 'who never signed in comes last');
  assert.equal((await seen('&sort=last_login_at'))[2], 'b');
  assert.equal((await seen('&sort=role'))[0], 'a');
  assert.equal(await seen('&role=reporter'), ['b', 'c']);
  const found = await must<Schemas['UserList']>(
    one,
    root,
    `GET /users?search=${encodeURIComponent('öKONOMIN')}`,
  );
  assert.equal([found.total, found.users[0]?.username], [1, 'paging-b']);
  assert.is(outcome(await call(one, root, 'GET /users?cursor=nonsense')), '400 VALIDATION_FAILED');
});

test('an edit based on an old version is refused and changes nothing, a partial one leaves the rest', async ({
  one,
}) => {
  const root = await admin(one);
  const { id } = await person(one, { displayName: 'Before', email: 'p@example.org' });
  const put = (body: object, etag?: string) =>
    call<User>(one, root, `PUT /users/${id}`, {
      body,
      ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
    });
  const changed = await put({ display_name: 'After' }, '"1"');
  assert.equal(
    [changed.status, changed.body.display_name, changed.body.email, changed.headers.get('etag')],
    [200, 'After', 'p@example.org', '"2"'],
  );
  assert.is(outcome(await put({ role: 'admin' }, '"1"')), '412 PRECONDITION_FAILED');
  const deleted = await call(one, root, `DELETE /users/${id}`, { headers: { 'if-match': '"1"' } });
  assert.is(outcome(deleted), '412 PRECONDITION_FAILED');
  const now = await must<User>(one, root, `GET /users/${id}`);
  assert.equal([now.role, now.edit_version], ['operator', 2]);
  assert.is(outcome(await put({ email: null }, '"2"')), '200');
  assert.is(outcome(await put({ password_hash: 'x' })), '400 VALIDATION_FAILED');
  const nobody = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
  for (const target of [`GET /users/${nobody}`, `DELETE /users/${nobody}`, `GET /users/${nobody}/sessions`])
    assert.is(outcome(await call(one, root, target)), '404 USER_NOT_FOUND', target);
});

test('only who has signed in at the provider loses the password, and sessions with it', async ({ one }) => {
  const root = await admin(one);
  const who = await person(one);
  const session = await signIn(one, who);
  const put = () => call<User>(one, root, `PUT /users/${who.id}`, { body: { sso_only: true } });
  assert.is(outcome(await put()), '409 SSO_NOT_LINKED');
  linked.add(who.id);
  const { status, body } = await put();
  assert.equal([status, body.has_password, body.sso_linked], [200, false, true]);
  assert.is(outcome(await call(one, session, 'GET /hosts')), '401 UNAUTHENTICATED');
  assert.is((await audited(one, 'user.sso_only_set')).at(-1)?.resource.id, who.id);
  const { id: adminId } = (await one.ctx.core.identity.accounts.findByName('admin')) ?? { id: '' };
  linked.add(adminId);
  const last = await call(one, root, `PUT /users/${adminId}`, { body: { sso_only: true } });
  assert.is(outcome(last), '409 WOULD_LOCK_OUT', 'the last administrator keeps the password');
});

test('the last enabled administrator with a password is neither demoted, disabled nor deleted', async ({
  one,
}) => {
  const root = await admin(one);
  const { id } = (await one.ctx.core.identity.accounts.findByName('admin')) ?? { id: '' };
  await person(one, { role: 'admin', passwordHash: null });
  for (const body of [{ role: 'operator' }, { disabled: true }])
    assert.is(outcome(await call(one, root, `PUT /users/${id}`, { body })), '409 WOULD_LOCK_OUT');
  assert.is(outcome(await call(one, root, `DELETE /users/${id}`)), '409 WOULD_LOCK_OUT');
  assert.is(outcome(await call(one, root, 'GET /users')), '200', 'nothing came of it');
});

test('what changes users asks for a fresh sign-in', async ({ one }) => {
  const root = await admin(one);
  const { id } = await person(one);
  await one.clock.advance(11 * 60_000);
  const stale = async (target: string, body?: unknown) =>
    assert.is(outcome(await call(one, root, target, { body })), '403 REAUTHENTICATION_REQUIRED', target);
  await stale('POST /users', draft('late'));
  await stale(`PUT /users/${id}`, { role: 'admin' });
  await stale(`DELETE /users/${id}`);
  await stale(`PUT /users/${id}/password`, { new_password: NEXT });
  await stale('POST /users/me/tokens', { name: 't', role: 'reporter', expires_in_secs: 3_600 });
  assert.is(outcome(await call(one, root, `POST /users/${id}/revoke`)), '204', 'putting out needs none');
});

accessEnds(test);

test.run();
