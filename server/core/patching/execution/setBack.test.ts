import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BeforeHostAnswer } from '../events.ts';
import { hostByHost } from '../hostByHost.ts';
import {
  caller,
  closeWorld,
  MINUTE_MS,
  type OneManager,
  request,
  startOneManager,
  wireHost,
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

test.run();
