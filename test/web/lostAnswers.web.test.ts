// needs: chromium
// time-limit: 240
// A call reaches the manager and its answer is lost on the way: its reader clicks again, and nothing is there twice.
import * as assert from 'uvu/assert';
import type { Response } from 'playwright-core';
import type { Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { loseNext, NO_ANSWER } from '../support/lostAnswer.ts';

const stage = new Stage('web: lost answers', { keepsTab: true });
const { test } = stage;

/** What the browser itself says of a request without an answer. */
const LOST = { allow: /Failed to load resource/ };

/** Clicks the button; the manager serves its call, but no answer comes. Then clicks it again, and is answered. */
async function clickTwice(page: Page, button: string, path: RegExp): Promise<void> {
  assert.ok((await clickAgain(page, button, path)).ok());
}

async function clickAgain(page: Page, button: string, path: RegExp): Promise<Response> {
  const isLost = await loseNext(page, 'POST', path);
  await page.getByRole('button', { name: button, exact: true }).click();
  await isLost();
  await page.getByText(NO_ANSWER).first().waitFor();
  const answered = page.waitForResponse((one) => one.request().method() === 'POST' && path.test(one.url()));
  await page.getByRole('button', { name: button, exact: true }).press('Enter');
  return answered;
}

const listed = async (path: string, list: string): Promise<string[]> => {
  const answer = await stage.manager.must<Record<string, { name: string }[]>>('GET', path);
  return (answer[list] ?? []).map(({ name }) => name);
};

test('a policy is made once, though the answer was lost', async () => {
  await stage.manager.must('POST', '/api/v1/groups', { name: 'Web' });
  const page = await stage.open('/policies/new', LOST);
  await page.getByLabel('Name (required)').fill('Patch night');
  await page.getByLabel('Web', { exact: true }).check();
  await clickTwice(page, 'Create policy', /\/api\/v1\/policies$/);
  await page.getByRole('heading', { level: 1, name: 'Patch night' }).waitFor();
  assert.equal(await listed('/api/v1/policies', 'policies'), ['Patch night']);
});

test('a group and a user are made once, though the answers were lost', async () => {
  const page = await stage.open('/groups/new', LOST);
  await page.getByLabel('Name').fill('Databases');
  await page.getByLabel('Manual').first().check();
  await clickAgain(page, 'Create group', /\/api\/v1\/groups$/);
  await page.getByRole('heading', { level: 1, name: 'Databases' }).waitFor();
  await page.goto(`${stage.manager.url}/users/new`);
  await page.getByLabel('User name').fill('nora');
  await clickAgain(page, 'Create user and copy password', /\/api\/v1\/users$/);
  await page.getByRole('heading', { level: 1, name: 'nora' }).waitFor();
});

test('a report is scheduled once, though the answer was lost', async () => {
  const page = await stage.open('/reports/schedules', LOST);
  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByLabel('Name (required)').fill('For the board');
  await page.getByRole('textbox', { name: 'Mail addresses' }).fill('board@example.org');
  await page.keyboard.press('Enter');
  await clickTwice(page, 'Save schedule', /\/api\/v1\/report-schedules$/);
  await page.getByText('Schedule For the board saved.').first().waitFor();
  assert.equal(await listed('/api/v1/report-schedules', 'schedules'), ['For the board']);
});

test('a freeze, a window and a health check are added once, though the answers were lost', async () => {
  const { id } = await stage.manager.must<{ id: string }>('POST', '/api/v1/hosts', {
    fqdn: 'web1.example.org',
    ip_address: '10.0.4.61',
  });
  const page = await stage.open(`/calendar?host=${id}`, LOST);
  await page.getByRole('button', { name: 'New freeze' }).click();
  const inDays = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel(/^Name/).fill('Year end');
  await page.getByLabel('Day', { exact: true }).fill(inDays(3));
  await page.getByLabel('Until').fill(inDays(9));
  await clickTwice(page, 'Add freeze', /\/api\/v1\/freezes$/);
  await page.getByLabel(/^Name/).waitFor({ state: 'hidden' });
  assert.equal(await listed('/api/v1/freezes', 'freezes'), ['Year end']);
  await page.getByRole('button', { name: 'New window' }).click();
  await page.getByLabel(/^Name/).fill('Night');
  await clickTwice(page, 'Add window', /\/maintenance-windows$/);
  await page.getByLabel(/^Name/).waitFor({ state: 'hidden' });
  assert.equal(await listed('/api/v1/maintenance-windows', 'windows'), ['Night']);
  await page.goto(`${stage.manager.url}/hosts/${id}?tab=checks`);
  await page.getByRole('button', { name: 'Add check' }).click();
  await page.getByLabel(/^Name/).fill('Web server');
  await page.getByLabel(/^Service/).fill('nginx');
  await clickTwice(page, 'Save', /\/health-checks$/);
  await page.getByLabel(/^Name/).waitFor({ state: 'hidden' });
  assert.equal(await listed(`/api/v1/hosts/${id}/health-checks`, 'checks'), ['Web server']);
});

test('a rule of notifications is added once, though the answer was lost', async () => {
  const page = await stage.open('/notifications?tab=rules', LOST);
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Name (required)').fill('The chat');
  await page.getByRole('textbox', { name: 'Mail addresses' }).fill('chat@example.org');
  await page.keyboard.press('Enter');
  await clickTwice(page, 'Save rule', /\/api\/v1\/notification-rules$/);
  await page.getByRole('button', { name: 'Edit The chat' }).waitFor();
  assert.equal(await listed('/api/v1/notification-rules', 'rules'), ['The chat']);
});

test('a webhook is made once, and its secret is shown, though the first answer was lost', async () => {
  const page = await stage.open('/notifications?tab=webhooks', LOST);
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Name (required)').fill('Pager');
  await page.getByLabel('Address (required)').fill('https://pager.example.org/hook');
  await clickTwice(page, 'Save webhook', /\/api\/v1\/webhooks$/);
  await page.getByText(/^whsec_/).waitFor();
  assert.equal(await listed('/api/v1/webhooks', 'webhooks'), ['Pager']);
});

test('a token that nobody has seen, because the answer was lost, stands in the list', async () => {
  const page = await stage.open('/enrollments?tab=tokens', LOST);
  const isLost = await loseNext(page, 'POST', /\/enrollment-tokens$/);
  await page.getByLabel(/^Name/).fill('Rack seven');
  await page.getByLabel(/^Name/).press('Enter');
  await isLost();
  await page.getByText(NO_ANSWER).first().waitFor();
  await page.getByText('Rack seven').first().waitFor();
});

test.run();
