// needs: chromium
// time-limit: 300
// The exposure on the screen: CVEs, the order to patch, late patches, exceptions, imported files, and trouble with
// each.
import * as assert from 'uvu/assert';
import { NARROW, screenshot, WIDE, type Page } from '../support/browser.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';
import { testDataSets } from './exposure/dataSets.ts';
import { testLatePatches } from './exposure/latePatches.ts';
import { testWithoutFix } from './exposure/withoutFix.ts';

const stage = new Stage('web: exposure', {
  hosts: 2,
  packages: {
    installed: 20,
    patches: 4,
    security: 2,
    named: ['openssl', 'curl'],
    cves: ['CVE-2026-1001', 'CVE-2026-1002'],
  },
  keepsTab: true,
});
const { test } = stage;

const counted = async (): Promise<boolean> => {
  const { cves } = await stage.manager.must<{ cves: { hosts_open: number }[] }>(
    'GET',
    '/api/v1/exposure/cves',
  );
  return cves.length === 2 && cves.every(({ hosts_open: hosts }) => hosts === 2);
};

test('a CVE is found, leads to its hosts, and to a new job for them', async () => {
  await waitFor(counted, { timeoutMs: 60_000, what: 'the CVEs of both hosts' });
  const page = await stage.open('/vulnerabilities');
  await page.getByText('2 CVEs', { exact: true }).waitFor();
  await page.getByText('Unknown (CISA KEV not imported)').waitFor();
  await page
    .getByText(/^CISA KEV not imported; EPSS not imported; no distribution feed imported\./)
    .waitFor();
  assert.is((await page.getByText('Not known', { exact: true }).count()) > 0, true);
  await judge(page);
  await page.getByRole('searchbox').fill('curl');
  await page.getByText('1 CVE', { exact: true }).waitFor();
  assert.match(page.url(), /search=curl/);
  await page.getByRole('searchbox').fill('nothing-like-it');
  await page.getByText('No CVEs match.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  const link = page.getByRole('link', { name: 'CVE-2026-1001' });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'CVE-2026-1001' }).waitFor();
  for (const { fqdn } of stage.hosts) await page.getByRole('link', { name: fqdn }).waitFor();
  await page.getByRole('grid', { name: 'Fixes by advisory' }).getByText('SIM-CVE-2026-1001').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Patch on 2 hosts', exact: true }).click();
  await reviewed(page, 'openssl');
  await page.goto(`${stage.manager.url}/vulnerabilities`);
  await page.getByRole('button', { name: 'Patch on 2 hosts: CVE-2026-1002' }).click();
  await reviewed(page, 'curl');
});

/** A new job for both hosts and this package, whose review the reader is led to. */
async function reviewed(page: Page, name: string): Promise<void> {
  await page.waitForURL(/\/jobs\/new\?/);
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.getAll('host').toSorted(), stage.hostIds.toSorted());
  assert.equal(searchParams.getAll('package'), [name]);
  const review = page.getByRole('heading', { name: 'Review' });
  await waitFor(() => review.evaluate((heading) => heading.matches(':focus')), { what: 'the review' });
  await page.getByRole('button', { name: 'Plan for 2 hosts' }).waitFor();
}

test('a reporter reads, and is offered no job', async () => {
  const page = await stage.open('/vulnerabilities/CVE-2026-1001', {
    prepare: (tab) => answerAs('reporter', tab),
  });
  await page.getByRole('link', { name: stage.hosts[0]?.fqdn ?? '' }).waitFor();
  assert.is(await page.getByRole('button', { name: /^(New job|Patch on)/ }).count(), 0);
});

test('an unknown CVE, a failed read and an empty list say so', async () => {
  const page = await stage.open('/vulnerabilities/CVE-1999-0001', { allow: /404|500/ });
  await page.getByText('Loading the CVE failed.').waitFor();
  await page.route(/\/api\/v1\/exposure\/cves\?/, (route) => route.fulfill(refusal(500, 'INTERNAL', 'No.')));
  await page.goto(`${stage.manager.url}/vulnerabilities`);
  await page.getByText('Loading the CVEs failed.').waitFor();
  await page.unroute(/\/api\/v1\/exposure\/cves\?/);
  await page.route(/\/api\/v1\/exposure\/cves\?/, (route) =>
    route.fulfill({ json: { cves: [], total: 0, next_cursor: null } }),
  );
  await page.reload();
  await page.getByText('No known open CVEs').waitFor();
  await judge(page);
});

testDataSets(stage);

