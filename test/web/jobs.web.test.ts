// needs: chromium
// time-limit: 300
// Jobs as people run them: see them all, approve a plan, watch it, understand what failed, retry it, roll it back.
import { readFile } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import { settle } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';

const stage = new Stage('web: jobs', { hosts: 3, packages: { patches: 6, security: 2 } });
const { test } = stage;
/** Told by the frame, above each page. */
const CUT = /No live updates since|No connection to the manager since/;

async function start(body: Record<string, unknown>): Promise<WireJob> {
  const { manager } = stage;
  const target = { host_ids: stage.hostIds };
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', { operation: 'patch', target, ...body });
  return untilEnded(manager, job);
}

/** What the hosts were patched to before has newer versions now. */
function offerPatches(available: string): void {
  for (const { backend } of stage.fleet.simulator.agents)
    for (const name of ['sim-0000:all', 'sim-0001:all'])
      backend.ownPackages().set(name, { version: '1.0', available, security: true });
}

test('an empty list says what a job does, and one that appears is shown by itself', async () => {
  const page = await stage.open('/jobs');
  await page.getByText('No job was started yet.').waitFor();
  await start({ mode: 'security', dry_run: true, name: 'First plan' });
  await page.getByRole('grid', { name: 'Jobs' }).getByText('First plan').waitFor();
  await page.getByText('Waits for approval').waitFor();
  await judge(page);
  await page.getByLabel('Operation').selectOption('reboot');
  await page.getByText('No job fits these filters.').waitFor();
  assert.is(new URL(page.url()).searchParams.get('operation'), 'reboot');
  await page.getByRole('button', { name: 'Show all jobs' }).click();
  await page.getByText('First plan').waitFor();
  await page.goto(`${stage.manager.url}/hosts/${stage.hostIds[0]}?tab=jobs`);
  await page.getByRole('grid', { name: 'Jobs of this host' }).getByText('Waits for approval').waitFor();
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

test('a plan that removes shows what goes away, which must be seen, and exactly that plan runs', async () => {
  const plan = await start({ operation: 'remove', packages: [{ name: 'sim-0100' }], dry_run: true });
  const page = await stage.open(`/jobs/${plan.id}`);
  await page.getByText('sim-0100 1.0, goes away').waitFor();
  const approve = page.getByRole('button', { name: /^Approve/ });
  assert.is(await approve.isDisabled(), true);
  await page.getByLabel('I have seen what is removed').check();
  await approve.click();
  await page.getByText('of a plan').waitFor();
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
  await page.getByText('7 hosts at once').waitFor();
  await page.getByText('3 hosts with this same plan').waitFor();
  const approve = page.getByRole('button', { name: /^Approve/ });
  await page.getByText('Reboots 3 hosts').waitFor();
  assert.is((await approve.innerText()).trim(), 'Approve, run on 3 hosts and reboot them');
  assert.is(await approve.isDisabled(), true);
  await judge(page);
  await page.getByLabel('I have seen what is removed and rebooted').check();
  assert.is(await approve.isDisabled(), false);
  await page.getByLabel('Reboot afterwards').selectOption('never');
  await page.getByLabel('Reboot afterwards').selectOption('always');
  assert.is(await approve.isDisabled(), true, 'what changed has to be seen again');
  await page.getByLabel('Reboot afterwards').selectOption('never');
  assert.is((await approve.innerText()).trim(), 'Approve and run on 3 hosts');
  await approve.click();
  await page.getByText('of a plan').waitFor();
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
  await page.getByRole('link', { name: 'of a plan' }).click();
  await page.getByText('Approved for 3 hosts').waitFor();
  assert.is(await page.getByRole('button', { name: /^Approve/ }).count(), 0, 'no second approval');
  await judge(page);
  await page.getByRole('link', { name: 'the job that runs it' }).click();
  await page.getByText('of a plan').waitFor();
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
  const approve = page.getByRole('button', { name: /^Approve/ });
  assert.is((await approve.innerText()).trim(), 'Approve the planned ones, run on 2 hosts');
  await judge(page);
  await approve.click();
  await page.getByText('2 of 2 hosts').waitFor();
  await page.goBack();
  await page.getByText('Approved for 2 hosts').waitFor();
  agent?.backend.ownPackages().set('sim-0001:all', { version: '1.0', available: '1.5', security: true });
  await page.getByRole('button', { name: 'Plan the missing ones again' }).click();
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
    const approve = page.getByRole('button', { name: 'Approve the planned ones, run on 2 hosts' });
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
    await page.getByRole('button', { name: 'Plan again without these' }).click();
    await page.getByText('2 of 2 hosts planned').waitFor();
    await page.getByText('Patch: security patches').first().waitFor();
  } finally {
    await agent?.powerOn();
  }
});

test('a failed host is explained in a sentence, its log is read and searched, and it is retried', async () => {
  offerPatches('2.0');
  const failure = { code: 'SCRIPT_FAILED', message: 'sim-0001: postinst ended with 1' };
  const [agent] = stage.fleet.simulator.agents;
  if (agent) agent.backend.failNext = { failure, changed: true };
  const job = await start({ mode: 'security' });
  assert.is(job.state, 'partial');
  const page = await stage.open(`/jobs/${job.id}`);
  await page.getByText('2 of 3 hosts completed, 1 failed').waitFor();
  await page.getByText('The log says why').first().waitFor();
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
  await steps.getByText('Worked').waitFor();
  await steps.getByText('Failed').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  assert.match((await saved).suggestedFilename(), /\.log$/);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: /^Host sim-/ }).waitFor({ state: 'detached' });
  const grid = page.getByRole('grid', { name: 'Hosts of the job' });
  assert.match((await grid.getByRole('row').nth(1).innerText()).trim(), new RegExp(`^${failed?.fqdn ?? ''}`));
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const rows = (await readFile(await (await csv).path(), 'utf8')).trim().split('\r\n');
  assert.is(rows.length, 4);
  assert.match(rows[1] ?? '', new RegExp(`^${failed?.fqdn ?? ''},Failed,1,SCRIPT_FAILED,`));
  await page.getByRole('link', { name: failed?.fqdn ?? '' }).click();
  await page.getByRole('button', { name: 'Retry this host' }).click();
  await page.getByText('3 of 3 hosts completed', { exact: true }).waitFor();
  assert.is((await untilEnded(stage.manager, job)).state, 'completed');
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
  await waits.getByText(/Attempt 2 of 4 in 1 minute, by itself/).waitFor();
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
    .getByText(/: 2 packages, exactly/)
    .first()
    .waitFor();
  await judge(page);
  await dialog.getByRole('button', { name: 'Roll back 3 hosts' }).click();
  await page.getByText('rolls back a job').waitFor();
  await page.getByText('3 of 3 hosts rolled back').waitFor();
  await page.getByRole('link', { name: 'rolls back a job' }).click();
  await page.getByText('A rollback of 3 hosts ended (all are back)').waitFor();
  const undo = page.getByRole('button', { name: 'Roll back' });
  assert.equal(
    [await undo.getAttribute('aria-disabled'), await undo.getAttribute('title')],
    ['true', 'It was rolled back already.'],
  );
});

