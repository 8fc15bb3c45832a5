// needs: chromium
// time-limit: 200
// Reports for a person who is asked for evidence: figures on the screen, and the same as a file.
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { NARROW, screenshot } from '../support/browser.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: reports', { hosts: 2, keepsTab: true });
const { test } = stage;

test('the figures are shown, the address holds the choice, and both files are saved', async () => {
  const page = await stage.open('/reports');
  await page.getByLabel('Report', { exact: true }).selectOption('Vulnerabilities');
  await page.getByLabel('Period').selectOption('Last 7 days');
  await page.waitForURL(/type=vulnerability.*period=7-days|period=7-days.*type=vulnerability/);
  await page.getByRole('button', { name: 'Preview' }).click();
  const figures = page.getByRole('region', { name: 'Figures' });
  await figures.waitFor({ timeout: 60_000 });
  const hosts = figures.locator('dl > div').first();
  assert.match(await hosts.innerText(), /^Hosts\s+2\s+All live hosts of the scope/);
  await judge(page);
  await screenshot(page, 'reports-wide');
  await page.setViewportSize(NARROW);
  await screenshot(page, 'reports-narrow');
  await page.getByLabel('Include closed findings in CSV').check();
  const asked = page.waitForRequest(/reports\/vulnerability\?format=csv.*closed=true/);
  for (const [format, start] of [
    ['CSV', 'host_id,fqdn,state,cve'],
    ['PDF', '%PDF-1.7'],
  ] as const) {
    const saving = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('button', { name: `Download ${format}` }).click();
    const file = await saving;
    assert.match(
      file.suggestedFilename(),
      new RegExp(`^vulnerability-[0-9-]{10}\\.${format.toLowerCase()}$`),
    );
    assert.is(readFileSync(await file.path(), 'latin1').slice(0, start.length), start);
  }
  await asked;
  await page.getByLabel('Report', { exact: true }).selectOption('Patch history');
  await page.getByLabel('Include closed findings in CSV').waitFor({ state: 'detached' });
  await figures.waitFor({ state: 'detached' });
});

test('what the manager refuses is told in words, and a second try works', async () => {
  const page = await stage.open('/reports?type=compliance', { allow: /503/ });
  const busy = refusal(503, 'REPORTS_BUSY', 'busy');
  await page.route(/\/reports\/compliance\/figures/, (route) => route.fulfill(busy), { times: 1 });
  const show = page.getByRole('button', { name: 'Preview' });
  await show.click();
  await page.getByText('Too many of your reports are queued.').waitFor();
  await show.click();
  await page.getByRole('heading', { name: 'Hosts by compliance status' }).waitFor({ timeout: 60_000 });
  assert.is(await page.getByText('Too many of your reports are queued.').count(), 0);
});

test('a mailed address opens its report with period and hosts chosen', async () => {
  const page = await stage.open(
    '/reports?type=compliance&from=2026-01-08T12:05:00.000Z&to=2026-01-15T12:05:00.000Z',
  );
  const period = page.getByLabel('Period');
  await period.waitFor();
  const shown = await period.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
  assert.is(shown, 'From 2026-01-08 12:05 to 2026-01-15 12:05');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('From 2026-01-08 12:05 to 2026-01-15 12:05 (UTC).').waitFor({ timeout: 60_000 });
  await period.selectOption('Last 7 days');
  await page.waitForURL((url) => url.searchParams.get('from') === null);
});

