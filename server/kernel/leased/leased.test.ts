// databases: sqlite, mariadb
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { createFakeClock, type FakeClock } from '../clock.ts';
import { columns } from '../db/columns.ts';
import { createRunTx } from '../db/tx.ts';
import { claimDue, dueAgain, giveBack, type LeasedTable } from './rows.ts';
import { rounds } from './rounds.ts';
import { leasedWorker, type LeasedWork } from './worker.ts';

const START = new Date('2026-01-15T12:00:00Z');
const log = pino({ level: 'silent' });
const WORK: LeasedTable = {
  table: 'test_work',
  id: 'id',
  due: 'due_at',
  lane: 'lane',
  live: { live: 1 },
  owner: 'owner',
  until: 'until',
  movesDue: true,
};

interface World {
  fresh: FreshDatabase;
  clock: FakeClock;
  parts: Parameters<typeof claimDue>[0];
}

const test = suite<World>('rows that managers share by leases');
test.before.each(async (world) => {
  world.clock = createFakeClock(START);
  world.fresh = await freshDatabase(dialect, { clock: world.clock });
  const { db } = world.fresh;
  await db.knex.schema.createTable('test_work', (t) => {
    columns.id(t);
    columns.integer(t, 'live');
    columns.integer(t, 'lane').notNullable();
    columns.bigint(t, 'due_at');
    columns.ascii(t, 'owner');
    columns.bigint(t, 'until');
    columns.integer(t, 'done').notNullable();
  });
  world.parts = { db, tx: createRunTx(db, log) };
});
test.after.each(({ fresh }) => fresh.cleanup());

const add = ({ fresh }: World, ids: readonly string[], row: object = {}): Promise<unknown> =>
  fresh.db
    .knex('test_work')
    .insert(ids.map((id) => ({ id, live: 1, lane: 0, due_at: START.getTime(), done: 0, ...row })));

const rows = async ({ fresh }: World): Promise<Record<string, unknown>[]> =>
  (await fresh.db.knex('test_work').orderBy('id')) as Record<string, unknown>[];

type Read = Parameters<typeof claimDue<string>>[3];
const ids: Read = async ({ knex }, held) =>
  ((await knex('test_work').whereIn('id', held.ids).where(held.lease).orderBy('id')) as { id: string }[]).map(
    ({ id }) => id,
  );
const claim = ({ parts }: World, owner: string, { lane = 0, limit = 10, leaseMs = 60_000 } = {}) =>
  claimDue(parts, WORK, { owner, lane, limit, leaseMs }, ids);

test('each due row of a lane goes to one owner, and to another once the lease is over', async (world) => {
  await add(world, ['a', 'b', 'c']);
  await add(world, ['dead'], { live: null });
  await add(world, ['later'], { due_at: START.getTime() + 1 });
  await add(world, ['slow'], { lane: 1 });
  const both = await Promise.all([claim(world, 'one'), claim(world, 'two')]);
  assert.equal(both.flat().sort(), ['a', 'b', 'c']);
  assert.equal(await claim(world, 'three', { lane: 1 }), ['slow']);
  await world.clock.advance(59_000);
  assert.equal(await claim(world, 'three'), ['later']);
  await world.clock.advance(1_000);
  assert.equal(await claim(world, 'three', { limit: 2 }), ['a', 'b']);
});

test('a claim reads what is due once, and takes it by its keys', async (world) => {
  if (dialect !== 'sqlite') return;
  const { knex } = world.fresh.db;
  await knex.schema.alterTable('test_work', (t) => void t.index(['lane', 'due_at']));
  await add(world, ['a', 'b']);
  const taken: string[] = [];
  knex.on('query', ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (sql.startsWith('update')) taken.push(knex.raw(sql, bindings as string[]).toString());
  });
  assert.equal(await claim(world, 'one'), ['a', 'b']);
  assert.is(taken.length, 1);
  const plan = (await knex.raw(`explain query plan ${taken[0]}`)) as { detail: string }[];
  assert.match(plan[0]?.detail ?? '', /sqlite_autoindex_test_work/);
});

test('a claim moves the due time to its end, so that an earlier one was asked for; what is given back is due', async (world) => {
  await add(world, ['a']);
  await claim(world, 'one');
  assert.is(Number((await rows(world))[0]?.['due_at']), START.getTime() + 60_000);
  await giveBack(world.parts, WORK, 'two');
  assert.equal(await claim(world, 'two'), []);
  await giveBack(world.parts, WORK, 'one');
  assert.equal(await claim(world, 'two'), ['a']);
  const { knex } = world.fresh.db;
  const ended = async (): Promise<number> => {
    await knex('test_work').update({ due_at: dueAgain(knex, WORK, 7), until: null });
    return Number((await rows(world))[0]?.['due_at']);
  };
  assert.is(await ended(), 7);
  await knex('test_work').update({ due_at: 5, until: 6 });
  assert.is(await ended(), 5, 'it was asked for meanwhile');
});

