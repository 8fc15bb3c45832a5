// needs: chromium
// time-limit: 240
// Vulnerabilities on the screen: the CVEs that agents' sources name, the hosts of one, and the job for them.
import * as assert from 'uvu/assert';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: exposure', {
  hosts: 2,
  packages: {
    ...{ installed: 20, patches: 4, security: 2, named: ['openssl', 'curl'] },
    cves: ['CVE-2026-1001', 'CVE-2026-1002'],
  },
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
  await page.getByText('None known').waitFor();
  assert.is((await page.getByText('Not known', { exact: true }).count()) > 0, true);
  await judge(page);
  await page.getByRole('searchbox').fill('curl');
  await page.getByText('1 CVE', { exact: true }).waitFor();
  assert.match(page.url(), /search=curl/);
  await page.getByRole('searchbox').fill('nothing-like-it');
  await page.getByText('No CVE fits these filters.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  const link = page.getByRole('link', { name: 'CVE-2026-1001' });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'CVE-2026-1001' }).waitFor();
  for (const { fqdn } of stage.hosts) await page.getByRole('link', { name: fqdn }).waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'New job' }).click();
  await page.waitForURL(/\/jobs\/new\?/);
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.getAll('host').toSorted(), stage.hostIds.toSorted());
  assert.equal(searchParams.getAll('package'), ['openssl']);
});

test('a reporter reads, and is offered no job', async () => {
  const page = await stage.open('/vulnerabilities/CVE-2026-1001', {
    prepare: (tab) => answerAs('reporter', tab),
  });
  await page.getByRole('link', { name: stage.hosts[0]?.fqdn ?? '' }).waitFor();
  assert.is(await page.getByRole('button', { name: 'New job' }).count(), 0);
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
  await page.getByText('No open CVE is known.').waitFor();
  await judge(page);
});

test.run();
