// needs: chromium
// What the authority signed: found by state, read in full, revoked only after a question that names it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  axeEverywhere,
  axeViolations,
  launchBrowser,
  openWindow,
  overflowPx,
  screenshot,
  signIn,
  NARROW,
  WIDE,
  type Browser,
} from '../support/browser.ts';
import { enrollmentToken } from '../support/fleet.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';

const test = suite('web: certificates');
const root = path.resolve(import.meta.dirname, '../..');
const HOSTS = 2;
let browser: Browser;
let manager: ManagerProcess;
let simulator: ChildProcess;

test.before(async () => {
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  simulator = await simulate(HOSTS);
  const enrolled = ({ total }: { total: number }): boolean => total === HOSTS;
  await manager.until('/api/v1/hosts?health_status=healthy', enrolled);
  browser = await launchBrowser();
});

test.after(async () => {
  await browser?.close();
  if (simulator?.exitCode === null) {
    simulator.kill();
    await once(simulator, 'exit');
  }
  await manager?.stop();
});

async function simulate(count: number): Promise<ChildProcess> {
  const token = await enrollmentToken(manager, count);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'simulator-'));
  const connection = ['--manager-url', manager.url, '--enrollment-token', token];
  const place = ['--data-dir', dataDir, '--port', String(await freePort())];
  const argv = ['agent/simulator/main.ts', '--count', String(count), ...place, ...connection];
  return spawn(process.execPath, argv, { cwd: root, stdio: 'ignore' });
}

/** The agents tell the manager their port when they enroll, before they listen. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('renew and revoke by the keyboard; the list follows, and its filter is in the address', async () => {
  const window = await openWindow(browser);
  const page = await window.open(`${manager.url}/certificates`);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  const grid = page.getByRole('grid', { name: 'Certificates' });
  await grid.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.emulateMedia({ colorScheme: 'light' });
  await screenshot(page, 'certificates-light-1280');
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  await screenshot(page, 'certificates-light-360');
  await page.setViewportSize(WIDE);
  await page.getByLabel('State').selectOption('active');
  await page.waitForURL('**/certificates?status=active');
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const card = page.locator('fm-certificate');
  const dialog = page.getByRole('dialog', { name: /^Certificate of/ });
  await dialog.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await screenshot(page, 'certificate-dark-1280');
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
  const answer = await manager.must<{ total: number }>('GET', '/api/v1/certificates?status=revoked');
  assert.is(answer.total, 1);
  assert.equal(window.problems, []);
  await window.close();
});

test('the root and the revocation list are files to keep; a state without certificates says so', async () => {
  const window = await openWindow(browser);
  const page = await window.open(`${manager.url}/certificates?status=expired`);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByText('No certificate in this state.').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Root CA' }).click(),
  ]);
  const pem = await readFile(await saved.path(), 'utf8');
  assert.is(pem, (await manager.call<string>('GET', '/api/v1/ca/root.crt')).body);
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Revocation list' }).click(),
  ]);
  assert.is(list.suggestedFilename(), 'root.crl');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('grid', { name: 'Certificates' }).waitFor();
  assert.equal(window.problems, []);
  await window.close();
});

test.run();
