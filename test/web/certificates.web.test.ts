// needs: chromium
// What the authority signed: found by state, read in full, revoked only after a question that names it.
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import { axeEverywhere, axeViolations } from '../support/browser.ts';
import { judge, refusal, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: certificates', { hosts: 2, keepsTab: true });
const { test } = stage;

test('renew and revoke by the keyboard; the list follows, and its filter is in the address', async () => {
  const page = await stage.open('/certificates');
  const grid = page.getByRole('grid', { name: 'Certificates' });
  await grid.waitFor();
  await judge(page);
  await page.getByRole('combobox', { name: 'State' }).selectOption('active');
  await page.waitForURL('**/certificates?status=active');
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const card = page.locator('fm-certificate');
  const dialog = page.getByRole('dialog', { name: /^Certificate of/ });
  await dialog.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await card.getByRole('button', { name: 'Renew' }).press('Enter');
  await page.getByText(/is renewed\.$/).waitFor();
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Revoke' }).press('Enter');
  const question = page.getByRole('dialog', { name: /^Revoke the certificate of .+\?$/ });
  await question.waitFor();
  assert.equal(await axeViolations(page), []);
  await page.locator('fm-confirm').getByRole('button', { name: 'Revoke' }).press('Enter');
  await page.getByText(/is revoked\.$/).waitFor();
  await page.getByRole('combobox', { name: 'State' }).selectOption('revoked');
  await grid.getByText('Revoked').waitFor();
  const answer = await stage.manager.must<{ total: number }>('GET', '/api/v1/certificates?status=revoked');
  assert.is(answer.total, 1);
});

test('the root and the revocation list are files to keep; a state without certificates says so', async () => {
  const page = await stage.open('/certificates?status=expired');
  await page.getByText('No certificate fits these filters.').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Root CA' }).click(),
  ]);
  const pem = await readFile(await saved.path(), 'utf8');
  assert.is(pem, (await stage.manager.call<string>('GET', '/api/v1/ca/root.crt')).body);
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Revocation list' }).click(),
  ]);
  assert.is(list.suggestedFilename(), 'root.crl');
  const authority = page.getByRole('region', { name: 'The authority' });
  const root = new X509Certificate(pem);
  const key = root.publicKey.export({ type: 'spki', format: 'der' });
  const pin = createHash('sha256').update(key).digest('hex');
  assert.is(await authority.getByRole('region', { name: 'SHA-256 of the public key' }).innerText(), pin);
  await authority.getByText('sealed with the key of its data directory').waitFor();
  await page.getByRole('region', { name: 'When active certificates end' }).waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('grid', { name: 'Certificates' }).waitFor();
  const name = stage.hosts[0]?.fqdn ?? '';
  await page.getByRole('searchbox').fill(name);
  await page.waitForURL(`**/certificates?search=${name}`);
  const { total } = await stage.manager.must<{ total: number }>('GET', `/api/v1/certificates?search=${name}`);
  assert.ok(total > 0);
  await page.getByText(total === 1 ? '1 certificate' : `${total} certificates`, { exact: true }).waitFor();
  await page.goto(`${stage.manager.url}/certificates?status=active&expires=14d&sort=not_after`);
  await page.getByText('No certificate fits these filters.').waitFor();
});

test('what went wrong with one certificate is not said of the next', async () => {
  const page = await stage.open('/certificates?status=active', { allow: /status of 502/ });
  await page.route('**/certificates/*/renew', (route) =>
    route.fulfill(refusal(502, 'HOST_UNREACHABLE', 'No answer.')),
  );
  const grid = page.getByRole('grid', { name: 'Certificates' });
  const dialog = page.getByRole('dialog', { name: /^Certificate of/ });
  const problem = page.locator('fm-certificate').getByRole('alert');
  await grid.focus();
  await page.keyboard.press('Enter');
  await page.locator('fm-certificate').getByRole('button', { name: 'Renew' }).press('Enter');
  await problem.getByText('The agent on the host does not answer.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  assert.is(await problem.count(), 0);
});

test.run();