test('the order is by advisory with chips, and leads to the CVEs, the hosts and the review of a job for them', async () => {
  const [host] = stage.hosts;
  const page = await stage.open(`/patch-order?host=${host?.id}`);
  const grid = page.getByRole('grid', { name: 'Patch priorities' });
  await grid.getByText('KEV', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Patch on 1 host: SIM-CVE-2026-1001' }).waitFor();
  await page.getByRole('button', { name: /Remove filter Host/ }).click();
  await page.getByText('2 advisories', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Patch on 2 hosts: SIM-CVE-2026-1001' }).waitFor();
  await judge(page);
  await screenshot(page, 'priorities');
  await page.getByRole('searchbox').fill('curl');
  await page.getByText('1 advisory', { exact: true }).waitFor();
  await page.getByRole('searchbox').fill('nothing-like-it');
  await page.getByText('No missing security patches match.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: /SIM-CVE-2026-1001/ }).click();
  await page.getByRole('heading', { level: 1, name: 'SIM-CVE-2026-1001' }).waitFor();
  await page.getByText('2 patches on 2 hosts').waitFor();
  await page.getByRole('link', { name: 'CVE-2026-1001', exact: true }).waitFor();
  await judge(page);
  await screenshot(page, 'advisory');
  await page.getByRole('button', { name: 'Patch on 2 hosts', exact: true }).click();
  await reviewed(page, 'openssl');
  await judge(page);
  await screenshot(page, 'advisory-review');
});

test('priorities and an advisory fit a phone in the dark', async () => {
  const page = await stage.open('/patch-order');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(NARROW);
  await page.getByRole('button', { name: 'Patch on 2 hosts: SIM-CVE-2026-1001' }).waitFor();
  await screenshot(page, 'priorities-narrow');
  await page.getByRole('link', { name: /SIM-CVE-2026-1001/ }).click();
  await page.getByText('2 patches on 2 hosts').waitFor();
  await screenshot(page, 'advisory-narrow');
  await page.getByRole('link', { name: 'CVE-2026-1001', exact: true }).click();
  await page.getByRole('grid', { name: 'Fixes by advisory' }).getByText('SIM-CVE-2026-1001').waitFor();
  await screenshot(page, 'cve-narrow');
  await page.setViewportSize(WIDE);
  await screenshot(page, 'cve-dark');
  await judge(page);
});

test('hosts on which a patch is held are not in its job, and the review says so; all held starts nothing', async () => {
  const held = new Set([stage.hostIds[1]]);
  const page = await stage.open('/about', {
    prepare: (tab) =>
      tab.route(/\/api\/v1\/exposure\/patches\?/, async (route) => {
        const list = (await (await route.fetch()).json()) as { patches: { host_id: string }[] };
        const patches = list.patches.map((one) => ({ ...one, held: held.has(one.host_id) }));
        await route.fulfill({ json: { ...list, patches } });
      }),
  });
  await page.goto(`${stage.manager.url}/patch-order`);
  await page.getByRole('button', { name: /^Patch on .*SIM-CVE-2026-1002/ }).click();
  await page.waitForURL(/\/jobs\/new\?/);
  assert.equal(new URL(page.url()).searchParams.getAll('host'), [stage.hostIds[0]]);
  await page.getByText(/^1 more host misses this patch and is not included/).waitFor();
  await page.getByRole('button', { name: 'Plan for 1 host' }).waitFor();
  held.add(stage.hostIds[0]);
  await page.goto(`${stage.manager.url}/patch-order`);
  await page.getByRole('button', { name: /^Patch on .*SIM-CVE-2026-1002/ }).click();
  await page.getByText(/All of these packages are held/).waitFor();
  await judge(page);
});

test('rows of one advisory are told apart by their distribution; hosts that lack different packages have jobs of their own', async () => {
  const [one = '', other = ''] = stage.hostIds;
  const page = await stage.open('/about', {
    prepare: async (tab) => {
      await tab.route(/\/api\/v1\/exposure\/advisories\?/, async (route) => {
        const list = (await (await route.fetch()).json()) as { advisories: { id: string }[]; total: number };
        const [row] = list.advisories;
        const rows = ['Ubuntu 24.04', 'Ubuntu 22.04'].map((distribution, i) => ({
          ...row,
          ...(i === 0 ? {} : { id: '0'.repeat(32) }),
          advisory: 'USN-6859-1',
          distribution,
        }));
        await route.fulfill({ json: { ...list, advisories: rows, total: 2 } });
      });
      await tab.route(/\/api\/v1\/exposure\/patches\?/, async (route) => {
        const list = (await (await route.fetch()).json()) as { patches: { host_id: string }[] };
        const ofOne = list.patches.find(({ host_id: id }) => id === one);
        const ofOther = list.patches.find(({ host_id: id }) => id === other);
        const patches = [
          { ...ofOne, package: 'openssh-server' },
          { ...ofOther, package: 'openssh-client' },
          { ...ofOther, package: 'openssh-server' },
        ];
        await route.fulfill({ json: { ...list, patches, total: 3 } });
      });
    },
  });
  await page.goto(`${stage.manager.url}/patch-order`);
  await page.getByRole('button', { name: 'Patch on 2 hosts: USN-6859-1, Ubuntu 22.04' }).waitFor();
  await page.getByRole('button', { name: 'Patch on 2 hosts: USN-6859-1, Ubuntu 24.04' }).click();
  const choice = page.getByRole('alert');
  await choice.getByText('USN-6859-1, Ubuntu 24.04').waitFor();
  await judge(page);
  await screenshot(page, 'advisory-jobs');
  await choice.getByRole('button', { name: 'New job for 1 host: openssh-server' }).waitFor();
  await choice.getByRole('button', { name: 'New job for 1 host: openssh-client, openssh-server' }).click();
  await page.waitForURL(/\/jobs\/new\?/);
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.getAll('host'), [other]);
  assert.equal(searchParams.getAll('package'), ['openssh-client', 'openssh-server']);
});

test('an advisory that nobody lacks any more, and priorities that cannot be read, say so', async () => {
  const page = await stage.open(`/patch-order/advisories/${'0'.repeat(32)}`, { allow: /404|500/ });
  await page.getByText('No host in your scope lacks this advisory any more.').waitFor();
  await page.route(/\/api\/v1\/exposure\/advisories\?/, (route) =>
    route.fulfill(refusal(500, 'INTERNAL', 'No.')),
  );
  await page.goto(`${stage.manager.url}/patch-order`);
  await page.getByText('Loading the priorities failed.').waitFor();
});

testWithoutFix(stage);
testLatePatches(stage);

test('a host shows its CVEs and patches; a lost manager leaves them on the screen', async () => {
  const page = await stage.open(`/hosts/${stage.hostIds[0]}?tab=exposure`, {
    allow: /ERR_FAILED|ERR_INTERNET/,
  });
  await page.getByRole('tab', { name: /^Patches/, selected: true }).waitFor();
  await page.getByRole('grid', { name: 'CVEs' }).getByText('CVE-2026-1002').waitFor();
  await page.getByRole('columnheader', { name: 'Service level' }).waitFor();
  const top = await page.locator('#section-exposure').boundingBox();
  // As far up as the end of the page allows.
  const { scrolled, left } = await page.evaluate(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    return { scrolled: scrollTop, left: scrollHeight - clientHeight - scrollTop };
  });
  assert.ok(
    top && scrolled > 0 && (Math.abs(top.y) < 20 || left < 2),
    `the address of the section leads to it: ${top?.y}, ${scrolled} scrolled, ${left} left`,
  );
  await judge(page);
  await page.getByRole('link', { name: 'Exceptions of this host' }).click();
  await page.getByText('No exceptions for this host').waitFor();
  await page.goto(`${stage.manager.url}/patch-order`);
  await page.getByRole('link', { name: /SIM-CVE-2026-1001/ }).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: /^Patch on .*SIM-CVE-2026-1001/ }).click();
  await page.getByText('The manager could not be reached.').first().waitFor();
  await page.getByRole('link', { name: /SIM-CVE-2026-1001/ }).waitFor();
});

