// Single sign-on together with the features that keep accounts and ask for second factors.
import * as assert from 'uvu/assert';
import { newAccount } from '../../server/core/identity/identity.testing.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { codeAt, withTotp } from '../mfa/mfa.testing.ts';
import { mfaPlugin } from '../mfa/plugin.ts';
import { usersPlugin } from '../users/plugin.ts';
import type { Answer, Browser } from './sso.testing.ts';
import { codeOf, SSO, ssoSuite, userOf, type SsoWorld } from './ssoWorld.testing.ts';

const test = ssoSuite('single sign-on beside other features', [usersPlugin, mfaPlugin] as AnyFeature[]);

/** The one-time code of somebody who has signed in at the provider, or the refusal. */
async function arrive({ provider }: SsoWorld, browser: Browser, claims: object = {}): Promise<string> {
  const away = await browser.page(`${SSO}/login`);
  const back = await browser.page(
    `${SSO}/callback?${provider.approve(away.location as URL, claims as never)}`,
  );
  return back.fragment.get('sso_code') ?? String(back.fragment.get('sso_error'));
}

async function signIn(world: SsoWorld, claims: object = {}): Promise<Answer> {
  const browser = world.app.browser();
  return browser.exchange(await arrive(world, browser, claims));
}

const tokenOf = ({ body }: Answer) => String(body['access_token']);

/** Somebody who signs in at the provider and has an app for one-time codes here. */
async function withFactor(world: SsoWorld): Promise<string> {
  const fresh = { auth_time: Math.floor(world.app.clock.now().getTime() / 1_000) };
  const opened = await signIn(world, fresh);
  assert.is(opened.status, 200, JSON.stringify(opened.body));
  return (await withTotp(world.app, tokenOf(opened))).secret;
}

test('whoever has a second factor owes it after the provider too, and the same code comes again with it', async (world) => {
  const { app } = world;
  const secret = await withFactor(world);
  const browser = app.browser();
  const code = await arrive(world, browser);
  const asked = await browser.exchange(code);
  assert.is(codeOf(asked), '401 MFA_REQUIRED');
  assert.equal((asked.body.error?.details?.['methods'] as string[]).includes('totp'), true);
  const mfaToken = String(asked.body.error?.details?.['mfa_token']);
  assert.is((await app.ctx.core.identity.secondFactor.accountOf(mfaToken))?.username, 'olga');
  assert.is(codeOf(await browser.exchange(code, { totp_code: '000000' })), '401 INVALID_CREDENTIALS');
  await app.clock.advance(4 * 60_000);
  assert.is(
    codeOf(await app.browser().exchange(code, { totp_code: codeAt(app, secret) })),
    '400 SSO_CODE_INVALID',
    'another browser',
  );
  const opened = await browser.exchange(code, { totp_code: codeAt(app, secret) });
  assert.equal([opened.status, userOf(opened)['mfa_enabled']], [200, true]);
  const fresh = await browser.call('POST', `${SSO}/link`, { token: tokenOf(opened), body: {} });
  assert.is(fresh.status, 200, 'the factor is a proof of now');
});

test('a code takes five guesses; guesses by somebody at the provider do not keep the owner out', async (world) => {
  const { app } = world;
  const secret = await withFactor(world);
  const guess = async (browser: Browser, code: string, totp_code = '000000') =>
    codeOf(await browser.exchange(code, { totp_code }));
  const browser = app.browser();
  const code = await arrive(world, browser);
  const parallel = await Promise.all(Array.from({ length: 20 }, () => guess(browser, code)));
  assert.is(parallel.filter((told) => told === '401 INVALID_CREDENTIALS').length, 5);
  assert.is(await guess(browser, code, codeAt(app, secret)), '400 SSO_CODE_INVALID');
  const second = await arrive(world, browser);
  for (let count = 0; count < 5; count++) await guess(browser, second);
  const third = await arrive(world, browser);
  assert.is((await browser.exchange(third, { totp_code: codeAt(app, secret) })).status, 200, 'of the owner');
  const failed = await app.audited('login.failed');
  const expected = { method: 'sso', code: 'INVALID_CREDENTIALS' };
  assert.equal([failed.length, failed[9]?.resource.name, failed[9]?.after], [10, 'olga', expected]);
});

test('where there is a second factor, the provider alone proves nobody again, unless it says that two were proved', async (world) => {
  const { app, provider } = world;
  const secret = await withFactor(world);
  const browser = app.browser();
  const opened = await browser.exchange(await arrive(world, browser), { totp_code: codeAt(app, secret) });
  const prove = async () => {
    const token = tokenOf(opened);
    const begun = await browser.call('POST', `${SSO}/reauthenticate`, { token, body: {} });
    const claims = { auth_time: Math.floor(app.clock.now().getTime() / 1_000), acr: 'gold' };
    const url = provider.approve(new URL(String(begun.body['auth_url'])), claims as never);
    const { fragment } = await browser.page(`${SSO}/callback?${url}`);
    return fragment.get('sso_error') ?? fragment.get('sso');
  };
  assert.is(await prove(), 'MFA_REQUIRED');
  await app.configure({ mfa_acr_values: ['gold'] });
  assert.is(await prove(), 'reauthenticated');
});

