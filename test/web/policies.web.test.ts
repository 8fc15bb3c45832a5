// needs: chromium
// time-limit: 200
// Policies on the screen: made with a preview, run, skipped, paused, changed by two people at once, and shown on the
// host.
import * as assert from 'uvu/assert';
import type { Page } from '../support/browser.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: policies', { hosts: 2, keepsTab: true });
const { test } = stage;

interface Wire {
  id: string;
  name: string;
  rrule: string;
  days_after: number;
  state: string;
  skips_next: boolean;
  last_run: { state: string } | null;
}

const shows = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
const policies = async (): Promise<Wire[]> =>
  (await stage.manager.must<{ policies: Wire[] }>('GET', '/api/v1/policies')).policies;
const only = async (): Promise<Wire> => {
  const all = await policies();
  assert.is(all.length, 1);
  return all[0] as Wire;
};
/** Uses an action of the header, which may have put it into its menu. */
async function act(page: Page, name: string): Promise<void> {
  const header = page.locator('fm-page-header');
  const button = header.getByRole('button', { name, exact: true });
  if (!(await button.isVisible())) await header.getByRole('button', { name: 'More' }).click();
  const item = header.getByRole('menuitem', { name, exact: true });
  await button.or(item).first().click();
}
const confirm = (page: Page, name: string): Promise<void> =>
  page.locator('fm-confirm').getByRole('button', { name, exact: true }).click();

