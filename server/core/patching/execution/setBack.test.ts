import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BeforeHostAnswer } from '../events.ts';
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

const test = suite<OneManager>('jobs while the clock is set back');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

const YEAR_MS = 365 * 1_440 * MINUTE_MS;

/** Lets time pass as in a running manager, with a sweep every 30 s. */
async function passTime({ world, manager }: OneManager, ms: number): Promise<void> {
  for (let spentMs = 0; spentMs < ms; spentMs += 30_000) {
    await world.clock.advance(30_000);
    await manager.patching.sweep();
    await settled();
  }
}

test('gates are asked on', async (context) => {
  const { world, manager, hostId } = context;
  let answer: BeforeHostAnswer = { verdict: 'wait', state: 'waiting_window', reason: 'NO_WINDOW' };
  manager.ctx.hooks.add('a-gate', { 'patching.beforeHost': hostByHost(() => Promise.resolve(answer)) });
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  await passTime(context, MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'waiting_window');
  await world.clock.advance(-YEAR_MS);
  answer = { verdict: 'go' };
  await passTime(context, MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'completed');
});

test('a host that waits for its next attempt has it', async (context) => {
  const { world, manager, hostId, agent } = context;
  agent.endings.push({ status: 'failed', error: lockHeld }, {});
  const { job } = await manager.patching.service.create(request([hostId]), caller());
  await settled();
  await passTime(context, 30_000);
  assert.is((await wireHost(manager, job.id)).state, 'retry_wait');
  await world.clock.advance(-YEAR_MS);
  await passTime(context, 2 * MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'completed');
});

test('the soak of a wave begins anew, and then the next wave starts', async (context) => {
  const { world, manager } = context;
  const waves = [
    { count: 1, soakSecs: 600 },
    { count: 2, soakSecs: 0 },
  ];
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds, { waves }), caller());
  await settled();
  await passTime(context, 2 * MINUTE_MS);
  assert.is((await wireJob(manager, job.id)).wave_states[0]?.state, 'soaking');
  await world.clock.advance(-YEAR_MS);
  await passTime(context, 9 * MINUTE_MS);
  assert.is((await wireJob(manager, job.id)).state, 'running', 'no soak is cut short');
  await passTime(context, 3 * MINUTE_MS);
  assert.is((await wireJob(manager, job.id)).state, 'completed');
});

test('a host that does not come back from its restart is given up in time', async (context) => {
  const { world, manager, hostId, agent } = context;
  agent.reboots = 'silently';
  const { job } = await manager.patching.service.create(
    request([hostId], {}, { operation: 'reboot' }),
    caller(),
  );
  await settled();
  await passTime(context, MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'rebooting');
  await world.clock.advance(-YEAR_MS);
  await passTime(context, 16 * MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'timedout');
});

test('checks after the work that cannot be asked are given up in time', async (context) => {
  const { world, manager, hostId } = context;
  manager.ctx.hooks.add('health-checks', {
    'patching.beforeCreate': () => Promise.resolve({ fields: ['health_gate.post'] }),
    'patching.afterHost': () => Promise.reject(new Error('broken')),
  });
  const healthGate = { pre: true, post: true, soakSecs: 0 };
  const { job } = await manager.patching.service.create(request([hostId], { healthGate }), caller());
  await settled();
  await passTime(context, MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).state, 'verifying');
  await world.clock.advance(-YEAR_MS);
  await passTime(context, 12 * MINUTE_MS);
  assert.is((await wireHost(manager, job.id)).reason, 'UNVERIFIED');
});

test('a rollback that waits for its next attempt has it from the next manager', async (context) => {
  const { world, manager, hostId, agent } = context;
  agent.endings.push({ status: 'failed', error: scriptFailed, changes: [upgrade('jq')] });
  agent.endings.push({ status: 'failed', error: lockHeld }, {});
  const spec = { rollbackOnFailure: true };
  const { job } = await manager.patching.service.create(request([hostId], spec), caller());
  await settled();
  assert.is((await wireHost(manager, job.id)).state, 'rolling_back');
  manager.kill();
  await world.clock.advance(-YEAR_MS);
  const second = await world.manager('m1');
  await second.patching.start();
  await passTime({ ...context, manager: second }, 2 * MINUTE_MS);
  assert.is((await wireHost(second, job.id)).state, 'rolled_back');
});

test.run();
