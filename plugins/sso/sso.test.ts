import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { waitFor } from '../../test/support/wait.ts';
import { newAccount, bySystem } from '../../server/core/identity/identity.testing.ts';
import { createHostileProvider, type HostileProvider } from './hostileProvider.testing.ts';
import {
  CALLBACK,
  createSsoApp,
  oidcFor,
  SECRET,
  type Answer,
  type Browser,
  type SsoApp,
} from './sso.testing.ts';

interface World {
  place: FreshDatabase;
  app: SsoApp;
  provider: HostileProvider;
}

const SSO = '/api/v1/auth/sso';
const test = suite<World>('single sign-on');
const dialect = process.env.TEST_DIALECT === 'mariadb' ? 'mariadb' : 'sqlite';

test.before.each(async (world) => {
  world.place = await freshDatabase(dialect);
  world.app = await createSsoApp({ databaseUrl: world.place.address.url });
  world.provider = await createHostileProvider(() => Math.floor(world.app.clock.now().getTime() / 1_000));
  assert.is((await world.app.configure(oidcFor(world.provider.origin))).status, 200);
});
test.after.each(async ({ app, provider, place }) => {
  await app.stop();
  await provider.stop();
  await place.cleanup();
});

/** To the provider and back to the callback. */
async function goAndReturn(
  { provider }: World,
  browser: Browser,
  { claims = {}, query = '' }: { claims?: object; query?: string } = {},
): Promise<Answer> {
  const away = await browser.page(`${SSO}/login${query}`);
  assert.is(away.status, 302, JSON.stringify(away.body));
  assert.ok(away.location);
  return browser.page(`${SSO}/callback?${provider.approve(away.location, claims as never)}`);
}

/** The whole way, as the page goes it. */
async function signIn(world: World, claims: object = {}): Promise<Answer> {
  const browser = world.app.browser();
  const back = await goAndReturn(world, browser, { claims });
  const code = back.fragment.get('sso_code');
  return code === null ? back : browser.exchange(code);
}

const userOf = ({ body }: Answer) => body['user'] as Record<string, unknown>;
const codeOf = ({ status, body }: Answer): string => `${status} ${body.error?.code ?? ''}`;

test('a stranger signs in: an account as reporter, and the same one the next time', async (world) => {
  const browser = world.app.browser();
  const back = await goAndReturn(world, browser, { query: '?return_to=%2Fhosts%3Fsearch%3Dweb' });
  assert.equal([back.status, back.location?.pathname, back.location?.search], [302, '/sign-in', '']);
  assert.is(back.fragment.get('return_to'), '/hosts?search=web');
  const opened = await browser.exchange(back.fragment.get('sso_code'));
  assert.is(opened.status, 200);
  const user = userOf(opened);
  assert.equal(
    [user['username'], user['role'], user['has_password'], user['sso_linked'], user['display_name']],
    ['olga', 'reporter', false, true, 'Olga'],
  );
  const me = await browser.call('GET', '/api/v1/users/me', { token: String(opened.body['access_token']) });
  assert.equal([me.status, me.body['id']], [200, user['id']]);
  const again = userOf(await signIn(world, { preferred_username: 'renamed' }));
  assert.equal([again['id'], again['username']], [user['id'], 'olga']);
  const [session] = await world.app.ctx.core.identity.sessions.list(String(user['id']));
  assert.is(session?.method, 'sso');
});

test('the way to the provider has PKCE, state and nonce, and the cookie is for this host alone', async (world) => {
  const browser = world.app.browser();
  const { location, headers } = await browser.page(`${SSO}/login`);
  const sent = Object.fromEntries(location?.searchParams ?? []);
  assert.equal(
    { ...sent, state: '', nonce: '', code_challenge: '' },
    {
      client_id: 'fleetmend',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      state: '',
      nonce: '',
      code_challenge: '',
    },
  );
  for (const name of ['state', 'nonce', 'code_challenge']) assert.is(sent[name]?.length, 43, name);
  const [cookie = ''] = headers.getSetCookie();
  assert.match(
    cookie,
    /^__Host-fleetmend-sso=[\w-]{43}; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
  );
  const other = await world.app.browser().page(`${SSO}/login`);
  assert.is.not(other.location?.searchParams.get('state'), sent['state']);
});

