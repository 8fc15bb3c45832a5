import { readFile } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import { judge } from '../../support/browserStage.ts';
import { untilEnded, type WireJob } from '../../support/fleet.ts';
import { offerPatches, stage, start } from './play.ts';

const { test } = stage;

/** Jobs that failed: why, and what is to be done. */
export function testFailures(): void {
  test('a failed host is explained in a sentence, its log is read and searched, and it is retried', async () => {
    offerPatches('2.0');
    const failure = { code: 'SCRIPT_FAILED', message: 'sim-0001: postinst ended with 1' };
    const [agent] = stage.fleet.simulator.agents;
    if (agent) {
      agent.backend.failNext = { failure, changed: true };
      agent.backend.onTransaction = async (env) =>
        env.log('stderr', 'dpkg: error processing package sim-0001');
    }
    const job = await start({ mode: 'security' });
    if (agent) agent.backend.onTransaction = async () => undefined;
    assert.is(job.state, 'partial');
    const page = await stage.open(`/jobs/${job.id}`);
    await page.getByText('2 of 3 hosts completed, 1 failed').waitFor();
    await page.getByText('Find the cause in the log').first().waitFor();
    await page.getByText('Repair the package or the hook').first().waitFor();
    const failed = job.hosts.find(({ state }) => state === 'failed');
    await page.getByRole('link', { name: failed?.fqdn ?? '' }).click();
    await page.getByText('postinst ended with 1').first().waitFor();
    const log = page.getByRole('region', { name: /^Log of/ });
    await log.locator('.line').first().waitFor();
    await judge(page);
    await page.getByLabel('Search the log').fill('no line holds this');
    await page.getByText(/^0 lines of \d+ found$/).waitFor();
    await page.getByLabel('Search the log').fill('');
    assert.is(await page.getByRole('button', { name: /^(Pause|Follow)$/ }).count(), 0, 'its log has ended');
    const steps = page.getByRole('list', { name: 'Steps' });
    await steps.getByText('Ran').waitFor();
    await steps.getByText('Failed').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    assert.match((await saved).suggestedFilename(), /\.log$/);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: /^Host sim-/ }).waitFor({ state: 'detached' });
    const grid = page.getByRole('grid', { name: 'Hosts of the job' });
    assert.match(
      (await grid.getByRole('row').nth(1).innerText()).trim(),
      new RegExp(`^${failed?.fqdn ?? ''}`),
    );
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const rows = (await readFile(await (await csv).path(), 'utf8')).trim().split('\r\n');
    assert.is(rows.length, 4);
    assert.match(rows[1] ?? '', new RegExp(`^${failed?.fqdn ?? ''},Failed,1,SCRIPT_FAILED,`));
    await page.getByRole('link', { name: 'Find the cause in the log' }).first().click();
    await log.locator('.first-error.chosen').waitFor();
    assert.match(page.url(), /[?&]line=\d+/, 'the first error of its log');
    await page.getByRole('button', { name: 'Retry host' }).click();
    await page.getByText('Starts at once on 1 host').waitFor();
    await page
      .locator('fm-confirm')
      .getByText(failed?.fqdn ?? '')
      .waitFor();
    await judge(page);
    await page.getByRole('button', { name: 'Retry 1 host' }).click();
    await page.getByText('3 of 3 hosts completed', { exact: true }).waitFor();
    await log.locator('.attempt').getByText('Attempt 2', { exact: true }).waitFor();
    assert.is((await untilEnded(stage.manager, job)).state, 'completed');
  });

  test('a failed host is accepted as it stands, by a dialog that says what is given up and asks for the reason', async () => {
    offerPatches('2.2');
    const failure = { code: 'SCRIPT_FAILED', message: 'sim-0001: postinst ended with 1' };
    const [agent] = stage.fleet.simulator.agents;
    if (agent) agent.backend.failNext = { failure, changed: true };
    const job = await start({ mode: 'security' });
    const failed = job.hosts.find(({ state }) => state === 'failed');
    const page = await stage.open(`/jobs/${job.id}`);
    await page.getByRole('link', { name: failed?.fqdn ?? '' }).click();
    await page.getByRole('button', { name: 'Accept as is' }).click();
    const dialog = page.getByRole('dialog', { name: /^Accept sim-\S+ as is\?$/ });
    await dialog.waitFor();
    await page.getByText(/can no longer be rolled back on this host/).waitFor();
    await judge(page);
    await page.getByLabel('Reason').fill('The host is replaced next week.');
    await page.getByRole('button', { name: 'Accept as is' }).last().click();
    await page.getByText('Accepted as is.').first().waitFor();
    const host = page.getByRole('region', { name: /^Host sim-/ });
    await host.getByRole('button', { name: 'Accept as is' }).waitFor({ state: 'detached' });
    assert.is(await host.getByRole('button', { name: /^(Retry host|Roll back host)$/ }).count(), 0);
    await judge(page);
  });

  test('each failure says what, where and what next: each host’s own cause, and when it is tried again', async () => {
    offerPatches('2.5');
    const [first, second, third] = stage.fleet.simulator.agents;
    const fails = (
      code: string,
      message: string,
    ): { failure: { code: string; message: string }; changed: boolean } => ({
      failure: { code, message },
      changed: false,
    });
    if (first) first.backend.failNext = fails('SCRIPT_FAILED', 'postinst of sim-0000');
    if (second) second.backend.failNext = fails('SCRIPT_FAILED', 'prerm of sim-0001');
    if (third) third.backend.failNext = fails('LOCK_HELD', 'held by process 4711');
    const target = { host_ids: stage.hostIds };
    const body = { operation: 'patch', mode: 'security', reboot: 'if_required', target };
    const { id } = await stage.manager.must<WireJob>('POST', '/api/v1/jobs', body);
    const page = await stage.open(`/jobs/${id}`);
    await page.getByText('reboots hosts that require it').waitFor();
    for (const text of [/^sim-0001\S+ postinst of sim-0000$/, /^sim-0002\S+ prerm of sim-0001$/])
      await page.getByRole('listitem').filter({ hasText: text }).waitFor();
    const waits = page.locator('.notice.warn').filter({ hasText: 'held by process 4711' });
    await waits.getByText(/Attempt 2 of 4 in 1 minute, automatically/).waitFor();
    await judge(page);
    await stage.manager.must('POST', `/api/v1/jobs/${id}/cancel`);
    await untilEnded(stage.manager, { id });
  });

  test('a rollback is confirmed by name with how far it restores each host, and opens its own job', async () => {
    offerPatches('3.0');
    const { id } = await start({ mode: 'security' });
    const page = await stage.open(`/jobs/${id}`);
    await page.getByRole('button', { name: 'Roll back' }).click();
    const dialog = page.locator('fm-confirm');
    await dialog
      .getByText(/: 2 packages, full rollback/)
      .first()
      .waitFor();
    await judge(page);
    await dialog.getByRole('button', { name: 'Roll back 3 hosts' }).click();
    await page.getByText('rollback of job').waitFor();
    await page.getByText('3 of 3 hosts rolled back').waitFor();
    await page.getByRole('link', { name: 'rollback of job' }).click();
    await page.getByText('A rollback of 3 hosts has ended (all hosts rolled back)').waitFor();
    const undo = page.getByRole('button', { name: 'Roll back' });
    assert.equal(
      [await undo.getAttribute('aria-disabled'), await undo.getAttribute('title')],
      ['true', 'Already rolled back.'],
    );
  });
}
