// needs: chromium
/** The same ceremonies with an authenticator that is not ours: Chromium's, in a page of the manager at localhost. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM } from '../../test/support/chromium.ts';
import { login, newPerson, setUp, tokenOf, type Schemas, type World } from './mfa.testing.ts';

interface Chromium extends World {
  browser: Browser;
  page: Page;
}

const test = suite<Chromium>('passkeys of a real browser');

test.before(async (world) => {
  await setUp(world);
  Object.assign(world.app.ctx.config, { publicUrl: null });
  await newPerson(world, 'olga');
  world.browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  world.page = await world.browser.newPage();
  await world.page.goto(`${world.app.url.replace('127.0.0.1', 'localhost')}/api/v1/status/health`);
  const devtools = await world.page.context().newCDPSession(world.page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const;
  const user = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...user } });
});
test.after(async ({ browser, stop }) => {
  await browser.close();
  await stop();
});

interface Sent {
  path: string;
  token?: string | undefined;
  body?: object;
}

/** A call that the page itself makes, as from the browser's console. */
async function call<T>(page: Page, sent: Sent): Promise<{ status: number; body: T }> {
  const answer = await page.evaluate(async ({ path, token, body = {} }: Sent) => {
    const response = await fetch(`/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }, sent);
  return answer as { status: number; body: T };
}

type Challenge = Schemas['WebauthnChallenge'];

/** What a page does with the options; as text, because a browser has other types than a manager. */
const CREATE = `async (text) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(text));
  return JSON.stringify((await navigator.credentials.create({ publicKey })).toJSON());
}`;
const GET = `async (text) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(text));
  return JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON());
}`;

const answered = (page: Page, script: string, { serialized_options: options }: Challenge): Promise<string> =>
  page.evaluate<string>(`(${script})(${JSON.stringify(options)})`);

test('one is registered, is the second factor, and signs in alone', async ({ app, page }) => {
  const path = '/auth/mfa/webauthn';
  const token = await tokenOf(app, 'olga');
  const offer = await call<Challenge>(page, { path: `${path}/register/start`, token });
  const registered = await call<Schemas['WebauthnCredential']>(page, {
    path: `${path}/register/complete`,
    token,
    body: {
      challenge_key: offer.body.challenge_key,
      serialized_credential: await answered(page, CREATE, offer.body),
      key_name: 'Chromium',
    },
  });
  assert.equal([registered.status, registered.body.key_name], [201, 'Chromium']);
  const due = await login(app, 'olga');
  for (const bearer of [String(due.details.mfa_token), undefined]) {
    const asked = await call<Challenge>(page, { path: `${path}/authenticate/start`, token: bearer });
    const signedIn = await call<Schemas['SessionTokens']>(page, {
      path: `${path}/authenticate/complete`,
      token: bearer,
      body: {
        challenge_key: asked.body.challenge_key,
        serialized_assertion: await answered(page, GET, asked.body),
      },
    });
    assert.equal(
      [signedIn.status, signedIn.body.user?.username],
      [200, 'olga'],
      JSON.stringify(signedIn.body),
    );
  }
});

test.run();
