// needs: mariadb
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { AppError } from '../../shared/wire/appError.ts';
import { systemActor } from '../security/actor.ts';
import { createFakeClock } from '../clock.ts';
import { isUniqueViolation, type Database } from './database.ts';
import { Item, item, migrations } from './testing/support.ts';
import { createIdempotency, idempotencyMigrations } from '../security/idempotency.ts';
import { migrate } from './migrate.ts';
import { createRateLimits, rateLimitMigrations } from '../security/rateLimit.ts';
import { createRunTx, type RunTx } from './tx.ts';

interface World {
  place: FreshDatabase;
  /** The database as two managers have it, each with a pool of its own. */
  dbs: Database[];
  runs: RunTx[];
}

const log = pino({ level: 'silent' });
const clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
const test = suite<World>('races of two managers');

test.before.each(async (world) => {
  world.place = await freshDatabase('mariadb');
  world.dbs = [world.place.db, await world.place.openAgain()];
  world.runs = world.dbs.map((db) => createRunTx(db, log));
  const all = [...idempotencyMigrations, ...rateLimitMigrations, ...migrations];
  await migrate(world.place.db, all, log);
});
test.after.each(({ place }) => place.cleanup());

const each = <T>(runs: readonly RunTx[], count: number, act: (run: RunTx, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(runs[index % 2] as RunTx, index)));

test('one idempotency key used by forty callers at once makes one thing, and all are told of it', async ({
  runs,
  place,
}) => {
  const idempotency = createIdempotency(clock);
  const call = { key: uuid(), operationId: 'createJob', actor: systemActor, request: { a: 1 } };
  const answers = await each(runs, 40, (run, index) =>
    run((tx) =>
      idempotency.once(tx, call, async () => {
        const row = item(`made by ${index}`);
        await Item.query(tx.knex).insert(row);
        return row.id ?? '';
      }),
    ),
  );
  const [made] = await Item.query(place.db.knex);
  assert.is((await Item.query(place.db.knex)).length, 1);
  assert.equal([...new Set(answers.map(({ resourceId }) => resourceId))], [made?.id]);
  assert.is(answers.filter(({ replayed }) => !replayed).length, 1);
});

test('one key with two requests at once: one is done, the others are told that they differ', async ({
  runs,
}) => {
  const idempotency = createIdempotency(clock);
  const key = uuid();
  const codes = await each(runs, 20, (run, index) =>
    run((tx) =>
      idempotency.once(
        tx,
        { key, operationId: 'createJob', actor: systemActor, request: { index } },
        async () => uuid(),
      ),
    ).then(
      () => 'made',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    ),
  );
  assert.is(codes.filter((code) => code === 'made').length, 1);
  assert.is(codes.filter((code) => code === 'IDEMPOTENCY_MISMATCH').length, 19);
});

test('a name that twenty callers look up and then take is taken once; the others find it taken', async ({
  runs,
}) => {
  const answers = await each(runs, 20, (run) =>
    run(async (tx) => {
      if (await Item.query(tx.knex).findOne({ name: 'the one' })) return 'taken';
      await Item.query(tx.knex).insert(item('the one'));
      return 'made';
    }),
  );
  assert.is(answers.filter((answer) => answer === 'made').length, 1);
  assert.is(answers.filter((answer) => answer === 'taken').length, 19);
});

test('a doubled name that is no race is told to the caller', async ({ runs: [run], place }) => {
  await Item.query(place.db.knex).insert(item('there'));
  const error = await (run as RunTx)(async (tx) => Item.query(tx.knex).insert(item('there'))).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(isUniqueViolation(error));
});

test('eighty calls at once that a limit counts are all counted, over rows that have run out', async ({
  runs,
  place,
}) => {
  const limits = runs.map((run) => createRateLimits(run, clock));
  const old = new Date(clock.now().getTime() - 1_000);
  const rows = Array.from({ length: 200 }, (_, i) => ({ key: `old-${i}`, window_ends_at: old, count: 1 }));
  await place.db.knex('kernel_rate_limits').insert(rows);
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, i) =>
      limits[i % 2]?.hit(i % 4 < 2 ? 'one' : `many-${i}`, { max: 30, windowSecs: 60 }),
    ),
  );
  assert.is(answers.filter((wait) => wait === null).length, 70);
  assert.equal(await place.db.knex('kernel_rate_limits').where('window_ends_at', '<=', clock.now()), []);
});

/** Each transaction takes the same rows in an order of its own, which InnoDB ends with deadlocks. */
test('thirty transactions that deadlock all end well', async ({ runs, place }) => {
  const rows = Array.from({ length: 6 }, (_, i) => item(`row ${i}`));
  for (const row of rows) await Item.query(place.db.knex).insert(row);
  await each(runs, 30, (run, index) =>
    run(async (tx) => {
      const order = rows.map((_, i) => rows[(i * (index % 2 ? 1 : 5) + index) % 6]);
      for (const row of order)
        await Item.query(tx.knex)
          .where({ id: row?.id ?? '' })
          .increment('size_bytes', 1);
    }),
  );
  const sizes = (await Item.query(place.db.knex)).map(({ sizeBytes }) => sizeBytes);
  assert.equal(sizes, [30, 30, 30, 30, 30, 30]);
});

test.run();
