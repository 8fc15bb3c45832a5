// databases: sqlite, mariadb (night)
// time-limit: 240
// Which account somebody signs in to, and what the provider's claims change in it.
import * as assert from 'uvu/assert';
import { bySystem, newAccount } from '../../server/core/identity/identity.testing.ts';
import { createHostileProvider } from './hostileProvider.testing.ts';
import { oidcFor, type Answer } from './sso.testing.ts';
import { codeOf, goAndReturn, signIn, SSO, ssoSuite, userOf, type SsoWorld } from './ssoWorld.testing.ts';

const test = ssoSuite('accounts of single sign-on');

test('a mail address and a name link nobody: the stranger gets a name of his own', async (world) => {
  const local = await newAccount(world.app.ctx, 'olga', { email: 'olga@example.org', role: 'admin' });
  const user = userOf(await signIn(world, { email: 'olga@example.org', email_verified: true }));
  assert.is.not(user['id'], local.id);
  assert.equal([user['username'], user['role']], ['olga-2', 'reporter']);
});

test('a mail address that is too long is left out, for a part of it may be the address of somebody else', async (world) => {
  const email = `${'o'.repeat(250)}@example.org`;
  assert.is(userOf(await signIn(world, { email }))['email'], null);
  assert.is(userOf(await signIn(world, { sub: 'b', email: 'b@example.org' }))['email'], 'b@example.org');
});

test('the same subject of another issuer is another person', async (world) => {
  const first = userOf(await signIn(world));
  const second = await createHostileProvider(() => Math.floor(world.app.clock.now().getTime() / 1_000));
  assert.is((await world.app.configure(oidcFor(second.origin))).status, 200);
  const user = userOf(await signIn({ ...world, provider: second }));
  await second.stop();
  assert.is.not(user['id'], first['id']);
});

test('without auto_provision strangers are refused, and linked people come in', async (world) => {
  await signIn(world);
  await world.app.configure({ auto_provision: false });
  assert.is((await signIn(world)).status, 200);
  const stranger = await signIn(world, { sub: 'somebody-else' });
  assert.is(stranger.fragment.get('sso_error'), 'SSO_REFUSED');
  const [refusal] = await world.app.audited('login.failed');
  assert.equal(refusal?.after, { method: 'sso', code: 'SSO_REFUSED' });
  assert.equal(refusal?.resource, { kind: 'user', id: null, name: null });
});

test('the audit log names whose sign-in failed, once the provider has said who it is', async (world) => {
  const { app, provider } = world;
  const user = userOf(await signIn(world));
  const id = String(user['id']);
  await app.configure({
    role_claim: 'groups',
    role_mapping: [{ value: 'ops', role: 'operator' }],
    unmapped: 'refuse',
  });
  await signIn(world, { groups: [] });
  await app.configure({ role_mapping: [] });
  provider.lies = { isSignedByForeignKey: true };
  await signIn(world);
  provider.lies = {};
  const browser = app.browser();
  const code = (await goAndReturn(world, browser)).fragment.get('sso_code');
  const disabled = { disabled: true };
  await app.ctx.tx((tx) => app.ctx.core.identity.accounts.change(tx, id, disabled, bySystem));
  assert.is(codeOf(await browser.exchange(code)), '403 ACCOUNT_DISABLED');
  assert.is((await signIn(world)).fragment.get('sso_error'), 'ACCOUNT_DISABLED');
  const told = (await app.audited('login.failed')).map((row) => [
    row?.resource.id === id ? row.resource.name : row?.resource.id,
    row?.after?.['code'],
  ]);
  assert.equal(told, [
    ['olga', 'SSO_REFUSED'],
    [null, 'SSO_REFUSED'],
    ['olga', 'ACCOUNT_DISABLED'],
    ['olga', 'ACCOUNT_DISABLED'],
  ]);
});

