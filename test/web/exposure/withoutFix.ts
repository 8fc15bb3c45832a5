import * as assert from 'uvu/assert';
import { NARROW, screenshot } from '../../support/browser.ts';
import { judge, type Stage } from '../../support/browserStage.ts';
import { waitFor } from '../../support/wait.ts';
import { fileOf } from './dataSets.ts';

/** A file in the tracker's form; a sentence and a source contain markup, which must never be shown as such. */
const trackerOf = (release: string): string => {
  const open = (more: object = {}) => ({ status: 'open', urgency: 'medium', repositories: {}, ...more });
  const told = (more?: object) => ({ description: '<b>x</b>', releases: { [release]: open(more) } });
  return JSON.stringify({
    openssl: {
      'CVE-2026-2001': told({ nodsa: '<b>Minor</b>', nodsa_reason: '' }),
      'CVE-2026-1001': told(),
    },
    'not-installed-here': { 'CVE-2026-2002': told() },
  });
};

/** CVEs that no source fixes yet. */
export function testWithoutFix(stage: Stage): void {
  const { test } = stage;

  test('what no source fixes yet stands apart: on the list, on a CVE of its own, on a host and on the front page', async () => {
    const { hosts } = await stage.manager.must<{ hosts: { os_name: string | null }[] }>(
      'GET',
      '/api/v1/hosts',
    );
    // The agents of this suite report this machine's system; if it is no Debian there is nothing to show.
    const [, release] = /^Debian GNU\/Linux \S+ \(([a-z]+)\)$/.exec(hosts[0]?.os_name ?? '') ?? [];
    if (release === undefined) return;
    const page = await stage.open('/vulnerabilities?fix=none');
    await page.getByText('No known CVEs without a fix').waitFor();
    await page.getByText('Unknown (no feed for these hosts)').waitFor();
    await judge(page);
    await page.goto(`${stage.manager.url}/exposure-data`);
    const tracker = page.locator('fm-data-set').filter({ hasText: 'Debian' }).first();
    await tracker.locator('input[type=file]').setInputFiles(fileOf('tracker.json', trackerOf(release)));
    await tracker.getByRole('button', { name: /^Import Debian/ }).click();
    await tracker.getByText(/imported: 3 rows/).waitFor();
    const known = async (): Promise<boolean> => {
      const { without_fix: without } = await stage.manager.must<{
        without_fix: { cves_open: number } | null;
      }>('GET', '/api/v1/exposure');
      return without?.cves_open === 2;
    };
    await waitFor(known, { timeoutMs: 120_000, what: 'the CVEs without a fix' });
    await page.goto(`${stage.manager.url}/vulnerabilities`);
    await page.getByText('2 CVEs', { exact: true }).waitFor();
    await page.getByText(/CVEs without a fix are known for 2 hosts, from the imported feeds/).waitFor();
    await page.locator('dd').getByRole('link', { name: '2', exact: true }).first().click();
    await page.waitForURL(/fix=none/);
    await page.getByText(`openssl in ${release}: too minor for an advisory`).waitFor();
    await judge(page);
    await screenshot(page, 'vulnerabilities-without-fix');
    await page.setViewportSize(NARROW);
    await screenshot(page, 'vulnerabilities-without-fix-narrow');
    await page.getByRole('link', { name: 'CVE-2026-2001' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Hosts without a fix' }).waitFor();
    for (const { fqdn } of stage.hosts) await page.getByRole('link', { name: fqdn }).waitFor();
    assert.is(await page.getByRole('button', { name: /^Patch on/ }).count(), 0, 'there is nothing to patch');
    await judge(page);
    await page.goto(`${stage.manager.url}/vulnerabilities/CVE-2026-1001`);
    await page.getByRole('heading', { level: 2, name: 'Hosts with a fix available' }).waitFor();
    await page.getByRole('button', { name: 'Patch on 2 hosts', exact: true }).waitFor();
    await screenshot(page, 'cve-both');
    await page.goto(`${stage.manager.url}/hosts/${stage.hostIds[0]}?tab=exposure`);
    await page.getByRole('heading', { level: 3, name: 'CVEs without a fix' }).waitFor();
    await judge(page);
    await screenshot(page, 'host-without-fix');
    await page.goto(`${stage.manager.url}/`);
    await page.getByText('CVEs without a fix').waitFor();
    await judge(page);
    await screenshot(page, 'fleet-without-fix');

    await page.goto(`${stage.manager.url}/settings?tab=security`);
    const section = page.getByRole('form', { name: 'CVEs without a fix' });
    await section.getByRole('textbox').fill('openssl');
    await section.getByRole('textbox').press('Enter');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Saved.').waitFor();
    await judge(page);
    await page.goto(`${stage.manager.url}/vulnerabilities/CVE-2026-2001`);
    await page.getByText('No host is counted as affected.').waitFor();
    await page.getByText(/^2 more hosts are not counted/).waitFor();
    await judge(page);
    await page.goto(`${stage.manager.url}/vulnerabilities?fix=none`);
    await page.getByText(/0 CVEs; 2 more are only in packages that the settings ignore/).waitFor();
    await page.goto(`${stage.manager.url}/hosts/${stage.hostIds[0]}?tab=exposure`);
    await page.getByText(/^2 more CVEs without a fix are not counted/).waitFor();
    await judge(page);
    await screenshot(page, 'host-set-aside');
  });
}
