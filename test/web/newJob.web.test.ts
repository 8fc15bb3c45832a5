// needs: chromium
// time-limit: 240
// A job over a group: target, action, review; its plan, what holds it before anybody approves, and its run.
import * as assert from 'uvu/assert';
import { navLink } from '../support/browserNav.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';

const stage = new Stage('web: new jobs', { hosts: 4, packages: { patches: 6, security: 2 }, keepsTab: true });
const { test } = stage;
const HOUR_MS = 3_600_000;

interface Made {
  id: string;
}

async function group(name: string, hostIds: readonly string[]): Promise<string> {
  const body = { name, host_ids: hostIds };
  return (await stage.manager.must<Made>('POST', '/api/v1/groups', body)).id;
}

test('a job over a group is three steps from the group, and tells its window before anybody approves', async () => {
  const { manager, hostIds } = stage;
  const id = await group('Rack 7', hostIds.slice(0, 3));
  const starts = new Date(Date.now() + 9 * 24 * HOUR_MS).toISOString().replace(/\d\d\.\d{3}Z$/, '00.000Z');
  await manager.must('POST', `/api/v1/groups/${id}/maintenance-windows`, {
    name: 'Tuesday night',
    timezone: 'UTC',
    duration_secs: 7_200,
    starts_at: starts,
  });
  const page = await stage.open(`/groups/${id}`);
  await page.getByRole('link', { name: 'New job' }).click();
  await page.getByText('Selected: group Rack 7').waitFor();
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByText('Maintenance window Tuesday night').waitFor();
  await review.getByText('3 hosts are held').waitFor();
  await review.getByText('All 3 hosts wait for a maintenance window.').waitFor();
  await judge(page);
  await page.getByLabel('Canary: 1 host, 10 %, rest').check();
  await page.getByRole('region', { name: 'Waves' }).getByText('1 host.').first().waitFor();
  await page.getByLabel('All at once').check();
  await review.getByRole('button', { name: 'Plan for 3 hosts' }).click();
  await page.getByText('3 hosts planned').waitFor();
  const approval = page.getByRole('region', { name: 'Approve this plan' });
  await approval.getByText('Maintenance window Tuesday night').waitFor();
  await judge(page);
  await approval.getByRole('button', { name: 'Approve and run on 3 hosts' }).click();
  await page.getByText('from plan').waitFor();
  await page.getByText('Notify me when this job ends').waitFor();
  await page.getByText('Not possible: the manager sends no mail.').waitFor();
  await page.getByRole('tab', { name: 'Plan' }).click();
  await page.getByText('3 hosts, identical plan').waitFor();
  assert.ok(page.url().includes('tab=plan'), 'the tab has an address');
  await judge(page);
  await page.getByRole('link', { name: 'Open plan' }).click();
  await page.getByText('Approved for 3 hosts').waitFor();
  await page.getByRole('link', { name: 'open job' }).click();
  await page.getByText('Notify me when this job ends').waitFor();
});

test('groups, tags, a filter and single hosts are one target, which can be cleared', async () => {
  const { hostIds } = stage;
  await group('Rack 8', hostIds.slice(3));
  const page = await stage.open(`/jobs/new?host=${hostIds[0] ?? ''}`);
  await page.getByText('Selected: 1 host').waitFor();
  const first = page.getByRole('grid', { name: 'Hosts to select' }).getByRole('row').nth(1);
  assert.is(await first.getByRole('checkbox').isChecked(), true, 'the chosen one comes first');
  await page.getByRole('tab', { name: 'Groups and tags' }).click();
  await page.getByLabel('Rack 8').check();
  await page.getByRole('button', { name: 'Plan for 2 hosts' }).waitFor();
  const tags = page.getByRole('textbox', { name: 'Hosts with one of these tags' });
  await tags.fill('nothing-has-it');
  await tags.press('Enter');
  await page.getByText('hosts with the tag nothing-has-it').waitFor();
  await judge(page);
  await page.getByRole('tab', { name: /^Hosts/ }).click();
  await page.getByLabel('Search').fill('sim-');
  await page.getByRole('button', { name: 'Use this filter as target' }).click();
  await page.getByText('hosts that match “sim-”').first().waitFor();
  await page.getByRole('button', { name: 'Plan for 4 hosts' }).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Select a host first.').waitFor();
  await page.getByLabel('Search').fill('');
});

test('the target of a group is found when the job is created, and a question names its hosts', async () => {
  const { manager, hostIds } = stage;
  const id = await group('Rack 9', hostIds.slice(3));
  const page = await stage.open(`/jobs/new?operation=refresh&group=${id}`);
  await page.getByLabel('Job name').fill('Not made yet');
  await page.getByRole('button', { name: 'Refresh 1 host' }).click();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText('sim-0004', { exact: false }).first().waitFor();
  // Who says no to the question has not made the job: what was typed is asked about.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await (await navLink(page, 'Policies')).click();
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('button', { name: 'Refresh 1 host' }).click();
  await dialog.getByRole('button', { name: 'Refresh 1 host' }).click();
  await page.getByText('1 of 1 host completed').waitFor();
  const job = await untilEnded(manager, { id: new URL(page.url()).pathname.split('/').at(-1) ?? '' });
  assert.equal((job as WireJob & { target: unknown }).target, { group_ids: [id] });
});

test.run();
