// needs: chromium
// time-limit: 300
// The first page on a patch night: an empty fleet with a way to begin, then what needs attention now.
import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';

const stage = new Stage('web: fleet', { keepsTab: true });
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
  const line = page.getByRole('region', { name: 'enrollment command' });
  await line.waitFor();
  const byPerson = await line.innerText();
  assert.is(byPerson.replace(/ca_fingerprint=[0-9a-f]{64}/, 'PROOF'), command);
  await page.getByText('which other hosts cannot reach').waitFor();
  await judge(page);
  await page.getByRole('tab', { name: 'SUSE, openSUSE' }).click();
  await page.getByText('This manager has no agent package of this kind').waitFor();
  const how = await page.getByRole('link', { name: 'Adding agent packages' }).getAttribute('href');
  assert.is(how, '/docs/install/agents#packages-of-the-agent');
  await page.getByRole('button', { name: /enrollment token/ }).click();
  await page.getByText('The token is valid for one host').waitFor();
  assert.match(await line.innerText(), /\{ echo token=fme_\S+\.[0-9a-f]{64}; /);
  await page.goto(`${manager.url}/enrollments?tab=tokens`);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Done' }).waitFor();
  const token = await page.getByRole('region', { name: 'token', exact: true }).innerText();
  assert.is(await line.innerText(), command.replace('PROOF', `token=${token}`));
  rmSync(packagesDir, { recursive: true });
});

test('an empty fleet shows the line that enrolls, with a token when wanted, and notices the first hosts', async () => {
  const { manager } = stage;
  const page = await stage.open('/');
  await page.getByRole('heading', { name: 'Enroll the first host' }).waitFor();
  const line = page.getByRole('region', { name: 'enrollment command' });
  const fingerprint = fingerprintOf((await manager.call<string>('GET', '/api/v1/ca/root.crt')).body);
  assert.is(
    await line.innerText(),
    `node agent/main.ts --manager-url ${manager.url} --ca-fingerprint ${fingerprint}`,
  );
  await judge(page);
  await page.getByRole('button', { name: /enrollment token/ }).click();
  await page.getByText('The token is valid for one host').waitFor();
  const withToken = await line.innerText();
  assert.match(
    withToken,
    /^echo fme_\S+\.[0-9a-f]{64} \| node agent\/main\.ts .* --token-file \/dev\/stdin$/,
  );
  assert.ok(withToken.includes(`.${fingerprint} |`));
  await stage.simulate(3);
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor({ timeout: 30_000 });
  const security = page.getByRole('link', { name: /3 hosts missing security patches/ });
  await security.waitFor({ timeout: 30_000 });
  assert.is(await security.getAttribute('href'), '/hosts?has_security=true&sort=-patches_severity');
});

test('figures with their age, a picture only when there is something to see, nothing for axe', async () => {
  const page = await stage.open('/about', {
    prepare: (tab) => tab.route('**/status/fleet/history*', (route) => route.fulfill({ json: history(40) })),
  });
  await (await navLink(page, 'Overview')).click();
  await page.getByText('Updated just now').waitFor();
  await page.getByText('Oldest data:').waitFor();
  const picture = page.getByRole('slider', { name: 'Hosts needing attention over time' });
  await picture.press('Home');
  assert.match(
    (await picture.getAttribute('aria-valuetext')) ?? '',
    /: 40 missing security patches, 0 unreach/,
  );
  await picture.press('End');
  assert.match((await picture.getAttribute('aria-valuetext')) ?? '', /: 3 missing security patches, /);
  await page.getByText('No jobs yet.').waitFor();
  await judge(page);
  await page.getByRole('button', { name: '24 hours' }).click();
  await page.waitForURL('**/?range=24h');
  const bar = page.getByRole('link', { name: 'Under 7 days 3' });
  await bar.press('Enter');
  await page.waitForURL('**/hosts?security_age=under_7_days&sort=-patches_severity');
  await page.getByText('3 hosts').first().waitFor();
  await page.getByRole('button', { name: /Oldest security patch/ }).waitFor();
});

