// needs: chromium
// time-limit: 300
// The first page of patch night: an empty fleet that tells how to begin, then what needs somebody now.
import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: fleet');
const { test } = stage;

test('packages beside the manager: an empty fleet and a new token show exactly the line that it gives', async () => {
  const { manager } = stage;
  const packagesDir = path.join(manager.dataDir, 'packages');
  const name = 'fleetmend-agent_1.0_amd64.deb';
  const file = { name, format: 'deb', arch: 'x64', version: '1.0', sizeBytes: 1, sha256: 'a'.repeat(64) };
  mkdirSync(packagesDir);
  writeFileSync(path.join(packagesDir, 'manifest.json'), JSON.stringify({ files: [file] }));
  const { command } = await manager.must<{ command: string }>('GET', '/api/v1/admin/installer');
  assert.match(command, ` -H Host:${new URL(manager.url).host} https://`);
  assert.match(command, /install\.sh \|\| echo exit 1; \} \| \$\(command -v sudo\) sh -s --$/);
  const page = await stage.open('/');
  const line = page.getByRole('region', { name: 'line that enrolls a host' });
  await line.waitFor();
  const byPerson = await line.innerText();
  assert.is(byPerson.replace(/ca_fingerprint=[0-9a-f]{64}/, 'PROOF'), command);
  await judge(page);
  await page.getByRole('button', { name: /one-time token/ }).click();
  await page.getByText('The token in it approves one host').waitFor();
  assert.match(await line.innerText(), /\{ echo token=fme_\S+\.[0-9a-f]{64}; /);
  await page.goto(`${manager.url}/enrollments`);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'I have it' }).waitFor();
  const token = await page.getByRole('region', { name: 'token', exact: true }).innerText();
  assert.is(await line.innerText(), command.replace('PROOF', `token=${token}`));
  rmSync(packagesDir, { recursive: true });
});

test('an empty fleet shows the line that enrolls, with a token when wanted, and notices the first hosts', async () => {
  const { manager } = stage;
  const page = await stage.open('/');
  await page.getByRole('heading', { name: 'Enroll the first host' }).waitFor();
  const line = page.getByRole('region', { name: 'line that enrolls a host' });
  const fingerprint = fingerprintOf((await manager.call<string>('GET', '/api/v1/ca/root.crt')).body);
  assert.is(
    await line.innerText(),
    `node agent/main.ts --manager-url ${manager.url} --ca-fingerprint ${fingerprint}`,
  );
  await judge(page);
  await page.getByRole('button', { name: /one-time token/ }).click();
  await page.getByText('The token in it approves one host').waitFor();
  const withToken = await line.innerText();
  assert.match(
    withToken,
    /^echo fme_\S+\.[0-9a-f]{64} \| node agent\/main\.ts .* --token-file \/dev\/stdin$/,
  );
  assert.ok(withToken.includes(`.${fingerprint} |`));
  await stage.simulate(3);
  await page.getByRole('heading', { name: 'What needs you now' }).waitFor({ timeout: 30_000 });
  const security = page.getByRole('link', { name: /3 hosts wait for security patches/ });
  await security.waitFor({ timeout: 30_000 });
  assert.is(await security.getAttribute('href'), '/hosts?has_security=true');
});

test('figures with their age, a picture only when there is something to see, nothing for axe', async () => {
  const page = await stage.open('/about', {
    prepare: (tab) => tab.route('**/status/fleet/history', (route) => route.fulfill({ json: history(3) })),
  });
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  await page.getByText('Counted just now').waitFor();
  await page.getByText('Oldest answer of a host:').waitFor();
  await page.getByRole('img', { name: /with security patches: from 40 to 3/ }).waitFor();
  await page.locator('canvas').waitFor();
  await judge(page);
});

test('a page that stays open shows how its history goes on, an hour later', async () => {
  let last = 3;
  const hourLater = new Date(Date.now() + 3_600_000).toISOString();
  const page = await stage.open('/about', {
    prepare: (tab) => tab.route('**/status/fleet/history', (route) => route.fulfill({ json: history(last) })),
  });
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  await page.getByRole('img', { name: /with security patches: from 40 to 3/ }).waitFor();
  last = 2;
  await page.route('**/status/fleet', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), computed_at: hourLater } });
  });
  // The connection comes back by itself, and with it new figures.
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByRole('img', { name: /with security patches: from 40 to 2/ }).waitFor();
});

test('figures that cannot be read say so and come by themselves; the old ones stay with their age', async () => {
  const page = await stage.open('/about', { allow: /status of 503/ });
  await page.route('**/api/v1/status/fleet', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('link', { name: 'Fleet', exact: true }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.unroute('**/api/v1/status/fleet');
  await again.focus();
  await page.keyboard.press('Enter');
  const security = page.getByRole('link', { name: /3 hosts wait for security patches/ });
  await security.waitFor();
  await page.route('**/api/v1/status/fleet', (route) => route.fulfill({ status: 503, json: {} }));
  await remove(0);
  const problem = page.getByRole('alert').filter({ hasText: 'answered instead of it' });
  await problem.waitFor();
  assert.ok(await security.isVisible());
  await page.getByText(/^Counted/).waitFor();
  await page.unroute('**/api/v1/status/fleet');
  await remove(1);
  await page.getByRole('link', { name: /1 host waits for security patches/ }).waitFor();
  await problem.waitFor({ state: 'detached' });
});

/** Which the manager tells to every page. */
async function remove(index: number): Promise<void> {
  await stage.manager.must('DELETE', `/api/v1/hosts/${stage.hostIds[index]}`);
}

function fingerprintOf(pem: string): string {
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('hex');
}

/** Of hosts with security patches there are `last` in the end. */
function history(last: number): unknown {
  const now = Date.now();
  const points = [40, 38, 35, 20, 8, last].map((count, index) => ({
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