test('the editor says what is wrong, shows hosts and starts, and loses nothing while the manager is gone', async () => {
  await stage.manager
    .must('POST', '/api/v1/groups', { name: 'Web', description: null })
    .then(async (group) => {
      const { id } = group as { id: string };
      await stage.manager.must('POST', `/api/v1/groups/${id}/hosts`, { host_ids: stage.hostIds });
    });
  const page = await stage.open('/policies', { allow: /Failed to load resource|400 .*preview/ });
  await shows(page, 'No policies yet');
  await page.getByRole('link', { name: 'Create policy' }).click();
  const form = page.getByRole('form', { name: 'Policy' });
  await form.getByRole('heading', { name: 'Upcoming runs' }).waitFor();
  assert.is(await form.getByLabel('Name (required)').inputValue(), 'Security patches, second Tuesday');
  await form.getByLabel('Name (required)').fill('');
  await form.getByRole('button', { name: 'Create policy' }).click();
  await shows(page, 'Enter a name.');
  await shows(page, 'Select a group, or enter a tag.');
  await form.getByLabel('Name (required)').fill('Patch night');
  const isAsked = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  assert.ok(isAsked, 'what was typed is not lost by leaving');
  await form.getByRole('textbox', { name: 'Hosts with one of these tags' }).fill('nowhere');
  await page.keyboard.press('Enter');
  await shows(page, 'No hosts match now.');
  await form.getByRole('button', { name: 'Remove nowhere' }).click();
  await form.getByLabel('Web', { exact: true }).check();
  await form.getByText('2 hosts').first().waitFor();
  await form.getByLabel('Repeats').selectOption('Custom (RFC 5545)');
  await form
    .getByRole('textbox', { name: 'Rule' })
    .fill('DTSTART:20260101T020000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
  await shows(page, 'The rule never yields a start');
  await form.getByLabel('Repeats').selectOption('Monthly by weekday');
  await form.getByRole('spinbutton', { name: 'Offset in days' }).fill('3');
  await form.getByLabel('Canary: 1 host, 10 %, rest').check();
  await shows(page, 'With the current hosts: 1 host, then 1 host.');
  assert.is(await form.getByLabel('Preview').locator('ol > li').count(), 6);
  await shows(page, 'The next 6 runs meet no closed window and no freeze.');
  await shows(page, 'meet no closed window and no freeze.');
  const windows = `/api/v1/hosts/${stage.hostIds[0]}/maintenance-windows`;
  const { id: windowId } = await stage.manager.must<{ id: string }>('POST', windows, {
    name: 'Rack nights',
    timezone: 'UTC',
    rrule: 'DTSTART:20260106T020000\nRRULE:FREQ=WEEKLY;BYDAY=TU',
    duration_secs: 3_600,
  });
  await form.getByRole('spinbutton', { name: 'Offset in days' }).fill('4');
  await shows(page, /^\d of the next 6 runs meets? a closed window or a freeze:/);
  await form
    .getByText(/Window Rack nights is closed for 1 of 2 hosts; work starts on/)
    .first()
    .waitFor();
  await judge(page);
  await stage.manager.must('DELETE', `${windows}/${windowId}`);
  await form.getByRole('spinbutton', { name: 'Offset in days' }).fill('3');
  await shows(page, 'meet no closed window and no freeze.');
  await judge(page);
  await page.route('**/api/v1/policies', (route) => route.abort());
  await form.getByRole('button', { name: 'Create policy' }).click();
  await shows(page, 'The manager could not be reached.');
  assert.is(await form.getByLabel('Name (required)').inputValue(), 'Patch night');
  await page.unroute('**/api/v1/policies');
  await form.getByRole('button', { name: 'Create policy' }).dblclick();
  await page.getByRole('heading', { name: 'Patch night', level: 1 }).waitFor();
  const made = await only();
  assert.match(made.rrule, /RRULE:FREQ=MONTHLY;BYDAY=2TU$/);
  assert.is(made.days_after, 3);
  await shows(page, /security patches to group Web.*second Tuesday of the month at 22:00, plus 3 days/);
  await shows(page, '2 hosts match now.');
  await shows(page, 'No runs yet');
});

test('skip and take back, pause and resume, run now: the page says who did it, and what came of it', async () => {
  const { id } = await only();
  const page = await stage.open(`/policies/${id}`, { allow: /409 .*\/run/ });
  const starts = page.getByLabel('Upcoming runs').locator('ol > li');
  await starts.nth(5).waitFor();
  assert.is(await starts.count(), 6, 'as many as are judged');
  await act(page, 'Skip next run');
  await starts.first().getByText('Skipped').waitFor();
  await shows(page, 'The next run will be skipped (by admin).');
  await act(page, 'Undo skip');
  await starts.first().getByText('Skipped').waitFor({ state: 'detached' });
  await act(page, 'Pause');
  await confirm(page, 'Pause');
  await shows(page, 'No runs start until you resume the policy.');
  await act(page, 'Resume');
  await shows(page, 'Patch night resumes with its next run.');
  const busy = 'A run of this policy has not ended; two never overlap.';
  await page.route('**/run', (route) => route.fulfill(refusal(409, 'POLICY_RUN_ACTIVE', busy)));
  await act(page, 'Run now');
  await confirm(page, 'Run now');
  await shows(page, busy);
  await page.unroute('**/run');
  await act(page, 'Run now');
  await page.locator('fm-confirm').getByRole('button', { name: 'Run now', exact: true }).dblclick();
  await waitFor(async () => (await only()).last_run !== null, { timeoutMs: 60_000 });
  const runs = page.getByRole('grid', { name: 'Runs' });
  await runs.getByText('Started manually. By admin.').waitFor();
  assert.is(await runs.getByRole('row').count(), 2, 'the second click starts no second run');
  await runs.getByRole('link', { name: 'Plan', exact: true }).waitFor();
  await judge(page);
});

test('the host tells what is ahead and what was; the list offers the same as the page', async () => {
  const [hostId = ''] = stage.hostIds;
  const page = await stage.open(`/hosts/${hostId}?tab=outlook`);
  const ahead = page.getByLabel('Next actions');
  await ahead.getByRole('link', { name: 'Patch night' }).waitFor();
  await ahead.getByText(/Starts on \w{3}, .* at 22:00, /).waitFor();
  await ahead.getByText('Security patches, reboot if required.').waitFor();
  await page.getByLabel('Run history').getByRole('link', { name: 'Patch night' }).waitFor();
  await judge(page);
  await page.goto(`${stage.manager.url}/policies`);
  const grid = page.getByRole('grid', { name: 'Policies' });
  await grid.getByText('Group Web').waitFor();
  await page.getByRole('button', { name: 'Actions for Patch night' }).click();
  await page.getByRole('menuitem', { name: 'Skip next run' }).click();
  await grid.getByText('Skipped').waitFor();
  assert.is((await only()).skips_next, true);
  await judge(page);
  await page.goto(`${stage.manager.url}/calendar?tab=agenda`);
  const run = page.locator('fm-agenda').getByRole('listitem').filter({ hasText: 'Patch night' }).first();
  await run.getByText(/22:00 · Policy run/).waitFor();
  await run.getByText('Skipped', { exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages' }).fill('patch night');
  await page.getByText('Undo skip: Patch night').click();
  await shows(page, 'The next run of Patch night is no longer skipped.');
  assert.is((await only()).skips_next, false);
});

test('who was quicker is named and what was typed stays; a policy that is gone is saved as a new one', async () => {
  const { id } = await only();
  const page = await stage.open(`/policies/${id}?edit=1`, { allow: /(412|404) .*policies/ });
  const form = page.getByRole('form', { name: 'Policy' });
  await form.getByLabel('Name (required)').fill('My name');
  await stage.manager.must('PUT', `/api/v1/policies/${id}`, { name: 'Their name' });
  await form.getByRole('button', { name: 'Save policy' }).click();
  await shows(page, 'admin has changed this policy since you opened it.');
  assert.is(await form.getByLabel('Name (required)').inputValue(), 'My name');
  await form.getByRole('button', { name: 'Show saved version' }).click();
  await waitFor(async () => (await form.getByLabel('Name (required)').inputValue()) === 'Their name');
  await form.getByLabel('Name (required)').fill('Agreed');
  await stage.manager.must('DELETE', `/api/v1/policies/${id}`);
  await form.getByRole('button', { name: 'Save policy' }).click();
  await shows(page, 'This policy was deleted.');
  await form.getByRole('button', { name: 'Create policy' }).click();
  await page.getByRole('heading', { name: 'Agreed', level: 1 }).waitFor();
  const again = await only();
  assert.is(again.name, 'Agreed');
  assert.is.not(again.id, id);
});

test('a reporter looks at policies and changes none', async () => {
  const { id } = await only();
  const page = await stage.open('/policies', { prepare: (fresh) => answerAs('reporter', fresh) });
  await page.getByRole('grid', { name: 'Policies' }).getByText('Agreed').waitFor();
  assert.is(await page.getByRole('button', { name: /^Actions for/ }).count(), 0);
  assert.is(await page.getByRole('link', { name: 'New policy' }).count(), 0);
  await page.goto(`${stage.manager.url}/policies/${id}?edit=1`);
  await shows(page, 'No runs yet');
  assert.is(await page.getByRole('form').count(), 0);
  for (const name of ['Run now', 'Pause', 'Edit', 'Delete'])
    assert.is(await page.getByRole('button', { name }).count(), 0, name);
});

test.run();
