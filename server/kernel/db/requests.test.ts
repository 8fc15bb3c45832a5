import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from '#test/support/databases.ts';
import type { FreshDatabase } from '#test/support/databases.ts';
import { serve } from './requests.ts';

const test = suite<{ fresh: FreshDatabase }>('Requests before jobs and polls');

test.before.each(async (context) => {
  context.fresh = await freshDatabase('sqlite');
});
test.after.each(({ fresh }) => fresh.cleanup());

const BACKGROUND_TURN_MS = 8;
const REQUEST_TURN_MS = 40;

function burn(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/**
 * For each of so many queries, one after the other: whether the event loop went round before it, although its turn had
 * only become too long for a job. Tried again where the machine made the turn too long for a request as well.
 */
async function turnsTaken({ db }: FreshDatabase, queries: number): Promise<boolean[]> {
  const taken: boolean[] = [];
  while (taken.length < queries) {
    burn(REQUEST_TURN_MS + 1);
    // Begins a turn.
    await db.knex.raw('select 1');
    const startedMs = performance.now();
    burn(BACKGROUND_TURN_MS + 1);
    if (performance.now() - startedMs > REQUEST_TURN_MS - 5) continue;
    const seen = { turn: false };
    setImmediate(() => (seen.turn = true));
    await db.knex.raw('select 1');
    taken.push(seen.turn);
  }
  return taken;
}

const served = <T>(work: (end: () => void) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = serve(() => {
      setImmediate(() => void work(() => end()).then(resolve, reject));
    });
  });

test('a query of a job lets the event loop go round after a few milliseconds', async ({ fresh }) => {
  assert.equal(await turnsTaken(fresh, 3), [true, true, true]);
});

test('the first queries of a request do not wait for that, later ones do', async ({ fresh }) => {
  // Two queries each time.
  const taken = await served(() => turnsTaken(fresh, 12));
  assert.equal(taken.slice(0, 6), Array(6).fill(false));
  assert.is(taken.at(-1), true);
});

test('what goes on after the answer takes its turns like a job', async ({ fresh }) => {
  const taken = await served((end) => {
    end();
    return turnsTaken(fresh, 2);
  });
  assert.equal(taken, [true, true]);
});

test.run();
