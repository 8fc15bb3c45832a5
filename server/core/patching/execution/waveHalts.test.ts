// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostByHost } from '../hostByHost.ts';
import { upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  codeOf,
  MINUTE_MS,
  request,
  startOneManager,
  wireJob,
  type OneManager,
} from '../testing/harness.ts';
import { refusalOf } from '../testing/plans.ts';
import { settled } from '../testing/settled.ts';
import { end, fail, pass, planChanged, start, started } from '../testing/waves.ts';

const test = suite<OneManager>('halts of waves');
test.before.each(startOneManager(6));
test.after.each(closeWorld);

test('without a budget the first failure of a wave halts the job: what runs ends, nothing new starts', async (context) => {
  const { world, manager } = context;
  const waves = [{ count: 3 }];
  fail(context, 1, []);
  end(context, 2, { hold: true });
  const id = await start(context, { waves, maxParallel: 2 });
  const paused = await wireJob(manager, id);
  assert.equal([paused.state, paused.reason], ['paused', 'FAILURE_BUDGET_USED']);
  const [first] = paused.wave_states;
  assert.equal([first?.state, first?.failures, first?.failures_allowed], ['halted', 1, 0]);
  world.fleet.agent(world.fleet.hostIds[1]).end();
  await pass(context, MINUTE_MS);
  assert.equal(started(context), [1, 2]);
  await manager.patching.service.resume(id, caller());
  assert.is((await world.runUntilEnded(manager, id, MINUTE_MS)).counts.completed, 5, 'counted anew');
});

test('a host that a gate refuses halts the job before the others of its round start', async (context) => {
  const { manager } = context;
  const [first] = context.world.fleet.hostIds;
  manager.ctx.hooks.add('a-gate', {
    'patching.beforeHost': hostByHost(({ hostId }) =>
      hostId === first ? { verdict: 'refuse', reason: 'CHECK_RED' } : { verdict: 'go' },
    ),
  });
  const id = await start(context, { waves: [{ count: 3 }] });
  assert.equal([(await wireJob(manager, id)).state, started(context)], ['paused', []]);
});

test('the budget is a share of each wave, so a large job does not forgive its canaries', async (context) => {
  const { world, manager } = context;
  fail(context, 2);
  const id = await start(context, { waves: [{ count: 2 }], failureBudgetPercent: 40 });
  assert.equal([(await wireJob(manager, id)).state, started(context)], ['paused', [1, 2]]);
  const other = await start(context, { waves: [{ count: 3 }], failureBudgetPercent: 40 });
  assert.is((await world.runUntilEnded(manager, other, MINUTE_MS)).state, 'completed');
});

test('a wave in which nothing completed is for a person to judge, though nothing failed in it that counts', async (context) => {
  const { world, manager } = context;
  end(context, 1, { status: 'failed', error: planChanged });
  const id = await start(context);
  const stuck = await wireJob(manager, id);
  assert.equal([stuck.state, stuck.reason], ['paused', 'WAVE_NOT_PASSED']);
  assert.equal([stuck.wave_states[0]?.failures, stuck.wave_states[0]?.failed], [0, 1]);
  assert.equal(started(context), [1]);
  await manager.patching.service.resume(id, caller());
  await settled();
  assert.equal(started(context), [1, 2, 3, 4, 5, 6], 'without a soak: there is nothing to watch');
  assert.is((await world.runUntilEnded(manager, id, MINUTE_MS)).state, 'partial');
});

test('changed plans, skipped and cancelled hosts do not count against the budget; rolled back ones do', async (context) => {
  const { world, manager } = context;
  const [, , , away] = world.fleet.infos;
  if (away) away.maintenanceMode = true;
  end(context, 2, { status: 'failed', error: planChanged });
  end(context, 3, { status: 'cancelled' });
  const id = await start(context, { waves: [{ count: 4 }] });
  const fine = await world.runUntilEnded(manager, id, MINUTE_MS);
  assert.equal(
    [fine.counts.completed, fine.counts.failed, fine.counts.cancelled, fine.counts.skipped],
    [3, 1, 1, 1],
  );
  fail(context, 2);
  const undone = await start(context, { waves: [{ count: 2 }], rollbackOnFailure: true });
  assert.equal(
    [(await wireJob(manager, undone)).state, (await wireJob(manager, undone)).counts.rolled_back],
    ['paused', 1],
  );
});

test('a halted job is rolled back, its wave alone or all of it, which ends it', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  for (const host of [1, 2]) end(context, host, { changes: [upgrade('jq')] });
  fail(context, 3);
  const id = await start(context, { waves: [{ count: 1 }, { count: 2 }] });
  assert.equal([(await wireJob(manager, id)).state, started(context)], ['paused', [1, 2, 3]]);
  assert.is(
    await codeOf(service.rollback(id, {}, caller())),
    'JOB_NOT_ROLLBACKABLE',
    'nobody said that it shall end',
  );
  const { job } = await service.rollback(id, { scope: 'wave' }, caller());
  await settled();
  const halted = await wireJob(manager, id);
  assert.equal([halted.state, halted.counts.skipped, halted.wave_states[1]?.state], ['partial', 3, 'ended']);
  const undone = await world.runUntilEnded(manager, job.id, MINUTE_MS);
  assert.equal(
    [undone.state, undone.hosts?.map(({ fqdn }) => fqdn.slice(0, 4))],
    ['completed', ['h002', 'h003']],
  );
  const all = (await service.rollback(id, { scope: 'all' }, caller())).job;
  const first = await world.runUntilEnded(manager, all.id, MINUTE_MS);
  assert.equal(
    first.hosts?.map(({ fqdn }) => fqdn.slice(0, 4)),
    ['h001'],
    'the others are back already',
  );
});

test('a halted job is not rolled back while hosts of it are at work, and one without waves has no wave to roll back', async (context) => {
  const { manager, world } = context;
  const { service } = manager.patching;
  fail(context, 1);
  end(context, 2, { hold: true });
  const id = await start(context, { waves: [{ count: 2 }] });
  const refusal = await refusalOf(service.rollback(id, { scope: 'all' }, caller()));
  assert.equal([refusal.code, (await wireJob(manager, id)).state], ['JOB_NOT_ROLLBACKABLE', 'paused']);
  assert.match(refusal.message, /still running/);
  world.fleet.agent(world.fleet.hostIds[1]).end();
  await settled();
  const { job } = await service.rollback(id, { scope: 'all' }, caller());
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  fail(context, 1);
  const plain = (await service.create(request(world.fleet.hostIds), caller())).job;
  await world.runUntilEnded(manager, plain.id, MINUTE_MS);
  assert.match(
    (await refusalOf(service.rollback(plain.id, { scope: 'wave' }, caller()))).message,
    /no waves/,
  );
});

test('who does not see all hosts of a halted job does not end it by a rollback', async (context) => {
  const { manager, world } = context;
  fail(context, 1);
  const id = await start(context);
  const some = { ...caller(), scope: { hostIds: world.fleet.hostIds.slice(0, 2) } };
  assert.is(await codeOf(manager.patching.service.rollback(id, { scope: 'wave' }, some)), 'JOB_OUT_OF_SCOPE');
  assert.is((await wireJob(manager, id)).state, 'paused');
});

test.run();
