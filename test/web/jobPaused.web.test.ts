// needs: chromium
// time-limit: 180
// A job that its failure budget has paused: it says so, goes on, ends or is rolled back, each after a question; and its
// waves.
import * as assert from 'uvu/assert';
import { judge, Stage } from '../support/browserStage.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';

const stage = new Stage('web: a paused job', {
  hosts: 3,
  packages: { patches: 6, security: 2 },
  keepsTab: true,
});
const { test } = stage;
/** Starts a job with one host at a time; the first one fails, which the budget does not allow. */
async function startPaused(available: string): Promise<WireJob> {
  const { manager, fleet, hostIds } = stage;
  for (const { backend, hostId } of fleet.simulator.agents) {
    for (const name of ['sim-0000:all', 'sim-0001:all'])
      backend.ownPackages().set(name, { version: '1.0', available, security: true });
    const failure = { code: 'SCRIPT_FAILED', message: 'sim-0001: postinst ended with 1' };
    if (hostId === hostIds[0]) backend.failNext = { failure, changed: false };
  }
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'security',
    target: { host_ids: hostIds },
    max_parallel: 1,
    failure_budget_percent: 0,
  });
  await manager.until<WireJob>(`/api/v1/jobs/${job.id}`, ({ state }) => state === 'paused');
  return job;
}

test('a paused job is resumed, after a question, and goes on with the hosts that are left', async () => {
  const job = await startPaused('2.0');
  const page = await stage.open(`/jobs/${job.id}`);
  await page.getByText('Paused: too many failures').waitFor();
  const explained = page.getByRole('region', { name: 'Decision' }).locator('dt');
  assert.equal(await explained.allTextContents(), ['Resume', 'Retry failed', 'Roll back', 'End', 'Cancel']);
  await judge(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Continues with 2 hosts.').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Keep paused' }).click();
  await page.locator('fm-confirm').waitFor({ state: 'detached' });
  await page.getByText('Paused: too many failures').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Resume job' }).click();
  await page.getByText('Partly completed', { exact: true }).waitFor();
  const ended = await untilEnded(stage.manager, job);
  assert.equal([ended.state, ended.counts['completed'], ended.counts['failed']], ['partial', 2, 1]);
});

test('a paused job is ended, after a question: the hosts that are left are skipped, and say why', async () => {
  const job = await startPaused('3.0');
  const page = await stage.open(`/jobs/${job.id}`);
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('Hosts that have not started are skipped.').waitFor();
  await page.getByRole('button', { name: 'End job' }).click();
  await page.getByText('The job was ended before this host started.').first().waitFor();
  const ended = await untilEnded(stage.manager, job);
  assert.equal([ended.state, ended.counts['skipped'], ended.counts['failed']], ['failed', 2, 1]);
  await page.getByRole('button', { name: 'Retry failed' }).waitFor();
  await judge(page);
});

test('waves are made with their hosts in sight, move on the job’s page, and a halted one is rolled back', async () => {
  const { manager, fleet, hostIds, hosts } = stage;
  const [first, second] = hosts.toSorted((a, b) => (a.fqdn < b.fqdn ? -1 : 1));
  const form = await stage.open(
    `/jobs/new?operation=patch&mode=all&wave=1&wave=1@60&${hostIds.map((id) => `host=${id}`).join('&')}`,
  );
  const shown = form.getByRole('region', { name: 'Waves' });
  await shown.getByText(`1 host: ${first?.fqdn}.`).waitFor();
  await shown.getByText('Soak time: 1 min.').waitFor();
  await judge(form);
  await shown.getByRole('button', { name: 'Add a wave' }).click();
  await shown.getByRole('button', { name: 'Add a wave' }).click();
  await shown.getByText('Wave 4 would be empty').waitFor();
  for (const { backend, hostId } of fleet.simulator.agents) {
    backend.ownPackages().set('sim-0001:all', { version: '1.0', available: '4.0', security: true });
    const failure = { code: 'SCRIPT_FAILED', message: 'sim-0001: postinst ended with 1' };
    if (hostId === second?.id) backend.failNext = { failure, changed: true };
  }
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'all',
    target: { host_ids: hostIds },
    waves: [
      { count: 1, soak_secs: 6 },
      { count: 1, soak_secs: 600 },
    ],
  });
  const page = await stage.open(`/jobs/${job.id}`);
  const waves = page.getByRole('region', { name: 'Waves' });
  await waves.getByText('Halted').waitFor({ timeout: 60_000 });
  await waves.getByText('Passed').waitFor();
  await waves.getByText('1 failure, none allowed').waitFor();
  const decide = page.getByRole('region', { name: 'Decision' });
  await decide.getByText('Wave 2 exceeded its failure threshold').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Roll back this wave' }).click();
  await page.getByText('The job ends: hosts that have not started are skipped.').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Roll back 1 host' }).click();
  await page.getByText('rollback of job').waitFor();
  const ended = await untilEnded(manager, job);
  assert.equal([ended.state, ended.counts['completed'], ended.counts['skipped']], ['partial', 1, 1]);
});

test.run();
