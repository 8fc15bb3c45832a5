import * as assert from 'uvu/assert';
import { NARROW, screenshot } from '../../support/browser.ts';
import { judge, refusal, type Stage } from '../../support/browserStage.ts';
import { waitFor } from '../../support/wait.ts';

const KEV = (day: string, ...cves: string[]): string =>
  JSON.stringify({
    title: 'CISA Catalog',
    catalogVersion: day.replaceAll('-', '.'),
    count: cves.length,
    dateReleased: `${day}T15:00:11.4271Z`,
    vulnerabilities: cves.map((cveID) => ({ cveID, dateAdded: '2026-01-02', dueDate: '2026-01-23' })),
  });
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A file as a page gets it from a file chooser. */
export const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

/** Files of public data, imported by a person or fetched by URL. */
export function testDataSets(stage: Stage): void {
  const { test } = stage;

  test('files are imported: a wrong one says where, an older one asks, and what they tell is on every page', async () => {
    const page = await stage.open('/exposure-data', { allow: /400|409/ });
    const kev = page.locator('fm-data-set').filter({ hasText: 'CISA KEV' });
    await kev.getByText('Not imported').waitFor();
    await judge(page);
    const send = async (name: string, text: string): Promise<void> => {
      await kev.locator('input[type=file]').setInputFiles(fileOf(name, text));
      await kev.getByRole('button', { name: 'Import CISA KEV' }).click();
    };
    await kev.getByRole('button', { name: 'Import CISA KEV' }).click();
    await kev.getByText('Choose a file first.').waitFor();
    await send('wrong.json', KEV(dayBefore(1), 'CVE-2026-1001', '<b>no</b>'));
    await kev.getByText(/Entry 2 of the catalogue/).waitFor();
    await send('right.json', KEV(dayBefore(3), 'CVE-2026-1001', 'CVE-2025-0001'));
    await kev.getByText('CISA KEV imported: 2 rows.').waitFor();
    await kev.getByText(/[23] days old/).waitFor();
    await kev.getByText('Applied to all CVEs.').waitFor();
    await send('old.json', KEV(dayBefore(9), 'CVE-2026-1001', 'CVE-2025-0001'));
    await page.getByRole('dialog', { name: 'Import this file for CISA KEV anyway?' }).waitFor();
    const question = page.locator('fm-confirm');
    await question.getByText('old.json').waitFor();
    assert.not.match(await question.getByRole('paragraph').first().innerText(), /older=true/);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await kev.getByText(/[23] days old/).waitFor();
    await judge(page);
    await page.goto(`${stage.manager.url}/vulnerabilities`);
    await page.getByText(/CISA KEV of .* days old.*EPSS not imported/).waitFor();
    await page.getByRole('gridcell', { name: 'KEV' }).first().waitFor();
    await page.goto(`${stage.manager.url}/`);
    await page.getByRole('link', { name: /1\s*known exploited CVE is open/ }).click();
    await page.waitForURL(/vulnerabilities\?exploited=true/);
    await page.getByText('1 CVE', { exact: true }).waitFor();
  });

  test('fetching by URL is switched on in the settings by keyboard, and what failed is told with its reason', async () => {
    const page = await stage.open('/exposure-data', { allow: /409|ERR_FAILED/ });
    const kev = page.locator('fm-data-source').first();
    await kev.getByText('Automatic download is disabled.').waitFor();
    assert.is(await page.getByRole('button', { name: /^Download / }).count(), 0);
    await kev.getByRole('link', { name: 'Enable in settings: CISA KEV' }).press('Enter');
    const form = page.getByRole('form', { name: 'Vulnerability feed downloads' });
    const isOn = form.getByRole('switch', { name: 'Fetch CISA KEV' });
    await waitFor(() => isOn.evaluate((it) => it.matches(':focus')), { what: 'the keyboard in the section' });
    await page.keyboard.press('Space');
    const url = form.getByLabel('URL of CISA KEV');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('http://127.0.0.1/kev.json');
    await form.getByText('Enter a URL that begins with https://.').waitFor();
    await page.keyboard.press('Enter');
    assert.is(await url.evaluate((it) => it.matches(':focus')), true, 'what is wrong keeps the keyboard');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('https://127.0.0.1:9/kev.json');
    await judge(page);
    await screenshot(page, 'exposure-fetch-settings');
    await url.press('Enter');
    await form.getByText('Saved.', { exact: true }).waitFor();

    await page.goto(`${stage.manager.url}/exposure-data`);
    const fetchIt = kev.getByRole('button', { name: /^Download.* CISA KEV$/ });
    await fetchIt.focus();
    await page.keyboard.press('Enter');
    await kev
      .getByText(/The manager does not call 127\.0\.0\.1: the address leads back to the manager itself\./)
      .waitFor();
    await kev.getByText(/Name a host that is neither the manager itself/).waitFor();
    await kev.getByText('Download failed.').waitFor();
    assert.is(await fetchIt.evaluate((it) => it.matches(':focus')), true, 'the button keeps the keyboard');
    await page.getByText(/[23] days old/).waitFor();
    await judge(page);
    await screenshot(page, 'exposure-fetch-failed');
  });

  test('a fetch shows that it is under way, is begun once, and tells of a busy manager and a lost one', async () => {
    const page = await stage.open('/exposure-data', { allow: /409|ERR_FAILED/ });
    const kev = page.locator('fm-data-source').first();
    const fetchIt = kev.getByRole('button', { name: /^Download.* CISA KEV$/ });
    await kev.getByText('Download failed.').waitFor();
    const list = await stage.manager.must<{ sources: object[] }>('GET', '/api/v1/exposure/data-sets');
    const source = {
      ...list.sources.find((one) => (one as { kind: string }).kind === 'kev'),
      last_error: null,
    };
    const tell = async (now: object): Promise<void> => {
      const sources = list.sources.map((one) => ((one as { kind: string }).kind === 'kev' ? now : one));
      await page.unroute('**/api/v1/exposure/data-sets');
      await page.route('**/api/v1/exposure/data-sets', (route) =>
        route.fulfill({ json: { ...list, sources } }),
      );
    };
    let calls = 0;
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await tell(source);
    await page.route('**/data-sets/kev/fetch', async (route) => {
      calls += 1;
      await held;
      await route.fulfill({ json: source });
    });
    await fetchIt.click();
    await kev.getByRole('progressbar', { name: 'Fetch of CISA KEV' }).waitFor();
    await kev.getByText(/continues when you leave this page/).waitFor();
    assert.is(await kev.getByText('Download failed.').count(), 0, 'that was the one before');
    assert.is(await kev.getByText(/does not call 127\.0\.0\.1/).count(), 0);
    await fetchIt.click({ force: true });
    await fetchIt.press('Enter');
    await judge(page);
    await page.setViewportSize(NARROW);
    await screenshot(page, 'exposure-fetch-narrow');
    go();
    await kev.getByText('Up to date').waitFor();
    assert.is(calls, 1);
    await page.unroute('**/data-sets/kev/fetch');

    const busy = refusal(409, 'DATA_SET_BUSY', 'Another import of this kind is in progress.');
    await page.route('**/data-sets/kev/fetch', (route) => route.fulfill(busy), { times: 1 });
    await tell({ ...source, under_way: true });
    await fetchIt.click();
    await kev.getByText('Another import of this kind is in progress').waitFor();
    await kev.getByText(/A download or import is already in progress/).waitFor();
    await tell(source);
    await kev.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.route('**/data-sets/kev/fetch', (route) => route.abort(), { times: 1 });
    await fetchIt.click();
    await kev.getByText('The manager could not be reached.').waitFor();
  });
}
