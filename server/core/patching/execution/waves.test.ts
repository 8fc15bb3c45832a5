// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostByHost } from '../hostByHost.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  request,
  startOneManager,
  wireJob,
  type OneManager,
} from '../testing/harness.ts';
import { approval, planned, refusalOf } from '../testing/plans.ts';
import { settled } from '../testing/settled.ts';
import { WAVES, end, fail, pass, start, started, states } from '../testing/waves.ts';

const test = suite<OneManager>('waves');
test.before.each(startOneManager(6));
test.after.each(closeWorld);

test('which host is in which wave is fixed and shown before the start, canaries first; the list asks for one wave', async (context) => {
  const { world, manager } = context;
  const [, , third] = world.fleet.infos;
  if (third) third.tags = ['canary'];
  const later = new Date(world.clock.now().getTime() + MINUTE_MS);
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, WAVES, { scheduleAt: later }),
    caller(),
  );
  const wire = await wireJob(manager, job.id);
  assert.equal(
    wire.hosts?.map(({ fqdn, position, wave }) => [fqdn.slice(0, 4), position, wave]),
    [
      ['h001', 2, 2],
      ['h002', 3, 2],
      ['h003', 1, 1],
      ['h004', 4, 3],
      ['h005', 5, 3],
      ['h006', 6, 3],
    ],
  );
  assert.equal(
    wire.wave_states.map(({ number, state, hosts_total: hosts, waiting }) => [number, state, hosts, waiting]),
    [
      [1, 'waiting', 1, 1],
      [2, 'waiting', 2, 2],
      [3, 'waiting', 3, 3],
    ],
  );
  assert.equal([wire.current_wave, wire.failure_budget_percent], [1, 0]);
  const page = { sort: 'position', cursor: null, limit: 1 };
  const second = await manager.patching.service.listHosts({ jobId: job.id, wave: 2 }, page, 'all');
  assert.equal([second.total, second.rows[0]?.fqdn.slice(0, 4)], [2, 'h001']);
  const rest = await manager.patching.service.listHosts(
    { jobId: job.id, wave: 2 },
    { ...page, cursor: second.nextCursor },
    'all',
  );
  assert.is(rest.rows[0]?.fqdn.slice(0, 4), 'h002');
});

test('waves that do not fit the hosts are refused before anything is written', async ({ world, manager }) => {
  const wrong = request(world.fleet.hostIds, { waves: [{ count: 7 }] });
  const refusal = await refusalOf(manager.patching.service.create(wrong, caller()));
  assert.equal(
    [refusal.code, refusal.details],
    [
      'VALIDATION_FAILED',
      { errors: [{ path: '/body/waves/0/count', message: 'is more than the 6 of 6 hosts that are left' }] },
    ],
  );
});

test('a wave starts once the one before has ended and soaked, by the clock of the database and over a restart', async (context) => {
  const { world, manager } = context;
  end(context, 2, { hold: true });
  const id = await start(context);
  assert.equal(started(context), [1]);
  assert.equal(await states(manager, id), ['soaking', 'waiting', 'waiting']);
  await pass(context, 5 * MINUTE_MS);
  manager.kill();
  // The second manager's own clock is a minute ahead.
  const second = { ...context, manager: await world.manager('m2', MINUTE_MS) };
  await second.manager.patching.start();
  await pass(second, 4.5 * MINUTE_MS);
  assert.equal(started(context), [1], 'half a minute is left');
  await world.clock.advance(30_000);
  await settled();
  assert.equal(started(context), [1, 2, 3], 'woken, not swept');
  assert.equal(await states(second.manager, id), ['passed', 'running', 'waiting']);
  await pass(second, 2 * MINUTE_MS);
  assert.equal(started(context), [1, 2, 3], 'a host of the wave is at work still');
  world.fleet.agent(world.fleet.hostIds[1]).end();
  await settled();
  assert.equal(started(context), [1, 2, 3, 4, 5, 6]);
  const ended = await wireJob(second.manager, id);
  assert.equal(
    [ended.state, ended.wave_states.map(({ state }) => state).join()],
    ['completed', 'passed,passed,passed'],
  );
});

