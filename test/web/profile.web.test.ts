// needs: chromium
// time-limit: 300
// The reader's own account: password, second factors, sessions, API tokens; and the question for a fresh proof.
import { readFile } from 'node:fs/promises';
import { generateSync } from 'otplib';
import * as assert from 'uvu/assert';
import { closeSecret } from '../support/browserHands.ts';
import type { Page } from '../support/browser.ts';
import { judge, refusal, Stage } from '../support/browserStage.ts';
import { ADMIN_PASSWORD } from '../support/manager.ts';

// Passkeys belong to a name, never to an IP address.
const stage = new Stage('web: profile', { env: { FLEETMEND_WEB_NAMES: 'localhost,127.0.0.1' } });
const { test } = stage;

/** Refusals that a test provokes itself. */
const REFUSED = /status of 40[0139]|WebSocket.*HTTP Authentication failed/;
const NEXT_PASSWORD = 'eight loud otters row south';

async function open(username = 'admin', password = ADMIN_PASSWORD): Promise<Page> {
  const window = await stage.window({ allow: REFUSED });
  const page = await window.open(`https://localhost:${stage.manager.port}/profile`);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  return page;
}

async function newPerson(username: string): Promise<void> {
  const body = { username, role: 'operator', password: ADMIN_PASSWORD, must_change_password: false };
  await stage.manager.must('POST', '/api/v1/users', body);
}

test('the page is reached from the menu, and the password is changed after its slips are told', async () => {
  await newPerson('olga');
  const page = await open('olga');
  await page.goto(`https://localhost:${stage.manager.port}/about`);
  await page.getByRole('button', { name: /^Menu of/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Profile and security' }).press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Account' }).waitFor();
  const form = page.locator('fm-own-password');
  await form.getByLabel('Current password').fill('not the password');
  await form.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await form.getByLabel('Confirm new password').fill('another');
  await page.keyboard.press('Enter');
  await form.getByText('The passwords do not match.').waitFor();
  await form.getByLabel('Confirm new password').fill(NEXT_PASSWORD);
  await page.keyboard.press('Enter');
  await form.getByText('The password is wrong.').waitFor();
  await form.getByLabel('Current password').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await form.getByText('Password changed; other sessions ended.').waitFor();
  await open('olga', NEXT_PASSWORD);
});

