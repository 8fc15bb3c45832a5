import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock, systemClock } from './clock.ts';

const test = suite('clock');

test('a fake clock stands still until it is moved', async () => {
  const clock = createFakeClock(new Date(1_000));
  assert.is(clock.now().getTime(), 1_000);
  await clock.advance(250);
  assert.is(clock.now().getTime(), 1_250);
});

test('timers run in order of time, each at its own time, and not before', async () => {
  const clock = createFakeClock(new Date(0));
  const seen: string[] = [];
  const note = (name: string) => () => void seen.push(`${name}@${clock.now().getTime()}`);
  clock.setTimeout(note('late'), 300);
  clock.setTimeout(note('early'), 100);
  clock.setTimeout(note('cleared'), 150).clear();
  clock.setTimeout(note('early too'), 100);
  await clock.advance(299);
  assert.equal(seen, ['early@100', 'early too@100']);
  await clock.advance(1);
  assert.equal(seen, ['early@100', 'early too@100', 'late@300']);
});

test('code that waits again gets its next timer within the same advance', async () => {
  const clock = createFakeClock(new Date(0));
  const seen: number[] = [];
  const loop = (async () => {
    for (let round = 0; round < 3; round++) {
      await clock.sleep(10);
      seen.push(clock.now().getTime());
    }
  })();
  await clock.advance(100);
  await loop;
  assert.equal(seen, [10, 20, 30]);
});

test('a clock that is set back shows the earlier time, and its timers wait as long as before', async () => {
  const clock = createFakeClock(new Date(1_000_000));
  const seen: number[] = [];
  clock.setTimeout(() => seen.push(clock.now().getTime()), 50);
  await clock.advance(-500_000);
  assert.is(clock.now().getTime(), 500_000);
  await clock.advance(49);
  assert.equal(seen, []);
  await clock.advance(1);
  assert.equal(seen, [500_050]);
});

for (const [name, clock] of [
  ['fake', createFakeClock()],
  ['system', systemClock],
] as const) {
  test(`an aborted sleep of the ${name} clock rejects with the reason`, async () => {
    const controller = new AbortController();
    const reason = new Error('shutting down');
    const caught = clock.sleep(60_000, controller.signal).catch((error: unknown) => error);
    controller.abort(reason);
    assert.is(await caught, reason);
    assert.is(await clock.sleep(60_000, controller.signal).catch((error: unknown) => error), reason);
  });
}

test('the system clock sleeps about as long as asked', async () => {
  const before = systemClock.now().getTime();
  await systemClock.sleep(20);
  assert.ok(systemClock.now().getTime() - before >= 19);
});

test.run();
