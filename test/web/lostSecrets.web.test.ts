// needs: chromium
// time-limit: 180
// Codes, keys and passwords: the change reaches the manager, its answer is lost on the way, and what the person holds is
// worth nothing any more. The page has to say so.
import { generateSync } from 'otplib';
import * as assert from 'uvu/assert';
import { signIn, type Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { loseNext, NO_ANSWER } from '../support/lostAnswer.ts';

const stage = new Stage('web: lost answers with secrets');
const { test } = stage;

const LOST = { allow: /Failed to load resource/ };
const FIRST = 'nine patient herons wade south';
const NEXT = 'eight loud otters row south';

async function newPerson(username: string, mustChange = false): Promise<void> {
  const body = { username, role: 'operator', password: FIRST, must_change_password: mustChange };
  await stage.manager.must('POST', '/api/v1/users', body);
}

async function openProfile(username: string): Promise<Page> {
  await newPerson(username);
  const page = await stage.visit('/profile', LOST);
  await signIn(page, username, FIRST);
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  return page;
}

/** Types the first code of the app, whose key the page shows; returns the key. */
async function sendFirstCode(page: Page): Promise<string> {
  const setup = page.locator('fm-totp-setup');
  const secret = (await setup.getByRole('region', { name: 'key' }).innerText()).trim();
  await setup.getByLabel('Verification code').fill(generateSync({ secret }));
  await page.keyboard.press('Enter');
  return secret;
}

test('new recovery codes that nobody saw: the page says that the old ones may be dead, and what to do', async () => {
  const page = await openProfile('petra');
  await page.getByRole('button', { name: 'Set up' }).click();
  await sendFirstCode(page);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  const renew = page.getByRole('button', { name: 'Create new codes' });
  const sure = page.locator('fm-confirm').getByRole('button', { name: 'Create new codes' });
  const isLost = await loseNext(page, 'POST', '**/api/v1/auth/mfa/recovery-codes');
  await renew.first().click();
  await sure.click();
  await isLost();
  await page.getByText('New recovery codes may have been created, but could not be shown.').waitFor();
  await page.getByText('your saved codes no longer work').waitFor();
  assert.is(await page.getByText('10 recovery codes left.').count(), 0, 'nobody has them');
  await renew.first().click();
  await sure.click();
  await page.getByRole('region', { name: 'recovery codes' }).waitFor();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('10 recovery codes left.').waitFor();
});

test('an app that was turned on unseen: the page says so, and gives a new key with new codes', async () => {
  const page = await openProfile('tina');
  await page.getByRole('button', { name: 'Set up' }).click();
  const isLost = await loseNext(page, 'POST', '**/api/v1/auth/mfa/verify');
  const before = await sendFirstCode(page);
  await isLost();
  await page.getByText('The app may already be enabled.').waitFor();
  await page.locator('fm-totp-setup').getByLabel('Verification code').press('Enter');
  await page.getByText('The app was enabled, but its recovery codes could not be shown.').waitFor();
  const key = page.locator('fm-totp-setup').getByRole('region', { name: 'key' });
  await key.filter({ hasNotText: before }).waitFor();
  await sendFirstCode(page);
  await page.getByRole('region', { name: 'recovery codes' }).waitFor();
});

test('a password that was changed unseen: the page says that the new one may hold', async () => {
  const page = await openProfile('olga');
  const form = page.locator('fm-own-password');
  await form.getByLabel('Current password').fill(FIRST);
  await form.getByLabel('New password', { exact: true }).fill(NEXT);
  await form.getByLabel('Confirm new password').fill(NEXT);
  const isLost = await loseNext(page, 'PUT', '**/api/v1/users/me/password');
  await page.keyboard.press('Enter');
  await isLost();
  await form.getByText(NO_ANSWER).waitFor();
  await form.getByRole('button', { name: 'Change password' }).press('Enter');
  await form.getByText('the new password is already active').waitFor();
});

test('a password that was due and was changed unseen signs in at the second try', async () => {
  await newPerson('nora', true);
  const page = await stage.visit('/about', LOST);
  await page.getByLabel('User name').fill('nora');
  await page.getByLabel('Password').fill(FIRST);
  await page.keyboard.press('Enter');
  await page.getByLabel('New password').fill(NEXT);
  await page.getByLabel('Confirm password').fill(NEXT);
  const isLost = await loseNext(page, 'POST', '**/api/v1/auth/force-change-password');
  await page.keyboard.press('Enter');
  await isLost();
  await page.getByText(NO_ANSWER).first().waitFor();
  await page.getByRole('button', { name: 'Change password and sign in' }).press('Enter');
  await page.getByRole('heading', { name: 'About' }).waitFor();
});

test.run();
