// needs: chromium
// time-limit: 300
// Windows and freezes on the screen: made, changed, shown in the calendar, on the host and on a waiting job.
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, overflowPx, type Page } from '../support/browser.ts';
import { answerAs, judge, Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';
import { ADMIN_PASSWORD } from '../support/manager.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: calendar', { hosts: 2, keepsTab: true });
const { test } = stage;

interface Entry {
  id: string;
  name: string;
  rrule: string | null;
  days_after: number;
  duration_secs: number;
  edit_version: number;
}

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const shows = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

const windowsOf = async (hostId: string): Promise<Entry[]> =>
  (await stage.manager.must<{ windows: Entry[] }>('GET', `/api/v1/hosts/${hostId}/maintenance-windows`))
    .windows;

test('a window of a host: what is wrong is said at its field and kept, the preview shows starts, and it is saved once', async () => {
  const [hostId = ''] = stage.hostIds;
  const page = await stage.open(`/hosts/${hostId}`, { allow: /400 .*maintenance-windows/ });
  await shows(page, 'None.');
  await page.getByRole('link', { name: 'Windows', exact: true }).click();
  await shows(page, 'No maintenance windows yet: work can start at any time.');
  await page.getByRole('button', { name: 'New window' }).click();
  await page.getByRole('heading', { name: 'New window', level: 1 }).waitFor();
  assert.match(await page.title(), /^New window/);
  const form = page.getByRole('form', { name: 'maintenance window' });
  await form.getByRole('heading', { name: 'Upcoming starts' }).waitFor();
  assert.match(await form.getByLabel('Name').inputValue(), /, second Tuesday$/, 'proposed');
  await form.getByLabel('Name').fill('');
  await form.getByRole('button', { name: 'Add window' }).click();
  await shows(page, 'Enter a name.');
  await form.getByLabel('Name').fill('Patch night');
  await form.getByLabel('Time zone').fill('Mars/Olympus');
  await form.getByRole('button', { name: 'Add window' }).click();
  await shows(page, 'Enter a time zone such as Europe/Berlin.');
  assert.is(await form.getByLabel('Name').inputValue(), 'Patch night');
  await form.getByLabel('Time zone').fill('Europe/Berlin');
  await form.getByLabel('Repeats').selectOption('Custom (RFC 5545)');
  await form.getByLabel('Rule').fill('DTSTART:20260328T023000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
  await form.getByText('The rule never yields a start').waitFor();
  await form.getByRole('button', { name: 'Add window' }).click();
  await form.getByText('The rule never yields a start').waitFor();
  assert.equal(await windowsOf(hostId), []);
  await judge(page);
  await form.getByLabel('Rule').fill('DTSTART:20270327T023000\nRRULE:FREQ=DAILY');
  await form.getByText('Skipped by daylight saving').waitFor();
  await form.getByLabel('Repeats').selectOption('Once');
  assert.is(await form.getByLabel('Offset in days').count(), 0, 'a single window has no days after a rule');
  await form.getByLabel('Repeats').selectOption('Monthly by weekday');
  await form.getByLabel('Offset in days').fill('28');
  await form.getByRole('button', { name: 'Add window' }).click();
  await form.getByText('From 0 to 27 days.').waitFor();
  await form.getByLabel('Offset in days').fill('3');
  await form.getByRole('button', { name: 'Add window' }).dblclick();
  await page.getByRole('heading', { name: 'Patch night' }).waitFor();
  await shows(page, /The second Tuesday of the month at 22:00, plus 3 days, for 2 h, Europe\/Berlin/);
  const made = await windowsOf(hostId);
  assert.is(made.length, 1, 'the second click adds no second one');
  assert.match(made[0]?.rrule ?? '', /RRULE:FREQ=MONTHLY;BYDAY=2TU$/);
  assert.is(made[0]?.days_after, 3);
  await judge(page);
});

test('somebody else was quicker: what was typed stays, and the saved one is shown when asked for', async () => {
  const [hostId = ''] = stage.hostIds;
  const [window] = await windowsOf(hostId);
  const page = await stage.open(`/calendar?host=${hostId}`, { allow: /412 .*maintenance-windows/ });
  await page.getByRole('button', { name: 'Edit Patch night' }).click();
  const form = page.getByRole('form', { name: 'maintenance window' });
  await form.getByText(/^For the host /).waitFor();
  await form.getByLabel('Name').fill('My name');
  const path = `/api/v1/hosts/${hostId}/maintenance-windows/${window?.id}`;
  await stage.manager.must('PUT', path, { name: 'Their name' });
  // The page reads its list again, as after a broken connection: the form that is being filled in must not follow it.
  const read = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes(hostId),
  );
  await page.locator('fm-entry-form').dispatchEvent('fm-again');
  await (await read).finished();
  await page.evaluate('new Promise((done) => setTimeout(done, 100))');
  await form.getByRole('button', { name: 'Save window' }).click();
  await shows(page, 'Someone else has changed this since you opened it.');
  assert.is(await form.getByLabel('Name').inputValue(), 'My name');
  await form.getByRole('button', { name: 'Show saved version' }).click();
  await waitFor(async () => (await form.getByLabel('Name').inputValue()) === 'Their name');
  await form.getByLabel('Name').fill('Agreed');
  await form.getByRole('button', { name: 'Save window' }).click();
  await page.getByRole('heading', { name: 'Agreed' }).waitFor();
});