test('each change of a wave is told with the job, and no more waves than have changed', async (context) => {
  const id = await start(context, { waves: [{ count: 1, soakSecs: 60 }, { count: 2 }] });
  await pass(context, 1.5 * MINUTE_MS);
  const events = await context.manager.patching.service.eventsAfter(id, 0, 500);
  const told = events.flatMap(({ kind, data }) =>
    kind === 'job.updated'
      ? [(data.wave_states ?? []).map(({ number, state }) => `${number} ${state}`).join()]
      : [],
  );
  assert.is(told[0], '1 waiting,2 waiting,3 waiting');
  assert.ok(told.includes('1 soaking'), told.join(' | '));
  assert.ok(told.includes('1 passed,2 running'), told.join(' | '));
  const soaking = events.flatMap(({ kind, data }) =>
    kind === 'job.updated' ? (data.wave_states ?? []) : [],
  );
  assert.ok(soaking.some(({ state, soak_ends_at: ends }) => state === 'soaking' && ends !== null));
});

test('hosts that only wait for a window move to the next wave once one completed, and wait there in the last', async (context) => {
  const { world, manager } = context;
  const [, shut] = world.fleet.hostIds;
  let isOpen = false;
  manager.ctx.hooks.add('windows', {
    'patching.beforeHost': hostByHost(({ hostId }) =>
      hostId === shut && !isOpen
        ? { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_CLOSED' }
        : { verdict: 'go' },
    ),
  });
  const id = await start(context, { waves: [{ count: 2 }, { count: 2 }] });
  await pass(context, 2 * MINUTE_MS);
  const waiting = await wireJob(manager, id);
  assert.equal(started(context), [1, 3, 4, 5, 6]);
  assert.equal([waiting.state, waiting.current_wave, waiting.hosts?.[1]?.wave], ['running', 3, 3]);
  assert.equal(
    waiting.wave_states.map(({ hosts_total: hosts, completed }) => [hosts, completed]),
    [
      [1, 1],
      [2, 2],
      [3, 2],
    ],
  );
  isOpen = true;
  assert.is((await world.runUntilEnded(manager, id, 2 * MINUTE_MS)).state, 'completed');
});

test('a wave of which no host completed waits for its windows: nothing says yet that the patches do no harm', async (context) => {
  const { manager } = context;
  const [shut] = context.world.fleet.hostIds;
  manager.ctx.hooks.add('windows', {
    'patching.beforeHost': hostByHost(({ hostId }) =>
      hostId === shut
        ? { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_CLOSED' }
        : { verdict: 'go' },
    ),
  });
  const id = await start(context);
  await pass(context, 3 * MINUTE_MS);
  assert.equal([started(context), (await wireJob(manager, id)).current_wave], [[], 1]);
});

test('hosts that are retried go through their waves again, from the first that holds one', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  fail(context, 1, []);
  const id = await start(context, { waves: [{ count: 1 }, { count: 2, soakSecs: 60 }] });
  await service.end(id, caller());
  assert.equal([(await wireJob(manager, id)).state, started(context)], ['failed', [1]]);
  const [, second, , fourth] = world.fleet.hostIds;
  await service.retry(id, [second ?? '', fourth ?? ''], caller());
  await settled();
  assert.equal(
    [started(context), await states(manager, id)],
    [
      [1, 2],
      ['ended', 'soaking', 'waiting'],
    ],
  );
  await pass(context, 1.5 * MINUTE_MS);
  assert.equal(started(context), [1, 2, 4]);
  assert.is((await wireJob(manager, id)).state, 'partial');
  await service.retry(id, null, caller());
  await pass(context, 3 * MINUTE_MS);
  assert.is((await wireJob(manager, id)).state, 'completed');
});

test('a soak that a cancel cut short goes on when the hosts after it are retried', async (context) => {
  const { world, manager } = context;
  const id = await start(context, { waves: [{ count: 1, soakSecs: 180 }, { count: 2 }] });
  await pass(context, MINUTE_MS);
  await manager.patching.service.cancel(id, caller());
  assert.is((await wireJob(manager, id)).state, 'cancelled');
  await manager.patching.service.retry(id, [world.fleet.hostIds[1] ?? ''], caller());
  await pass(context, MINUTE_MS);
  assert.equal([started(context), (await states(manager, id))[0]], [[1], 'soaking']);
  await pass(context, 1.5 * MINUTE_MS);
  assert.equal(started(context), [1, 2]);
});

test('a plan shows its waves and holds nothing back; its run keeps them, without waves of which nothing is left', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const planId = await planned(context, [1, 2], { waves: [{ count: 1, soakSecs: 60 }, { count: 1 }] });
  const plan = await wireJob(manager, planId);
  assert.equal(
    [plan.state, plan.current_wave, plan.hosts?.map(({ wave }) => wave)],
    ['completed', null, [1, 2, 3, 3, 3, 3]],
  );
  const { job } = await service.create(approval(planId), caller());
  const run = await wireJob(manager, job.id);
  assert.equal(
    run.hosts?.map(({ fqdn, wave }) => [fqdn.slice(0, 4), wave]),
    [
      ['h002', 1],
      ['h003', 2],
    ],
  );
  assert.equal(
    run.wave_states.map(({ soak_secs: soak, hosts_total: hosts }) => [soak, hosts]),
    [
      [0, 1],
      [0, 1],
    ],
  );
  assert.is((await world.runUntilEnded(manager, job.id, MINUTE_MS)).state, 'completed');
  const other = await planned(context, [0, 1, 2]);
  const named = approval(other, { spec: { waves: [{ percent: 50, soakSecs: 5 }] } });
  const again = await wireJob(manager, (await service.create(named, caller())).job.id);
  assert.equal(
    again.wave_states.map(({ hosts_total: hosts, soak_secs: soak }) => [hosts, soak]),
    [
      [2, 5],
      [1, 0],
    ],
  );
});

