// needs: chromium
// time-limit: 240
// Single sign-on as people meet it: set up by an administrator on its page, used at the sign-in, and asked again before
// what cannot be undone. The manager and node-oidc-provider are real; names and clock are the test's own.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cheapIdentity, PASSWORD } from '../../server/core/identity/identity.testing.ts';
import { createFakeClock } from '../../server/kernel/clock.ts';
import { core, plugins } from '../../server/plugins.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { realProvider, type PersonThere } from '../../plugins/sso/realProvider.testing.ts';
import {
  CLIENT_ID,
  listenAsProvider,
  SECRET,
  testSso,
  type Listener,
} from '../../plugins/sso/sso.testing.ts';
import {
  launchBrowser,
  openWindow,
  signIn,
  type Browser,
  type Page,
  type Window,
} from '../support/browser.ts';
import { judge } from '../support/browserStage.ts';

const test = suite('web: single sign-on');
const CALLBACK = '/api/v1/auth/sso/callback';
const person: PersonThere = { id: 'subject-of-olga', groups: ['ops'] };
let app: TestApp;
let provider: Listener;
let browser: Browser;
let window: Window;

test.before(async () => {
  const known = [...core, ...plugins].map((feature) =>
    feature.name === 'identity' ? cheapIdentity : feature.name === 'sso' ? testSso : feature,
  );
  app = await createTestApp({
    features: known,
    config: { adminPassword: PASSWORD },
    authenticate: 'identity',
    clock: createFakeClock(new Date()),
  });
  provider = await listenAsProvider((origin) => realProvider(origin, { person }, [`${app.url}${CALLBACK}`]));
  browser = await launchBrowser(['--host-resolver-rules=MAP id.example.test 127.0.0.1']);
});
test.after(async () => {
  await browser?.close();
  await provider?.stop();
  await app?.stop();
});
test.before.each(async () => {
  window = await openWindow(browser, { allow: /status of (40[0139]|412)/ });
});
test.after.each(async () => {
  const { problems } = window;
  await window.close();
  assert.equal(problems, [], 'what the pages complained of');
});

/** Opens a tab that may be sent to the provider and back. */
async function visit(path: string): Promise<Page> {
  const page = await window.context.newPage();
  await page.goto(app.url + path);
  return page;
}

