import * as assert from 'uvu/assert';
import { judge } from '../../support/browserStage.ts';
import { untilEnded, type WireJob } from '../../support/fleet.ts';
import { offerPatches, stage, start } from './play.ts';

const { test } = stage;

/** Plans and their approval. */
export function testPlans(): void {
  test('a plan that removes shows what goes away, which must be seen, and exactly that plan runs', async () => {
    const plan = await start({ operation: 'remove', packages: [{ name: 'sim-0100' }], dry_run: true });
    const page = await stage.open(`/jobs/${plan.id}`);
    await page.getByText('sim-0100 1.0, removed').waitFor();
    const approve = page.getByRole('button', { name: /^Approve/ });
    assert.is(await approve.isDisabled(), true);
    await page.getByLabel('I have reviewed the removals').check();
    await approve.click();
    await page.getByText('from plan').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const job = await untilEnded(stage.manager, { id });
    assert.equal(
      job.hosts.map(({ state, changes }) => [state, changes]),
      plan.hosts.map(() => ['completed', [{ name: 'sim-0100', arch: 'all', from: '1.0', to: null }]]),
    );
  });

  test('equal plans are folded, what is destructive must be seen, and exactly that plan runs', async () => {
    const plan = await start({ mode: 'all', dry_run: true, reboot: 'always', max_parallel: 7 });
    const page = await stage.open(`/jobs/${plan.id}`);
    await page.getByText('7 hosts in parallel').waitFor();
    await page.getByText('3 hosts, identical plan').waitFor();
    const approve = page.getByRole('button', { name: /^Approve/ });
    await page.getByText('Reboots 3 hosts').waitFor();
    assert.is((await approve.innerText()).trim(), 'Approve, run on 3 hosts and reboot them');
    assert.is(await approve.isDisabled(), true);
    await judge(page);
    await page.getByLabel('I have reviewed the removals and reboots').check();
    assert.is(await approve.isDisabled(), false);
    await page.getByLabel('Reboot afterwards').selectOption('never');
    await page.getByLabel('Reboot afterwards').selectOption('always');
    assert.is(await approve.isDisabled(), true, 'what changed has to be seen again');
    await page.getByLabel('Reboot afterwards').selectOption('never');
    assert.is((await approve.innerText()).trim(), 'Approve and run on 3 hosts');
    await page.getByText('No reboots by this job').waitFor();
    await approve.click();
    await page.getByText('from plan').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const job = await untilEnded(stage.manager, { id });
    const ran = job as WireJob & { from_plan_job_id: string; reboot: string; max_parallel: number };
    assert.is(ran.from_plan_job_id, plan.id);
    assert.equal([ran.reboot, ran.max_parallel], ['never', 7]);
    assert.equal(
      job.hosts.map(({ plan_hash: hash }) => hash),
      plan.hosts.map(({ plan_hash: hash }) => hash),
    );
    await page.getByText('3 of 3 hosts').waitFor();
    await page.getByRole('link', { name: 'from plan' }).click();
    await page.getByText('Approved for 3 hosts').waitFor();
    assert.is(await page.getByText('nothing changes until it is approved').count(), 0, 'it is approved');
    assert.is(await page.getByRole('button', { name: /^Approve/ }).count(), 0, 'no second approval');
    await judge(page);
    await page.getByRole('link', { name: 'open job' }).click();
    await page.getByText('from plan').waitFor();
  });

  test('a host without a plan forbids nothing: the planned ones are approved, and the others later', async () => {
    offerPatches('1.5');
    const [agent] = stage.fleet.simulator.agents;
    agent?.backend.ownPackages().delete('sim-0001:all');
    const plan = await start({ mode: 'selected', packages: [{ name: 'sim-0001' }], dry_run: true });
    assert.is(plan.state, 'partial');
    const page = await stage.open(`/jobs/${plan.id}`);
    const missing = page.getByRole('group', { name: 'Hosts without a plan' });
    await missing.getByText('1 host has no plan.').waitFor();
    await missing
      .getByRole('listitem')
      .filter({ hasText: /^sim-0001\S+: / })
      .waitFor();
    await page.getByText('2 of 3 hosts planned, 1 without a plan').waitFor();
    await missing.getByText('The others can be approved without it.').waitFor();
    await page.getByText('nothing changes until it is approved').waitFor();
    const approve = page.getByRole('button', { name: /^Approve/ });
    assert.is((await approve.innerText()).trim(), 'Approve planned hosts, run on 2 hosts');
    await judge(page);
    await approve.click();
    await page.getByText('2 of 2 hosts').waitFor();
    await page.goBack();
    await page.getByText('Approved for 2 hosts').waitFor();
    await missing.getByText('1 host has no plan.').waitFor();
    assert.is(await missing.getByText('The others can be approved').count(), 0, 'they are approved');
    agent?.backend.ownPackages().set('sim-0001:all', { version: '1.0', available: '1.5', security: true });
    await page.getByRole('button', { name: 'Retry failed plans' }).click();
    await page.getByRole('button', { name: 'Approve and run on 1 host' }).click();
    await page.getByText('1 of 1 host').waitFor();
  });

  test('an unreachable host keeps nobody from being approved, nor does a stop lose what is planned', async () => {
    offerPatches('1.8');
    const { manager, hostIds } = stage;
    const [agent] = stage.fleet.simulator.agents;
    await agent?.powerOff();
    try {
      const body = { operation: 'patch', mode: 'security', dry_run: true, target: { host_ids: hostIds } };
      const { id } = await manager.must<WireJob>('POST', '/api/v1/jobs', body);
      const page = await stage.open(`/jobs/${id}`);
      const missing = page.getByRole('group', { name: 'Hosts without a plan' });
      await missing.getByText('1 host has no plan').waitFor();
      await missing
        .getByRole('listitem')
        .filter({ hasText: /^sim-0001\S+: \S+/ })
        .waitFor();
      const approve = page.getByRole('button', { name: 'Approve planned hosts, run on 2 hosts' });
      await approve.waitFor();
      assert.is(
        await page
          .locator('fm-progress')
          .first()
          .getByText(/completed/)
          .count(),
        0,
      );
      const stop = page.getByRole('button', { name: 'Stop planning' });
      if ((await stop.count()) > 0) await stop.click();
      await untilEnded(manager, { id });
      await page.getByText('2 of 3 hosts planned').waitFor();
      await approve.waitFor();
      await judge(page);
      await page.getByRole('button', { name: 'New plan without these hosts' }).click();
      await page.getByText('2 of 2 hosts planned').waitFor();
      await page.getByText('Patch: security patches').first().waitFor();
    } finally {
      await agent?.powerOn();
    }
  });

  test('of two windows that approve one plan the second is told of the run, and led there', async () => {
    offerPatches('4.0');
    const plan = await start({ mode: 'security', dry_run: true, name: 'Twice' });
    const window = await stage.window({ allow: /status of 409/ });
    // The second window does not hear of the first approval in time.
    await window.context.routeWebSocket(/ws\/jobs/, () => undefined);
    const second = await window.open(`${stage.manager.url}/jobs/${plan.id}`);
    await stage.signIn(second);
    await second.getByRole('button', { name: 'Approve and run on 3 hosts' }).waitFor();
    // Its review may ask once more while the run takes its hosts, before the page leads there.
    const first = await stage.open(`/jobs/${plan.id}`, { allow: /status of 409/ });
    await first.getByRole('button', { name: 'Approve and run on 3 hosts' }).click();
    await first.getByText('from plan').waitFor();
    await second.getByRole('button', { name: 'Approve and run on 3 hosts' }).click();
    await second.getByRole('link', { name: 'Open the job' }).click();
    await second.getByText('from plan').waitFor();
    assert.is(new URL(second.url()).pathname, new URL(first.url()).pathname);
    await untilEnded(stage.manager, { id: new URL(first.url()).pathname.split('/').at(-1) ?? '' });
    await first.goto(`${stage.manager.url}/jobs`);
    const row = first
      .getByRole('grid', { name: 'Jobs' })
      .getByRole('row')
      .filter({ hasText: 'Plan · Twice' });
    await row.getByText('Approved', { exact: true }).waitFor();
    await row.getByText('3 of 3 hosts planned').waitFor();
  });

  test('a held patch that closes a hole is told apart, its hold is released by name, and the new plan has it', async () => {
    for (const { backend } of stage.fleet.simulator.agents)
      backend
        .ownPackages()
        .set('sim-0000:all', { version: '4.0', available: '5.0', security: true, held: true });
    const plan = await start({ mode: 'security', dry_run: true, name: 'Held' });
    const page = await stage.open(`/jobs/${plan.id}`);
    await page.getByText('1 package is held and kept back').waitFor();
    await page.getByText('sim-0000').first().waitFor();
    await judge(page);
    await page.getByRole('link', { name: 'Unhold' }).click();
    await page.getByRole('button', { name: 'Unhold on 3 hosts' }).click();
    const dialog = page.locator('fm-confirm');
    await dialog.getByRole('listitem').first().waitFor();
    assert.is(await dialog.getByRole('listitem').count(), 3, 'each host by its name');
    await judge(page);
    await dialog.getByRole('button', { name: 'Unhold on 3 hosts' }).click();
    await page.getByRole('heading', { name: 'Unhold: sim-0000' }).waitFor();
    await page.getByText('3 of 3 hosts completed').waitFor();
    for (const { backend } of stage.fleet.simulator.agents)
      assert.is(backend.ownPackages().get('sim-0000:all')?.held, false);
  });
}
