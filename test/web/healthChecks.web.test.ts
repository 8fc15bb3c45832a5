// needs: chromium
// time-limit: 300
// The health checks on a host's page: added, tested, holding a job back; and what a reporter sees of them.
import * as assert from 'uvu/assert';
import { axeEverywhere, overflowPx, screenshot } from '../support/browser.ts';
import { answerAs, judge, Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';
import type { WireJob } from '../support/fleet.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: health checks', {
  hosts: 2,
  packages: { patches: 2, security: 1 },
  keepsTab: true,
});
const { test } = stage;

interface WireCheck {
  id: string;
  name: string;
  last_status: string;
}

const checksOf = async (hostId: string): Promise<WireCheck[]> =>
  (await stage.manager.must<{ checks: WireCheck[] }>('GET', `/api/v1/hosts/${hostId}/health-checks`)).checks;

test('a check is added, judged, tested and edited; the refusals of the manager are told in its form', async () => {
  const [hostId = ''] = stage.hostIds;
  const page = await stage.open(`/hosts/${hostId}?tab=checks`, { allow: /400 .*health-checks/ });
  await page.getByText('No health checks yet').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Add check' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel(/^Name/).fill(' ');
  await save.click();
  await page.getByText('Enter a name. Jobs waiting for the check show it.').waitFor();
  await page.getByLabel('Check type').selectOption('http');
  await page.getByLabel(/^Name/).fill('Front page');
  await page.getByLabel(/^Address/).fill('http://127.0.0.1:1/health');
  await save.click();
  await page.getByText('The manager does not call this address.').waitFor();
  assert.equal(await checksOf(hostId), []);
  await judge(page);
  await page.getByLabel('Check type').selectOption('service');
  await page.getByLabel(/^Name/).fill('Web server');
  await page.getByLabel(/^Service/).fill('nginx');
  await page.getByRole('button', { name: 'Save and test now' }).click();
  await page.getByText(/^\s*(Failed|Passed)/).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('1 check', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'History: Web server' }).click();
  await page.getByText(/No status changes yet|before unknown/).waitFor();
  await page.getByRole('button', { name: 'Disable: Web server' }).click();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Delete: Web server' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No health checks yet').waitFor();
  assert.equal(await checksOf(hostId), []);
});

test('a job says which check it waits for; a reporter sees the checks and no button that changes one', async () => {
  const [, hostId = ''] = stage.hostIds;
  const { manager } = stage;
  await manager.must('POST', `/api/v1/hosts/${hostId}/health-checks`, {
    // Nothing answers at this address, wherever this test runs.
    kind: 'http',
    name: 'Mail queue',
    url: 'http://10.255.255.1:9/',
    timeout_secs: 1,
  });
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'all',
    target: { host_ids: [hostId] },
    health_gate: { post: true, soak_secs: 600 },
  });
  await manager.until<WireJob>(`/api/v1/jobs/${job.id}`, ({ state }) => state === 'waiting_health_check');
  const page = await stage.open(`/jobs/${job.id}`, { prepare: (fresh) => answerAs('reporter', fresh) });
  await page
    .getByText(/The work begins when all health checks pass. Mail queue:/)
    .first()
    .waitFor();
  await page.getByText('Waiting for health checks').first().waitFor();
  await judge(page);
  await page.goto(`${manager.url}/hosts/${hostId}?tab=checks`);
  await page.getByText('Mail queue', { exact: true }).waitFor();
  await page.getByText('Check failing', { exact: true }).waitFor();
  assert.is(await page.getByRole('button', { name: /Add check|Test now|Edit:|Delete:/ }).count(), 0);
  await page.getByRole('button', { name: 'History: Mail queue' }).waitFor();
});

test('an administrator lets a job begin whatever its checks say, with a reason that is shown', async () => {
  const [, hostId = ''] = stage.hostIds;
  const { manager } = stage;
  const { jobs } = await manager.must<{ jobs: WireJob[] }>('GET', '/api/v1/jobs?limit=1&sort=-created_at');
  const [job] = jobs;
  const page = await stage.open(`/jobs/${job?.id}`);
  await page.getByText('1 host is waiting for health checks to pass.').waitFor();
  await page.getByRole('button', { name: 'Start anyway …' }).click();
  const act = page.getByRole('button', { name: 'Start anyway', exact: true });
  await page.getByLabel(/^Reason/).fill('short');
  await act.click();
  await page.getByText('Enter a reason of at least 10 characters').waitFor();
  await judge(page);
  await page.getByLabel(/^Reason/).fill('The mail queue moved elsewhere.');
  await act.click();
  await page.getByText(/Health checks before the work are overridden for this job, by admin/).waitFor();
  await page
    .getByText(/but for those that failed before it/)
    .first()
    .waitFor({ timeout: 100_000 });
  assert.is((await checksOf(hostId))[0]?.name, 'Mail queue');
});

