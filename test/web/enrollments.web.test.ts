// needs: chromium
// Requests for enrollment: shown with what identifies the host, approved or denied by a person; tokens shown once.
import { generateKeyPairSync } from 'node:crypto';
import * as assert from 'uvu/assert';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { closeSecret } from '../support/browserHands.ts';
import { axeEverywhere } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: enrollments', { keepsTab: true });
const { test } = stage;

/** Asks for enrollment without a token, as an agent would. */
async function ask(fqdn: string, machineId: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const request = {
    machine_id: machineId,
    fqdn,
    ip_address: '127.0.0.1',
    os_details: { os_family: 'debian', name: 'Debian GNU/Linux 12 (bookworm)', arch: 'amd64' },
    csr_pem: createCsr(privateKey, fqdn),
  };
  const answer = await stage.manager.call('POST', '/api/v1/enroll', request, null);
  assert.is(answer.status, 201, JSON.stringify(answer.body));
}

test('a request appears by itself, is approved by the keyboard, and another denied after a question', async () => {
  const page = await stage.open('/enrollments');
  await page.getByText('No pending requests').waitFor();
  await ask('db1.example.org', '0123456789abcdef0123456789abcdef');
  await page.getByRole('article', { name: 'Request of db1.example.org' }).waitFor();
  await ask('evil.example.org', 'fedcba9876543210fedcba9876543210');
  const evil = page.getByRole('article', { name: 'Request of evil.example.org' });
  await evil.waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Approve: db1.example.org' }).press('Enter');
  await page.getByText('db1.example.org approved.').waitFor();
  await page.getByText('waiting for its first report').waitFor();
  const opens = page.getByRole('link', { name: 'Open db1.example.org' });
  assert.match((await opens.getAttribute('href')) ?? '', /^\/hosts\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Deny evil.example.org' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Deny' }).press('Enter');
  await page.getByText('No pending requests').waitFor();
  const { hosts } = await stage.manager.must<{ hosts: { fqdn: string }[] }>('GET', '/api/v1/hosts');
  assert.equal(
    hosts.map(({ fqdn }) => fqdn),
    ['db1.example.org'],
  );
  await page.getByRole('tab', { name: 'History' }).click();
  await page.waitForURL('**/enrollments?tab=history');
  const rows = page.getByRole('grid', { name: 'Request history' }).getByRole('row');
  await rows
    .filter({ hasText: 'db1.example.org' })
    .filter({ hasText: 'Approved' })
    .getByText('admin')
    .waitFor();
  await rows.filter({ hasText: 'evil.example.org' }).filter({ hasText: 'Denied' }).waitFor();
  await judge(page);
  await page.getByLabel('Outcome').selectOption('denied');
  await page.getByText('1 request', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Add a host' }).click();
  await page.getByRole('region', { name: 'enrollment command' }).waitFor();
  await judge(page);
});

