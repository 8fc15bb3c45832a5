// needs: chromium
// time-limit: 300
// Jobs as people run them: see them all, approve a plan, watch it, understand what failed, retry it, roll it back.
import * as assert from 'uvu/assert';
import { settle } from '../support/browser.ts';
import { judge } from '../support/browserStage.ts';
import type { WireJob } from '../support/fleet.ts';
import { testFailures } from './jobs/failures.ts';
import { testPlans } from './jobs/plans.ts';
import { stage, start } from './jobs/play.ts';

const { test } = stage;
/** The shell tells this, above each page. */
const CUT = /No live updates since|No connection to the manager since/;

test('an empty list says what a job does, and one that appears is shown by itself', async () => {
  const page = await stage.open('/jobs');
  await page.getByText('No jobs yet').waitFor();
  await start({ mode: 'security', dry_run: true, name: 'First plan' });
  await page.getByRole('grid', { name: 'Jobs' }).getByText('First plan').waitFor();
  await page.getByText('Awaiting approval').waitFor();
  await judge(page);
  await page.getByLabel('Operation').selectOption('reboot');
  await page.getByText('No jobs match.').waitFor();
  assert.is(new URL(page.url()).searchParams.get('operation'), 'reboot');
  await page.getByRole('button', { name: 'Show all jobs' }).click();
  await page.getByText('First plan').waitFor();
  await page.goto(`${stage.manager.url}/hosts/${stage.hostIds[0]}?tab=jobs`);
  await page.getByRole('grid', { name: 'Jobs of this host' }).getByText('Planned').waitFor();
});

test('what happens while the live connection is on its way to a page is not overlooked', async () => {
  const gate = Promise.withResolvers<void>();
  const page = await stage.open('/jobs', {
    prepare: (tab) => tab.route('**/ws/ticket', (route) => gate.promise.then(() => route.continue())),
  });
  await page.getByText('First plan').waitFor();
  await start({ mode: 'security', dry_run: true, name: 'Early plan' });
  gate.resolve();
  await page.getByText('Early plan').waitFor();
});

test('a page of the list that comes after another filter was chosen is not put under its jobs', async () => {
  const { jobs } = await stage.manager.must<{ jobs: WireJob[] }>('GET', '/api/v1/jobs?limit=1');
  const page1 = Array.from({ length: 100 }, (_, at) => ({ ...jobs[0], id: idOf(at), name: `Job ${at}` }));
  const gate = Promise.withResolvers<void>();
  const page = await stage.open('/jobs', {
    prepare: (tab) =>
      tab.route(/\/api\/v1\/jobs\?/, async (route) => {
        const asked = new URL(route.request().url()).searchParams;
        if (asked.has('operation'))
          return route.fulfill({ json: { jobs: page1.slice(0, 1), total: 1, next_cursor: null } });
        if (asked.has('cursor')) await gate.promise;
        return route.fulfill({ json: { jobs: page1, total: 200, next_cursor: 'more' } });
      }),
  });
  const late = page.waitForRequest(/cursor=more/);
  await page.getByRole('grid', { name: 'Jobs' }).focus();
  await page.keyboard.press('End');
  const request = await late;
  await page.getByLabel('Operation').selectOption('reboot');
  await page.getByText('1 job', { exact: true }).waitFor();
  gate.resolve();
  await (await request.response())?.finished();
  await settle(page);
  assert.is(await page.getByRole('rowgroup').getByRole('row').count(), 1);
});

const idOf = (at: number): string => `01939f6a-7c1e-7b1a-9d2e-${String(at).padStart(12, '0')}`;

testPlans();
testFailures();

