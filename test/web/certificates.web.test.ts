// needs: chromium
// time-limit: 300
// Certificates that the authority signed: found by state, read in full, revoked only after a question that names them.
import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
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
  await page.getByText(/Certificate of .* renewed\.$/).waitFor();
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Revoke' }).press('Enter');
  const question = page.getByRole('dialog', { name: /^Revoke the certificate of .+\?$/ });
  await question.waitFor();
  assert.equal(await axeViolations(page), []);
  await page.locator('fm-confirm').getByRole('button', { name: 'Revoke' }).press('Enter');
  await page.getByText(/Certificate of .* revoked\.$/).waitFor();
  await page.getByRole('combobox', { name: 'State' }).selectOption('revoked');
  await grid.getByText('Revoked').waitFor();
  const answer = await stage.manager.must<{ total: number }>('GET', '/api/v1/certificates?status=revoked');
  assert.is(answer.total, 1);
});

test('the root and the revocation list are files to keep; a state without certificates says so', async () => {
  const page = await stage.open('/certificates?status=expired');
  await page.getByText('No certificates match.').waitFor();
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
  const authority = page.getByRole('region', { name: 'Certificate authority' });
  const root = new X509Certificate(pem);
  const key = root.publicKey.export({ type: 'spki', format: 'der' });
  const pin = createHash('sha256').update(key).digest('hex');
  assert.is(await authority.getByRole('region', { name: 'SHA-256 of the public key' }).innerText(), pin);
  await authority.getByText('encrypted with the key in its data directory').waitFor();
  await page.getByRole('region', { name: 'Expiry of active certificates' }).waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('grid', { name: 'Certificates' }).waitFor();
  const name = stage.hosts[0]?.fqdn ?? '';
  await page.getByRole('searchbox').fill(name);
  await page.waitForURL(`**/certificates?search=${name}`);
  const { total } = await stage.manager.must<{ total: number }>('GET', `/api/v1/certificates?search=${name}`);
  assert.ok(total > 0);
  await page.getByText(total === 1 ? '1 certificate' : `${total} certificates`, { exact: true }).waitFor();
  await page.goto(`${stage.manager.url}/certificates?status=active&expires=14d&sort=not_after`);
  await page.getByText('No certificates match.').waitFor();
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
  await problem.getByText('The agent on the host does not respond.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  assert.is(await problem.count(), 0);
});

test('the root is replaced from the page: begun, held, gone on with, finished, and what is left behind needs a reason', async () => {
  const page = await stage.open('/certificates');
  const part = page.getByRole('region', { name: 'Root certificates' });
  const question = page.locator('fm-confirm');
  await part.getByRole('button', { name: 'Replace root' }).press('Enter');
  await page.getByRole('dialog', { name: 'Replace root certificate?' }).waitFor();
  assert.equal(await axeEverywhere(page), []);
  await question.getByRole('button', { name: 'Start' }).press('Enter');
  await part.getByText(/^Started by admin/).waitFor();
  await part.getByRole('button', { name: 'Pause' }).click();
  await part.getByText('Paused: no more hosts are moved.').waitFor();
  await judge(page);
  await part.getByRole('button', { name: 'Continue' }).click();
  await part.getByText('All hosts are moved. The old root can be retired.').waitFor({ timeout: 60_000 });
  await part.getByText(/(1 of 1 host|2 of 2 hosts) moved to the new root\./).waitFor();
  await part.getByRole('combobox', { name: 'Show' }).selectOption('done');
  await part.getByRole('grid', { name: 'Hosts' }).getByText('Moved').first().waitFor();
  await judge(page);
  await part.getByRole('button', { name: 'Finish' }).press('Enter');
  await page.getByRole('dialog', { name: 'Retire the old root?' }).waitFor();
  await question.getByRole('button', { name: 'Finish' }).press('Enter');
  await part.getByText('Retiring the old root.').waitFor();
  await part.getByText('Root replaced').waitFor({ timeout: 60_000 });
  await part.getByText('Previous roots (1)').click();
  await part.getByText('Retired', { exact: true }).waitFor();
  await judge(page);
  const { roots } = await stage.manager.must<{ roots: { state: string; host_certificates: number }[] }>(
    'GET',
    '/api/v1/ca/rotation',
  );
  assert.equal(
    roots.map(({ state, host_certificates: count }) => [state, count > 0]),
    [
      ['in_use', true],
      ['retired', false],
    ],
  );
});

test('a replacement is gone back from, and one without hosts that do not answer takes a reason', async () => {
  await stage.fleet.stop();
  await stage.manager.must('POST', '/api/v1/ca/rotation');
  const page = await stage.open('/certificates');
  const part = page.getByRole('region', { name: 'Root certificates' });
  await part.getByRole('button', { name: /^Finish and drop \d hosts?$/ }).click();
  await page.getByRole('dialog', { name: /^Finish and drop \d hosts?\?$/ }).waitFor();
  const dialog = part.locator('fm-override');
  await dialog.getByLabel('Reason').fill('short');
  await dialog.getByRole('button', { name: 'Finish and drop hosts' }).click();
  await dialog.getByText('Enter a reason of at least 10 characters.').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await part.getByText(/could not be moved yet/).waitFor({ timeout: 60_000 });
  await judge(page);
  await part.getByRole('button', { name: 'Roll back' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Roll back' }).click();
  await part.getByText('Last replacement rolled back').waitFor({ timeout: 30_000 });
});

test('an offline root signs what the page asks for, and what it made is brought in; a wrong one says what to do', async () => {
  const page = await stage.open('/certificates', { allow: /status of 400/ });
  const part = page.getByRole('region', { name: 'Root certificates' });
  await part.getByText('Use your own certificate authority').click();
  await part.getByRole('button', { name: 'Create request' }).press('Enter');
  const csr = part.getByRole('region', { name: 'certificate request' });
  await csr.waitFor();
  await judge(page);
  const { root, authority } = await signedOffline(await csr.innerText());
  const begin = part.getByRole('button', { name: 'Check and start' });
  const sure = page.locator('fm-confirm').getByRole('button', { name: 'Check and start' });
  await part.getByLabel('Certificates').fill(root);
  await begin.click();
  await sure.press('Enter');
  await part.getByText('The key belongs to none of the certificates').waitFor();
  await judge(page);
  await part.getByLabel('Certificates').fill(authority);
  await begin.click();
  await sure.press('Enter');
  await part.getByText(/^Started by admin/).waitFor();
  await part.getByText('CN=Page root').waitFor();
  await judge(page);
  // No host answers any more (see above); a host left behind can be brought back only by a command on it.
  await part.getByRole('button', { name: /^Finish and drop \d hosts?$/ }).click();
  const without = part.locator('fm-override');
  await without.getByLabel('Reason').fill('Their rack is being moved.');
  await without.getByRole('button', { name: 'Finish and drop hosts' }).click();
  await part.getByText('Hosts were dropped: Their rack is being moved.').waitFor({ timeout: 60_000 });
  await part.getByText('Recovery of dropped hosts').click();
  const line = await part.getByRole('region', { name: 'enrollment command' }).innerText();
  const key = new X509Certificate(root).publicKey.export({ type: 'spki', format: 'der' });
  assert.match(line, ' --again');
  assert.match(line, createHash('sha256').update(key).digest('hex'));
  await judge(page);
});

/** Signs the request by a root that OpenSSL keeps in a directory of its own. */
async function signedOffline(csr: string): Promise<{ root: string; authority: string }> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'fleetmend-offline-'));
  const of = (name: string): string => path.join(cwd, name);
  try {
    await writeFile(of('request.csr'), `${csr.trim()}\n`);
    const usages = 'keyUsage=critical,keyCertSign,cRLSign';
    await writeFile(of('ca.cnf'), `basicConstraints=critical,CA:TRUE\n${usages}\n`);
    const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd });
    const key = ['-newkey', 'rsa:2048', '-noenc', '-keyout', 'root.key', '-out', 'root.crt'];
    await openssl('req', '-x509', ...key, '-days', '3650', '-subj', '/CN=Page root', '-addext', usages);
    const by = ['-CA', 'root.crt', '-CAkey', 'root.key', '-CAcreateserial', '-extfile', 'ca.cnf'];
    await openssl('x509', '-req', '-in', 'request.csr', ...by, '-days', '900', '-out', 'int.crt');
    const root = await readFile(of('root.crt'), 'utf8');
    return { root, authority: `${await readFile(of('int.crt'), 'utf8')}${root}` };
  } finally {
    await rm(cwd, { recursive: true });
  }
}

test.run();
