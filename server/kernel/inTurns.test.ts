import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inTurns } from './longWork.ts';

const test = suite('long work in turns');

function* busyFor(pieces: number, pieceMs: number): Generator<void, string> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const until = performance.now() + pieceMs;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

/** How many turns the event loop had while the work was under way. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
}

test('the event loop turns between pieces, and the result is that of the whole', async () => {
  const work = inTurns(busyFor(30, 2), { turnMs: 5 });
  // Three pieces fill a turn, so the work pauses ten times at least; it resumes after the tenth before others are counted.
  assert.ok((await turnsOf(work)) >= 9);
  assert.is(await work, 'done');
});

test('work that is short is done at once', async () => {
  assert.is(await turnsOf(inTurns(busyFor(3, 0), { turnMs: 1_000 })), 0);
});

test('it rests as long as it is told, and what it throws reaches who waits for it', async () => {
  const startedMs = performance.now();
  await inTurns(busyFor(4, 1), { turnMs: 0, restMs: () => 20 });
  assert.ok(performance.now() - startedMs >= 4 * 19);
  function* failing(): Generator<void, void> {
    yield;
    throw new Error('in the middle');
  }
  const failed = await inTurns(failing()).catch((error: Error) => error.message);
  assert.is(failed, 'in the middle');
});

test.run();