test('hosts are chosen by the address or by hand, and the plan takes the wishes to its approval', async () => {
  const page = await stage.open(`/jobs/new?host=${stage.hostIds[0] ?? ''}`);
  await page.getByText('1 host selected, 3 shown').waitFor();
  await page.getByLabel('Search').fill('no such host');
  await page.getByText('No hosts match.').waitFor();
  await page.getByLabel('Search').fill('');
  await page.getByLabel('Select all shown').check();
  await page.getByLabel('Only these packages').check();
  await page.getByText('Enter a package first.').waitFor();
  await page.getByLabel('Search').press('Enter');
  await page.getByRole('textbox', { name: /^Packages/ }).fill('sim-0000, sim-0001');
  await page.getByLabel('Exclude packages').fill('sim-0001');
  await page.getByLabel('Parallel hosts').fill('2');
  await page.getByLabel('Search').press('Enter');
  await settle(page);
  assert.is(new URL(page.url()).pathname, '/jobs/new', 'Enter in the search makes no job');
  await page.getByLabel('Reboot afterwards').selectOption('if_required');
  await judge(page);
  await page.getByRole('button', { name: 'Plan for 3 hosts' }).click();
  await page.getByText('Plan: nothing changes until').waitFor();
  await page.getByText('2 hosts in parallel').waitFor();
  await page.getByText('without sim-0001').waitFor();
  await page.getByText(/\breboots hosts that require it/).waitFor();
  assert.is(await page.getByLabel('Reboot afterwards').inputValue(), 'if_required');
});

test('hosts are rebooted and refreshed after a question that names them, and followed', async () => {
  const page = await stage.open(`/jobs/new?operation=refresh&host=${stage.hostIds[0] ?? ''}`);
  await page.getByRole('button', { name: 'Refresh 1 host' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Refresh 1 host' }).click();
  await page.getByRole('heading', { name: 'Refresh', exact: true }).waitFor();
  await page.getByText('1 of 1 host completed').waitFor();
  await page.goto(`${stage.manager.url}/jobs/new?operation=reboot&host=${stage.hostIds[0] ?? ''}`);
  await page.getByLabel('Start (optional)').fill('2031-02-03T04:05');
  await page.getByRole('button', { name: 'Reboot 1 host' }).click();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText('Start: 3 Feb 2031, 04:05 CET.', { exact: false }).waitFor();
  await dialog.getByText('sim-0001', { exact: false }).first().waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.is(new URL(page.url()).pathname, '/jobs/new', 'thought better of it');
});

test('the question names hosts that the list of the page does not show, and waits for a list on its way', async () => {
  const chosen = stage.hostIds.slice(0, 2).map((id) => `host=${id}`);
  const page = await stage.open(`/jobs/new?operation=reboot&search=nothing-of-that-name&${chosen.join('&')}`);
  await page.getByText('No hosts match.').waitFor();
  await page.getByRole('button', { name: 'Reboot 2 hosts' }).click();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText('sim-0001', { exact: false }).first().waitFor();
  await dialog.getByText('sim-0002', { exact: false }).first().waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  let listed = (): void => undefined;
  const held = new Promise<void>((resolve) => (listed = resolve));
  await page.route(/\/api\/v1\/hosts\?/, (route) => held.then(() => route.continue()));
  await page.goto(`${stage.manager.url}/jobs/new?operation=reboot&${chosen[0] ?? ''}`);
  await page.getByRole('button', { name: 'Reboot 1 host' }).click();
  assert.is(await dialog.count(), 0, 'no question yet: it would name an id');
  listed();
  await dialog.getByText('sim-0001', { exact: false }).first().waitFor();
  assert.is(await dialog.getByText(stage.hostIds[0] ?? '').count(), 0);
});

test('a page that lost its manager says so, and recovers by itself where it was', async () => {
  const { manager } = stage;
  const { jobs } = await manager.must<{ jobs: WireJob[] }>('GET', '/api/v1/jobs?limit=1');
  const page = await stage.open(`/jobs/${jobs[0]?.id ?? ''}`, { allow: /ERR_|WebSocket|status of 50/ });
  await page
    .getByText(/of \d+ hosts? /)
    .first()
    .waitFor();
  await manager.kill();
  await page.getByText(CUT).waitFor();
  await manager.start();
  await page.getByText(CUT).waitFor({ state: 'detached' });
});

test.run();
