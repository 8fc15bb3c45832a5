import * as assert from 'uvu/assert';
import { PUBLIC_URL, SECRET } from './sso.testing.ts';
import { codeOf, goAndReturn, signIn, SSO, ssoSuite, userOf } from './ssoWorld.testing.ts';

const test = ssoSuite('how single sign-on is set up');

test('nobody is led elsewhere: a path that is another host to a browser is the front page', async (world) => {
  for (const path of ['/\\evil.example/x', '/.//evil.example', '/a#sso_code=mine']) {
    const query = `?return_to=${encodeURIComponent(path)}`;
    const back = await goAndReturn(world, world.app.browser(), { query });
    assert.ok(['/', '/a'].includes(back.fragment.get('return_to') ?? ''), path);
  }
});

test('the public part says whether there is a button and where it leads; switched off, nothing begins', async (world) => {
  const config = async () => (await world.app.browser().call('GET', `${SSO}/config`)).body;
  assert.equal(await config(), { enabled: true, display_name: 'Company sign-in', auth_url: `${SSO}/login` });
  const browser = world.app.browser();
  const away = await browser.page(`${SSO}/login`);
  await world.app.configure({ enabled: false });
  assert.equal(await config(), { enabled: false, display_name: 'Company sign-in', auth_url: '' });
  assert.is(codeOf(await browser.call('GET', `${SSO}/login`)), '409 SSO_DISABLED');
  assert.is((await browser.page(`${SSO}/login`)).location?.hash, '#sso_error=SSO_DISABLED');
  const back = await browser.page(`${SSO}/callback?${world.provider.approve(away.location as URL)}`);
  assert.is(back.fragment.get('sso_error'), 'SSO_DISABLED');
});

test('switched off while somebody signs in, the code that the browser has brought opens nothing', async (world) => {
  const browser = world.app.browser();
  const back = await goAndReturn(world, browser);
  await world.app.configure({ enabled: false });
  assert.is(codeOf(await browser.exchange(back.fragment.get('sso_code'))), '400 SSO_CODE_INVALID');
});

test('paths with the name of the first provider do the same and say that they are deprecated', async (world) => {
  const old = '/api/v1/auth/keycloak';
  const told = ({ headers }: { headers: Headers }) => [headers.get('deprecation'), headers.get('sunset')];
  const deprecated = ['@1767225600', 'Sat, 01 Jan 2028 00:00:00 GMT'];
  const browser = world.app.browser();
  const config = await browser.call('GET', `${old}/config`);
  assert.equal([config.status, ...told(config)], [200, ...deprecated]);
  const away = await browser.page(`${old}/login`);
  assert.equal([away.status, ...told(away)], [302, ...deprecated]);
  const back = await browser.page(`${old}/callback?${world.provider.approve(away.location as URL)}`);
  assert.equal([back.location?.pathname, ...told(back)], ['/sign-in', ...deprecated]);
  assert.is((await browser.exchange(back.fragment.get('sso_code'))).status, 200);
  const refused = await browser.call('GET', `${old}/callback?state=x&code=y`);
  assert.equal([codeOf(refused), ...told(refused)], ['400 SSO_STATE_INVALID', ...deprecated]);
  for (const path of [
    '/api/v1/auth/okta/config',
    '/api/v1/auth/okta/login',
    '/api/v1/auth/okta/callback?state=x',
  ])
    assert.is(codeOf(await browser.call('GET', path)), '404 NOT_FOUND', path);
  const token = await world.app.admin();
  const tested = await browser.call('POST', '/api/v1/settings/keycloak/test', { token });
  assert.equal([tested.body['success'], ...told(tested)], [true, ...deprecated]);
  assert.is(codeOf(await browser.call('POST', '/api/v1/settings/okta/test', { token })), '404 NOT_FOUND');
});

test('a provider that cannot be read is not switched on; what is on already stays changeable while it fails', async (world) => {
  const { app, provider } = world;
  const enabled = async () => (await app.browser().call('GET', `${SSO}/config`)).body['enabled'];
  await app.configure({ enabled: false });
  const nowhere = `${provider.origin}/elsewhere`;
  assert.is((await app.configure({ discovery_url: nowhere, client_secret: SECRET })).status, 200);
  const refused = await app.configure({ enabled: true });
  assert.is(codeOf(refused), '400 VALIDATION_FAILED');
  const errors = refused.body.error?.details?.['errors'] as { path: string; message: string }[];
  assert.equal(
    errors.map(({ path }) => path),
    ['/body/oidc/discovery_url'],
  );
  assert.match(errors[0]?.message ?? '', /^cannot be switched on, because /);
  assert.is(await enabled(), false);
  const right = { enabled: true, discovery_url: provider.origin, client_secret: SECRET };
  assert.is((await app.configure(right)).status, 200);
  assert.is(codeOf(await app.configure({ discovery_url: nowhere })), '400 VALIDATION_FAILED');
  assert.is(await enabled(), true);
  await provider.stop();
  assert.is((await app.configure({ display_name: 'While it is away' })).status, 200);
});