test('a host whose patches cannot be read says that its CVEs are old, and is found by its unknown security state', async () => {
  const [id = ''] = stage.hostIds;
  const page = await stage.open('/about', {
    prepare: (tab) =>
      tab.route(`**/api/v1/hosts/${id}`, async (route) => {
        const host = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...host, patches_total: null, patches_security: null } });
      }),
  });
  await page.goto(`${stage.manager.url}/hosts/${id}?tab=exposure`);
  await page.getByText(/The data below was read .* Later changes/).waitFor();
  await page.getByRole('grid', { name: 'CVEs' }).getByText('CVE-2026-1002').waitFor();
  await judge(page);
  await screenshot(page, 'host-exposure-old');
  await page.goto(`${stage.manager.url}/hosts?security_unknown=false`);
  await page.getByRole('grid', { name: 'Hosts' }).getByText('sim-0001').first().waitFor();
  await screenshot(page, 'hosts-security-known');
  const { total } = await stage.manager.must<{ total: number }>('GET', '/api/v1/hosts?security_unknown=true');
  assert.is(total, 0, 'the manager itself could read them');
});

test('a reporter reads all of it, and is offered nothing that would be refused', async () => {
  const page = await stage.open('/exposure-data', { prepare: (tab) => answerAs('reporter', tab) });
  await page.getByText('Only administrators can import files.').waitFor();
  assert.is(await page.locator('input[type=file]').count(), 0);
  await page.getByText('An administrator can enable it in the settings.').first().waitFor();
  assert.is(await page.getByRole('button', { name: /^Fetch / }).count(), 0);
  for (const [where, text] of [
    ['/patch-order', 'SIM-CVE-2026-1001'],
    ['/late-patches?standing=any', '4 patches on 2 hosts'],
    ['/exceptions?new=1', 'No exceptions'],
  ]) {
    await page.goto(`${stage.manager.url}${where}`);
    await page
      .getByText(text ?? '')
      .first()
      .waitFor();
    assert.is(await page.getByRole('button', { name: /New (job|exception)|^Patch on/ }).count(), 0, where);
    assert.is(await page.getByRole('dialog').count(), 0, where);
  }
});

test.run();