test('what is given out is in no table in clear, and neither is the secret of the client', async (world) => {
  const browser = world.app.browser();
  const away = await browser.page(`${SSO}/login`);
  const { knex } = world.app.ctx.db;
  const flows = JSON.stringify(await knex('sso_flows'));
  const query = world.provider.approve(away.location as URL);
  const back = await browser.page(`${SSO}/callback?${query}`);
  const rows =
    flows +
    JSON.stringify([await knex('sso_codes'), await knex('kernel_settings'), await knex('kernel_audit')]);
  const verifier = world.provider.tokenCalls[0]?.body.get('code_verifier');
  const given = [
    away.location?.searchParams.get('state'),
    away.location?.searchParams.get('nonce'),
    verifier,
    browser.cookie.split('=')[1],
    back.fragment.get('sso_code'),
    SECRET,
  ];
  for (const text of given) {
    assert.ok(text && text.length >= 43, String(text));
    assert.not.ok(rows.includes(text), text);
  }
});

test('state and code are bound to the browser, used once, and soon too old', async (world) => {
  const { app, provider } = world;
  const [browser, thief] = [app.browser(), app.browser()];
  await thief.page(`${SSO}/login`);
  const away = await browser.page(`${SSO}/login`);
  const query = provider.approve(away.location as URL).toString();
  const stolen = await thief.page(`${SSO}/callback?${query}`);
  assert.is(stolen.fragment.get('sso_error'), 'SSO_STATE_INVALID');
  assert.is(
    codeOf(await thief.call('GET', `${SSO}/callback?${query}`)),
    '400 SSO_STATE_INVALID',
    'a program gets the envelope',
  );
  const back = await browser.page(`${SSO}/callback?${query}`);
  const code = back.fragment.get('sso_code');
  assert.ok(code, 'the thief has not used it up');
  assert.is((await browser.page(`${SSO}/callback?${query}`)).fragment.get('sso_error'), 'SSO_STATE_INVALID');
  assert.is(codeOf(await thief.exchange(code)), '400 SSO_CODE_INVALID');
  assert.is((await browser.exchange(code)).status, 200);
  assert.is(codeOf(await browser.exchange(code)), '400 SSO_CODE_INVALID');

  const slow = await browser.page(`${SSO}/login`);
  await app.clock.advance(10 * 60_000 + 1);
  const late = await browser.page(`${SSO}/callback?${provider.approve(slow.location as URL)}`);
  assert.is(late.fragment.get('sso_error'), 'SSO_STATE_INVALID');
  const forgotten = await goAndReturn(world, browser);
  await app.clock.advance(60_001);
  assert.is(codeOf(await browser.exchange(forgotten.fragment.get('sso_code'))), '400 SSO_CODE_INVALID');
});

test('fifty answers with one state, and fifty exchanges of one code: one of each is accepted', async (world) => {
  const browser = world.app.browser();
  const away = await browser.page(`${SSO}/login`);
  const query = world.provider.approve(away.location as URL).toString();
  const fifty = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, call));
  const backs = await fifty(() => browser.page(`${SSO}/callback?${query}`));
  const codes = backs.map(({ fragment }) => fragment.get('sso_code')).filter((code) => code !== null);
  assert.is(codes.length, 1);
  assert.is(world.provider.tokenCalls.length, 1, 'the provider was asked once');
  const exchanged = (await fifty(() => browser.exchange(codes[0] ?? ''))).map(codeOf);
  assert.equal(exchanged.filter((code) => code === '200 ').length, 1);
  assert.equal(exchanged.filter((code) => code === '400 SSO_CODE_INVALID').length, 49);
});

test('a mail address and a name link nobody: the stranger gets a name of his own', async (world) => {
  const local = await newAccount(world.app.ctx, 'olga', { email: 'olga@example.org', role: 'admin' });
  const user = userOf(await signIn(world, { email: 'olga@example.org', email_verified: true }));
  assert.is.not(user['id'], local.id);
  assert.equal([user['username'], user['role']], ['olga-2', 'reporter']);
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
});