async function settings(): Promise<Page> {
  const page = await visit('/sso');
  await signIn(page, 'admin', PASSWORD);
  await page.getByRole('heading', { name: 'Single sign-on', level: 1 }).waitFor();
  await page.getByLabel('Issuer').waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Waits for a text on the screen; what is announced besides has the same words. */
const told = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
/** Waits for the form's own text; other sentences of the page also speak of what is saved. */
const nowSaved = (page: Page): Promise<void> => page.getByText('Saved.', { exact: true }).first().waitFor();
const lookUp = (page: Page): Promise<void> => button(page, 'Discover').click();
const save = (page: Page): Promise<void> => button(page, /^Save$/).click();
const saved = async () => {
  const token = await adminToken();
  const answer = await fetch(`${app.url}/api/v1/settings`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { oidc: Record<string, unknown> }).oidc;
};

async function adminToken(): Promise<string> {
  const answer = await app.call('POST', '/api/v1/auth/login', {
    role: null,
    body: { username: 'admin', password: PASSWORD },
  });
  return (answer.body as { access_token: string }).access_token;
}

async function put(body: object): Promise<void> {
  const headers = { authorization: `Bearer ${await adminToken()}` };
  assert.is((await app.call('PUT', '/api/v1/settings', { role: null, headers, body })).status, 200);
}

test('what is wrong with a provider is told in sentences, and nothing that was typed is lost', async () => {
  const page = await settings();
  await judge(page);
  const issuer = page.getByLabel('Issuer');
  const tell = async (address: string, sentence: string): Promise<void> => {
    await issuer.fill(address);
    await lookUp(page);
    await told(page, sentence);
  };
  await tell('https://metadata.example.test', 'The manager does not call this address.');
  await tell('https://nowhere.example.test', 'The provider configuration could not be read.');
  await tell(`${provider.origin}/elsewhere`, 'The provider configuration could not be read.');
  await judge(page);
  await page.getByLabel('Scopes').fill('profile');
  await issuer.fill('http://id.example.test');
  await save(page);
  for (const sentence of [
    'Enter an address that starts with https://',
    'Enter the client id.',
    'The scope openid is required.',
  ])
    await page.getByRole('alert').getByText(sentence).waitFor();
  await judge(page);
  assert.is(await page.getByLabel('Scopes').inputValue(), 'profile');
  assert.is((await saved())['enabled'], false, 'nothing was sent');
});

test('a provider is looked up, saved with its table of roles, and tested', async () => {
  const page = await settings();
  assert.is(await page.getByLabel('Enable single sign-on').isChecked(), true, 'proposed');
  await page.getByLabel('Issuer').fill(`${provider.origin}/.well-known/openid-configuration`);
  assert.is(await page.getByLabel('Name on the button').inputValue(), new URL(provider.origin).hostname);
  // Without a button: the provider is looked up when the field is left.
  await page.getByLabel('Name on the button').fill('Harbour');
  await told(page, 'Provider found.');
  await told(page, `${provider.origin}/jwks`);
  assert.is(await page.getByLabel('Issuer').inputValue(), provider.origin, 'as it names itself');
  const scopes = page.getByLabel('Scopes');
  await scopes.fill('openid profile email name');
  await lookUp(page);
  await told(page, 'The provider does not list the scope name.');
  await judge(page);
  await button(page, 'Remove name').click();
  assert.is(await scopes.inputValue(), 'openid profile email');
  assert.is(await page.getByText('The provider does not list').count(), 0);
  await page.getByLabel('Client id').fill(CLIENT_ID);
  await page.getByLabel('Client secret').fill(SECRET);
  await page.getByLabel('Redirect URI override').fill(`${app.url}${CALLBACK}`);
  await page.getByLabel('Groups or roles claim').fill('groups');
  await mapRoles(page);
  await judge(page);
  await button(page, 'Save and test').click();
  await nowSaved(page);
  await told(page, 'Connection successful.');
  const { client_secret, role_mapping, discovery_url } = await saved();
  assert.equal([client_secret, discovery_url], ['********', provider.origin]);
  assert.equal(role_mapping, [
    { value: 'ops', role: 'operator' },
    { value: 'boss', role: 'admin' },
  ]);
  await told(page, 'Set; never shown.');
  assert.is(await page.getByLabel('Client secret').inputValue(), '');
  await button(page, 'Test saved settings').click();
  await told(page, `${provider.origin} answers, with 1 key.`);
  await judge(page);
});

/** Maps roles, by keyboard too: the focus follows the row that moves. */
async function mapRoles(page: Page): Promise<void> {
  await button(page, 'Add row').click();
  const row = (at: number) => page.getByRole('group', { name: `Row ${at}` });
  await row(1).getByLabel('Value of the claim').waitFor();
  await page.keyboard.type('boss');
  await row(1).getByLabel('Role').selectOption('admin');
  await button(page, 'Add row').click();
  await row(2).getByLabel('Value of the claim').waitFor();
  await page.keyboard.type('ops');
  await row(2).getByLabel('Role').selectOption('operator');
  await button(page, 'Add row').click();
  await row(3).getByLabel('Value of the claim').waitFor();
  await button(page, 'Hosts of row 3: All hosts').click();
  await page.getByLabel('Only hosts of these groups').check();
  await button(page, 'Apply').click();
  await told(page, 'Select a group, or all hosts.');
  await judge(page);
  await page.getByRole('radio', { name: 'All hosts' }).check();
  await button(page, 'Apply').click();
  await button(page, 'Remove row 3').click();
  await button(page, 'Move row 2 up').click();
  assert.is(await row(1).getByLabel('Value of the claim').inputValue(), 'ops');
  await page.waitForFunction(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('aria-label') === 'Move row 1 down';
  });
}