test('a schedule that somebody else changed or deleted keeps what was typed, and mail that is off is told', async () => {
  const page = await stage.open('/reports/schedules', { allow: /status of (404|412)/ });
  await page.getByText('Mail is not set up, or disabled').waitFor();
  const { manager } = stage;
  const body = {
    name: 'Weekly',
    report_type: 'compliance',
    format: 'pdf',
    period: 'last_week',
    timezone: 'UTC',
    rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=WEEKLY;BYDAY=MO',
    recipients: ['a@example.org'],
  };
  const { id } = await manager.must<{ id: string }>('POST', '/api/v1/report-schedules', body);
  await page.reload();
  const menu = page.getByRole('button', { name: 'Actions for Weekly' });
  await menu.click();
  const run = page.getByRole('menuitem', { name: /Create and mail now/ });
  assert.is(await run.getAttribute('aria-disabled'), 'true');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('form', { name: /^Edit / });
  await manager.must('PUT', `/api/v1/report-schedules/${id}`, { name: 'Theirs' });
  await form.getByLabel('Name').fill('Mine');
  const save = form.getByRole('button', { name: 'Save schedule' });
  await save.click();
  await page.getByText(/^admin has changed this schedule since\./).waitFor();
  assert.is(await form.getByLabel('Name').inputValue(), 'Mine');
  await save.click();
  await page.getByText('Schedule Mine saved.').first().waitFor();
  await page.getByRole('button', { name: 'Actions for Mine' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByText('Mine is paused.').first().waitFor();
  await page.getByRole('row').getByText('Paused').waitFor();
  await manager.must('POST', `/api/v1/report-schedules/${id}/run`);
  await page.getByRole('link', { name: 'Mine' }).click();
  await page
    .getByRole('region', { name: 'Mine' })
    .getByText('Mail is not set up, or disabled')
    .waitFor({ timeout: 30_000 });
  await judge(page);
  await screenshot(page, 'report-schedules-mail-off');
  await page.getByRole('button', { name: 'Actions for Mine' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await manager.must('DELETE', `/api/v1/report-schedules/${id}`);
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('This schedule was deleted.').waitFor();
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Schedule Mine saved.').first().waitFor();
});

test('a report that was made is repeated: the form holds what was chosen, and a name', async () => {
  const page = await stage.open('/reports?type=vulnerability&period=7-days');
  await page.getByRole('link', { name: 'Repeat monthly' }).click();
  const form = page.getByRole('form', { name: 'New schedule' });
  await form.waitFor();
  assert.is(await page.getByText('No schedules yet').count(), 0);
  assert.is(await form.getByLabel('Name').inputValue(), 'Vulnerabilities, day 1 of the month');
  assert.is(await form.getByLabel('Days').inputValue(), '7');
  await judge(page);
  await form.getByRole('textbox', { name: 'Mail addresses' }).fill('auditor@example.org');
  await form.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Schedule Vulnerabilities, day 1 of the month saved.').first().waitFor();
  await form.waitFor({ state: 'detached' });
  assert.is(new URL(page.url()).search, '');
  const { schedules } = await stage.manager.must<{
    schedules: { id: string; name: string; report_type: string; period_days: number; recipients: string[] }[];
  }>('GET', '/api/v1/report-schedules');
  const [made] = schedules.filter(({ name }) => name.startsWith('Vulnerabilities'));
  assert.equal(
    [made?.report_type, made?.period_days, made?.recipients],
    ['vulnerability', 7, ['auditor@example.org']],
  );
  await stage.manager.must('DELETE', `/api/v1/report-schedules/${made?.id}`);
});

test('who may not schedule reports is not led there', async () => {
  const page = await stage.open('/reports', { prepare: (fresh) => answerAs('reporter', fresh) });
  await page.getByRole('button', { name: 'Preview' }).waitFor();
  assert.is(await page.getByRole('link', { name: 'Schedules' }).count(), 0);
});

test('who may not read the audit log is not offered a report of it', async () => {
  const page = await stage.open('/reports?type=audit', { prepare: (fresh) => answerAs('reporter', fresh) });
  const report = page.getByLabel('Report', { exact: true });
  await report.waitFor();
  const offered = await report.locator('option').allInnerTexts();
  assert.equal(offered, ['Compliance', 'Patch history', 'Vulnerabilities']);
  assert.is(await report.inputValue(), 'compliance');
});

test.run();
