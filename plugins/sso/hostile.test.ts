// A provider that lies, an attacker who sits between, and addresses that nobody should be led to.
import * as assert from 'uvu/assert';
import { createHostileProvider, type Lies } from './hostileProvider.testing.ts';
import { oidcFor, type Answer } from './sso.testing.ts';
import { hostileSuite, outcome, SSO, type World } from './hostileWorld.testing.ts';

const test = hostileSuite('hostile providers');

/** Faults of one answer each; `now` is the manager's time, in seconds. */
const LIES: Readonly<Record<string, (now: number, origin: string) => Lies>> = {
  'another issuer in the token': () => ({ claims: { iss: 'https://evil.example' } }),
  'another audience': () => ({ claims: { aud: 'another-client' } }),
  'several audiences, for another party': () => ({ claims: { aud: ['fleetmend', 'x'], azp: 'x' } }),
  'another nonce': () => ({ claims: { nonce: 'n'.repeat(43) } }),
  'no nonce': () => ({ claims: { nonce: undefined } }),
  'an empty subject, which everybody would share': () => ({ claims: { sub: ' ' } }),
  'no subject': () => ({ claims: { sub: undefined } }),
  'a token that has expired': (now) => ({ claims: { iat: now - 900, exp: now - 600 } }),
  'a token of tomorrow': (now) => ({ claims: { nbf: now + 86_400 } }),
  'a token without an end': () => ({ claims: { exp: undefined } }),
  'a token without a signature': () => ({ isUnsigned: true }),
  'a token signed by a foreign key': () => ({ isSignedByForeignKey: true }),
  'a key that the provider does not have': () => ({ header: { kid: 'k9' } }),
  'another issuer beside the code (mix-up)': () => ({ returned: { iss: 'https://evil.example' } }),
  'no issuer beside the code, where the provider gives one': () => ({ returned: { iss: undefined } }),
  'a code of nobody': () => ({ returned: { code: 'made-up' } }),
  'an error instead of a code': () => ({ returned: { code: undefined, error: 'access_denied' } }),
};

for (const [lie, made] of Object.entries(LIES))
  test(`${lie} is refused`, async (world) => {
    world.provider.lies = made(Math.floor(world.app.clock.now().getTime() / 1_000), world.provider.origin);
    assert.is(await outcome(world), 'SSO_REFUSED');
    const { knex } = world.app.ctx.db;
    assert.equal([await knex('sso_codes'), await knex('sso_links')], [[], []], 'nobody was let in');
  });

test('clocks that differ are told in the log, with how far', async (world) => {
  const { log, clock } = world.app.ctx;
  const reasons: string[] = [];
  const { warn } = log;
  log.warn = (...told: unknown[]) => void reasons.push(JSON.stringify(told));
  try {
    // Minutes ahead: on a slow machine seconds go by until the token is judged.
    const ahead = Math.floor(clock.now().getTime() / 1_000) + 299;
    world.provider.lies = { claims: { iat: ahead, nbf: ahead, exp: ahead + 300 } };
    assert.is(await outcome(world), 'SSO_REFUSED');
  } finally {
    log.warn = warn;
  }
  // Both clocks count whole seconds, so that the difference may be one more.
  assert.match(
    reasons.join(),
    /"nbf\\" is (?:2\d\d|300) s after the time of this manager\. Compare the clocks/,
  );
});

test('a state of nobody is refused before the provider is asked', async (world) => {
  world.provider.tokenCalls.length = 0;
  world.provider.lies = { returned: { state: 's'.repeat(43) } };
  assert.is(await outcome(world), 'SSO_STATE_INVALID');
  assert.is(world.provider.tokenCalls.length, 0);
});

test('a code that was stolen is of no use in another flow: PKCE binds it to the one that it is of', async (world) => {
  const { app, provider } = world;
  const [victim, thief] = [app.browser(), app.browser()];
  const theirs = await victim.page(`${SSO}/login`);
  const stolen = provider.approve(theirs.location as URL).get('code');
  const own = await thief.page(`${SSO}/login`);
  provider.lies = { returned: { code: stolen ?? '' } };
  const back = await thief.page(`${SSO}/callback?${provider.approve(own.location as URL)}`);
  assert.is(back.fragment.get('sso_error'), 'SSO_REFUSED');
});

