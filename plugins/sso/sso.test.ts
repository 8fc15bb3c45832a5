// databases: sqlite, mariadb (night)
// time-limit: 240
import * as assert from 'uvu/assert';
import { waitFor } from '../../test/support/wait.ts';
import { bySystem } from '../../server/core/identity/identity.testing.ts';
import { CALLBACK, SECRET } from './sso.testing.ts';
import { codeOf, goAndReturn, signIn, SSO, ssoSuite, userOf } from './ssoWorld.testing.ts';

const test = ssoSuite('single sign-on');

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

test('a provider whose clock is behind is named in the log as the reason why nobody can prove himself there', async (world) => {
  const { app, provider } = world;
  const nowSecs = Math.floor(app.clock.now().getTime() / 1_000);
  const token = String((await signIn(world)).body['access_token']);
  const told: string[] = [];
  const { warn } = app.ctx.log;
  app.ctx.log.warn = (...parts: unknown[]) => void told.push(JSON.stringify(parts));
  const browser = app.browser();
  for (const claims of [{ auth_time: nowSecs - 120 }, {}]) {
    const begun = await browser.call('POST', `${SSO}/reauthenticate`, { token, body: {} });
    const url = new URL(String(begun.body['auth_url']));
    const back = await browser.page(`${SSO}/callback?${provider.approve(url, claims as never)}`);
    assert.is(back.fragment.get('sso_error'), 'SSO_REFUSED');
  }
  app.ctx.log.warn = warn;
  assert.match(told.join(), /signed in there 12[01] s before this manager asked for it/);
  assert.match(told.join(), /does not say \(auth_time\) when/);
});

test('what was never finished is removed', async (world) => {
  await world.app.browser().page(`${SSO}/login`);
  await goAndReturn(world, world.app.browser());
  const { knex } = world.app.ctx.db;
  const left = async () => [...(await knex('sso_codes')), ...(await knex('sso_flows'))];
  assert.ok((await left()).length > 0);
  // A job that is due while an earlier run is under way is skipped, and with a database server each run takes time.
  const removed = async (): Promise<boolean> => {
    await world.app.clock.advance(5 * 60_000);
    return (await left()).length === 0;
  };
  await waitFor(removed, { what: 'the removal' });
});

test.run();
