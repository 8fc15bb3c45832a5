// needs: chromium
// time-limit: 240
// Packages on the screen: those of the fleet, the hosts of one, and the tab of a host; from agents that tell them.
import * as assert from 'uvu/assert';
import { judge, Stage } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: packages', {
  hosts: 2,
  keepsTab: true,
  packages: { installed: 120, patches: 2, security: 1, named: ['openssl', 'curl'] },
});
const { test } = stage;

const known = async (): Promise<boolean> => {
  const list = await stage.manager.must<{ coverage: { hosts_known: number } }>('GET', '/api/v1/packages');
  return list.coverage.hosts_known === 2;
};

test('the fleet shows its packages, and each leads to its hosts and their versions', async () => {
  await waitFor(known, { timeoutMs: 120_000, what: 'the packages of both hosts' });
  const page = await stage.open('/packages');
  await page.getByText('120 packages').waitFor();
  await judge(page);
  await page.getByRole('searchbox').fill('openssl');
  await page.getByText('1 package', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'openssl' }).click();
  await page.getByRole('heading', { level: 1, name: 'openssl' }).waitFor();
  await page.getByText('2 hosts', { exact: true }).waitFor();
  await judge(page);
  await page.getByRole('searchbox').fill('1.0');
  await page.getByText('No host fits.').waitFor();
  await page.getByRole('searchbox').fill('1.1');
  await page.getByText('2 hosts', { exact: true }).waitFor();
  assert.match(page.url(), /below=1\.1/);
});

test('a host shows what is installed on it, and of when that is', async () => {
  const [host] = stage.hosts;
  const page = await stage.open(`/hosts/${host?.id}?tab=packages`);
  await page.getByRole('tab', { name: 'Packages' }).click();
  await page.getByText(/120 packages/).waitFor();
  await page.getByText(/As of/).first().waitFor();
  await judge(page);
});

test.run();
