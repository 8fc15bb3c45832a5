// needs: chromium
// time-limit: 300
// The first page of patch night: an empty fleet that tells how to begin, then what needs somebody now.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  axeEverywhere,
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

const test = suite('web: fleet');
const root = path.resolve(import.meta.dirname, '../..');
let browser: Browser;
let manager: ManagerProcess;
let simulator: ChildProcess | undefined;

test.before(async () => {
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  browser = await launchBrowser();
});

test.after(async () => {
  await browser?.close();
  if (simulator && simulator.exitCode === null) {
    simulator.kill();
    await once(simulator, 'exit');
  }
  await manager?.stop();
});

async function simulate(count: number): Promise<void> {
  const token = await enrollmentToken(manager, count);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'simulator-'));
  const connection = [
    '--manager-url',
    manager.url,
    '--enrollment-token',
    token,
    '--port',
    String(await freePort()),
  ];
  simulator = spawn(
    process.execPath,
    ['agent/simulator/main.ts', '--count', String(count), '--data-dir', dataDir, ...connection],
    { cwd: root, stdio: 'ignore' },
  );
}

test('an empty fleet shows the line that enrolls, with a token when wanted, and notices the first hosts', async () => {
  const window = await openWindow(browser);
  const page = await window.open(manager.url);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('heading', { name: 'Enroll the first host' }).waitFor();
  const line = page.getByRole('region', { name: 'line that enrolls a host' });
  const fingerprint = fingerprintOf((await manager.call<string>('GET', '/api/v1/ca/root.crt')).body);
  assert.is(
    await line.innerText(),
    `node agent/main.ts --manager-url ${manager.url} --ca-fingerprint ${fingerprint}`,
  );
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  await screenshot(page, 'fleet-empty-360');
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: /one-time token/ }).click();
  await page.getByText('The token in it approves one host').waitFor();
  const withToken = await line.innerText();
  assert.match(withToken, / --enrollment-token \S+$/);
  assert.ok(withToken.endsWith(`.${fingerprint}`));
  await screenshot(page, 'fleet-empty-1280');
  await simulate(3);
  await page.getByRole('heading', { name: 'What needs you now' }).waitFor({ timeout: 30_000 });
  const security = page.getByRole('link', { name: /3 hosts wait for security patches/ });
  await security.waitFor({ timeout: 30_000 });
  assert.is(await security.getAttribute('href'), '/hosts?has_security=true');
  assert.equal(window.problems, []);
  await window.close();
});

test('figures with their age, a picture only when there is something to see, nothing for axe', async () => {
  const window = await openWindow(browser);
  const page = await window.open(`${manager.url}/about`);
  await page.route('**/api/v1/status/fleet/history', (route) => route.fulfill({ json: history() }));
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  await page.getByText('Counted just now').waitFor();
  await page.getByRole('img', { name: /with security patches: from 40 to 3/ }).waitFor();
  await page.locator('canvas').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await screenshot(page, 'fleet-dark-1280');
  await page.emulateMedia({ colorScheme: 'light' });
  await screenshot(page, 'fleet-light-1280');
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  await screenshot(page, 'fleet-light-360');
  assert.equal(window.problems, []);
  await window.close();
});

test('figures that cannot be read say so and come by themselves; the old ones stay with their age', async () => {
  const window = await openWindow(browser, { allow: /status of 503/ });
  const page = await window.open(`${manager.url}/about`);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await page.route('**/api/v1/status/fleet', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.unroute('**/api/v1/status/fleet');
  await again.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What needs you now' }).waitFor();
  await window.close();
});

/** The agents tell the manager their port when they enroll, before they listen. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function fingerprintOf(pem: string): string {
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('hex');
}

function history(): unknown {
  const now = Date.now();
  const points = [40, 38, 35, 20, 8, 3].map((count, index) => ({
    at: new Date(now - (6 - index) * 3_600_000).toISOString(),
    hosts_total: 60,
    hosts_unreachable: index % 2,
    hosts_with_security: count,
    patches_security_total: count * 3,
    patches_total: count * 9,
    hosts_reboot_required: 12 - index,
  }));
  return { points, step_secs: 3_600 };
}

test.run();
