// databases: sqlite, mariadb
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { waitFor } from '#test/support/wait.ts';
import { createFakeClock, type FakeClock } from '../clock.ts';
import { columns } from '../db/columns.ts';
import { fromTs, ts } from '../db/database.ts';
import { createRunTx } from '../db/tx.ts';
import { mendWaits, type Wait, type Waits } from './waits.ts';

const START = new Date('2026-01-15T12:00:00Z');
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

interface World {
  fresh: FreshDatabase;
  clock: FakeClock;
  mended: string[];
  mend(waits: readonly Waits[]): void;
  ends: { stop(): void }[];
}

const test = suite<World>('a clock that is set back');
test.before.each(async (world) => {
  world.clock = createFakeClock(START);
  world.fresh = await freshDatabase(dialect, { clock: world.clock });
  const { db } = world.fresh;
  await db.knex.schema.createTable('test_work', (t) => {
    columns.id(t);
    columns.integer(t, 'interval_secs');
    columns.bigint(t, 'due_at');
    columns.timestamp(t, 'look_at');
    columns.bigint(t, 'until');
    columns.timestamp(t, 'freeze_until');
  });
  world.mended = [];
  world.ends = [];
  const log = pino(
    { level: 'warn' },
    { write: (line) => void world.mended.push((JSON.parse(line) as { column: string }).column) },
  );
  world.mend = (waits) =>
    void world.ends.push(mendWaits({ db, clock: world.clock, tx: createRunTx(db, log), log }, waits));
});
test.after.each(async ({ fresh, ends }) => {
  for (const end of ends) end.stop();
  await fresh.cleanup();
});

const OF = { table: 'test_work', kind: 'ms' } as const;
const WAITS: readonly Wait[] = [
  {
    ...OF,
    column: 'due_at',
    longest: { sql: 'interval_secs * ?', bindings: [1_000] },
    place: { sql: 'interval_secs * ?', bindings: [1] },
  },
  { ...OF, column: 'until', longest: 60_000 },
  { table: 'test_work', column: 'look_at', kind: 'timestamp', longest: HOUR_MS },
];

const after = (ms: number): number => START.getTime() + ms;

test('only what the machine waits for is brought back, and only what lies beyond its longest wait', async (world) => {
  const { knex } = world.fresh.db;
  const far = after(YEAR_MS);
  const row = { look_at: ts(far), freeze_until: ts(far) };
  await knex('test_work').insert([
    { id: 'far', interval_secs: 3_600, due_at: far, until: far, ...row },
    { id: 'near', interval_secs: 3_600, due_at: after(HOUR_MS), until: after(30_000), ...row },
    { id: 'seldom', interval_secs: 2 * (YEAR_MS / 1_000), due_at: far, until: null, ...row, look_at: null },
  ]);
  await knex('test_work')
    .where('id', 'near')
    .update({ look_at: ts(after(HOUR_MS)) });
  world.mend([() => WAITS]);
  await world.clock.advance(30_000);
  await waitFor(() => world.mended.length === 3);
  const rows = (await knex('test_work').orderBy('id')) as Record<string, unknown>[];
  const secs = (value: unknown): number => (Number(fromTs(value)) - after(30_000)) / 1_000;
  const times = ['due_at', 'until', 'look_at', 'freeze_until'].map((column) =>
    rows.map(({ [column]: at }) => (at === null ? null : secs(at))),
  );
  const yearSecs = YEAR_MS / 1_000 - 30;
  assert.equal(times, [
    [3.6, 3_570, yearSecs],
    [0, 0, null],
    [0, 3_570, null],
    [yearSecs, yearSecs, yearSecs],
  ]);
});

test('it is done after the start, after each set-back, and again after a failure, which holds up nobody else', async (world) => {
  const { clock } = world;
  const { knex } = world.fresh.db;
  await knex('test_work').insert({ id: 'a', interval_secs: 1 });
  const done: string[] = [];
  let fails = false;
  const asked =
    (name: string, failing = false) =>
    () => {
      done.push(name);
      if (failing && fails) throw new Error('the settings cannot be read');
      return [];
    };
  world.mend([asked('one', true), asked('two')]);
  const settled = async (ms: number): Promise<string[]> => {
    for (let at = 0; at < ms; at += 30_000) {
      await clock.advance(30_000);
      await world.fresh.db.now();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return done.splice(0);
  };
  assert.equal(await settled(300_000), ['one', 'two'], 'once after the start');
  fails = true;
  await clock.advance(-2 * HOUR_MS);
  assert.equal(await settled(60_000), ['one', 'two', 'one', 'two']);
  fails = false;
  assert.equal(await settled(300_000), ['one', 'two']);
});

test.run();