test('an authenticator app is set up, and its recovery codes are shown once', async () => {
  await newPerson('petra');
  const page = await open('petra');
  await page.getByRole('button', { name: 'Set up' }).press('Enter');
  const setup = page.locator('fm-totp-setup');
  await setup.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await setup.getByRole('region', { name: 'key' }).innerText()).trim();
  const code = setup.getByLabel('Verification code');
  await code.fill('12345');
  await page.keyboard.press('Enter');
  await setup.getByText('Enter the six digits shown in the app.').waitFor();
  await judge(page);
  const right = generateSync({ secret });
  await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
  await page.keyboard.press('Enter');
  await setup.getByText('The code does not match this key.').waitFor();
  await code.fill(generateSync({ secret }));
  await page.keyboard.press('Enter');
  const shown = page.getByRole('region', { name: 'recovery codes' });
  const codes = (await shown.innerText()).trim().split('\n');
  assert.is(new Set(codes).size, 10);
  await judge(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).press('Enter');
  const file = await readFile(await (await saving).path(), 'utf8');
  assert.ok(codes.every((one) => file.includes(one)) && file.includes('petra'), file);
  await page.getByRole('button', { name: 'I’ve saved them' }).press('Enter');
  await page.getByText('10 recovery codes left.').waitFor();
  assert.is(await page.getByText(codes[0] ?? 'none').count(), 0);
  await offersCode(page);
  await page.reload();
  await page.getByText('10 recovery codes left.').waitFor();
  assert.is(await page.getByText(codes[0] ?? 'none').count(), 0);
  await page.getByRole('button', { name: 'Create new codes' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Create new codes' }).press('Enter');
  await shown.waitFor();
  const renewed = (await shown.innerText()).trim().split('\n');
  assert.not(renewed.includes(codes[0] ?? 'none'));
  await page.getByRole('button', { name: 'I’ve saved them' }).press('Enter');
  await page.getByRole('button', { name: 'Remove all second factors' }).press('Enter');
  const question = page.locator('fm-remove-factors');
  await question.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await question.getByText('The password is wrong.').waitFor();
  const old = refusal(403, 'REAUTHENTICATION_REQUIRED', 'Prove again who you are.');
  await page.route('**/api/v1/auth/mfa', (route) => route.fulfill(old), { times: 1 });
  await question.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  const proof = page.locator('fm-reauthenticate');
  await proof.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  await proof.getByLabel('Recovery code').fill(renewed[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Set up', exact: true }).waitFor();
  assert.is(await page.getByRole('heading', { name: 'Recovery codes' }).count(), 0);
});

/** Asserts that the question for a proof knows the app that was set up a moment ago. */
async function offersCode(page: Page): Promise<void> {
  const old = refusal(403, 'REAUTHENTICATION_REQUIRED', 'Prove again who you are.');
  await page.route('**/api/v1/auth/mfa/totp', (route) => route.fulfill(old), { times: 1 });
  await page.getByRole('button', { name: 'Disable' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Disable' }).press('Enter');
  const question = page.locator('fm-reauthenticate');
  await question.getByLabel('Code from your authenticator app').waitFor();
  assert.is(await question.getByText(/password/i).count(), 0, 'it proves nothing any more');
  await question.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  await question.getByLabel('Recovery code').fill('AAAA-AAAA-AAAA');
  await page.keyboard.press('Enter');
  await question.getByText('This code is not one of your recovery codes').waitFor();
  await judge(page);
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('alert').first().waitFor();
}

test('the app alone is turned off, and with the last factor the recovery codes', async () => {
  await newPerson('tina');
  const page = await open('tina');
  await page.getByRole('button', { name: 'Set up' }).press('Enter');
  const setup = page.locator('fm-totp-setup');
  const secret = (await setup.getByRole('region', { name: 'key' }).innerText()).trim();
  await setup.getByLabel('Verification code').fill(generateSync({ secret }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’ve saved them' }).press('Enter');
  await page.getByRole('button', { name: 'Disable' }).press('Enter');
  await page.getByText('If this is your last factor, your recovery codes are deleted, too.').waitFor();
  await judge(page);
  await page.locator('fm-confirm').getByRole('button', { name: 'Disable' }).press('Enter');
  await page.getByRole('button', { name: 'Set up', exact: true }).waitFor();
  assert.is(await page.getByRole('heading', { name: 'Recovery codes' }).count(), 0);
});

test('a set-up that took too long begins anew, with another key', async () => {
  const page = await open();
  const expired = refusal(409, 'MFA_SETUP_EXPIRED', 'The set-up has expired.');
  await page.route('**/api/v1/auth/mfa/verify', (route) => route.fulfill(expired), { times: 1 });
  await page.getByRole('button', { name: 'Set up' }).click();
  const key = page.locator('fm-totp-setup').getByRole('region', { name: 'key' });
  const before = await key.innerText();
  await page.getByLabel('Verification code').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByText('That took too long.').waitFor();
  await page.waitForFunction((old) => {
    const find = (root: ParentNode): string[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [
        ...(one.localName === 'code' && one.getAttribute('aria-label') === 'key' ? [one.textContent] : []),
        ...(one.shadowRoot ? find(one.shadowRoot) : []),
      ]);
    return find(document).some((text) => text.trim() !== old.trim());
  }, before);
});

test('passkeys are added, named anew and removed', async () => {
  await newPerson('paula');
  const page = await open('paula');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const;
  const user = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...user } });
  const name = page.getByLabel('Name of the new passkey');
  await name.press('Enter');
  await page.getByText('Enter a name.').waitFor();
  await name.fill('Blue key');
  await name.press('Enter');
  const grid = page.getByRole('grid', { name: 'Passkeys' });
  await grid.getByText('Blue key').waitFor();
  await page.getByText('No recovery codes.').waitFor();
  // The same device holds a passkey already.
  await name.fill('Green key');
  await name.press('Enter');
  await page.getByText('This device already has a passkey for your account.').waitFor();
  await page.getByRole('button', { name: 'Rename Blue key' }).press('Enter');
  await page.locator('fm-passkey-name').getByLabel('New name').fill('Red key');
  await page.keyboard.press('Enter');
  await grid.getByText('Red key').waitFor();
  await page.getByRole('button', { name: 'New API token' }).press('Enter');
  await page.getByLabel('Token name').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Remove Red key' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Remove' }).press('Enter');
  await page.getByText('No passkeys yet.').waitFor();
});

test('other sessions are ended, one and all', async () => {
  await newPerson('sven');
  const page = await open('sven');
  const grid = page.getByRole('grid', { name: 'Sessions' });
  await grid.getByText('This one').waitFor();
  assert.is(await page.getByRole('button', { name: 'End all other sessions' }).count(), 0);
  const [one, two] = [await open('sven'), await open('sven')];
  await page.reload();
  const ends = page.getByRole('button', { name: /^End the session of/ });
  await ends.nth(1).waitFor();
  await ends.first().press('Enter');
  await ends.nth(1).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'End all other sessions' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'End sessions' }).press('Enter');
  await ends.first().waitFor({ state: 'detached' });
  await grid.getByText('This one').waitFor();
  for (const other of [one, two]) {
    await other.reload();
    await other.getByLabel('User name').waitFor();
  }
});

