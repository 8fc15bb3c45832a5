// databases: sqlite, mariadb
import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plansOf } from '#test/support/scans.ts';
import { planWith, scriptFailed, upgrade } from '../testing/fakeAgents.ts';
import { caller, closeWorld, type OneManager, request, startOneManager } from '../testing/harness.ts';
import { approval } from '../testing/plans.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('figures of jobs');
test.before.each(startOneManager(2));
test.after.each(closeWorld);

test('plans with changes wait until they are run or too old; jobs that ended in part are counted for a day', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  const [agent, other] = [world.fleet.agent(first), world.fleet.agent(second)];
  const dryRun = async (hash: string): Promise<string> => {
    agent.endings.push({ plan: planWith(hash) });
    const { job } = await service.create(request([first], { dryRun: true }), caller());
    await settled();
    return job.id;
  };
  const waiting = async (): Promise<string[]> => {
    const page = { sort: 'created_at', cursor: null, limit: 10 };
    const { rows } = await service.list({ isAwaiting: true }, page, 'all');
    assert.is((await service.figures('all')).plansWaiting, rows.length);
    return rows.map(({ job }) => job.id);
  };
  const run = await dryRun('a'.repeat(64));
  await dryRun(createHash('sha256').update('[]').digest('hex'));
  const left = await dryRun('b'.repeat(64));
  assert.equal(await waiting(), [run, left]);
  const { job } = await service.create(approval(run), caller());
  await world.runUntilEnded(manager, job.id, 60_000);
  assert.equal(await waiting(), [left]);
  other.endings.push({ status: 'failed', error: scriptFailed });
  const { job: part } = await service.create(request([first, second]), caller());
  await world.runUntilEnded(manager, part.id, 60_000);
  assert.is((await service.figures('all')).jobs.partial, 1);
  await world.clock.leap(8 * 86_400_000);
  assert.equal(await waiting(), []);
  assert.is((await service.figures('all')).jobs.partial, 0);
});

test('a plan that not every host could make is no job that failed, and neither it nor its making is a job at work', async ({
  world,
  manager,
}) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  world.fleet.agent(first).endings.push({ plan: planWith('a'.repeat(64)) });
  world.fleet.agent(second).endings.push({ status: 'failed', error: scriptFailed });
  const { job } = await service.create(request([first, second], { dryRun: true }), caller());
  const { jobsActive } = await service.figures('all');
  assert.is(jobsActive, 0);
  await world.runUntilEnded(manager, job.id, 60_000);
  const { jobs, jobsStopped, plansWaiting } = await service.figures('all');
  assert.equal([new Set(Object.values(jobs)), jobsStopped, plansWaiting], [new Set([0]), 0, 1]);
  const ids = async (filter: object): Promise<string[]> => {
    const page = { sort: 'created_at', cursor: null, limit: 10 };
    return (await service.list(filter, page, 'all')).rows.map((one) => one.job.id);
  };
  assert.equal(await ids({ state: ['partial'], isDryRun: true }), [job.id]);
  assert.equal(await ids({ state: ['partial'], isDryRun: false }), []);
});

test('the figures, which every open page asks for, read no job that has long ended', async ({ manager }) => {
  // SQLite shows what it would read with many jobs; MariaDB plans by how many there are.
  if (manager.ctx.db.dialect !== 'sqlite') return;
  const plans = await plansOf(manager.ctx.db, () => manager.patching.service.figures('all'));
  const ofJobs = plans.flatMap(({ steps }) => steps.filter((step) => / patching_jobs /.test(step)));
  assert.ok(ofJobs.length >= 3, ofJobs.join('\n'));
  for (const step of ofJobs) assert.match(step, /^SEARCH .* \((state=\?|completed_at>\?)\)$/);
});

test('the last run tells what became of its hosts, and nothing of dry runs', async ({ world, manager }) => {
  const { service } = manager.patching;
  const [first = '', second = ''] = world.fleet.hostIds;
  assert.equal(await service.summary('all'), {
    from: null,
    to: null,
    jobs_total: 0,
    jobs: [],
    hosts_changed: 0,
    hosts_unchanged: 0,
    hosts_failed: 0,
    hosts_rolled_back: 0,
    hosts_rebooted: 0,
  });
  const [agent, other] = [world.fleet.agent(first), world.fleet.agent(second)];
  agent.endings.push({ changes: [upgrade('jq')] });
  const { job: before } = await service.create(request([first]), caller());
  await world.runUntilEnded(manager, before.id, 60_000);
  await world.clock.leap(2 * 86_400_000);
  agent.endings.push({ changes: [upgrade('jq')] });
  other.endings.push({ status: 'failed', error: scriptFailed });
  const { job } = await service.create(request([first, second], { reboot: 'always' }), caller());
  await world.runUntilEnded(manager, job.id, 600_000);
  await service.create(request([second], { dryRun: true }), caller());
  await settled();
  const { jobs, from, to, ...counts } = await service.summary('all');
  assert.equal(counts, {
    jobs_total: 1,
    hosts_changed: 1,
    hosts_unchanged: 0,
    hosts_failed: 1,
    hosts_rolled_back: 0,
    hosts_rebooted: 1,
  });
  assert.equal(
    jobs.map((one) => [one.id, one.state, one.hosts_completed, one.hosts_total]),
    [[job.id, 'partial', 1, 2]],
  );
  assert.is(Date.parse(to ?? '') - Date.parse(from ?? ''), 86_400_000);
});

test.run();
