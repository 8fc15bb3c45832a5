// needs: chromium
// time-limit: 240
// A change reaches the manager and its answer is lost on the way. Who saves again is told that it is saved, and not that
// somebody else was quicker.
import * as assert from 'uvu/assert';
import type { Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { loseNext, NO_ANSWER } from '../support/lostAnswer.ts';

const stage = new Stage('web: lost answers to changes', { keepsTab: true });
const { test } = stage;

/** What the browser itself says of a request without an answer, and of one that is refused as overtaken. */
const LOST = { allow: /Failed to load resource/ };

const make = <T = { id: string }>(path: string, body: object): Promise<T> =>
  stage.manager.must('POST', `/api/v1${path}`, body);
const shows = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

const losePut = (page: Page): Promise<() => Promise<void>> => loseNext(page, 'PUT', '**/api/v1/**');

/** Saves twice: the answer to the first save is lost, the second is refused as overtaken. */
async function saveTwice(page: Page, button: string): Promise<void> {
  const isLost = await losePut(page);
  const save = page.getByRole('button', { name: button, exact: true });
  await save.click();
  await isLost();
  await shows(page, NO_ANSWER);
  const refused = page.waitForResponse((one) => one.request().method() === 'PUT');
  await save.press('Enter');
  assert.is((await refused).status(), 412);
}

test('a host and a group', async () => {
  const host = await make('/hosts', { fqdn: 'web1.example.org', ip_address: '10.0.4.71' });
  const page = await stage.open(`/hosts/${host.id}`, LOST);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit …' }).click();
  await page.locator('fm-host-edit').getByRole('textbox', { name: 'Tags' }).fill('web env=prod');
  await saveTwice(page, 'Save');
  await page.locator('fm-host-edit').getByRole('textbox', { name: 'Tags' }).waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Facts' }).click();
  await page.getByText('env=prod, web').or(page.getByText('web, env=prod')).first().waitFor();
  const group = await make('/groups', { name: 'Web', description: null });
  await page.goto(`${stage.manager.url}/groups/${group.id}?edit=1`);
  await page.getByLabel('Name').fill('Web servers');
  await saveTwice(page, 'Save');
  await page.getByLabel('Name').waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1, name: 'Web servers' }).waitFor();
});

test('a user', async () => {
  const body = { username: 'peter', role: 'reporter', password: 'seven quiet otters row north' };
  const { id } = await make('/users', body);
  const page = await stage.open(`/users/${id}`, LOST);
  await page.getByLabel('Role').selectOption('operator');
  await saveTwice(page, 'Save');
  await page.getByText('Saved.', { exact: true }).first().waitFor();
});

test('a window, a freeze and a health check', async () => {
  const host = await make('/hosts', { fqdn: 'web2.example.org', ip_address: '10.0.4.72' });
  const times = { timezone: 'Europe/Berlin', duration_secs: 7_200 };
  const rrule = 'DTSTART:20260101T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU';
  await make(`/hosts/${host.id}/maintenance-windows`, { name: 'Night', rrule, ...times });
  await make('/freezes', { name: 'Year end', starts_at: new Date(Date.now() + 9e8).toISOString(), ...times });
  const page = await stage.open(`/calendar?host=${host.id}&tab=windows`, LOST);
  await page.getByRole('button', { name: 'Edit Night' }).click();
  await page.getByLabel(/^Name/).fill('Late night');
  await saveTwice(page, 'Save window');
  await page.getByRole('heading', { name: 'Late night' }).waitFor();
  await page.goto(`${stage.manager.url}/calendar?tab=freezes`);
  await page.getByRole('button', { name: 'Edit Year end' }).click();
  await page.getByLabel(/^Name/).fill('Turn of the year');
  await saveTwice(page, 'Save freeze');
  await page.getByRole('heading', { name: 'Turn of the year' }).waitFor();
  await make(`/hosts/${host.id}/health-checks`, { name: 'Web', kind: 'service', service_name: 'nginx' });
  await page.goto(`${stage.manager.url}/hosts/${host.id}?tab=checks`);
  await page.getByRole('button', { name: 'Edit: Web' }).click();
  await page.getByLabel(/^Name/).fill('Web server');
  await saveTwice(page, 'Save');
  await page.getByRole('button', { name: 'Edit: Web server' }).waitFor();
});

test('a policy and a schedule of reports', async () => {
  const { id: group } = await make('/groups', { name: 'Databases', description: null });
  const page = await stage.open('/policies/new', LOST);
  await page.getByLabel('Name (required)').fill('Patch night');
  await page.getByLabel('Databases', { exact: true }).check();
  await page.getByRole('button', { name: 'Create policy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Patch night' }).waitFor();
  await page.goto(`${page.url()}?edit=1`);
  await page.getByLabel('Name (required)').fill('Patch morning');
  await saveTwice(page, 'Save policy');
  await shows(page, 'Policy Patch morning saved.');
  await make('/report-schedules', {
    name: 'Weekly',
    report_type: 'compliance',
    format: 'pdf',
    period: 'last_week',
    timezone: 'UTC',
    rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=WEEKLY;BYDAY=MO',
    recipients: ['a@example.org'],
    group_id: group,
  });
  await page.goto(`${stage.manager.url}/reports/schedules`);
  await page.getByRole('button', { name: 'Actions for Weekly' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('For the board');
  await saveTwice(page, 'Save schedule');
  await shows(page, 'Schedule For the board saved.');
});

test('a rule of notifications and a webhook', async () => {
  await make('/webhooks', { name: 'Chat', url: 'https://chat.example.org/hook' });
  await make('/notification-rules', {
    name: 'Board',
    facts: ['job.completed'],
    recipients: ['a@example.org'],
  });
  const page = await stage.open('/notifications?tab=rules', LOST);
  await page.getByRole('button', { name: 'Edit Board' }).click();
  await page.getByLabel('Name (required)').fill('The board');
  await saveTwice(page, 'Save rule');
  await page.getByRole('button', { name: 'Edit The board' }).waitFor();
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Edit Chat' }).click();
  await page.getByRole('textbox', { name: 'Name (required)' }).fill('The chat');
  await saveTwice(page, 'Save webhook');
  await page.getByRole('button', { name: 'Edit The chat' }).waitFor();
});

test('a setting and the allow-list', async () => {
  const page = await stage.open('/settings', LOST);
  const form = page.getByRole('form', { name: 'Polling' });
  await form.getByLabel('Health', { exact: true }).fill('3');
  const isLost = await losePut(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await isLost();
  await form.getByText(NO_ANSWER).first().waitFor();
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await form.getByText('Saved.', { exact: true }).waitFor();
  await stage.manager.must('PUT', '/api/v1/settings/ip-whitelist', { entries: ['127.0.0.0/8'] });
  await page.goto(`${stage.manager.url}/allow-list`);
  await page.getByLabel('Networks').fill('127.0.0.0/8\n192.0.2.0/24');
  await saveTwice(page, 'Save');
  await shows(page, 'Saved: 2 networks allowed.');
});

test('what somebody else saved meanwhile is still told', async () => {
  const host = await make('/hosts', { fqdn: 'web3.example.org', ip_address: '10.0.4.73' });
  const page = await stage.open(`/hosts/${host.id}`, LOST);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit …' }).click();
  await page.locator('fm-host-edit').getByRole('textbox', { name: 'Tags' }).fill('mine');
  const isLost = await losePut(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await isLost();
  await shows(page, NO_ANSWER);
  await stage.manager.must('PUT', `/api/v1/hosts/${host.id}`, { tags: ['theirs'] });
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await shows(page, 'Someone else has changed this host');
});

test.run();
