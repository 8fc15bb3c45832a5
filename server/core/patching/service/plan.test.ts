// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostByHost } from '../hostByHost.ts';
import { lockHeld, planWith } from '../testing/fakeAgents.ts';
import {
  caller,
  closeWorld,
  type OneManager,
  request,
  startOneManager,
  wireHost,
  wireJob,
} from '../testing/harness.ts';
import { approval, planned } from '../testing/plans.ts';
import { settled } from '../testing/settled.ts';

const test = suite<OneManager>('plans');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

test('a host that cannot be reached is planned once more after 10 seconds, and then it is said', async (context) => {
  const { world, manager, agent } = context;
  agent.fail('*', 'unreachable', { neverSent: true });
  const planJobId = await planned(context, [1, 2]);
  const waiting = await wireHost(manager, planJobId);
  assert.equal([waiting.state, waiting.attempt], ['retry_wait', 1]);
  assert.is(
    new Date(waiting.next_attempt_at ?? '').getTime() - new Date(waiting.updated_at).getTime(),
    10_000,
    'not a minute',
  );
  const ended = await world.runUntilEnded(manager, planJobId, 30_000);
  assert.is(ended.state, 'partial');
  const told = await wireHost(manager, planJobId);
  assert.equal([told.state, told.attempt, told.error?.code], ['failed', 2, 'HOST_UNREACHABLE']);
});

test('a host that falls silent while it plans is given up: nothing can have happened there', async (context) => {
  const { world, manager, agent } = context;
  agent.endings.push({ hold: true });
  const planJobId = await planned(context, [1, 2]);
  agent.fail('*', 'unreachable');
  agent.dropStreams();
  await world.runUntilEnded(manager, planJobId, 30_000);
  const told = await wireHost(manager, planJobId);
  assert.equal([told.state, told.error?.code], ['failed', 'HOST_UNREACHABLE']);
});

test('a held lock is told after the same pause', async (context) => {
  const { world, manager, agent } = context;
  const held = { status: 'failed', error: lockHeld } as const;
  agent.endings.push(held, held);
  const planJobId = await planned(context, [1, 2]);
  await world.runUntilEnded(manager, planJobId, 30_000);
  const told = await wireHost(manager, planJobId);
  assert.equal([told.state, told.attempt, told.error?.code], ['failed', 2, 'LOCK_HELD']);
});

test('a busy host is told after the same pause, and planned if it is free by then', async (context) => {
  const { world, manager, hostId, agent } = context;
  const [, second = ''] = world.fleet.hostIds;
  const { service } = manager.patching;
  agent.endings.push({ hold: true });
  world.fleet.agent(second).endings.push({ hold: true });
  await service.create(request([hostId, second]), caller());
  await settled();
  world.fleet.agent(second).endings.push({ plan: planWith('b'.repeat(64)) });
  const { job } = await service.create(request([hostId, second], { dryRun: true }), caller());
  await settled();
  const waiting = await wireHost(manager, job.id);
  assert.equal([waiting.state, waiting.reason, waiting.attempt], ['pending', 'HOST_BUSY', 0]);
  world.fleet.agent(second).end();
  await settled();
  await world.clock.advance(9_000);
  await settled();
  assert.is((await wireHost(manager, job.id)).state, 'pending', 'not before the pause is over');
  await world.clock.advance(2_000);
  await settled();
  const told = await wireHost(manager, job.id);
  assert.equal([told.state, told.error?.code, told.error?.retryable], ['failed', 'HOST_BUSY', true]);
  assert.equal((await wireHost(manager, job.id, 1)).plan_hash, 'b'.repeat(64));
  assert.is((await wireJob(manager, job.id)).state, 'partial');
});

test('a plan asks no gate, its run asks all', async (context) => {
  const { world, manager } = context;
  manager.ctx.hooks.add('windows', {
    'patching.beforeHost': hostByHost(() => ({
      verdict: 'wait',
      state: 'waiting_window',
      reason: 'WINDOW_CLOSED',
    })),
  });
  const planJobId = await planned(context, [0, 1, 2]);
  assert.is((await wireJob(manager, planJobId)).state, 'completed');
  const { job } = await manager.patching.service.create(approval(planJobId), caller());
  await settled();
  assert.equal((await wireJob(manager, job.id)).counts.waiting_window, 3);
  for (const id of world.fleet.hostIds) assert.is(world.fleet.agent(id).started.length, 1);
});

test.run();
