import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plansOf, scansOf } from '#test/support/scans.ts';
import { JobHostModel } from '../models.ts';
import { caller, closeWorld, type OneManager, request, startOneManager } from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';
import { releaseLeases, renewLeases, sweep } from './sweep.ts';

const test = suite<OneManager>('the sweep and the leases among many old rows');
test.before.each(startOneManager(2));
test.after.each(closeWorld);

test('no look at leases and due work reads the job hosts of all times', async ({ world, manager }) => {
  const { ctx, patching } = manager;
  const [first = '', second = ''] = world.fleet.hostIds;
  for (const hostId of [first, second]) world.fleet.agent(hostId).endings.push({ hold: true });
  await patching.service.create(request([first, second]), caller());
  await settled();
  assert.is(patching.engine.rowIds.length, 2, 'both are at work');
  const scans = await scansOf(ctx.db, ['patching_job_hosts'], async () => {
    await patching.start();
    await renewLeases(ctx, patching.engine);
    await sweep(ctx, patching.engine);
    await releaseLeases(ctx);
  });
  assert.equal(scans, []);
  const rows = await JobHostModel.query(ctx.db.reader).select('lease_until');
  const now = await ctx.db.now();
  assert.ok(
    rows.every(({ leaseUntil }) => leaseUntil !== null && leaseUntil <= now),
    'the leases have ended',
  );
});

test('the sweep asks for each open job whether a host of it is due, and does not read all that wait', async ({
  manager,
}) => {
  const { ctx, patching } = manager;
  const plans = await plansOf(ctx.db, () => sweep(ctx, patching.engine));
  const asked = plans.filter(({ sql }) => sql.includes('next_attempt_at'));
  assert.is(asked.length, 1);
  for (const { steps } of asked) assert.match(steps[0] ?? '', /^SEARCH patching_jobs /);
});

test('a job whose rows contradict each other keeps neither the others nor the start of the manager waiting', async ({
  world,
  manager,
}) => {
  const ids: string[] = [];
  for (const hostId of world.fleet.hostIds.slice(0, 2)) {
    world.fleet.agent(hostId).endings.push({ hold: true });
    ids.push((await manager.patching.service.create(request([hostId]), caller())).job.id);
  }
  await settled();
  assert.is(manager.patching.engine.rowIds.length, 2, 'both are at work');
  manager.kill();
  // As in a backup of several moments: the job is older than its events.
  await world.db
    .knex('patching_jobs')
    .where('id', ids[0] ?? '')
    .update({ last_seq: 0 });
  const restarted = await world.manager('m1');
  await restarted.patching.start();
  const [row, ...others] = await JobHostModel.query(world.db.reader).whereIn(
    'id',
    restarted.patching.engine.rowIds,
  );
  assert.equal([row?.jobId, others], [ids[1], []]);
});

test.run();