test('what somebody else saved meanwhile is told, and what was typed stands until it is let go', async () => {
  const page = await settings();
  await page.getByLabel('Name on the button').fill('Harbour of mine');
  await put({ oidc: { display_name: 'Harbour of theirs' } });
  await save(page);
  await told(page, 'Changed since you opened the page: Name on the button.');
  assert.is(await page.getByLabel('Name on the button').inputValue(), 'Harbour of mine');
  await judge(page);
  await button(page, 'Show saved version').click();
  assert.is(await page.getByLabel('Name on the button').inputValue(), 'Harbour of theirs');
  await page.getByLabel('Name on the button').fill('Harbour');
  await put({ polling: { health_poll_interval_secs: 90 } });
  await save(page);
  await nowSaved(page);
  assert.is((await saved())['display_name'], 'Harbour', 'what changed elsewhere does not matter');
});

test('another issuer forgets the secret, and the page says so before it is saved', async () => {
  const page = await settings();
  await page.getByLabel('Client id').fill('another');
  await told(page, 'The saved secret is for another issuer or client id');
  await button(page, 'Discard changes').click();
  await button(page, 'Remove secret').click();
  await told(page, 'The saved secret is deleted when you save.');
  await button(page, 'Keep secret').click();
  await told(page, 'Set; never shown.');
  assert.is(await button(page, /^Save$/).isDisabled(), true, 'nothing has changed');
});

/** Makes all sign-ins eleven minutes old; the provider's clock is the real one, so the manager's must not run ahead. */
async function ageSessions(): Promise<void> {
  const before = new Date(app.clock.now().getTime() - 11 * 60_000);
  await app.ctx.tx(({ knex }) => knex('identity_sessions').update({ authenticated_at: before }));
  await app.clock.advance(3_000);
}

test('somebody signs in at the provider, lands where they wanted to go, and proves it there anew', async () => {
  const page = await visit('/groups');
  await button(page, 'Continue with Harbour').click();
  await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
  assert.is(page.url(), `${app.url}/groups`, 'no code stays in the address');
  await ageSessions();
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: /Profile/ }).click();
  await told(page, 'This account has no password');
  await button(page, 'Set up').click();
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.waitFor();
  await told(page, 'Sign in at your identity provider in the window that opens');
  await judge(page);
  person.refuses = true;
  await button(page, 'Open the window').click();
  await told(page, 'The identity provider refused the sign-in.');
  person.refuses = false;
  await button(page, 'Open the window').click();
  await question.waitFor({ state: 'detached' });
  await page.getByLabel('Verification code').waitFor();
});

test('who has an account links it in the profile, is told why where that fails, and takes the link away', async () => {
  const page = await visit('/profile');
  await signIn(page, 'admin', PASSWORD);
  const link = button(page, 'Link with Harbour');
  await link.click();
  await told(page, 'That account at the identity provider belongs to another user.');
  assert.is(page.url(), `${app.url}/profile`, 'nothing stays in the address');
  await judge(page);
  await page.context().clearCookies({ domain: 'id.example.test' });
  const { id } = person;
  person.id = 'subject-of-the-administrator';
  await link.click();
  await told(page, 'Account linked.');
  person.id = id;
  await judge(page);
  await page.reload();
  await told(page, 'This account is linked with your account');
  assert.is(await page.getByText('Account linked.').count(), 0, 'it is told once');
  await button(page, 'Remove link').click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Remove link' }).click();
  await link.waitFor();
  await page.context().clearCookies({ domain: 'id.example.test' });
});

test('who says no at the provider is told so at the sign-in', async () => {
  person.refuses = true;
  const page = await visit('/about');
  await button(page, 'Continue with Harbour').click();
  await told(page, 'The identity provider refused the sign-in.');
  person.refuses = false;
  await judge(page);
});

test('a test of what is saved says which step fails', async () => {
  const page = await settings();
  await provider.stop();
  await button(page, 'Test saved settings').click();
  await told(page, 'Sign-in would fail.');
  await judge(page);
});

test.run();