test('hosts are chosen by the address or by hand, and the plan takes the wishes to its approval', async () => {
  const page = await stage.open(`/jobs/new?host=${stage.hostIds[0] ?? ''}`);
  await page.getByText('1 host chosen, 3 shown').waitFor();
  await page.getByLabel('Search').fill('no such host');
  await page.getByText('No host fits.').waitFor();
  await page.getByLabel('Search').fill('');
  await page.getByLabel('Select all that are shown').check();
  await page.getByLabel('Only these packages').check();
  await page.getByText('Name a package first.').waitFor();
  await page.getByLabel('Search').press('Enter');
  await page.getByRole('textbox', { name: /^Packages/ }).fill('sim-0000, sim-0001');
  await page.getByLabel('Leave out').fill('sim-0001');
  await page.getByLabel('Hosts at once').fill('2');
  await page.getByLabel('Search').press('Enter');
  await settle(page);
  assert.is(new URL(page.url()).pathname, '/jobs/new', 'Enter in the search makes no job');
  await page.getByLabel('Reboot afterwards').selectOption('if_required');
  await judge(page);
  await page.getByRole('button', { name: 'Plan for 3 hosts' }).click();
  await page.getByText('Plan: nothing changes before').waitFor();
  await page.getByText('2 hosts at once').waitFor();
  await page.getByText('without sim-0001').waitFor();
  await page.getByText('reboots hosts that require it').waitFor();
  assert.is(await page.getByLabel('Reboot afterwards').inputValue(), 'if_required');
});