test('a page that stays open shows how its history goes on, an hour later', async () => {
  let first = 40;
  const hourLater = new Date(Date.now() + 3_600_000).toISOString();
  const page = await stage.open('/about', {
    prepare: (tab) =>
      tab.route('**/status/fleet/history*', (route) => route.fulfill({ json: history(first) })),
  });
  await (await navLink(page, 'Overview')).click();
  await page.getByRole('cell', { name: '40', exact: true }).waitFor({ state: 'attached' });
  first = 39;
  await page.route('**/status/fleet', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ response, json: { ...(await response.json()), computed_at: hourLater } });
  });
  // The connection comes back by itself, and brings new figures.
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByRole('cell', { name: '39', exact: true }).waitFor({ state: 'attached' });
});

test('figures that cannot be read say so and come by themselves; the old ones stay with their age', async () => {
  const page = await stage.open('/about', { allow: /status of 503/ });
  await page.route('**/api/v1/status/fleet', (route) => route.fulfill({ status: 503, json: {} }));
  await (await navLink(page, 'Overview')).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.unroute('**/api/v1/status/fleet');
  await again.focus();
  await page.keyboard.press('Enter');
  const security = page.getByRole('link', { name: /3 hosts missing security patches/ });
  await security.waitFor();
  await page.route('**/api/v1/status/fleet', (route) => route.fulfill({ status: 503, json: {} }));
  await remove(0);
  const problem = page.getByRole('alert').filter({ hasText: 'answered instead of it' });
  await problem.waitFor();
  assert.ok(await security.isVisible());
  await page.getByText(/^Updated/).waitFor();
  await page.unroute('**/api/v1/status/fleet');
  await remove(1);
  await page.getByRole('link', { name: /1 host missing security patches/ }).waitFor();
  await problem.waitFor({ state: 'detached' });
});

test('jobs that failed in part, plans that wait and what agents tell of are among what needs somebody', async () => {
  const { manager, hostIds } = stage;
  const made = await manager.must<{ id: string }>('POST', '/api/v1/jobs', {
    operation: 'patch',
    dry_run: true,
    target: { host_ids: hostIds.slice(2) },
  });
  await manager.until<{ completed_at: string | null }>(
    `/api/v1/jobs/${made.id}`,
    ({ completed_at: at }) => at !== null,
  );
  const page = await stage.open('/about');
  await page.route('**/api/v1/status/fleet', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const status = (await response.json()) as { jobs: object };
    const json = {
      ...status,
      problems: [{ code: 'SOURCE_FAILED', hosts: 2 }],
      jobs: { ...status.jobs, partial: 1 },
      certificates_expiring: 4,
    };
    await route.fulfill({ response, json });
  });
  await (await navLink(page, 'Overview')).click();
  const plan = page.getByRole('link', { name: /1 plan awaiting approval/ });
  await plan.waitFor();
  for (const text of [
    '2 hosts have a failing repository',
    '1 job partly failed in the last 24 hours',
    '4 certificates expire within 14 days',
  ])
    await page.getByRole('link', { name: new RegExp(text.replace(' ', '\\s*')) }).waitFor();
  await judge(page);
  await plan.click();
  await page.waitForURL('**/jobs?awaiting_approval=true');
  await page.getByText('1 job', { exact: true }).waitFor();
  await manager.must('POST', '/api/v1/jobs', { from_plan_job_id: made.id });
  await manager.until<{ total: number }>('/api/v1/jobs?awaiting_approval=true', ({ total }) => total === 0);
});

test('the last run tells how many hosts it patched, and leads to its jobs', async () => {
  const { manager } = stage;
  await manager.until<{ to: string | null }>('/api/v1/status/jobs', ({ to }) => to !== null);
  const page = await stage.open('/');
  const run = page.getByRole('region', { name: 'Last patch run' });
  await run.getByText('Hosts patched').waitFor();
  await run.getByRole('listitem').getByRole('link').click();
  await page.waitForURL('**/jobs/*');
});

/** Removes a host, which the manager tells to every page. */
async function remove(index: number): Promise<void> {
  await stage.manager.must('DELETE', `/api/v1/hosts/${stage.hostIds[index]}`);
}

function fingerprintOf(pem: string): string {
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('hex');
}

/** A history with `first` hosts missing security patches at the beginning, and more at the end than the figures say. */
function history(first: number): unknown {
  const now = Date.now();
  const points = [first, 38, 35, 20, 8, 7].map((count, index) => ({
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