test('who sees some of the hosts sees them alone in the waves, and in what is told of them', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  fail(context, 1);
  const id = await start(context);
  const scope = { hostIds: world.fleet.hostIds.slice(1, 4) };
  const { job } = await service.get(id, scope);
  const counts = job.waves?.map(({ counts: one }) => one.pending ?? 0);
  assert.equal([counts, job.waves?.[0]?.counts], [[0, 2, 1], {}]);
  const events = await service.cutEvents(id, await service.eventsAfter(id, 0, 100), scope);
  const told = events.flatMap(({ kind, data }) => (kind === 'job.updated' ? (data.wave_states ?? []) : []));
  assert.ok(told.length > 0);
  assert.ok(
    told.every(
      ({ number, hosts_total: hosts, failures }) => hosts === [0, 2, 1][number - 1] && failures === 0,
    ),
  );
});

test('two managers that work on a job of waves start each host once, and no wave early', async (context) => {
  const { world, manager } = context;
  const second = await world.manager();
  const id = await start(context, { waves: [{ count: 2, soakSecs: 30 }, { percent: 50 }] });
  for (let step = 0; step < 10; step++) {
    await Promise.all([manager.patching.sweep(), second.patching.sweep()]);
    await settled();
    const { wave_states: waves } = await wireJob(second, id);
    const early = waves.some(
      ({ number, active, completed }, index) =>
        index > 0 && active + completed > 0 && waves[number - 2]?.passed_at === null,
    );
    assert.not(early);
    await world.clock.advance(10_000);
    await settled();
  }
  assert.is((await wireJob(manager, id)).state, 'completed');
  assert.equal(
    world.fleet.hostIds.map((hostId) => world.fleet.agent(hostId).started.length),
    [1, 1, 1, 1, 1, 1],
  );
});

test.run();
