// needs: chromium
// time-limit: 200
// Reports as somebody meets them who is asked for evidence: figures on the screen, and the same as a file.
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { NARROW, screenshot } from '../support/browser.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: reports', { hosts: 2 });
const { test } = stage;

test('the figures are shown, the address holds the choice, and both files are saved', async () => {
  const page = await stage.open('/reports');
  await page.getByLabel('Report', { exact: true }).selectOption('Vulnerabilities');
  await page.getByLabel('Period').selectOption('The last 7 days');
  await page.waitForURL(/type=vulnerability.*period=7-days|period=7-days.*type=vulnerability/);
  await page.getByRole('button', { name: 'Show the figures' }).click();
  const figures = page.getByRole('region', { name: 'Figures' });
  await figures.waitFor({ timeout: 60_000 });
  const hosts = figures.locator('dl > div').first();
  assert.match(await hosts.innerText(), /^Hosts\s+2\s+All live hosts of the scope/);
  await judge(page);
  await screenshot(page, 'reports-wide');
  await page.setViewportSize(NARROW);
  await screenshot(page, 'reports-narrow');
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
  await page.getByLabel('Report', { exact: true }).selectOption('Patch history');
  await figures.waitFor({ state: 'detached' });
});

test('what the manager refuses is told in words, and a second try works', async () => {
  const page = await stage.open('/reports?type=compliance', { allow: /503/ });
  const busy = refusal(503, 'REPORTS_BUSY', 'busy');
  await page.route(/\/reports\/compliance\/figures/, (route) => route.fulfill(busy), { times: 1 });
  const show = page.getByRole('button', { name: 'Show the figures' });
  await show.click();
  await page.getByText('The manager is making other reports.').waitFor();
  await show.click();
  await page.getByRole('heading', { name: 'Hosts by standing' }).waitFor({ timeout: 60_000 });
  assert.is(await page.getByText('The manager is making other reports.').count(), 0);
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
