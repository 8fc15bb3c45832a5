// needs: chromium
// time-limit: 240
// Sign-in by more than a password: codes of an app, recovery codes, passkeys, and an identity provider.
import { generateSync } from 'otplib';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { launchBrowser, type Page } from '../support/browser.ts';
import { judge, refusal, Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';
import { registerPasskey, withAuthenticator } from '../support/browserPasskey.ts';

type Schemas = components['schemas'];

const stage = new Stage('web: factors', {
  hasBrowser: false,
  // Passkeys belong to a name; the manager has this one.
  env: { FLEETMEND_WEB_NAMES: 'localhost,127.0.0.1' },
});
const { test } = stage;
const PASSWORD = 'nine patient herons wade south';
const REFUSED = /status of 40[13]/;
const STEP_SECS = 30;
const AUTH = '/api/v1/auth';

test.before(async () => {
  // Chromium refuses passkeys if it was told to ignore one certificate, but takes them if it ignores all.
  stage.browser = await launchBrowser(['--ignore-certificate-errors']);
});

interface Newcomer {
  username: string;
  token: string;
}

async function newcomer(username: string, role = 'admin'): Promise<Newcomer> {
  const body = { username, role, password: PASSWORD, must_change_password: false };
  await stage.manager.must('POST', '/api/v1/users', body);
  return { username, token: (await login(username)).access_token };
}

async function login(username: string): Promise<Schemas['SessionTokens']> {
  const body = { username, password: PASSWORD };
  const answer = await stage.manager.call<Schemas['SessionTokens']>('POST', `${AUTH}/login`, body, null);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const codeOf = (secret: string, stepsAhead = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * STEP_SECS });

/** Sets up the app with the present code; a sign-in can then use the next one at once. */
async function withApp({ token }: Newcomer): Promise<{ secret: string; recovery: string[] }> {
  const { manager } = stage;
  const offer = await manager.call<Schemas['TotpSetup']>('GET', `${AUTH}/mfa/setup`, undefined, token);
  const secret = offer.body.secret_base32;
  const body = { secret_base32: secret, code: codeOf(secret) };
  const made = await manager.call<Schemas['RecoveryCodes']>('POST', `${AUTH}/mfa/verify`, body, token);
  assert.is(made.status, 200, JSON.stringify(made.body));
  return { secret, recovery: made.body.recovery_codes };
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
}

const about = (page: Page): Promise<void> => page.getByRole('heading', { name: 'About' }).waitFor();

test('a code of the app and a recovery code let in, wrong and used ones are told at the field', async () => {
  const person = await newcomer('ines');
  const { secret, recovery } = await withApp(person);
  const page = await stage.visit('/about', { allow: REFUSED });
  await enterPassword(page, 'ines');
  const code = page.getByLabel('Code from your authenticator app');
  await code.waitFor();
  assert.is(await page.getByRole('button', { name: 'Use your passkey' }).count(), 0, 'there is none');
  await page.keyboard.press('Enter');
  await page.getByText('Enter the six digits shown in the app.').waitFor();
  await code.fill('123');
  await page.keyboard.press('Enter');
  await page.getByText('Enter the six digits shown in the app.').waitFor();
  await judge(page);
  const next = codeOf(secret, 1);
  await code.fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await page.keyboard.press('Enter');
  await about(page);
  await signOut(page);
  await enterPassword(page, 'ines');
  await code.fill(next);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Wait for the next one.').waitFor();
  assert.is(await code.inputValue(), '');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  const paper = page.getByLabel('Recovery code');
  await paper.fill('WRNG-WRNG-WRNG');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Use another one.').waitFor();
  await judge(page);
  await paper.fill((recovery[0] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await about(page);
});

/**
 * Opens a tab at the manager's name with an authenticator; `setVerified(false)`: the authenticator no longer recognizes
 * its owner.
 */
async function openNamed(
  path: string,
): Promise<{ page: Page; setVerified(isUserVerified: boolean): Promise<void> }> {
  const window = await stage.window({ allow: REFUSED });
  const page = await window.open(stage.manager.url.replace('127.0.0.1', 'localhost') + path);
  return { page, setVerified: await withAuthenticator(page) };
}

test('a passkey signs in alone, is the second factor, and proves again who asks', async () => {
  const person = await newcomer('paula');
  const { page, setVerified } = await openNamed('/about');
  await registerPasskey(page, person);
  const alone = page.getByRole('button', { name: 'Sign in with a passkey' });
  await page.getByLabel('User name').fill('paula');
  await setVerified(false);
  await alone.click();
  await page.getByText('No passkey was used').waitFor();
  assert.is(await page.getByLabel('User name').inputValue(), 'paula', 'nothing is lost');
  await judge(page);
  await setVerified(true);
  await alone.click();
  await about(page);
  await signOut(page);
  await enterPassword(page, 'paula');
  await page.getByText('Your browser asks for the passkey').waitFor();
  assert.is(await page.getByRole('button', { name: /recovery code/ }).count(), 0, 'there is none');
  await judge(page);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await about(page);
  let refusals = 1;
  await page.route('**/api/v1/hosts?*', async (route) => {
    if (refusals-- > 0) await route.fulfill(refusal(403, 'REAUTHENTICATION_REQUIRED', 'Confirm it’s you.'));
    else await route.continue();
  });
  await (await navLink(page, 'Hosts')).click();
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await page.getByText('Your browser asks for a passkey of this account.').waitFor();
  await judge(page);
  const proved = page.waitForResponse((response) => response.url().endsWith('/auth/reauthenticate'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  assert.is((await proved).status(), 204);
  await question.waitFor({ state: 'detached' });
});

test('a factor that is removed while a sign-in waits for it: the page says so and asks for what is left, or lets in', async () => {
  const { manager } = stage;
  const person = await newcomer('mona');
  const { page } = await openNamed('/about');
  await registerPasskey(page, person);
  await withApp(person);
  await enterPassword(page, 'mona');
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('123456');
  const gone = await manager.call('DELETE', `${AUTH}/mfa/totp`, undefined, person.token);
  assert.is(gone.status, 204, JSON.stringify(gone.body));
  await page.keyboard.press('Enter');
  await page.getByText('This second factor has been removed.').waitFor();
  assert.is(await code.count(), 0, 'there is no app any more whose code could be typed');
  await judge(page);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await about(page);

  await withApp(person);
  await signOut(page);
  await enterPassword(page, 'mona');
  await code.fill('123456');
  const { users } = await manager.must<Schemas['UserList']>('GET', '/api/v1/users?search=mona');
  await manager.must('DELETE', `/api/v1/users/${users[0]?.id}/mfa`);
  await page.keyboard.press('Enter');
  await about(page);
});

test('who owes a second factor sees its set-up alone, and then the page that was asked for', async () => {
  await stage.manager.must('PUT', '/api/v1/settings', {
    mfa: { required_roles: ['operator'], grace_days: 0 },
  });
  await newcomer('omar', 'operator');
  const page = await stage.visit('/hosts', { allow: REFUSED });
  const offered = page.waitForResponse((response) => response.url().endsWith('/auth/mfa/setup'));
  await enterPassword(page, 'omar');
  const { secret_base32: secret } = (await (await offered).json()) as Schemas['TotpSetup'];
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await page.getByLabel('Verification code').waitFor();
  assert.is(await page.getByRole('navigation').count(), 0);
  await judge(page);
  await page.getByLabel('Verification code').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('heading', { name: 'Hosts', level: 1 }).waitFor();
  assert.is(new URL(page.url()).pathname, '/hosts');
});

test('the rule is set in the settings, and who owes a factor may take a passkey', async () => {
  await stage.manager.must('PUT', '/api/v1/settings', { mfa: { required_roles: [], grace_days: 7 } });
  const rules = await stage.open('/settings?tab=access');
  const form = rules.getByRole('form', { name: 'Second factor' });
  await form.getByLabel('Reporter').check();
  await form.getByLabel('Grace period').fill('91');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('At most 90 days.').waitFor();
  await judge(rules);
  await form.getByLabel('Grace period').fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.', { exact: true }).waitFor();
  const { mfa } = await stage.manager.must<Schemas['Settings']>('GET', '/api/v1/settings');
  assert.equal(mfa, { required_roles: ['reporter'], grace_days: 0 });
  await newcomer('rosa', 'reporter');
  const { page } = await openNamed('/about');
  await enterPassword(page, 'rosa');
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await judge(page);
  await page.getByLabel('Name of the new passkey').fill('Blue key');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'recovery codes' }).waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await about(page);
});

test('at an address that is a number no passkey is offered, for there can be none', async () => {
  const page = await stage.visit('/about');
  await page.getByText('First time here?').waitFor();
  assert.is(await page.getByRole('button', { name: /passkey/ }).count(), 0);
});

test('a provider is offered by its name, and its way back ends where the person wanted to go', async () => {
  await newcomer('sven');
  const window = await stage.window({ allow: REFUSED });
  const { context } = window;
  const config = { enabled: true, display_name: 'Harbour Login', auth_url: `${AUTH}/sso/login` };
  await context.route(`**${AUTH}/sso/config`, (route) => route.fulfill({ json: config }));
  let wanted = '';
  await context.route(`**${AUTH}/sso/login?*`, (route) => {
    wanted = new URL(route.request().url()).searchParams.get('return_to') ?? '';
    const back = new URLSearchParams({ sso_code: 'one-time', return_to: wanted }).toString();
    return route.fulfill({ status: 302, headers: { location: `/sign-in#${back}` } });
  });
  const exchanged: unknown[] = [];
  await context.route(`**${AUTH}/sso/exchange`, async (route) => {
    exchanged.push(route.request().postDataJSON());
    if (exchanged.length > 1) return route.fulfill({ json: await login('sven') });
    const { status, json } = refusal(401, 'MFA_REQUIRED', 'A second factor is due.') as Refusal;
    json.error.details = { methods: ['totp'], mfa_token: 'x' };
    return route.fulfill({ status, json });
  });
  const page = await window.open(`${stage.manager.url}/about?from=link`);
  await page.getByRole('button', { name: 'Continue with Harbour Login' }).waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Continue with Harbour Login' }).click();
  await page.getByLabel('Code from your authenticator app').fill('123456');
  assert.is(wanted, '/about?from=link');
  assert.is(page.url(), `${stage.manager.url}/about?from=link`, 'no code stays in the address');
  await page.keyboard.press('Enter');
  await about(page);
  assert.equal(exchanged, [{ code: 'one-time' }, { code: 'one-time', totp_code: '123456' }]);
});

interface Refusal {
  status: number;
  json: { error: Record<string, unknown> };
}

test('what went wrong at the provider is told once, and a foreign way back is not taken', async () => {
  const page = await stage.visit('/sign-in#sso_error=SSO_REFUSED', { allow: REFUSED });
  await page.getByText('The identity provider refused the sign-in.').waitFor();
  assert.is(page.url(), `${stage.manager.url}/sign-in`);
  await judge(page);
  await page.reload();
  await page.getByLabel('User name').waitFor();
  assert.is(await page.getByText('The identity provider refused').count(), 0);
  const foreign = await stage.visit(
    `/sign-in#sso_code=x&return_to=${encodeURIComponent('/\\example.org/')}`,
    {
      allow: /status of 40\d/,
    },
  );
  await foreign.getByText('The sign-in took too long, or was finished in another window.').waitFor();
  assert.is(foreign.url(), `${stage.manager.url}/sign-in`);
});

test.run();