test('mapped roles overwrite local ones at each sign-in, the highest wins, and who loses the claim loses the role', async (world) => {
  await world.app.configure({
    role_claim: 'realm.groups',
    role_mapping: [
      { value: 'ops', role: 'operator' },
      { value: 'chiefs', role: 'admin' },
      { value: 'guests', role: 'reporter' },
    ],
  });
  const roleWith = async (...groups: string[]) => userOf(await signIn(world, { realm: { groups } }))['role'];
  assert.is(await roleWith('ops', 'guests'), 'operator');
  assert.is(await roleWith('guests', 'chiefs', 'ops'), 'admin');
  assert.is(await roleWith('unknown'), 'reporter');
  await world.app.configure({ unmapped: 'refuse' });
  assert.is(
    (await signIn(world, { realm: { groups: ['unknown'] } })).fragment.get('sso_error'),
    'SSO_REFUSED',
  );
  assert.is((await signIn(world)).fragment.get('sso_error'), 'SSO_REFUSED', 'no claim at all');
  await world.app.configure({ role_mapping: [] });
  assert.is(userOf(await signIn(world))['role'], 'reporter', 'without rows the local role stays');
});

test('who is refused for want of a role loses what the claim gave before: role, sessions, and with them the rights of tools', async (world) => {
  const role_mapping = [{ value: 'chiefs', role: 'admin' }];
  await world.app.configure({ role_claim: 'groups', role_mapping, unmapped: 'refuse' });
  const { body } = await signIn(world, { groups: ['chiefs'] });
  const token = String(body['access_token']);
  const id = String((body['user'] as Record<string, unknown>)['id']);
  const me = async () => (await world.app.browser().call('GET', '/api/v1/users/me', { token })).status;
  assert.is(await me(), 200);
  for (const groups of [[], undefined, 7, [{ name: 'chiefs' }]]) {
    const refused = await signIn(world, { groups });
    assert.is(refused.fragment.get('sso_error'), 'SSO_REFUSED');
    assert.is((await world.app.ctx.core.identity.accounts.find(id))?.role, 'reporter');
  }
  assert.is(await me(), 401, 'the session that was open has ended');
  const again = await signIn(world, { groups: ['chiefs'] });
  assert.equal([userOf(again)['id'], userOf(again)['role']], [id, 'admin'], 'the claim gives it back');
});

test('a claim that the ID token lacks is read from UserInfo, of the same subject alone', async (world) => {
  await world.app.configure({ role_claim: 'groups', role_mapping: [{ value: 'ops', role: 'operator' }] });
  world.provider.userInfo = { sub: 'olga-at-the-provider', groups: ['ops'] };
  assert.is(userOf(await signIn(world))['role'], 'operator');
  world.provider.userInfo = { sub: 'another', groups: ['ops'] };
  assert.is((await signIn(world)).fragment.get('sso_error'), 'SSO_REFUSED');
});

test('of an object that the ID token and UserInfo each have a part of, both parts count', async (world) => {
  const role_mapping = [{ value: 'ops', role: 'operator' }];
  await world.app.configure({ role_claim: 'resource_access.fleetmend.roles', role_mapping });
  const sub = 'olga-at-the-provider';
  world.provider.userInfo = { sub, resource_access: { fleetmend: { roles: ['ops'] } } };
  for (const resource_access of [{ account: { roles: ['x'] } }, { fleetmend: {} }, null])
    assert.is(userOf(await signIn(world, { resource_access }))['role'], 'operator');
  const own = { resource_access: { fleetmend: { roles: [] } } };
  assert.is(userOf(await signIn(world, own))['role'], 'reporter', 'what the ID token says counts first');
});

test('a person who is kept to groups is refused while nobody could keep him to them', async (world) => {
  const group_ids = ['01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21'];
  await world.app.configure({
    role_claim: 'groups',
    role_mapping: [{ value: 'ops', role: 'operator', group_ids }],
  });
  assert.is((await signIn(world, { groups: ['ops'] })).fragment.get('sso_error'), 'SSO_REFUSED');
});

const ODD: Readonly<Record<string, object>> = {
  'emoji everywhere': { sub: '💥', preferred_username: '💥', name: '💥', groups: ['💥'] },
  'NUL everywhere': { sub: 'a\0b', preferred_username: 'n\0l', name: 'N\0L', email: 'a\0b@example.org' },
  'the longest subject': { sub: '💥'.repeat(1_024) },
  '10,000 groups': { sub: 'g', groups: Array.from({ length: 10_000 }, (_, at) => `CN=group ${at},OU=unit`) },
  'objects in place of texts': { sub: 'o', preferred_username: { a: 1 }, name: ['x'], email: 7, groups: {} },
  'names of properties': { sub: 'p', preferred_username: 'constructor', toString: 1, groups: ['__proto__'] },
  'a time at the end of the world': { sub: 't', auth_time: 1e300 },
};

