// needs: chromium
// time-limit: 240
// Packages on the screen: those of the fleet, the hosts of one, and a host's tab; reported by agents.
import * as assert from 'uvu/assert';
import { untilEnded, type WireJob } from '../support/fleet.ts';
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
  await page.getByText('No hosts match.').waitFor();
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

/** Once one of the hosts is patched, the two differ, and its history shows it. */
test('what a job changed on one of two hosts is seen by comparison, in their group and in the history', async () => {
  const [one, two] = stage.hosts;
  const { manager, hostIds } = stage;
  const [id = ''] = hostIds;
  const order = { operation: 'patch', mode: 'all', dry_run: false, target: { host_ids: [id] } };
  await untilEnded(manager, await manager.must<WireJob>('POST', '/api/v1/jobs', order));
  const changed = async (): Promise<boolean> =>
    (await manager.must<{ total: number }>('GET', `/api/v1/hosts/${id}/packages/changes`)).total === 1;
  await waitFor(changed, { timeoutMs: 60_000, what: 'the packages after the job' });
  const { id: groupId } = await manager.must<{ id: string }>('POST', '/api/v1/groups', {
    name: 'alike',
    host_ids: hostIds,
  });

  const page = await stage.open(`/hosts/${id}?tab=packages`);
  await page.getByRole('link', { name: 'Compare with another host' }).click();
  await page.getByRole('heading', { name: 'Second host' }).waitFor();
  await judge(page);
  await page.getByRole('searchbox').fill(two?.fqdn ?? '');
  await page.getByRole('button', { name: new RegExp(`^${two?.fqdn}`) }).click();
  await page.getByText(/2 differences\./).waitFor();
  await judge(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: `Update 2 packages on ${two?.fqdn}` }).click();
  await page.getByRole('heading', { level: 1, name: 'New job' }).waitFor();
  assert.match(page.url(), new RegExp(`host=${hostIds[1]}&operation=update&package=.*&package=`));
  await page.goBack();
  await page.getByText(/2 differences\./).waitFor();
  await page.getByRole('searchbox').fill('nothing-like-it');
  await page.getByText('No differences match.').waitFor();

  await page.goto(`${manager.url}/packages/history?host=${id}`);
  await page.getByRole('heading', { level: 1, name: `Packages of ${one?.fqdn}` }).waitFor();
  await page.getByText(/curl \(.*\): .* → /).waitFor();
  await judge(page);
  await page.getByRole('searchbox').fill('curl');
  await page.getByText('1 changed list').waitFor();
  await page.getByRole('searchbox').fill('cur');
  await page.getByText('No changes of this package').waitFor();

  await page.goto(`${manager.url}/groups/${groupId}`);
  await page.getByRole('link', { name: 'Compare packages' }).click();
  await page.getByText('2 packages differ among 2 hosts.').waitFor();
  await judge(page);
  await page.getByRole('link', { name: 'openssl' }).click();
  await page.waitForURL(/name=openssl&group=/);
  await page.getByText('2 hosts', { exact: true }).waitFor();
  const first = page.locator('fm-table #row-0');
  const newer = await first.innerText();
  await page.getByRole('button', { name: 'Version' }).click();
  await page.waitForURL(/sort=version/);
  await page.getByRole('button', { name: 'Version' }).click();
  await page.waitForURL(/sort=-version/);
  assert.ok(newer !== '');
  await judge(page);
  await page.getByRole('button', { name: 'Update on 2 hosts' }).click();
  await page.getByRole('heading', { level: 1, name: 'New job' }).waitFor();
  assert.match(page.url(), /operation=update&package=openssl/);
});

test('pages that are opened without a host or a group say what to do', async () => {
  const page = await stage.open('/packages/history');
  await page.getByText('No host selected').waitFor();
  await judge(page);
  await page.goto(`${stage.manager.url}/packages/differences`);
  await page.getByText('Select a group').waitFor();
  await judge(page);
  const [id] = stage.hostIds;
  await page.goto(`${stage.manager.url}/packages/compare?host=${id}&with=${id}`);
  await page.getByText('Select a different host.').waitFor();
});

test('two hosts are compared from the list of hosts, and one after the other from the page itself', async () => {
  const [one, two] = stage.hosts;
  const page = await stage.open('/hosts');
  await page.getByRole('checkbox', { name: `Select ${one?.fqdn}` }).check();
  assert.is(await page.getByRole('link', { name: 'Compare packages' }).count(), 0, 'one alone');
  await page.getByRole('checkbox', { name: `Select ${two?.fqdn}` }).check();
  await judge(page);
  await page.getByRole('link', { name: 'Compare packages' }).click();
  await page.getByText(/\d differences?\./).waitFor();
  await page.getByRole('button', { name: 'Other hosts' }).click();
  const search = page.getByRole('searchbox');
  await page.getByRole('heading', { name: 'First host' }).waitFor();
  await search.fill(one?.fqdn ?? '');
  await page.getByRole('button', { name: new RegExp(`^${one?.fqdn}`) }).click();
  await page
    .getByRole('region', { name: 'First host' })
    .getByText(one?.fqdn ?? '')
    .waitFor();
  await page.getByRole('button', { name: new RegExp(`^${two?.fqdn}`) }).waitFor();
  assert.is(await search.inputValue(), '', 'the search of the first host is over');
  assert.is(await page.getByRole('button', { name: new RegExp(`^${one?.fqdn}`) }).count(), 0);
  await judge(page);
});

test.run();