test('a new job is told what its hosts’ checks have a say in', async () => {
  const [hostId = ''] = stage.hostIds;
  const page = await stage.open(`/jobs/new?host=${hostId}`);
  await page.getByLabel('Run health checks afterwards').check();
  await page.getByLabel('Soak time').first().fill('300');
  await judge(page);
  await page.getByRole('button', { name: 'Plan for 1 host' }).click();
  await page.waitForURL(/\/jobs\/[0-9a-f-]{36}/);
  const id = page.url().split('/').at(-1)?.slice(0, 36) ?? '';
  const { health_gate: gate } = await stage.manager.must<{ health_gate: object }>(
    'GET',
    `/api/v1/jobs/${id}`,
  );
  assert.equal(gate, { pre: true, post: true, soak_secs: 300, pre_timeout_secs: 3_600 });
});

test('a check of a group is added on the page of all checks, shows its hosts, and is edited and deleted there', async () => {
  const { manager, hostIds } = stage;
  const { id: groupId } = await manager.must<{ id: string }>('POST', '/api/v1/groups', {
    name: 'Web servers',
    host_ids: hostIds,
  });
  const page = await stage.open(`/health-checks?new=${groupId}`, { allow: /status of 409/ });
  const chosen = page.getByLabel(/^Group/);
  await chosen.waitFor();
  assert.is(await chosen.inputValue(), groupId, 'the group that the form was opened for');
  await page.goto(`${manager.url}/health-checks`);
  await page.getByRole('button', { name: 'Add check to a group' }).click();
  await chosen.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByLabel('Check type').selectOption('http');
  await page.getByLabel(/^Name/).fill('Front page');
  await page.getByLabel(/^Address/).fill('https://web1.example.org/');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter {fqdn} or {ip_address}').waitFor();
  await page.getByLabel('Check type').selectOption('service');
  await page.getByLabel(/^Name/).fill('SSH of all');
  await page.getByLabel(/^Service/).fill('ssh');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Choose a group.').waitFor();
  await chosen.selectOption('Web servers');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Health checks' });
  await grid.getByText('SSH of all').click();
  const card = page.getByRole('region', { name: 'SSH of all' });
  await card.getByRole('link', { name: 'Group Web servers' }).waitFor();
  const hosts = card.getByRole('grid', { name: 'Hosts of the check' });
  // The rows come to the hosts after the answer; the page is opened again as a person would.
  const total = async (): Promise<number> =>
    (await manager.must<{ total: number }>('GET', '/api/v1/health-checks/results?name=SSH%20of%20all')).total;
  await waitFor(async () => (await total()) === hostIds.length, { what: 'the checks of the hosts' });
  await page.reload();
  await hosts.getByRole('row').nth(hostIds.length).waitFor();
  assert.equal(await axeEverywhere(page), []);
  assert.is(await overflowPx(page), 0);
  await screenshot(page, 'health-checks');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'health-checks-narrow');
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.is(await overflowPx(page), 0);
  await screenshot(page, 'health-checks-dark-narrow');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await card.getByRole('button', { name: 'Edit check' }).click();
  await page.getByLabel(/^Name/).fill('SSH everywhere');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await grid.getByText('SSH everywhere').waitFor();
  // What a dialog has saved is not asked about.
  await (await navLink(page, 'Packages')).click();
  await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor();
  await page.goto(`${manager.url}/hosts/${hostIds[0]}?tab=checks`);
  await page.getByText('Defined on the group').first().waitFor();
  assert.is(await page.getByRole('button', { name: /^Edit: SSH/ }).count(), 0, 'it is edited on the group');
  assert.equal(await axeEverywhere(page), []);
  await screenshot(page, 'host-checks-of-group');
  await page.goto(`${manager.url}/health-checks`);
  await grid.getByText('SSH everywhere').click();
  await page.getByRole('button', { name: 'Delete check' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await grid.getByText('SSH everywhere').waitFor({ state: 'detached' });
});

test.run();