test('settings: the secret is masked, and cleared when it would go to another provider or client', async (world) => {
  const { app, provider } = world;
  const read = async () =>
    (await app.browser().call('GET', '/api/v1/settings', { token: await app.admin() })).body;
  const oidc = async () => (await read())['oidc'] as Record<string, unknown>;
  assert.equal(
    [(await oidc())['client_secret'], (await read())['sso_callback_url']],
    ['********', `${PUBLIC_URL}/api/v1/auth/sso/callback`],
  );
  await app.configure({ display_name: 'Another name' });
  assert.is((await oidc())['client_secret'], '********');
  // What is on must be readable at its new address.
  await app.configure({ enabled: false });
  for (const change of [{ client_id: 'another' }, { discovery_url: `${provider.origin}/other` }]) {
    await app.configure({ client_secret: SECRET });
    assert.is((await app.configure(change)).status, 200);
    assert.is((await oidc())['client_secret'], null, JSON.stringify(change));
  }
  assert.is((await app.configure({ enabled: true, discovery_url: provider.origin })).status, 200);
  for (const wrong of [
    { discovery_url: '' },
    { client_id: '' },
    { discovery_url: 'http://id.example.test' },
    { scopes: 'profile email' },
    { role_mapping: [{ value: 'x', role: 'operator' }], role_claim: '' },
    {
      role_claim: 'g',
      role_mapping: [{ value: 'x', role: 'admin', group_ids: ['01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21'] }],
    },
    { redirect_uri: 'javascript:alert(1)' },
  ])
    assert.is(codeOf(await app.configure(wrong)), '400 VALIDATION_FAILED', JSON.stringify(wrong));
});

test('settings need a fresh proof: whoever finds an open session cannot point the sign-in elsewhere', async (world) => {
  const token = await world.app.admin();
  await world.app.clock.advance(10 * 60_000 + 1_000);
  const body = { oidc: { display_name: 'Mine' } };
  const stale = await world.app.browser().call('PUT', '/api/v1/settings', { token, body });
  assert.is(codeOf(stale), '403 REAUTHENTICATION_REQUIRED');
});

test('provider types: what an empty field means', async (world) => {
  const roleWith = async (claims: object) => userOf(await signIn(world, claims));
  const role_mapping = [{ value: 'ops', role: 'operator' }];
  await world.app.configure({ provider_type: 'provider_one', role_mapping });
  const one = await roleWith({
    sub: 'p1',
    preferred_username: 'ines@example.org',
    realm_access: { roles: ['ops'] },
  });
  assert.equal([one['username'], one['role']], ['ines@example.org', 'operator']);
  await world.app.configure({ provider_type: 'provider_two', role_mapping });
  const two = await roleWith({ sub: 'p2', preferred_username: 'ines@example.org', roles: ['ops'] });
  assert.equal([two['username'], two['role']], ['ines', 'operator']);
});

test('two factors at the provider count by the configured words alone', async (world) => {
  const codes = async () =>
    (await world.app.ctx.db.knex('sso_codes').select('has_two_factors')).map(
      (row: { has_two_factors: number }) => row.has_two_factors,
    );
  const arrive = (claims: object) => goAndReturn(world, world.app.browser(), { claims });
  await arrive({ acr: 'gold', amr: ['otp', 'pwd'] });
  assert.equal(await codes(), [0]);
  await world.app.configure({ mfa_acr_values: ['gold'], mfa_amr_values: ['hwk'] });
  const { location } = await world.app.browser().page(`${SSO}/login`);
  assert.is(location?.searchParams.get('acr_values'), 'gold', 'the provider is asked for it');
  await world.app.ctx.db.knex('sso_codes').delete();
  await arrive({ acr: 'silver', amr: ['pwd'] });
  assert.equal(await codes(), [0]);
  await world.app.ctx.db.knex('sso_codes').delete();
  await arrive({ acr: 'gold' });
  await arrive({ amr: ['pwd', 'hwk'] });
  assert.equal(await codes(), [1, 1]);
});

test.run();