test('parameters that nobody knows are ignored, as RFC 6749 has it', async (world) => {
  assert.is(await outcome(world, '&authuser=0&hd=example.org&prompt=none'), '-');
});

test('an answer of the former provider is none, once another one is configured', async (world) => {
  const { app, provider } = world;
  const second = await createHostileProvider(() => Math.floor(app.clock.now().getTime() / 1_000));
  const browser = app.browser();
  const away = await browser.page(`${SSO}/login`);
  await app.configure(oidcFor(second.origin));
  const back = await browser.page(`${SSO}/callback?${provider.approve(away.location as URL)}`);
  await app.configure(oidcFor(provider.origin));
  assert.is(back.fragment.get('sso_error'), 'SSO_STATE_INVALID');
  assert.equal(
    [second.tokenCalls.length, provider.tokenCalls.filter(({ body }) => body.get('code') === 'x').length],
    [0, 0],
  );
  await second.stop();
});

const discover = async ({ app }: World, discovery_url: string, scopes?: string): Promise<Answer> =>
  app.browser().call('POST', '/api/v1/settings/sso/discover', {
    token: await app.admin(),
    body: { discovery_url, scopes },
  });
const tested = async ({ app }: World): Promise<Record<string, unknown>> =>
  (await app.browser().call('POST', '/api/v1/settings/sso/test', { token: await app.admin() })).body;

test('addresses that the manager does not call are refused, in odd spellings and behind names too', async (world) => {
  for (const url of [
    'https://169.254.169.254/latest/meta-data',
    'https://[fe80::1]/',
    'https://127.0.0.2/',
    'https://0x7f.2/',
    'https://2130706434/',
    'https://[::ffff:127.0.0.2]/',
    'https://metadata.example.test/',
    'https://loop.example.test/',
    'https://user:password@id.example.test/',
    'http://id.example.test/',
    'file:///etc/passwd',
  ]) {
    const { status, body } = await discover(world, url);
    assert.equal([status, body.error?.code], [400, 'URL_REFUSED'], url);
  }
});

test('a document may not lead the manager or the browser elsewhere', async (world) => {
  const { provider } = world;
  for (const document of [
    { issuer: 'https://evil.example' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { token_endpoint: 'http://id.example.test/token' },
    { jwks_uri: undefined },
    { userinfo_endpoint: 'ftp://id.example.test/' },
  ]) {
    provider.lies = { document };
    assert.is((await tested(world))['success'], false, JSON.stringify(document));
    assert.is(await outcome(world), 'SSO_PROVIDER_UNREACHABLE', JSON.stringify(document));
  }
  provider.lies = { document: { token_endpoint: 'https://metadata.example.test/token' } };
  await world.app.clock.advance(11_000);
  assert.is(await outcome(world), 'SSO_PROVIDER_UNREACHABLE', 'its addresses are judged as well');
  provider.lies = { document: { jwks_uri: 'https://loop.example.test/keys' } };
  assert.match(String((await tested(world))['message']), /does not call loop\.example\.test /);
});

test('lists of the document that are none count as absent', async (world) => {
  const { provider } = world;
  for (const none of [null, 5]) {
    const document = {
      response_types_supported: none,
      code_challenge_methods_supported: none,
      scopes_supported: none,
      token_endpoint_auth_methods_supported: none,
    };
    provider.lies = { document };
    assert.is((await tested(world))['success'], true, JSON.stringify(none));
    assert.is(await outcome(world), '-', JSON.stringify(none));
  }
  // A minute later an administrator may sign in again as often.
  await world.app.clock.advance(61_000);
});

test('halves of characters in claims, and whole ones at the end of a long name, keep nobody out', async (world) => {
  for (const claims of [
    { sub: 'half \ud800', preferred_username: 'half' },
    { sub: 'long', preferred_username: 'long', name: `x${'💥'.repeat(150)}` },
  ]) {
    world.provider.lies = { claims };
    assert.is(await outcome(world), '-', JSON.stringify(claims).slice(0, 60));
  }
});

test('redirects are not followed, and huge answers end early', async (world) => {
  const { provider } = world;
  const ways: [string, Lies['answer']][] = [
    [
      'a redirect',
      (path, res) =>
        path.includes('well-known') &&
        Boolean(res.writeHead(302, { location: `${provider.origin}/jwks` }).end()),
    ],
    [
      'a page',
      (path, res) =>
        path.includes('well-known') &&
        Boolean(res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>')),
    ],
    [
      'an endless document',
      (path, res) => {
        if (!path.includes('well-known')) return false;
        res.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (!res.destroyed && res.write(' '.repeat(65_536)));
        };
        res.on('drain', more);
        more();
        return true;
      },
    ],
  ];
  for (const [what, answer] of ways) {
    provider.asked.length = 0;
    provider.lies = { answer };
    assert.is((await tested(world))['success'], false, what);
    assert.not.ok(provider.asked.includes('/jwks'), what);
  }
  provider.lies = {};
  assert.is((await tested(world))['success'], true, 'the test reads anew whatever is kept');
});

test('a provider that hangs is given up after ten seconds, and not asked again at once', async (world) => {
  const { provider } = world;
  provider.lies = { answer: () => true };
  const startedMs = performance.now();
  assert.is((await tested(world))['success'], false);
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs > 9_000 && tookMs < 15_000, `${tookMs} ms`);
  provider.asked.length = 0;
  assert.is(await outcome(world), 'SSO_PROVIDER_UNREACHABLE');
  assert.equal(provider.asked, [], 'strangers do not make the manager call');
  provider.lies = {};
  await world.app.clock.advance(11_000);
  assert.is(await outcome(world), '-');
});

