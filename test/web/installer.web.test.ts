// needs: chromium
// What people copy to put an agent on a host, once the packages lie beside the manager.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { judge, Stage } from '../support/browserStage.ts';

const packagesDir = mkdtempSync(path.join(tmpdir(), 'fleetmend-web-packages-'));
const stage = new Stage('web: the line that installs an agent', {
  env: { FLEETMEND_PACKAGES_DIR: packagesDir },
});
const { test } = stage;

test.before(async () => {
  const name = 'fleetmend-agent_1.0_amd64.deb';
  const file = { name, format: 'deb', arch: 'x64', version: '1.0', sizeBytes: 1, sha256: 'a'.repeat(64) };
  writeFileSync(path.join(packagesDir, 'manifest.json'), JSON.stringify({ files: [file] }));
});

test.after(async () => rmSync(packagesDir, { recursive: true, force: true }));

test('an empty fleet and a new token show exactly the line that the manager gives', async () => {
  const { manager } = stage;
  const { command } = await manager.must<{ command: string }>('GET', '/api/v1/admin/installer');
  assert.ok(command.endsWith(`${manager.url}/install.sh | sh -s --`), command);
  const page = await stage.open('/');
  const line = page.getByRole('region', { name: 'line that enrolls a host' });
  await line.waitFor();
  const byPerson = await line.innerText();
  assert.is(byPerson.replace(/[0-9a-f]{64}$/, ''), `${command} --ca-fingerprint `);
  await judge(page);
  await page.getByRole('button', { name: /one-time token/ }).click();
  await page.getByText('The token in it approves one host').waitFor();
  assert.match(await line.innerText(), / sh -s -- --token \S+\.[0-9a-f]{64}$/);
  await page.goto(`${manager.url}/enrollments`);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'I have it' }).waitFor();
  const token = await page.getByRole('region', { name: 'token', exact: true }).innerText();
  assert.is(await line.innerText(), `${command} --token ${token}`);
});

test.run();