test('a freeze from one day to another stands in the calendar, and is deleted after a question', async () => {
  const page = await stage.open('/calendar?new=freeze');
  await page.getByRole('heading', { name: 'New freeze', level: 1 }).waitFor();
  const form = page.getByRole('form', { name: 'freeze' });
  await form.getByRole('button', { name: 'Turn of the year' }).click();
  const isAsked = async (): Promise<void> => {
    await (await navLink(page, 'Jobs')).click();
    await page.locator('fm-confirm').getByRole('button', { name: 'Stay on this page' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await isAsked();
  await form.getByText(/^Includes all of 1 Jan \d+; ends at midnight\.$/).waitFor();
  assert.match(await form.getByLabel('Name').inputValue(), /^Freeze, 23 Dec \d+ to 1 Jan \d+$/);
  await form.getByLabel('Until').fill(inDays(-2).slice(0, 10));
  await form.getByText('The end must be after the start.').waitFor();
  assert.is(await form.getByLabel('Name').inputValue(), '', 'no name for what ends before it starts');
  assert.is(await form.getByText(/Includes all of|Proposed from/).count(), 0);
  await form.getByLabel('Day').fill(inDays(-3).slice(0, 10));
  await form.getByText('The end must be after the start.').waitFor({ state: 'detached' });
  await form.getByLabel('Day').fill(inDays(-1).slice(0, 10));
  await form.getByText('The end must be after the start.').waitFor();
  await judge(page);
  await form.getByLabel('Name').fill('Turn of the year');
  await form.getByRole('button', { name: 'Add freeze' }).click();
  await isAsked();
  await form.getByLabel('Until').fill(inDays(40).slice(0, 10));
  await form.getByRole('button', { name: 'Add freeze' }).click();
  await page.getByRole('heading', { name: 'Turn of the year' }).waitFor();
  await page.getByText(/^Once, from \w+, \d+ \w+ \d+ at 00:00 until \w+, \d+ \w+ \d+ at 00:00/).waitFor();
  await page.getByRole('tab', { name: 'Month' }).click();
  await page.getByRole('grid', { name: 'Days of the month' }).getByText('Turn of the year').first().waitFor();
  await page.getByLabel('Selected day').getByRole('link', { name: 'Turn of the year' }).waitFor();
  await judge(page);
  await page.getByRole('tab', { name: 'Freezes' }).click();
  await page.getByRole('button', { name: 'Delete Turn of the year' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Delete' }).click();
  await shows(page, 'No freezes.');
});

test('a job that waits says until when and why; an administrator lets it pass with a reason', async () => {
  const [, hostId = ''] = stage.hostIds;
  const { manager } = stage;
  const body = {
    name: 'far',
    timezone: 'UTC',
    starts_at: inDays(3),
    duration_secs: 3_600,
  };
  await manager.must('POST', `/api/v1/hosts/${hostId}/maintenance-windows`, body);
  const job = await manager.must<{ id: string }>('POST', '/api/v1/jobs', {
    operation: 'patch',
    target: { host_ids: [hostId] },
  });
  const page = await stage.open(`/jobs/${job.id}`);
  await shows(page, '1 host is waiting for a maintenance window or a freeze to end.');
  const waiting = page.getByRole('region', { name: 'Waiting for' });
  await waiting.getByText('Maintenance window far: 1 host, until').waitFor();
  assert.match(await waiting.locator('time').innerText(), /^\d+ \w+ \d{4}, \d+:\d+/);
  await judge(page);
  await page.getByRole('button', { name: 'Override …' }).click();
  const dialog = page.locator('fm-window-wait');
  await dialog.getByText('All hosts start').waitFor();
  await dialog.getByLabel('Reason').fill('short');
  await dialog.getByRole('button', { name: 'Start now' }).click();
  await shows(page, 'Enter a reason of at least 10 characters.');
  await judge(page);
  await dialog.getByLabel('Reason').fill('A hole in openssl is being used.');
  await dialog.getByRole('button', { name: 'Start now' }).click();
  const proof = page.locator('fm-reauthenticate').getByLabel('Password');
  const isAsked = await Promise.race([
    proof.waitFor().then(() => true),
    page
      .getByText('Maintenance windows are overridden for this job')
      .waitFor()
      .then(() => false),
  ]);
  if (isAsked) {
    await proof.fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
  }
  await shows(page, 'Maintenance windows are overridden for this job');
  await shows(page, 'A hole in openssl is being used.');
  await manager.until<{ state: string }>(`/api/v1/jobs/${job.id}`, ({ state }) => state === 'completed');
});

test('an override of a job in waves says that its hosts still begin wave by wave', async () => {
  const { manager } = stage;
  const job = await manager.must<{ id: string }>('POST', '/api/v1/jobs', {
    operation: 'patch',
    target: { host_ids: stage.hostIds },
    waves: [{ count: 1 }],
  });
  const page = await stage.open(`/jobs/${job.id}`);
  await page.getByRole('button', { name: 'Override …' }).click();
  const dialog = page.locator('fm-window-wait');
  await dialog.getByText('The current wave starts within half a minute').waitFor();
  assert.is(await dialog.getByText('All hosts start').count(), 0);
  await manager.must('POST', `/api/v1/jobs/${job.id}/cancel`);
});

/** Each day at this hour, UTC. */
const daily = (hour: string): string => `DTSTART:20260101T${hour}0000\nRRULE:FREQ=DAILY`;
const WIDE = { width: 1280, height: 900 };

test('a window without a run, and one under a freeze, are told in the form, and in the list once it is saved', async () => {
  const [, hostId = ''] = stage.hostIds;
  const { manager } = stage;
  const page = await stage.open(`/calendar?host=${hostId}&new=window`);
  const form = page.getByRole('form', { name: 'maintenance window' });
  await form.getByLabel('Name').fill('Empty night');
  await form.getByLabel('Time zone').fill('UTC');
  await form.getByLabel('Repeats').selectOption('Daily');
  await form.getByLabel('Starts at').fill('03:00');
  await form.getByText('No policy run or scheduled job starts in the next 5 openings.').waitFor();
  await judge(page);
  const nightly = { name: 'Nightly', timezone: 'UTC', rrule: daily('02'), target: { host_ids: [hostId] } };
  const { id } = await manager.must<{ id: string }>('POST', '/api/v1/policies', nightly);
  const freeze = { name: 'Stock taking', timezone: 'UTC', starts_at: inDays(1), duration_secs: 2 * 86_400 };
  await manager.must('POST', '/api/v1/freezes', freeze);
  await form.getByLabel('Starts at').fill('03:01');
  const starts = form.getByRole('region', { name: 'Upcoming starts' });
  await starts.getByRole('link', { name: 'Policy Nightly' }).first().waitFor();
  await starts.getByText('The freeze Stock taking covers the whole opening on').first().waitFor();
  assert.is(await form.getByText('No policy run or scheduled job').count(), 0);
  await judge(page);
  await form.getByRole('button', { name: 'Add window' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Empty night' }) });
  await card.getByText('The freeze Stock taking covers the whole opening on').first().waitFor();
  await manager.must('DELETE', `/api/v1/policies/${id}`);
  await page.reload();
  await card.getByText('No policy run or scheduled job starts in the next 5 openings.').waitFor();
  await judge(page);
});

test('a draft of a freeze names the runs that it delays', async () => {
  const [, hostId = ''] = stage.hostIds;
  const nightly = { name: 'Delayed', timezone: 'UTC', rrule: daily('02'), target: { host_ids: [hostId] } };
  const { id } = await stage.manager.must<{ id: string }>('POST', '/api/v1/policies', nightly);
  const page = await stage.open('/calendar?new=freeze');
  const form = page.getByRole('form', { name: 'freeze' });
  await form.getByLabel('Name').fill('Year');
  await form.getByLabel('Until').fill(inDays(9).slice(0, 10));
  const delayed = form
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Policy Delayed' }) });
  await delayed.first().getByText('does not start before the freeze ends on').waitFor();
  await judge(page);
  await stage.manager.must('DELETE', `/api/v1/policies/${id}`);
});

test('windows, freezes, runs and jobs stand in the agenda with links, and in a month that arrows go through', async () => {
  const [hostId = '', other = ''] = stage.hostIds;
  const { manager } = stage;
  const policy = await manager.must<{ id: string }>('POST', '/api/v1/policies', {
    name: 'Each night',
    timezone: 'UTC',
    rrule: daily('01'),
    target: { host_ids: [hostId] },
  });
  const job = await manager.must<{ id: string }>('POST', '/api/v1/jobs', {
    operation: 'patch',
    name: 'Kernel',
    schedule_at: inDays(40),
    target: { host_ids: [other] },
  });
  const page = await stage.open('/calendar?tab=agenda');
  const agenda = page.locator('fm-agenda');
  await agenda.getByRole('link', { name: 'Each night' }).first().waitFor();
  for (const [name, href] of [
    ['Each night', `/policies/${policy.id}`],
    ['Kernel', `/jobs/${job.id}`],
    ['Stock taking', '/calendar?edit='],
    ['Empty night', '/calendar?edit='],
  ] as const) {
    const link = agenda.getByRole('link', { name }).first();
    assert.ok((await link.getAttribute('href'))?.startsWith(href), name);
  }
  await judge(page);

  const month = inDays(40).slice(0, 7);
  await page.setViewportSize(NARROW);
  await page.goto(`${manager.url}/calendar?month=${month}`);
  await agenda.getByRole('link', { name: 'Kernel' }).waitFor();
  assert.is(
    await page.getByRole('grid', { name: 'Days of the month' }).count(),
    0,
    'no room for seven columns',
  );
  await judge(page);
  await page.setViewportSize(WIDE);
  const grid = page.getByRole('grid', { name: 'Days of the month' });
  await grid.getByText('Kernel').waitFor();
  const focused = (): Promise<string> =>
    grid.evaluate(
      (table) => ((table.getRootNode() as ShadowRoot).activeElement as HTMLElement)?.dataset['date'] ?? '',
    );
  await grid.locator('td[tabindex="0"]').focus();
  const keys = [
    ['ArrowRight', `${month}-02`],
    ['ArrowDown', `${month}-09`],
    ['ArrowLeft', `${month}-08`],
    ['ArrowUp', `${month}-01`],
  ] as const;
  for (const [key, date] of keys) {
    await page.keyboard.press(key);
    await waitFor(async () => (await focused()) === date);
  }
  await page.keyboard.press('ArrowLeft');
  await waitFor(async () => (await focused()) !== '' && !(await focused()).startsWith(month));
  await waitFor(() => Promise.resolve(!page.url().includes(month)));
  await page.keyboard.press('PageDown');
  await waitFor(async () => (await focused()).startsWith(month));
  await grid.locator(`td[data-date="${inDays(40).slice(0, 10)}"] .number`).click();
  await page.getByLabel('Selected day').getByRole('link', { name: 'Kernel' }).waitFor();
  await grid.locator('td[tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  const isOnLink = (): Promise<boolean> =>
    grid.evaluate((table) => (table.getRootNode() as ShadowRoot).activeElement?.localName === 'a');
  await waitFor(isOnLink);
  assert.is(await overflowPx(page), 0);
  assert.equal(await axeEverywhere(page), []);
  await manager.must('POST', `/api/v1/jobs/${job.id}/cancel`);
  await manager.must('DELETE', `/api/v1/policies/${policy.id}`);
});

test('the grid of a month shows what is planned on the days of the next month, too', async () => {
  const [hostId = ''] = stage.hostIds;
  const { manager } = stage;
  const now = new Date();
  // The first month to come that does not begin with a week.
  const firsts = [2, 3, 4].map(
    (by) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + by, 1, 12)),
  );
  const first = firsts.find((day) => day.getUTCDay() !== 1) ?? now;
  const window = { name: 'Beyond', timezone: 'UTC', starts_at: first.toISOString(), duration_secs: 3_600 };
  const { id } = await manager.must<{ id: string }>(
    'POST',
    `/api/v1/hosts/${hostId}/maintenance-windows`,
    window,
  );
  const before = new Date(first.getTime() - 2 * 86_400_000).toISOString().slice(0, 7);
  const page = await stage.open(`/calendar?month=${before}`);
  const cell = page.locator(`td[data-date="${first.toISOString().slice(0, 10)}"]`);
  await cell.getByText('Beyond').waitFor();
  await judge(page);
  await cell.locator('.number').click();
  await page.getByLabel('Selected day').getByRole('link', { name: 'Beyond' }).waitFor();
  await waitFor(() => Promise.resolve(!page.url().includes(before)));
  await manager.must('DELETE', `/api/v1/hosts/${hostId}/maintenance-windows/${id}`);
});

test('a month with nothing in it says so, with the time zone', async () => {
  const page = await stage.open('/calendar?month=2020-01');
  await page.getByRole('heading', { name: 'Nothing planned this month' }).waitFor();
  await shows(page, /^Times in .+\.$/);
  await page.getByRole('button', { name: 'New window' }).last().waitFor();
  await judge(page);
});

test('a reporter sees the calendar and changes nothing', async () => {
  const [hostId = ''] = stage.hostIds;
  const page = await stage.open(`/calendar?host=${hostId}`, {
    prepare: (fresh) => answerAs('reporter', fresh),
  });
  await page.getByRole('heading', { name: 'Agreed' }).waitFor();
  for (const name of [/^New/, /^Edit/, /^Delete/])
    assert.is(await page.getByRole('button', { name }).count(), 0);
  await page.goto(`${stage.manager.url}/calendar?new=freeze`);
  await page.getByRole('tab', { name: 'Agenda' }).waitFor();
  assert.is(await page.getByRole('form').count(), 0);
});

test.run();