test('a worker holds no more than its lanes have room for, and what hangs in one lane does not stop the other', async (world) => {
  await add(world, ['a1', 'a2', 'a3', 'a4', 'a5']);
  await add(world, ['s1', 's2'], { lane: 1 });
  const begun: string[] = [];
  const hangs = new Promise<void>(() => undefined);
  let most = 0;
  let running = 0;
  const work: LeasedWork<string, string> = {
    noun: 'pieces of work',
    lanes: [
      { atOnce: 2, held: 4 },
      { atOnce: 1, held: 1 },
    ],
    everyMs: 1_000,
    claim: (lane, limit) => claim(world, 'one', { lane, limit }),
    giveBack: () => giveBack(world.parts, WORK, 'one'),
    async work(id) {
      begun.push(id);
      if (id.startsWith('s')) await hangs;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      if (id === 'a3') throw new Error('this one fails');
      return id;
    },
    batch: {
      maxItems: 10,
      waitMs: 5,
      write: async (done) => {
        const { knex } = world.fresh.db;
        await knex('test_work')
          .whereIn('id', [...done])
          .update({ done: 1, due_at: null, owner: null, until: null });
      },
    },
    about: (id) => ({ id }),
  };
  const worker = leasedWorker({ clock: world.clock, log }, work);
  await worker.start();
  worker.wake();
  const doneIds = async () => (await rows(world)).filter(({ done }) => done === 1).map(({ id }) => id);
  for (let turns = 0; turns < 400 && (await doneIds()).length < 4; turns++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await worker.stop();
  assert.equal(await doneIds(), ['a1', 'a2', 'a4', 'a5']);
  assert.is(most, 2);
  assert.equal(
    begun.filter((id) => id.startsWith('s')),
    ['s1'],
  );
  assert.equal(
    (await rows(world)).map(({ owner }) => owner),
    Array.from({ length: 7 }, () => null),
    'nothing is held after the stop',
  );
});

test('whoever calls during a claim gets another one, and does not wait for the next tick', async (world) => {
  const begun: string[] = [];
  let reads = 0;
  const worker = leasedWorker<string, string>(
    { clock: world.clock, log },
    {
      noun: 'pieces of work',
      lanes: [{ atOnce: 9, held: 9 }],
      everyMs: 1_000,
      async claim(lane, limit) {
        const claimed = await claim(world, 'one', { lane, limit });
        if (++reads === 1) {
          await add(world, ['late']);
          worker.wake();
        }
        return claimed;
      },
      giveBack: () => Promise.resolve(),
      work: (id) => (begun.push(id), Promise.resolve(id)),
      batch: { maxItems: 10, waitMs: 5, write: () => Promise.resolve() },
      about: (id) => ({ id }),
    },
  );
  worker.wake();
  for (let turns = 0; turns < 400 && begun.length === 0; turns++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await worker.stop();
  assert.equal(begun, ['late']);
});

test('rows are claimed by half of what a lane holds, also while work ends during a claim', async (world) => {
  const due = 2_000;
  let left = due;
  let claims = 0;
  const worker = leasedWorker<number, number>(
    { clock: world.clock, log },
    {
      noun: 'pieces of work',
      lanes: [{ atOnce: 64, held: 128 }],
      everyMs: 1_000,
      async claim(_, limit) {
        claims++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        const taken = Math.min(left, limit);
        left -= taken;
        return Array.from({ length: taken }, (_one, index) => index);
      },
      giveBack: () => Promise.resolve(),
      work: async (index) => (await new Promise((resolve) => setTimeout(resolve, 5 + (index % 20))), index),
      batch: { maxItems: 200, waitMs: 5, write: () => Promise.resolve() },
      about: (index) => ({ index }),
    },
  );
  await worker.drain();
  assert.is(left, 0);
  assert.ok(claims <= due / 64 + 2, `${claims} claims`);
});

test('a claim that is under way at the stop holds nothing afterwards', async (world) => {
  await add(world, ['a', 'b']);
  let claiming: Promise<string[]> = Promise.resolve([]);
  const claimLate = async (lane: number, limit: number): Promise<string[]> => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return claim(world, 'one', { lane, limit });
  };
  const worker = leasedWorker<string, string>(
    { clock: world.clock, log },
    {
      noun: 'pieces of work',
      lanes: [{ atOnce: 2, held: 2 }],
      everyMs: 1_000,
      claim: (lane, limit) => (claiming = claimLate(lane, limit)),
      giveBack: () => giveBack(world.parts, WORK, 'one'),
      work: (id) => Promise.reject(new Error(`${id} was begun after the stop`)),
      batch: { maxItems: 10, waitMs: 5, write: () => Promise.resolve() },
      about: (id) => ({ id }),
    },
  );
  await worker.start();
  worker.wake();
  await worker.stop();
  assert.equal((await claiming).sort(), ['a', 'b']);
  assert.equal(
    (await rows(world)).map(({ owner }) => owner),
    [null, null],
  );
});

test('whoever calls during a round gets another look, up to its very end', async (world) => {
  for (let turns = 0; turns < 12; turns++) {
    let looks = 0;
    const loop = rounds({ clock: world.clock, log }, { ms: 1_000, failed: 'failed' }, async () => {
      looks++;
      await Promise.resolve();
    });
    const first = loop.run();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    loop.wake();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    assert.is(looks, 2, `called ${turns} turns after the beginning`);
    await loop.stop();
  }
});

test.run();
