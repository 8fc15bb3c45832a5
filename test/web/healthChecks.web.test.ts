// needs: chromium
// time-limit: 300
// The health checks on a host's page: added, tested, holding a job back; and what a reporter sees of them.
import * as assert from 'uvu/assert';
import { answerAs, judge, Stage } from '../support/browserStage.ts';
import type { WireJob } from '../support/fleet.ts';

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
  await page.getByText('No health check looks whether this host does its work.').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Add a check' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByText('Give it a name: it is named where a job waits for it.').waitFor();
  await page.getByLabel('What to look at').selectOption('http');
  await page.getByLabel(/^Name/).fill('Front page');
  await page.getByLabel(/^Address/).fill('http://127.0.0.1:1/health');
  await save.click();
  await page.getByText('The manager does not call this address.').waitFor();
  assert.equal(await checksOf(hostId), []);
  await judge(page);
  await page.getByLabel('What to look at').selectOption('service');
  await page.getByLabel(/^Name/).fill('Web server');
  await page.getByLabel(/^Service/).fill('nginx');
  await page.getByRole('button', { name: 'Save and test now' }).click();
  await page.getByText(/It does not pass|It passes/).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('1 check', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'History: Web server' }).click();
  await page.getByText(/Its status has not changed yet|before unknown/).waitFor();
  await page.getByRole('button', { name: 'Switch off: Web server' }).click();
  await page.getByText('Switched off', { exact: true }).waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Delete: Web server' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No health check looks whether this host does its work.').waitFor();
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
  await page.getByText('A check fails', { exact: true }).waitFor();
  assert.is(await page.getByRole('button', { name: /Add a check|Test now|Edit:|Delete:/ }).count(), 0);
  await page.getByRole('button', { name: 'History: Mail queue' }).waitFor();
});

test('an administrator lets a job begin whatever its checks say, with a reason that is shown', async () => {
  const [, hostId = ''] = stage.hostIds;
  const { manager } = stage;
  const { jobs } = await manager.must<{ jobs: WireJob[] }>('GET', '/api/v1/jobs?limit=1&sort=-created_at');
  const [job] = jobs;
  const page = await stage.open(`/jobs/${job?.id}`);
  await page.getByText('1 host waits for health checks to pass.').waitFor();
  await page.getByRole('button', { name: 'Begin all the same …' }).click();
  const act = page.getByRole('button', { name: 'Begin all the same', exact: true });
  await page.getByLabel(/^Reason/).fill('short');
  await act.click();
  await page.getByText('Say why in ten characters at least').waitFor();
  await judge(page);
  await page.getByLabel(/^Reason/).fill('The mail queue moved elsewhere.');
  await act.click();
  await page.getByText(/begin whatever their health checks say, allowed by admin/).waitFor();
  await page
    .getByText(/but for those that failed before it/)
    .first()
    .waitFor({ timeout: 100_000 });
  assert.is((await checksOf(hostId))[0]?.name, 'Mail queue');
});

test('a new job is told what its hosts’ checks have a say in', async () => {
  const [hostId = ''] = stage.hostIds;
  const page = await stage.open(`/jobs/new?host=${hostId}`);
  await page.getByLabel('Run the checks after the work').check();
  await page.getByLabel('Watch the host for').first().fill('300');
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

test.run();