test('the document is read once an hour, also across other settings, and at once for another address', async (world) => {
  const { app, provider } = world;
  await tested(world);
  provider.asked.length = 0;
  const reads = () => provider.asked.filter((path) => path.includes('well-known')).length;
  await outcome(world);
  await app.configure({ display_name: 'Another' });
  await outcome(world);
  await app.clock.advance(59 * 60_000);
  await outcome(world);
  assert.is(reads(), 0);
  await app.clock.advance(2 * 60_000);
  await outcome(world);
  assert.is(reads(), 1);
  const second = await createHostileProvider(() => Math.floor(app.clock.now().getTime() / 1_000));
  await app.configure(oidcFor(second.origin));
  assert.is(await outcome({ app, provider: second }), '-');
  await app.configure(oidcFor(provider.origin));
  await second.stop();
});

test('what an administrator is shown of a provider', async (world) => {
  const { origin } = world.provider;
  const expected = {
    success: true,
    issuer: origin,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    userinfo_endpoint: `${origin}/userinfo`,
    missing_scopes: [],
    scopes_left: 'openid profile email',
  };
  for (const typed of [origin, `${origin}/`, `${origin}/.well-known/openid-configuration`])
    assert.equal((await discover(world, typed)).body, expected, typed);
  const missing = await discover(world, 'https://nowhere.example.test');
  assert.equal([missing.status, missing.body['success'], missing.body['issuer']], [200, false, '']);
  world.provider.lies = { document: { code_challenge_methods_supported: ['plain'] } };
  assert.match(String((await tested(world))['message']), /PKCE/);
});

test('a provider that lacks a scope is found with what it lacks and how to leave it out, as the test says too', async (world) => {
  const { origin } = world.provider;
  world.provider.lies = { document: { scopes_supported: ['openid', 'email'] } };
  const told =
    'The provider does not list the scope profile. Allow it at the provider, or leave it out: set the scopes to “openid email”.';
  // Reads the document anew, which is kept for an hour.
  assert.equal((await tested(world))['message'], told);
  const saved = (await discover(world, origin)).body;
  assert.equal(
    [saved['success'], saved['missing_scopes'], saved['scopes_left'], saved['message']],
    [true, ['profile'], 'openid email', told],
  );
  const typed = (await discover(world, origin, 'openid email name groups')).body;
  assert.equal([typed['missing_scopes'], typed['scopes_left']], [['name', 'groups'], 'openid email']);
  assert.equal((await discover(world, origin, 'openid  email')).body['missing_scopes'], []);
  await world.app.configure({ scopes: 'openid email' });
  assert.is((await tested(world))['success'], true);
});

test.run();