test('an API token is made and shown once, works, and is refused once it is revoked', async () => {
  await newPerson('tom');
  const page = await open('tom');
  await page.getByRole('button', { name: 'New API token' }).press('Enter');
  const form = page.locator('fm-new-api-token');
  assert.equal(await form.getByLabel('Role').locator('option').allInnerTexts(), ['Reporter', 'Operator']);
  await form.getByLabel('Token name').press('Enter');
  await form.getByText('Enter a name.').waitFor();
  await form.getByLabel('Token name').fill('Monitoring');
  await form.getByLabel('Token name').press('Enter');
  const shown = page.getByRole('region', { name: 'token' });
  const token = (await shown.innerText()).trim();
  assert.match(token, /^fmt_/);
  const status = async (): Promise<number> =>
    (await stage.manager.call('GET', '/api/v1/hosts', undefined, token)).status;
  assert.is(await status(), 200);
  await closeSecret(page);
  await page.reload();
  await page.getByRole('grid', { name: 'API tokens' }).getByText('127.0.0.1').waitFor();
  assert.is(await page.getByText(token).count(), 0);
  await page.getByRole('button', { name: 'Revoke Monitoring' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Revoke' }).press('Enter');
  await page.getByText('No API tokens yet.').waitFor();
  assert.is(await status(), 401);
});

test('a proof that is too old is asked for anew, and the call is repeated once it holds', async () => {
  await newPerson('rita');
  const page = await open('rita');
  let sent = 0;
  const old = refusal(403, 'REAUTHENTICATION_REQUIRED', 'Prove again who you are.');
  await page.route('**/api/v1/users/me/tokens', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    return sent === 1 ? route.fulfill(old) : route.continue();
  });
  await page.getByRole('button', { name: 'New API token' }).press('Enter');
  await page.getByLabel('Token name').fill('Backup');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.waitFor();
  await judge(page);
  const password = page.locator('fm-reauthenticate').getByLabel('Password');
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await page.locator('fm-reauthenticate').getByText('The password is wrong.').waitFor();
  assert.is(sent, 1);
  await password.fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'token' }).waitFor();
  assert.is(sent, 2);
  await page.getByRole('grid', { name: 'API tokens' }).getByText('Backup').waitFor();
});

test.run();
