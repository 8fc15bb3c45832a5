// needs: chromium
// time-limit: 200
// Notifications as an administrator meets them: the mail server, a webhook, a rule, and the log of what was sent.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cheapIdentity, PASSWORD } from '../../server/core/identity/identity.testing.ts';
import { createFakeClock } from '../../server/kernel/clock.ts';
import { core, plugins } from '../../server/plugins.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import {
  startMailServer,
  MAIL_HOST,
  type MailServer,
} from '../../plugins/notifications/mailServer.testing.ts';
import {
  startReceiver,
  testNotifications,
  type Receiver,
} from '../../plugins/notifications/notifications.testing.ts';
import {
  launchBrowser,
  NARROW,
  openWindow,
  screenshot,
  signIn,
  WIDE,
  type Browser,
  type Page,
  type Window,
} from '../support/browser.ts';
import { navLink } from '../support/browserNav.ts';
import { judge } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';

const test = suite('web: notifications');
let app: TestApp;
let server: MailServer;
let receiver: Receiver;
let browser: Browser;
let window: Window;

test.before(async () => {
  const known = [...core, ...plugins].map((feature) =>
    feature.name === 'identity'
      ? cheapIdentity
      : feature.name === 'notifications'
        ? testNotifications
        : feature,
  );
  app = await createTestApp({
    features: known,
    config: { adminPassword: PASSWORD },
    authenticate: 'identity',
    clock: createFakeClock(new Date()),
  });
  server = await startMailServer({ mode: 'starttls' });
  receiver = await startReceiver();
  browser = await launchBrowser();
});
test.after(async () => {
  await browser?.close();
  await receiver?.stop();
  await server?.stop();
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

async function visit(tab: string): Promise<Page> {
  const page = await window.context.newPage();
  await page.goto(`${app.url}/notifications?tab=${tab}`);
  await signIn(page, 'admin', PASSWORD);
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Waits for a text on the screen; what is announced besides has the same words. */
const told = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

test('mail is set up in one form: what fits is proposed, one click saves and tests, and the log has the tests', async () => {
  const page = await visit('mail');
  const form = page.getByRole('region', { name: 'Mail' });
  await told(page, 'Mail is not set up yet. Nothing is sent until you save.');
  await judge(page);
  assert.is(await form.getByLabel('Send mail').isChecked(), true, 'who fills it in wants mail');
  assert.is(await form.getByRole('button', { name: /^Save$/ }).isDisabled(), true, 'nothing was typed');
  await form.getByLabel('Mail server').fill(' ');
  await form.getByRole('button', { name: 'Save and send test mail' }).click();
  await told(page, 'Enter the mail server.');
  await told(page, 'Enter the sender.');
  await judge(page);
  await form.getByLabel('Encryption').selectOption('tls');
  assert.is(await form.getByLabel('Port').inputValue(), '465');
  await form.getByLabel('Encryption').selectOption('starttls');
  await form.getByLabel('Mail server').fill('127.0.0.1');
  await form.getByLabel('Port').fill(String(server.port));
  await form.getByLabel('Sender', { exact: true }).fill('fleetmend@example.test');
  await form.getByRole('button', { name: /^Save$/ }).click();
  await told(page, 'A mail server on the manager’s own machine is used at port 25, 465 or 587 alone.');
  await form.getByLabel('Mail server').fill(MAIL_HOST);
  await form.getByLabel('Password').fill('four tall storks stand still');
  await form.getByRole('textbox', { name: /Default recipients/ }).fill('olga@example.test');
  // The address counts without Enter, and the first click on the button is enough.
  await form.getByRole('button', { name: 'Save and send test mail' }).click();
  await told(page, 'Test mail accepted.');
  assert.is(server.received.length, 1);
  await told(page, 'Set. Enter a new one to replace it.');
  assert.is(await form.getByLabel('Password').inputValue(), '');
  await form.getByLabel('Encryption').selectOption('none');
  await told(page, 'The saved one is cleared, because it would be sent to another server or unencrypted.');
  assert.is(await form.getByLabel('Port').inputValue(), String(server.port), 'a port of their own stays');
  await form.getByRole('button', { name: 'Discard changes' }).click();
  server.refuse.rcpt.push({ code: 550, text: 'nobody of that name' });
  await button(page, 'Send test mail').click();
  await told(page, /The server refused the mail\. It said: 550/);
  await judge(page);
  await screenshot(page, 'notifications-mail');
  await page.getByRole('tab', { name: 'Log' }).click();
  const rows = page.getByRole('row').filter({ hasText: 'olga@example.test' });
  await rows.filter({ hasText: 'Failed' }).waitFor();
  assert.is(await rows.filter({ hasText: 'Test' }).count(), 2);
  assert.is(await button(page, /^Send again/).count(), 0, 'a test is repeated, not sent again');
});

test('a webhook of another service: its form asks for what the service needs, and shows what would arrive there', async () => {
  const page = await visit('webhooks');
  await button(page, 'New webhook').click();
  const format = page.getByLabel('Format');
  await format.selectOption('slack');
  assert.is(await page.getByLabel('Secret').count(), 0, 'the address is the secret');
  await format.selectOption('pagerduty');
  const address = page.getByRole('textbox', { name: 'Address (required)' });
  assert.is(await address.inputValue(), 'https://events.pagerduty.com/v2/enqueue');
  await button(page, 'Save webhook').click();
  await told(page, 'Enter the key: without it the service refuses calls.');
  await format.selectOption('mattermost');
  assert.is(await address.inputValue(), '', 'the proposed one went with its service');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Failed on 1 host: Security patches, second Tuesday').first().waitFor();
  await judge(page);
  await screenshot(page, 'notifications-formats');
  await button(page, 'Cancel').click();
});

test('a webhook is made, its secret is shown once, it is tested; a rule uses it; the log tells what came of it', async () => {
  const page = await visit('webhooks');
  await told(page, 'No webhooks yet');
  await judge(page);
  await button(page, 'New webhook').click();
  await button(page, 'Save webhook').click();
  await told(page, 'Enter an address that starts with https:// or http://.');
  await page.getByRole('textbox', { name: 'Address (required)' }).fill(receiver.url);
  const name = page.getByRole('textbox', { name: 'Name (required)' });
  assert.is(await name.inputValue(), new URL(receiver.url).hostname, 'its host is proposed');
  await name.fill('Chat');
  await judge(page);
  assert.is(
    await page.getByLabel('Job failed on hosts').isChecked(),
    true,
    'what needs a person is proposed',
  );
  await button(page, 'Save and send test').click();
  await told(page, 'Chat: delivery succeeded.');
  await told(page, 'Copy it now: it won’t be shown again.');
  await told(page, /^whsec_/);
  await judge(page);
  await screenshot(page, 'notifications-secret');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await told(page, /^whsec_/);
  await page.getByRole('row').filter({ hasText: 'Edit' }).getByText('Chat').first().waitFor();
  assert.is(await page.getByRole('link', { name: /Create rule/ }).count(), 0, 'a rule was made with it');
  await (await navLink(page, 'Policies')).click();
  await told(page, 'Leave without copying the secret?');
  await button(page, 'Stay on this page').click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy the secret').click();
  await page.getByText('Copied the secret').first().waitFor({ state: 'attached' });
  await button(page, 'Done').click();
  assert.is(await page.getByText(/^whsec_/).count(), 0, 'it was copied, so nothing is asked');
  await screenshot(page, 'notifications-webhooks');
  receiver.answers.push(410);
  await button(page, 'Test Chat').click();
  await told(page, 'Delivery to Chat failed.');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await button(page, 'Delete Chat').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await told(page, 'No rules yet');
  await button(page, 'New rule').click();
  await button(page, 'Save rule').click();
  await told(page, 'Enter at least one mail address or webhook.');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await told(page, 'No rule: not called');
  await page.getByRole('link', { name: 'Create rule for Chat' }).click();
  const ruleName = page.getByRole('textbox', { name: 'Name (required)' });
  assert.is(await ruleName.inputValue(), 'Chat');
  assert.is(await page.getByRole('checkbox', { name: 'Chat' }).isChecked(), true);
  await ruleName.fill('The chat');
  await page.getByLabel('Job completed').check();
  await judge(page);
  await screenshot(page, 'notifications-rule');
  await button(page, 'Save rule').click();
  await button(page, 'Edit The chat').waitFor();
  await judge(page);
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await button(page, 'Delete Chat').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await told(page, 'Rules still use this webhook.');
  await page.getByRole('tab', { name: 'Log' }).click();
  const tests = page.getByRole('row').filter({ hasText: 'Chat' });
  await tests.filter({ hasText: 'Failed' }).waitFor();
  await tests.filter({ hasText: 'Sent' }).waitFor();
  await judge(page);
});

test('the log shows what was given up and why, and sends it again', async () => {
  receiver.answers.push(410);
  const ids = (await app.ctx.db.knex('notifications_webhooks')) as { id: string }[];
  const now = app.clock.now();
  const upcoming = { startsAt: now.toISOString(), endsAt: now.toISOString(), lead: '24h', hostsTotal: 0 };
  const content = { fact: 'window.upcoming', ...upcoming, windows: [], hosts: [], jobs: [] };
  const message = { id: ids[0]?.id, fact: 'window.upcoming', at: now, content: JSON.stringify(content) };
  await app.ctx.db.knex('notifications_messages').insert(message);
  const row = { message_id: ids[0]?.id, fact: 'window.upcoming', channel: 'webhook', created_at: now };
  await app.ctx.db.knex('notifications_deliveries').insert({
    ...row,
    id: '6b1f0c52-1f9e-8a41-9c3d-2f4a5b6c7d8e',
    recipient: 'Chat',
    webhook_id: ids[0]?.id,
    state: 'dead',
    tries: 12,
    last_answer: 'It answered 410: gone away for ever',
    ended_at: now,
  });
  const page = await visit('log');
  await told(page, 'It answered 410: gone away for ever');
  await page.getByRole('row').filter({ hasText: '410: gone away' }).getByText('Failed').waitFor();
  await judge(page);
  await screenshot(page, 'notifications-log');
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'notifications-log-narrow-dark');
  await button(page, 'Send again to Chat').click();
  await page.getByRole('row').getByText('Waiting').waitFor();
  await page.getByLabel('State').selectOption('dropped');
  await told(page, 'No deliveries yet');
});

test('a report is scheduled, made at once, and mailed: whom the server refuses is told by name', async () => {
  server.refuse.rcpt.push({ code: 550, text: 'nobody of that name' });
  const before = server.received.length;
  const page = await visit('log');
  await page.goto(`${app.url}/reports`);
  await page.getByRole('link', { name: 'Schedules' }).click();
  await told(page, 'No schedules yet');
  await button(page, 'New schedule').click();
  const form = page.getByRole('form', { name: 'New schedule' });
  await button(page, 'Save schedule').click();
  await told(page, 'Enter at least one address.');
  // A name is proposed.
  await form.getByRole('textbox', { name: /^Name/ }).fill('For the auditors');
  await form.getByRole('textbox', { name: /Mail addresses/ }).fill('one@example.test');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: /Mail addresses/ }).fill('two@example.test');
  await page.keyboard.press('Enter');
  await form.getByLabel('Format').selectOption('csv');
  await form.getByLabel('On day').selectOption('15');
  await form.getByRole('region', { name: 'Upcoming reports' }).locator('li').nth(4).waitFor();
  await judge(page);
  await screenshot(page, 'report-schedule-form');
  await button(page, 'Save schedule').dblclick();
  await told(page, 'Schedule For the auditors saved.');
  await button(page, 'Actions for For the auditors').first().waitFor();
  assert.is(await button(page, 'Actions for For the auditors').count(), 1, 'made once');
  await choose(page, 'Create and mail now');
  await button(page, 'Create and mail').click();
  const details = page.getByRole('region', { name: 'For the auditors' });
  await details.waitFor();
  await waitFor(
    async () => {
      await app.clock.advance(5_000);
      return (await details.getByText('Not delivered to all').count()) > 0;
    },
    { timeoutMs: 30_000 },
  );
  await details.getByText(/refused the mail\. It said: 550 nobody of that name/).waitFor();
  assert.is(server.received.length, before + 1);
  assert.is(server.received.at(-1)?.mail.attachments.length, 1);
  await judge(page);
  await screenshot(page, 'report-schedules');
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'report-schedules-narrow-dark');
  await page.setViewportSize(WIDE);
  await choose(page, 'Delete');
  await button(page, 'Delete').click();
  await told(page, 'Schedule For the auditors deleted.');
  await told(page, 'No schedules yet');
});

async function choose(page: Page, act: string): Promise<void> {
  await button(page, 'Actions for For the auditors').click();
  await page.getByRole('menuitem', { name: act }).click();
}

test.run();
