import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from './clock.ts';
import { afterSetBack } from './setBack.ts';

const test = suite('a clock that is set back');

const HOUR_MS = 3_600_000;

test('the work is done after the start, after each set-back, and again after a failure', async () => {
  const clock = createFakeClock();
  let aheadMs = HOUR_MS;
  const db = { now: async () => new Date(clock.now().getTime() + aheadMs) };
  const done: number[] = [];
  let fails = false;
  const work = async (): Promise<void> => {
    if (fails) throw new Error('the database is away');
    done.push(aheadMs);
  };
  const { stop } = afterSetBack({ db, clock, log: pino({ level: 'silent' }) }, { failed: 'failed' }, work);
  await clock.advance(HOUR_MS);
  assert.equal(done, [HOUR_MS], 'once after the start');
  aheadMs = 2 * HOUR_MS;
  await clock.advance(HOUR_MS);
  assert.equal(done, [HOUR_MS], 'a clock that is set forward is no reason');
  [aheadMs, fails] = [0, true];
  await clock.advance(60_000);
  fails = false;
  await clock.advance(60_000);
  assert.equal(done, [HOUR_MS, 0]);
  await clock.advance(HOUR_MS);
  stop();
  aheadMs = -HOUR_MS;
  await clock.advance(HOUR_MS);
  assert.equal(done, [HOUR_MS, 0]);
});

test.run();
