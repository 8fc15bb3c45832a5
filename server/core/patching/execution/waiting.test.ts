import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BeforeHostAnswer, HostQuestion } from '../events.ts';
import { hostByHost } from '../hostByHost.ts';
import { lockHeld, scriptFailed, upgrade } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
  wireJob,
} from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('hosts that wait');
test.before.each(startOneManager(7));
test.after.each(closeWorld);

const HOUR_MS = 60 * MINUTE_MS;

/** The present content of all rows of jobs, none of which waiting may change. */
async function rowsOf({ world: { db } }: OneManager): Promise<{ events: number; rows: string }> {
  const events = await db.reader('patching_job_events').count({ n: '*' }).first<{ n: number }>();
  const hosts = await db
    .reader('patching_job_hosts')
    .select('id', 'state', 'reason', 'version', 'next_attempt_at', 'updated_at')
    .orderBy('id');
  const jobs = await db.reader('patching_jobs').select('id', 'last_seq', 'updated_at').orderBy('id');
  return { events: Number(events.n), rows: JSON.stringify([hosts, jobs]) };
}

/** Lets time pass as in a running manager, with a sweep every 30 s. */
async function passTime({ world, manager }: OneManager, ms: number): Promise<void> {
  for (let spentMs = 0; spentMs < ms; spentMs += 30_000) {
    await world.clock.advance(30_000);
    await manager.patching.sweep();
    await settled();
  }
}

function gate(
  { manager }: OneManager,
  answer: (question: HostQuestion) => Promise<BeforeHostAnswer>,
): { asked(hostId: string | undefined): number } {
  const asked: string[] = [];
  manager.ctx.hooks.add('a-gate', {
    'patching.beforeHost': hostByHost((host) => {
      asked.push(host.hostId);
      return answer(host);
    }),
  });
  return { asked: (hostId) => asked.filter((id) => id === hostId).length };
}

test('three hours of waiting write nothing: for a window, a health check, a gate that fails, a busy host, lost contact', async (context) => {
  const { world, manager } = context;
  const { service } = manager.patching;
  const [shut, opens, sick, broken, busy, lost] = world.fleet.hostIds;
  const opensAt = new Date(world.clock.now().getTime() + 24 * HOUR_MS);
  const { asked } = gate(context, ({ hostId }) => {
    const soon = new Date(world.clock.now().getTime() + 10_000);
    if (hostId === shut)
      return Promise.resolve({ verdict: 'wait', state: 'waiting_window', reason: 'NO_WINDOW' });
    if (hostId === opens)
      return Promise.resolve({
        verdict: 'wait',
        state: 'waiting_window',
        reason: 'WINDOW_SHUT',
        until: opensAt,
      });
    if (hostId === sick)
      return Promise.resolve({
        verdict: 'wait',
        state: 'waiting_health_check',
        reason: 'CHECK_RED',
        until: soon,
      });
    if (hostId === broken) return Promise.reject(new Error('broken'));
    return Promise.resolve({ verdict: 'go' });
  });
  for (const id of [busy, lost]) world.fleet.agent(id).endings.push({ hold: true });
  await service.create(request([busy ?? '']), caller());
  await settled();
  const { job } = await service.create(request(world.fleet.hostIds.slice(0, 6)), caller());
  await settled();
  world.fleet.agent(lost).fail('*', 'unreachable');
  world.fleet.agent(lost).dropStreams();
  await passTime(context, 2 * MINUTE_MS);
  const before = await rowsOf(context);
  const { hosts } = await service.get(job.id, 'all');
  assert.equal(
    hosts.map(({ state, reason }) => [state, reason]),
    [
      ['waiting_window', 'NO_WINDOW'],
      ['waiting_window', 'WINDOW_SHUT'],
      ['waiting_health_check', 'CHECK_RED'],
      ['pending', 'GATE_FAILED'],
      ['pending', 'HOST_BUSY'],
      ['running', 'CONTACT_LOST'],
    ],
  );
  const askedBefore = asked(shut);
  await passTime(context, 3 * HOUR_MS);
  assert.equal(await rowsOf(context), before);
  const times = asked(shut) - askedBefore;
  assert.ok(times >= 300 && times <= 400, `the gate was asked again twice a minute, ${times} times`);
});

