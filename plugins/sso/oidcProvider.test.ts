// Tests with a provider that others wrote: node-oidc-provider, as it ships, over HTTPS.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PUBLIC_CLIENT, realProvider, type PersonThere } from './realProvider.testing.ts';
import {
  CALLBACK,
  callProvider,
  CLIENT_ID,
  createSsoApp,
  listenAsProvider,
  oidcFor,
  SECRET,
  type Answer,
  type Browser,
  type Listener,
  type SsoApp,
} from './sso.testing.ts';

interface World {
  app: SsoApp;
  provider: Listener;
  /** Who sits at the provider's page, and since when they are signed in there. */
  person: PersonThere;
}

const SSO = '/api/v1/auth/sso';
const test = suite<World>('a real provider');

test.before(async (world) => {
  world.person = { id: 'subject-of-olga', groups: ['ops'] };
  world.provider = await listenAsProvider((origin) => realProvider(origin, world, [CALLBACK]));
  world.app = await createSsoApp();
  const more = { role_claim: 'groups', role_mapping: [{ value: 'ops', role: 'operator' }] };
  await world.app.configure(oidcFor(world.provider.origin, { ...more, scopes: 'openid profile email' }));
});
test.after(async ({ app, provider }) => {
  await app.stop();
  await provider.stop();
});

/** Follows the provider's pages until it sends the browser back. */
async function goThrough(url: URL, cookies: Map<string, string>): Promise<URL> {
  let at: URL | null = url;
  for (let step = 0; at && step < 10; step++) {
    if (at.href.startsWith(CALLBACK)) return at;
    at = await callProvider(at.href, cookies);
  }
  throw new Error(`the provider led nowhere: ${String(at)}`);
}

async function signIn(
  { app }: World,
  browser = app.browser(),
  cookies = new Map<string, string>(),
): Promise<Answer> {
  const away = await browser.page(`${SSO}/login`);
  assert.ok(away.location);
  const back = await goThrough(away.location, cookies);
  const landed = await browser.page(`${back.pathname}${back.search}`);
  const code = landed.fragment.get('sso_code');
  return code === null ? landed : browser.exchange(code);
}

const userOf = ({ body }: Answer) => body['user'] as Record<string, unknown>;

test('a confidential client signs a person in, with a role from UserInfo', async (world) => {
  const { status, body } = await signIn(world);
  assert.is(status, 200);
  const { username, display_name, role, sso_linked } = body['user'] as Record<string, unknown>;
  assert.equal(
    { username, display_name, role, sso_linked },
    { username: 'olga', display_name: 'Olga Real', role: 'operator', sso_linked: true },
  );
});

test('who loses the group at the provider loses the role at the next sign-in', async (world) => {
  const first = userOf(await signIn(world));
  world.person.groups = [];
  const second = userOf(await signIn(world));
  world.person.groups = ['ops'];
  assert.equal([first['role'], second['role'], second['id'] === first['id']], ['operator', 'reporter', true]);
});

test('a public client does it without a secret, by PKCE alone', async (world) => {
  await world.app.configure({ client_id: PUBLIC_CLIENT, client_secret: null });
  const { status } = await signIn(world);
  await world.app.configure({ client_id: CLIENT_ID, client_secret: SECRET });
  assert.is(status, 200);
});

test('a wrong secret is refused, and so is a code that comes twice', async (world) => {
  await world.app.configure({ client_secret: 'another secret' });
  assert.is((await signIn(world)).fragment.get('sso_error'), 'SSO_REFUSED');
  await world.app.configure({ client_secret: SECRET });
  const browser = world.app.browser();
  const away = await browser.page(`${SSO}/login`);
  const back = await goThrough(away.location as URL, new Map());
  assert.ok((await browser.page(`${back.pathname}${back.search}`)).fragment.has('sso_code'));
  const other = await browser.page(`${SSO}/login`);
  const replayed = new URLSearchParams(back.search);
  replayed.set('state', other.location?.searchParams.get('state') ?? '');
  const refused = await browser.page(`${SSO}/callback?${replayed}`);
  assert.is(refused.fragment.get('sso_error'), 'SSO_REFUSED');
});

async function prove(browser: Browser, token: string, cookies: Map<string, string>): Promise<Answer> {
  const begun = await browser.call('POST', `${SSO}/reauthenticate`, { token, body: { return_to: '/users' } });
  assert.is(begun.status, 200, JSON.stringify(begun.body));
  const back = await goThrough(new URL(String(begun.body['auth_url'])), cookies);
  return browser.page(`${back.pathname}${back.search}`);
}

test('a person proves anew at the provider who they are, and the session is fresh', async (world) => {
  const browser = world.app.browser();
  const cookies = new Map<string, string>();
  const token = String((await signIn(world, browser, cookies)).body['access_token']);
  const link = async () => (await browser.call('POST', `${SSO}/link`, { token, body: {} })).status;
  assert.is(await link(), 403);
  const proved = await prove(browser, token, cookies);
  assert.equal([proved.fragment.get('sso_error'), proved.fragment.get('sso')], [null, 'reauthenticated']);
  assert.is(await link(), 200);
});

test('the test of the configuration says that it works', async (world) => {
  const tested = await world.app
    .browser()
    .call('POST', '/api/v1/settings/sso/test', { token: await world.app.admin() });
  assert.equal([tested.body['success'], String(tested.body['message']).includes(CALLBACK)], [true, true]);
});

test.run();