test('a disabled account is refused, at the callback and at the exchange', async (world) => {
  const { ctx } = world.app;
  const disable = (id: unknown, disabled: boolean) =>
    ctx.tx((tx) => ctx.core.identity.accounts.change(tx, String(id), { disabled }, bySystem));
  const { id } = userOf(await signIn(world));
  const browser = world.app.browser();
  const back = await goAndReturn(world, browser);
  await disable(id, true);
  assert.is(codeOf(await browser.exchange(back.fragment.get('sso_code'))), '403 ACCOUNT_DISABLED');
  assert.is((await signIn(world)).fragment.get('sso_error'), 'ACCOUNT_DISABLED');
  await disable(id, false);
  assert.is((await signIn(world)).status, 200);
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

test('a claim that the ID token lacks is read from UserInfo, of the same subject alone', async (world) => {
  await world.app.configure({ role_claim: 'groups', role_mapping: [{ value: 'ops', role: 'operator' }] });
  world.provider.userInfo = { sub: 'olga-at-the-provider', groups: ['ops'] };
  assert.is(userOf(await signIn(world))['role'], 'operator');
  world.provider.userInfo = { sub: 'another', groups: ['ops'] };
  assert.is((await signIn(world)).fragment.get('sso_error'), 'SSO_REFUSED');
});

test('a person who is kept to groups is refused while nobody could keep him to them', async (world) => {
  const group_ids = ['01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21'];
  await world.app.configure({
    role_claim: 'groups',
    role_mapping: [{ value: 'ops', role: 'operator', group_ids }],
  });
  assert.is((await signIn(world, { groups: ['ops'] })).fragment.get('sso_error'), 'SSO_REFUSED');
});

/** Links the account of this token with whoever signs in at the provider. */
async function linkWith(world: World, token: string, claims: object = {}): Promise<Answer> {
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

test('a link that was begun in a session that has ended links nobody', async (world) => {
  const { app, provider } = world;
  const token = await app.admin();
  const browser = app.browser();
  const begun = await browser.call('POST', `${SSO}/link`, { token, body: {} });
  const admin = await app.ctx.core.identity.accounts.findByName('admin');
  await app.ctx.tx((tx) => app.ctx.core.identity.sessions.end(tx, admin?.id ?? '', { exceptId: null }));
  const back = await browser.page(
    `${SSO}/callback?${provider.approve(new URL(String(begun.body['auth_url'])))}`,
  );
  assert.equal([back.location?.pathname, back.fragment.get('sso_error')], ['/', 'SSO_STATE_INVALID']);
});

test('a sign-in is as fresh as the provider says; a new proof there stamps the session that asked for it', async (world) => {
  const { app, provider } = world;
  const nowSecs = () => Math.floor(app.clock.now().getTime() / 1_000);
  const opened = await signIn(world);
  const token = String(opened.body['access_token']);
  const link = () => app.browser().call('POST', `${SSO}/link`, { token, body: {} });
  assert.is(codeOf(await link()), '403 REAUTHENTICATION_REQUIRED', 'the provider did not say when');

  const prove = async (claims: object, browser = app.browser()) => {
    const begun = await browser.call('POST', `${SSO}/reauthenticate`, {
      token,
      body: { return_to: '/users' },
    });
    assert.is(begun.status, 200, JSON.stringify(begun.body));
    const url = new URL(String(begun.body['auth_url']));
    assert.equal([url.searchParams.get('max_age'), url.searchParams.get('prompt')], ['0', 'login']);
    return browser.page(`${SSO}/callback?${provider.approve(url, claims as never)}`);
  };
  for (const claims of [
    {},
    { auth_time: nowSecs() - 3_600 },
    { auth_time: nowSecs(), sub: 'somebody-else' },
  ]) {
    const refused = await prove(claims);
    assert.equal([refused.location?.pathname, refused.fragment.get('sso_error')], ['/users', 'SSO_REFUSED']);
  }
  assert.is(codeOf(await link()), '403 REAUTHENTICATION_REQUIRED');
  const proved = await prove({ auth_time: nowSecs() });
  assert.equal([proved.location?.pathname, proved.fragment.get('sso')], ['/users', 'reauthenticated']);
  assert.is((await link()).status, 200);
  const [stamp] = await app.audited('session.reauthenticated');
  assert.equal(stamp?.after, { method: 'sso' });
  const local = await app
    .browser()
    .call('POST', `${SSO}/reauthenticate`, { token: await app.admin(), body: {} });
  assert.is(codeOf(local), '409 SSO_LINK_NEEDED');
});

test('what was never finished is removed', async (world) => {
  await world.app.browser().page(`${SSO}/login`);
  await goAndReturn(world, world.app.browser());
  const { knex } = world.app.ctx.db;
  const left = async () => [...(await knex('sso_codes')), ...(await knex('sso_flows'))];
  assert.ok((await left()).length > 0);
  // A run that is due while one is at work is left out, and on a database beyond this process each takes its time.
  const removed = async (): Promise<boolean> => {
    await world.app.clock.advance(5 * 60_000);
    return (await left()).length === 0;
  };
  await waitFor(removed, { what: 'the removal' });
});

test.run();