test('a provider that says in the configured words that two factors were proved is believed', async (world) => {
  await withFactor(world);
  assert.is(codeOf(await signIn(world, { acr: 'gold' })), '401 MFA_REQUIRED');
  await world.app.configure({ mfa_acr_values: ['gold'] });
  assert.is(codeOf(await signIn(world, { acr: 'silver' })), '401 MFA_REQUIRED');
  assert.is((await signIn(world, { acr: 'gold' })).status, 200);
});

test('who must set a factor up gets a session for that alone, unless the provider has asked for two', async (world) => {
  const { app } = world;
  const token = await app.admin();
  const body = { mfa: { required_roles: ['reporter'], grace_days: 0 } };
  const policy = await app.browser().call('PUT', '/api/v1/settings', { token, body });
  assert.is(policy.status, 200, JSON.stringify(policy.body));
  const hosts = async (opened: Answer) =>
    codeOf(await app.browser().call('GET', '/api/v1/hosts', { token: tokenOf(opened) }));
  const limited = await signIn(world, { acr: 'gold' });
  assert.equal([limited.status, await hosts(limited)], [200, '403 MFA_SETUP_REQUIRED']);
  await app.configure({ mfa_acr_values: ['gold'] });
  const whole = await signIn(world, { acr: 'gold' });
  assert.equal([whole.status, await hosts(whole)], [200, '200 ']);
});

async function newGroup({ app }: SsoWorld, name: string): Promise<string> {
  const token = await app.admin();
  const made = await app.browser().call('POST', '/api/v1/groups', { token, body: { name } });
  assert.is(made.status, 201, JSON.stringify(made.body));
  return String(made.body['id']);
}

test('hosts: the groups of all rows that give the highest role, kept to at each sign-in', async (world) => {
  const { app } = world;
  const [web, db, lab] = [
    await newGroup(world, 'web'),
    await newGroup(world, 'db'),
    await newGroup(world, 'lab'),
  ];
  const role_mapping = [
    { value: 'web', role: 'operator', group_ids: [web] },
    { value: 'db', role: 'operator', group_ids: [db] },
    { value: 'guests', role: 'reporter' },
    { value: 'lab', role: 'reporter', group_ids: [lab] },
    { value: 'chiefs', role: 'admin' },
  ];
  assert.is((await app.configure({ role_claim: 'groups', role_mapping })).status, 200);
  const rights = async (...groups: string[]) => {
    const user = userOf(await signIn(world, { groups }));
    return [user['role'], (user['scope_group_ids'] as string[] | null)?.toSorted() ?? null];
  };
  assert.equal(await rights('web'), ['operator', [web]]);
  assert.equal(await rights('web', 'db'), ['operator', [web, db].toSorted()]);
  assert.equal(
    await rights('db', 'guests'),
    ['operator', [db]],
    'a lower role on all hosts widens no higher one',
  );
  assert.equal(await rights('lab'), ['reporter', [lab]]);
  assert.equal(await rights('lab', 'guests'), ['reporter', null]);
  assert.equal(await rights('chiefs', 'lab'), ['admin', null]);
  assert.equal(await rights('lab'), ['reporter', [lab]]);
  assert.equal(await rights('nothing'), ['reporter', []], 'who was limited does not see more for it');
  assert.equal(await rights('nothing'), ['reporter', []], 'nor later');
  assert.equal(await rights('guests'), ['reporter', null]);
  assert.equal(await rights('nothing'), ['reporter', null], 'who was not limited is not');
  await app.configure({ unmapped: 'no_hosts' });
  assert.equal(await rights('nothing'), ['reporter', []]);
  const token = await app.admin();
  const { status, body } = await app.browser().call('DELETE', `/api/v1/groups/${db}`, { token });
  assert.equal([status, (body['error'] as { code: string }).code], [409, 'GROUP_IN_USE'], 'a row names it');
});

test('a mapping to a group that is gone lets nobody in, and changes nothing', async (world) => {
  const { app } = world;
  const first = userOf(await signIn(world));
  const group_ids = ['01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21'];
  await app.configure({ role_claim: 'groups', role_mapping: [{ value: 'x', role: 'operator', group_ids }] });
  assert.is(await arrive(world, app.browser(), { groups: ['x'] }), 'SSO_REFUSED');
  assert.is((await app.ctx.core.identity.accounts.find(String(first['id'])))?.role, 'reporter');
});

test('an account that signed in here is set to do without its password, and then proves itself there', async (world) => {
  const { app, provider } = world;
  const nowSecs = Math.floor(app.clock.now().getTime() / 1_000);
  const { id } = await newAccount(app.ctx, 'ines');
  const login = await app.browser().call('POST', '/api/v1/auth/login', {
    body: { username: 'ines', password: 'seven quiet otters row north' },
  });
  const browser = app.browser();
  const begun = await browser.call('POST', `${SSO}/link`, { token: tokenOf(login), body: {} });
  await browser.page(`${SSO}/callback?${provider.approve(new URL(String(begun.body['auth_url'])))}`);
  const admin = await app.admin();
  const changed = await app
    .browser()
    .call('PUT', `/api/v1/users/${id}`, { token: admin, body: { sso_only: true } });
  assert.equal([changed.status, changed.body['has_password']], [200, false]);
  const opened = await signIn(world, { auth_time: nowSecs });
  assert.is(userOf(opened)['id'], id);
  const end = await browser.call('DELETE', `${SSO}/link`, { token: tokenOf(opened) });
  assert.is(codeOf(end), '409 SSO_LINK_NEEDED');
});

test.run();