test('of two windows that approve one plan the second is told of the run, and led there', async () => {
  offerPatches('4.0');
  const plan = await start({ mode: 'security', dry_run: true, name: 'Twice' });
  const second = await stage.open(`/jobs/${plan.id}`, {
    allow: /status of 409/,
    // It does not hear of the first one in time.
    prepare: (tab) => tab.routeWebSocket(/ws\/jobs/, () => undefined),
  });
  await second.getByRole('button', { name: 'Approve and run on 3 hosts' }).waitFor();
  const first = await stage.open(`/jobs/${plan.id}`);
  await first.getByRole('button', { name: 'Approve and run on 3 hosts' }).click();
  await first.getByText('of a plan').waitFor();
  await second.getByRole('button', { name: 'Approve and run on 3 hosts' }).click();
  await second.getByRole('link', { name: 'Open the job that runs it' }).click();
  await second.getByText('of a plan').waitFor();
  assert.is(new URL(second.url()).pathname, new URL(first.url()).pathname);
  await untilEnded(stage.manager, { id: new URL(first.url()).pathname.split('/').at(-1) ?? '' });
  await first.goto(`${stage.manager.url}/jobs`);
  const row = first.getByRole('grid', { name: 'Jobs' }).getByRole('row').filter({ hasText: 'Plan · Twice' });
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
  await page.getByText('1 package is held and left out').waitFor();
  await page.getByText('sim-0000').first().waitFor();
  await judge(page);
  await page.getByRole('link', { name: 'Release the hold' }).click();
  await page.getByRole('button', { name: 'Release on 3 hosts' }).click();
  const dialog = page.locator('fm-confirm');
  assert.is(await dialog.getByRole('listitem').count(), 3, 'each host by its name');
  await judge(page);
  await dialog.getByRole('button', { name: 'Release on 3 hosts' }).click();
  await page.getByRole('heading', { name: 'Release: sim-0000' }).waitFor();
  await page.getByText('3 of 3 hosts completed').waitFor();
  for (const { backend } of stage.fleet.simulator.agents)
    assert.is(backend.ownPackages().get('sim-0000:all')?.held, false);
});

test('hosts are rebooted and refreshed after a question that names them, and followed', async () => {
  const page = await stage.open(`/jobs/new?operation=refresh&host=${stage.hostIds[0] ?? ''}`);
  await page.getByRole('button', { name: 'Refresh 1 host' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Refresh 1 host' }).click();
  await page.getByRole('heading', { name: 'Refresh', exact: true }).waitFor();
  await page.getByText('1 of 1 host completed').waitFor();
  await page.goto(`${stage.manager.url}/jobs/new?operation=reboot&host=${stage.hostIds[0] ?? ''}`);
  await page.getByRole('button', { name: 'Reboot 1 host' }).click();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText('sim-0001', { exact: false }).first().waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.is(new URL(page.url()).pathname, '/jobs/new', 'thought better of it');
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
