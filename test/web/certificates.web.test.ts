// needs: chromium
// What the authority signed: found by state, read in full, revoked only after a question that names it.
import { readFile } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import { axeEverywhere, axeViolations } from '../support/browser.ts';
import { judge, refusal, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: certificates', { hosts: 2 });
const { test } = stage;

test('renew and revoke by the keyboard; the list follows, and its filter is in the address', async () => {
  const page = await stage.open('/certificates');
  const grid = page.getByRole('grid', { name: 'Certificates' });
  await grid.waitFor();
  await judge(page);
  await page.getByLabel('State').selectOption('active');
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
  await page.getByLabel('State').selectOption('revoked');
  await grid.getByText('Revoked').waitFor();
  const answer = await stage.manager.must<{ total: number }>('GET', '/api/v1/certificates?status=revoked');
  assert.is(answer.total, 1);
});

test('the root and the revocation list are files to keep; a state without certificates says so', async () => {
  const page = await stage.open('/certificates?status=expired');
  await page.getByText('No certificate in this state.').waitFor();
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
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('grid', { name: 'Certificates' }).waitFor();
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
