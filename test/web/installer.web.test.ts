// needs: chromium
// What people copy to put an agent on a host, once the packages lie beside the manager.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';

const test = suite('web: the line that installs an agent');
let browser: Browser;
let manager: ManagerProcess;
let packagesDir: string;

test.before(async () => {
  packagesDir = mkdtempSync(path.join(tmpdir(), 'fleetmend-web-packages-'));
  const name = 'fleetmend-agent_1.0_amd64.deb';
  const file = { name, format: 'deb', arch: 'x64', version: '1.0', sizeBytes: 1, sha256: 'a'.repeat(64) };
  writeFileSync(path.join(packagesDir, 'manifest.json'), JSON.stringify({ files: [file] }));
  manager = await createManager({ port: 0, env: { FLEETMEND_PACKAGES_DIR: packagesDir } });
  await manager.start();
  await manager.signIn();
  browser = await launchBrowser();
});

test.after(async () => {
  await browser?.close();
  await manager?.stop();
  rmSync(packagesDir, { recursive: true, force: true });
});

test('an empty fleet and a new token show exactly the line that the manager gives', async () => {
  const { command } = await manager.must<{ command: string }>('GET', '/api/v1/admin/installer');
  assert.ok(command.endsWith(`${manager.url}/install.sh | sh -s --`), command);
  const window = await openWindow(browser);
  const page = await window.open(manager.url);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  const line = page.getByRole('region', { name: 'line that enrolls a host' });
  await line.waitFor();
  const byPerson = await line.innerText();
  assert.is(byPerson.replace(/[0-9a-f]{64}$/, ''), `${command} --ca-fingerprint `);
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: /one-time token/ }).click();
  await page.getByText('The token in it approves one host').waitFor();
  assert.match(await line.innerText(), / sh -s -- --token \S+\.[0-9a-f]{64}$/);
  await screenshot(page, 'fleet-installer-1280');
  await page.goto(`${manager.url}/enrollments`);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'I have it' }).waitFor();
  const token = await page.getByRole('region', { name: 'token', exact: true }).innerText();
  assert.is(await line.innerText(), `${command} --token ${token}`);
  assert.equal(window.problems, []);
  await window.close();
});

test.run();