test('a host that waits for its retry writes nothing until it is due', async (context) => {
  const { world, manager, hostId, agent } = context;
  for (let attempt = 0; attempt < 4; attempt++) agent.endings.push({ status: 'failed', error: lockHeld });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  await passTime(context, 7 * MINUTE_MS);
  const before = await rowsOf(context);
  const host = await wireHost(manager, job.id);
  assert.equal(
    [host.state, host.attempt, host.next_attempt_at],
    ['retry_wait', 3, '2030-01-01T00:36:00.000Z'],
  );
  await passTime(context, 28 * MINUTE_MS);
  assert.equal(await rowsOf(context), before);
  await passTime(context, MINUTE_MS);
  assert.is((await wireJob(manager, job.id)).state, 'failed');
  assert.is(world.fleet.agent(hostId).started.length, 4);
});

test('a window that is shut says when it opens, in one event, and the host starts at that very moment', async (context) => {
  const { world, manager, hostId, agent } = context;
  const opensAt = new Date(world.clock.now().getTime() + 3 * HOUR_MS + 12_345);
  gate(context, () =>
    Promise.resolve(
      world.clock.now() < opensAt
        ? { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_SHUT', until: opensAt }
        : { verdict: 'go' },
    ),
  );
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  const waiting = await wireHost(manager, job.id);
  assert.equal(
    [waiting.state, waiting.reason, waiting.next_attempt_at],
    ['waiting_window', 'WINDOW_SHUT', '2030-01-01T03:00:12.345Z'],
  );
  await passTime(context, 3 * HOUR_MS);
  await world.clock.advance(12_344);
  await settled();
  assert.is((await wireJob(manager, job.id)).last_seq, 3, 'made, waits (host and job)');
  assert.is(agent.started.length, 0);
  await world.clock.advance(1);
  await settled();
  assert.is(agent.started.length, 1, 'without a sweep');
  const started = await wireHost(manager, job.id);
  assert.is(started.next_attempt_at, null);
});

test('a window that is edited meanwhile is noticed within half a minute, whatever it said before', async (context) => {
  const { world, manager, hostId, agent } = context;
  let open = false;
  const until = new Date(world.clock.now().getTime() + 24 * HOUR_MS);
  gate(context, () =>
    Promise.resolve(
      open ? { verdict: 'go' } : { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_SHUT', until },
    ),
  );
  await manager.patching.service.create(request([hostId]), caller());
  await settled();
  await passTime(context, HOUR_MS);
  open = true;
  await passTime(context, 30_000);
  assert.is(agent.started.length, 1);
});

test('hosts whose gates open together start one after another as places get free, behind those that still wait', async (context) => {
  const { world, manager } = context;
  let open = false;
  const [shut] = world.fleet.hostIds;
  gate(context, ({ hostId }) =>
    Promise.resolve(
      open && hostId !== shut
        ? { verdict: 'go' }
        : { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_SHUT' },
    ),
  );
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, { maxParallel: 2 }),
    caller(),
  );
  await settled();
  assert.is((await wireJob(manager, job.id)).counts.waiting_window, 7);
  open = true;
  await passTime(context, 30_000);
  const { counts } = await wireJob(manager, job.id);
  assert.equal([counts.completed, counts.waiting_window], [6, 1], 'in one pass, without a wait for the next');
});

/** By how much the manager's clock is ahead; negative: behind. */
for (const aheadMs of [240_000, -240_000]) {
  const title = aheadMs > 0 ? 'ahead' : 'behind';

  test(`a manager whose clock is ${title} tries again when it is due by the database's`, async ({
    world,
    hostId,
    agent,
  }) => {
    const skewed = await world.manager('skewed', aheadMs);
    agent.endings.push({ status: 'failed', error: lockHeld });
    const { job } = await skewed.patching.service.create(request([hostId]), caller());
    await settled();
    assert.is((await wireHost(skewed, job.id)).next_attempt_at, '2030-01-01T00:01:00.000Z');
    await world.clock.advance(59_999);
    await settled();
    assert.is(agent.started.length, 1, 'not before');
    await world.clock.advance(1);
    await settled();
    assert.is(agent.started.length, 2, 'at its time, without a sweep');
  });

  test(`a manager whose clock is ${title} starts a scheduled job at its time`, async ({
    world,
    hostId,
    agent,
  }) => {
    const skewed = await world.manager('skewed', aheadMs);
    const scheduleAt = new Date('2030-01-01T00:10:00.000Z');
    await skewed.patching.service.create(request([hostId], {}, { scheduleAt }), caller());
    await world.clock.advance(599_999);
    await settled();
    assert.is(agent.started.length, 0, 'not before');
    await world.clock.advance(1);
    await settled();
    assert.is(agent.started.length, 1, 'at its time, without a sweep');
  });

  test(`a manager whose clock is ${title} asks a gate and a check when they said`, async (context) => {
    const { world, hostId, agent } = context;
    const skewed = await world.manager('skewed', aheadMs);
    const opensAt = new Date('2030-01-01T00:00:20.000Z');
    const soakedAt = new Date('2030-01-01T00:00:50.000Z');
    const by = (at: Date): boolean => world.clock.now() >= at;
    skewed.ctx.hooks.add('a-gate', {
      'patching.beforeCreate': () => Promise.resolve({ fields: ['health_gate.post'] }),
      'patching.beforeHost': hostByHost(() =>
        by(opensAt)
          ? { verdict: 'go' }
          : { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_SHUT', until: opensAt },
      ),
      'patching.afterHost': () =>
        Promise.resolve(
          by(soakedAt) ? { verdict: 'go' } : { verdict: 'wait', reason: 'WATCHED', until: soakedAt },
        ),
    });
    const healthGate = { pre: true, post: true, soakSecs: 0 };
    const { job } = await skewed.patching.service.create(request([hostId], { healthGate }), caller());
    await settled();
    await world.clock.advance(19_999);
    await settled();
    assert.is(agent.started.length, 0);
    await world.clock.advance(1);
    await settled();
    assert.is(agent.started.length, 1);
    await world.clock.advance(29_999);
    await settled();
    assert.is((await wireHost(skewed, job.id)).state, 'verifying');
    await world.clock.advance(1);
    await settled();
    assert.is((await wireHost(skewed, job.id)).state, 'completed');
  });

  test(`a manager whose clock is ${title} waits its 15 minutes for a restart, and its minute for a rollback`, async ({
    world,
  }) => {
    const skewed = await world.manager('skewed', aheadMs);
    const { service } = skewed.patching;
    const [first = '', second = ''] = world.fleet.hostIds;
    const [away, undoing] = [world.fleet.agent(first), world.fleet.agent(second)];
    away.reboots = 'never';
    const { job } = await service.create(request([first], { reboot: 'always' }), caller());
    undoing.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
    undoing.endings.push({ status: 'failed', error: lockHeld });
    await service.create(request([second], { rollbackOnFailure: true }), caller());
    await settled();
    const undone = () => undoing.started.filter(({ operationId }) => operationId === 'rollbackJob').length;
    await world.clock.advance(59_999);
    await settled();
    assert.is(undone(), 1, 'not before its minute');
    await world.clock.advance(1);
    await settled();
    assert.is(undone(), 2);
    await world.clock.advance(13.5 * MINUTE_MS);
    await settled();
    assert.is((await wireHost(skewed, job.id)).state, 'rebooting', 'after 14.5 minutes');
    await world.clock.advance(MINUTE_MS);
    await settled();
    assert.is((await wireHost(skewed, job.id)).state, 'timedout', 'after 15.5 minutes');
  });
}

test.run();