test('odd and huge claims keep nobody out, and give no role', async (world) => {
  await world.app.configure({ role_claim: 'groups', role_mapping: [{ value: 'ops', role: 'operator' }] });
  world.provider.userInfo = { sub: 'another' };
  for (const [what, claims] of Object.entries(ODD)) {
    const user = userOf(await signIn(world, { groups: [], ...claims }));
    assert.equal([user['role'], user['email']], ['reporter', null], what);
    assert.is(userOf(await signIn(world, { groups: [], ...claims }))['id'], user['id'], what);
  }
  const endless = await signIn(world, { sub: 's'.repeat(100_000), groups: [] });
  assert.is(endless.fragment.get('sso_error'), 'SSO_REFUSED');
});

/** Links the account of this token with the person who signs in at the provider. */
async function linkWith(world: SsoWorld, token: string, claims: object = {}): Promise<Answer> {
  const browser = world.app.browser();
  const begun = await browser.call('POST', `${SSO}/link`, { token, body: { return_to: '/profile' } });
  assert.is(begun.status, 200, JSON.stringify(begun.body));
  const query = world.provider.approve(new URL(String(begun.body['auth_url'])), claims as never);
  return browser.page(`${SSO}/callback?${query}`);
}

test('the last administrator with a password keeps the role whatever the claim says, and the audit log says so', async (world) => {
  const token = await world.app.admin();
  const linked = await linkWith(world, token);
  assert.equal([linked.location?.pathname, linked.fragment.get('sso')], ['/profile', 'linked']);
  await world.app.configure({ role_claim: 'groups', role_mapping: [{ value: 'ops', role: 'operator' }] });
  const user = userOf(await signIn(world, { groups: ['ops'] }));
  assert.equal([user['username'], user['role'], user['has_password']], ['admin', 'admin', true]);
  const [kept] = await world.app.audited('sso.role_kept');
  assert.equal(kept?.after, { role: 'admin', claimed: 'operator' });
  await newAccount(world.app.ctx, 'second', { role: 'admin' });
  assert.is(
    userOf(await signIn(world, { groups: ['ops'] }))['role'],
    'operator',
    'with another one it counts',
  );
});

test('linking: an identity belongs to one account, a link goes with it, and only who has a password unlinks', async (world) => {
  const { app } = world;
  const token = await app.admin();
  await linkWith(world, token);
  const second = await newAccount(app.ctx, 'second', { role: 'admin' });
  const login = await app.browser().call('POST', '/api/v1/auth/login', {
    body: { username: 'second', password: 'seven quiet otters row north' },
  });
  const other = String(login.body['access_token']);
  assert.is((await linkWith(world, other)).fragment.get('sso_error'), 'SSO_LINK_TAKEN');
  const end = (bearer: string) => app.browser().call('DELETE', `${SSO}/link`, { token: bearer });
  assert.is((await end(token)).status, 204);
  assert.is((await linkWith(world, other)).fragment.get('sso'), 'linked');
  assert.is(userOf(await signIn(world))['username'], 'second');
  await app.ctx.tx((tx) => app.ctx.core.identity.accounts.remove(tx, second.id, bySystem));
  const stranger = await signIn(world);
  assert.is(userOf(stranger)['username'], 'olga', 'the link went with its account');
  assert.is(codeOf(await end(String(stranger.body['access_token']))), '403 REAUTHENTICATION_REQUIRED');
  const fresh = await signIn(world, { auth_time: app.clock.now().getTime() / 1_000 });
  assert.is(codeOf(await end(String(fresh.body['access_token']))), '409 SSO_LINK_NEEDED');
  assert.equal((await app.audited('sso.linked')).length, 3);
  assert.equal((await app.audited('sso.unlinked')).length, 1);
});

test.run();
