import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { createFakeClock, type FakeClock } from '../clock.ts';
import { migrate } from '../db/migrate.ts';
import { createRunTx } from '../db/tx.ts';
import { createRateLimits, rateLimitMigrations, type RateLimits } from './rateLimit.ts';

interface World {
  place: FreshDatabase;
  clock: FakeClock;
  /** The rate limits of two managers. */
  limits: [RateLimits, RateLimits];
  /** Number of transactions so far. */
  writes(): number;
}

const test = suite<World>('rate limits');
const log = pino({ level: 'silent' });
const LIMIT = { max: 3, windowSecs: 60 };

test.before.each(async (world) => {
  world.place = await freshDatabase('sqlite');
  world.clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  await migrate(world.place.db, rateLimitMigrations, log);
  let writes = 0;
  world.writes = () => writes;
  const runTx = createRunTx(world.place.db, log);
  const counted: typeof runTx = (work, options) => {
    writes += 1;
    return runTx(work, options);
  };
  world.limits = [createRateLimits(counted, world.clock), createRateLimits(counted, world.clock)];
});
test.after.each(({ place }) => place.cleanup());

test('so many calls are let through in a window, counted over all managers, and all others wait for its end', async ({
  limits: [one, other],
  clock,
}) => {
  assert.equal(
    [await one.hit('a', LIMIT), await other.hit('a', LIMIT), await one.hit('a', LIMIT)],
    [null, null, null],
  );
  assert.is(await other.hit('a', LIMIT), 60);
  assert.is(await one.hit('b', LIMIT), null, 'another key');
  await clock.advance(20_000);
  assert.equal([await one.hit('a', LIMIT), await other.hit('a', LIMIT)], [40, 40]);
  await clock.advance(40_000);
  assert.equal([await one.hit('a', LIMIT), await other.hit('a', LIMIT)], [null, null]);
});

test('a flood over the limit writes nothing', async ({ limits: [one], clock, writes }) => {
  for (let call = 0; call < 4; call += 1) await one.hit('a', LIMIT);
  const before = writes();
  for (let call = 0; call < 100; call += 1) assert.is(await one.hit('a', LIMIT), 60);
  assert.is(writes(), before);
  await clock.advance(60_000);
  assert.is(await one.hit('a', LIMIT), null);
  assert.is(writes(), before + 1);
});

test('after the clock was set back by a year, nobody waits for longer than a window', async ({
  limits: [one, other],
  clock,
}) => {
  for (let call = 0; call < 3; call += 1) await one.hit('used', LIMIT);
  for (let call = 0; call < 4; call += 1) await one.hit('refused', LIMIT);
  await clock.advance(-365 * 86_400_000);
  assert.equal(
    [await one.hit('used', LIMIT), await one.hit('refused', LIMIT), await other.hit('refused', LIMIT)],
    [null, null, null],
  );
  await one.hit('refused', LIMIT);
  assert.is(await one.hit('refused', LIMIT), 60, 'a new window');
});

test.run();