test('several requests are decided together, but for those with a warning, and what was refused is told', async () => {
  for (const [index, name] of ['app1', 'app2', 'app3', 'db1'].entries())
    await ask(`${name}.example.org`, `${index}`.padStart(32, 'e'));
  const page = await stage.open('/enrollments');
  const many = page.getByRole('group', { name: 'Decide several requests' });
  await many.getByRole('checkbox', { name: 'Select all 4 shown' }).check();
  await many.getByText('4 selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select app3.example.org' }).uncheck();
  await many.getByText('3 selected').waitFor();
  await judge(page);
  // db1.example.org is the name of a host that is there.
  await many.getByRole('button', { name: 'Approve 2 …' }).press('Enter');
  await page.getByRole('dialog', { name: 'Approve 2 requests?' }).waitFor();
  await page.getByText('1 request with a warning is skipped.').waitFor();
  assert.equal(await axeEverywhere(page), []);
  const pending = await stage.manager.must<{ id: string; fqdn: string }[]>(
    'GET',
    '/api/v1/admin/enrollments',
  );
  const lost = pending.find(({ fqdn }) => fqdn === 'app2.example.org');
  await stage.manager.call('DELETE', `/api/v1/admin/enrollments/${lost?.id}/deny`);
  await page.locator('fm-confirm').getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByText('1 request approved.').waitFor();
  await page.getByText('1 request not decided:').waitFor();
  await page.getByText(/app2\.example\.org: This request is already decided/).waitFor();
  const rest = page.getByRole('checkbox', { name: 'Select all 2 shown' });
  await rest.check();
  await many.getByRole('button', { name: 'Deny 2 …' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Deny' }).press('Enter');
  await page.getByText('No pending requests').waitFor();
  const { hosts } = await stage.manager.must<{ hosts: { fqdn: string }[] }>('GET', '/api/v1/hosts?sort=fqdn');
  assert.equal(
    hosts.map(({ fqdn }) => fqdn),
    ['app1.example.org', 'db1.example.org'],
  );
});

test('a host that asks while the live connection is still on its way is not overlooked', async () => {
  const gate = Promise.withResolvers<void>();
  const page = await stage.open('/enrollments', {
    prepare: (tab) => tab.route('**/ws/ticket', (route) => gate.promise.then(() => route.continue())),
  });
  await page.getByText('No pending requests').waitFor();
  await ask('web9.example.org', '00112233445566778899aabbccddeeff');
  gate.resolve();
  // This is long before the page reads again by itself.
  await page.getByRole('article', { name: 'Request of web9.example.org' }).waitFor({ timeout: 10_000 });
});

test('a token is shown once, works, and is deleted', async () => {
  const page = await stage.open('/enrollments?tab=tokens', { allow: /status of 400/ });
  await page.getByLabel('Hosts').fill('185');
  assert.match(await page.getByLabel('Name').inputValue(), /^185 hosts, \d/, 'a name is proposed');
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Create token' }).press('Enter');
  await page.getByText('Enter a name.').waitFor();
  const tops = async (label: string) => (await page.getByLabel(label).boundingBox())?.y;
  assert.is(await tops('Only from network'), await tops('Hosts'), 'the fields stand in a line');
  await page.getByLabel('Name').fill('Rack 4');
  await page.getByLabel('Only from network').fill('rack 4');
  await page.getByRole('button', { name: 'Create token' }).press('Enter');
  await page.getByText('Must be an address or a network such as 10.0.4.0/24.').waitFor();
  assert.is(await page.getByLabel('Name').inputValue(), 'Rack 4', 'nothing that was filled in is lost');
  await page.getByLabel('Only from network').fill('');
  await page.getByRole('button', { name: 'Create token' }).press('Enter');
  const done = page.getByRole('button', { name: 'Done' });
  await done.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByText('which other hosts cannot reach').waitFor();
  await closeSecret(page);
  await page.getByRole('button', { name: 'Delete the token Rack 4' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('button', { name: 'Delete the token Rack 4' }).waitFor({ state: 'detached' });
});

test('more requests than a page shows are shown when asked for, and a live name is flagged', async () => {
  for (let index = 10; index < 62; index++)
    await ask(`rack${index}.example.org`, `${index}`.padStart(32, 'b'));
  await ask('DB1.example.org', 'c'.repeat(32));
  const page = await stage.open('/enrollments');
  await page.getByRole('article', { name: 'Request of rack10.example.org' }).waitFor();
  assert.is(await page.getByRole('article').count(), 50);
  await page.getByRole('button', { name: 'Show 50 more' }).press('Enter');
  const claimed = page.getByRole('article', { name: 'Request of DB1.example.org' });
  await claimed.waitFor();
  await claimed.getByText('Another host has this name.').waitFor();
  await page.getByRole('button', { name: 'Show 50 more' }).waitFor({ state: 'detached' });
  assert.equal(await axeEverywhere(page), []);
});

test.run();
