// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '#test/support/databases.ts';
import { createFakeClock } from '../clock.ts';
import { createRunTx } from '../db/tx.ts';
import { mendWaits } from '../leased/waits.ts';
import { repeatedTable, repeatedWaits } from './repeated.ts';
import type { ScheduledJob } from './scheduler.ts';
import { collector, type Context, eventually, log, pause, setUp, tearDown } from './testing/support.ts';

interface Row {
  name: string;
  due_at: number;
  owner: string | null;
  lease_until: number | null;
}

const YEAR_MS = 365 * 86_400_000;

const test = suite<Context>(`repeated jobs on ${dialect}`);
test.before.each((context) => setUp(context, dialect));
test.after.each(tearDown);

const rows = ({ fresh }: Context): Promise<Row[]> => fresh.db.knex<Row>(repeatedTable);

test('a repeated job runs once per interval over all managers, also when one comes later', async (context) => {
  const { manager } = context;
  const ran = collector<number>();
  const [everyMs, lockLifetimeMs] = [100, 60_000];
  const counts = new Set<number>();
  // Records the time that the row has for the run, not when a busy machine comes to run it.
  const run = async () => {
    const found = await rows(context);
    counts.add(found.length);
    ran.add(Number(found[0]?.lease_until) - lockLifetimeMs);
  };
  const jobs: Record<string, ScheduledJob> = { 'test.tick': { everyMs, lockLifetimeMs, run } };
  await Promise.all([manager(jobs), manager(jobs, { instanceId: 'b' })]);
  await ran.reached(3);
  await manager(jobs, { instanceId: 'c' });
  await ran.reached(8);
  const gaps = ran.items.slice(1).map((at, index) => at - (ran.items[index] ?? NaN));
  assert.ok(
    gaps.every((gap) => gap >= everyMs),
    `gaps ${gaps.join(' ')}`,
  );
  assert.equal([...counts], [1]);
});

test('a repeated job never runs beside itself, however long it takes', async ({ manager }) => {
  const ran = collector();
  let now = 0;
  let most = 0;
  const run = async () => {
    most = Math.max(most, ++now);
    await pause(60);
    now--;
    ran.add(1);
  };
  await manager({ 'test.slow': { everyMs: 20, run } });
  await manager({ 'test.slow': { everyMs: 20, run } }, { instanceId: 'b' });
  await ran.reached(5);
  assert.is(most, 1);
});

test('a new interval takes effect at the next start, and what a manager does not know it leaves alone', async ({
  manager,
}) => {
  const [ran, others] = [collector(), collector()];
  const run = async () => ran.add(1);
  const other = { everyMs: 50, run: async () => others.add(1) };
  const former = await manager({ 'test.interval': { everyMs: 3_600_000, run }, 'test.other': other });
  await ran.reached(1);
  await former.stop(1_000);
  await manager({ 'test.interval': { everyMs: 50, run } });
  await ran.reached(3);
  const known = others.items.length;
  await manager({ 'test.other': other }, { instanceId: 'b' });
  await others.reached(known + 2);
});

test('a run whose lock has expired is told, and the job runs again elsewhere', async ({ manager }) => {
  const ran = collector<string>();
  const hang: ScheduledJob['run'] = (_data, { signal }) => {
    ran.add('first');
    return new Promise(() => signal.addEventListener('abort', () => ran.add('aborted')));
  };
  const job = { everyMs: 3_600_000, lockLifetimeMs: 500 };
  await manager({ 'test.hang': { ...job, run: hang } });
  await ran.reached(1);
  await manager({ 'test.hang': { ...job, run: async () => ran.add('second') } }, { instanceId: 'b' });
  await eventually(() => ran.items.includes('aborted'), 'that the first run is told');
  await manager({ 'test.hang': { ...job, run: async () => ran.add('third') } }, { instanceId: 'c' });
  await eventually(() => ran.items.some((one) => one === 'second' || one === 'third'), 'the second run');
});

test('a run that touches its lock keeps it; one whose job another manager has got is told', async (context) => {
  const ran = collector<string>();
  const taken = Promise.withResolvers<void>();
  const run: ScheduledJob['run'] = async (_data, lock) => {
    const [before] = await rows(context);
    await pause(20);
    await lock.touch();
    const [after] = await rows(context);
    ran.add(Number(after?.lease_until) > Number(before?.lease_until) ? 'kept' : 'not kept');
    await taken.promise;
    await lock.touch().catch(() => ran.add('lost'));
  };
  await context.manager({ 'test.touch': { everyMs: 3_600_000, run } });
  await ran.reached(1);
  await context.fresh.db.knex(repeatedTable).update({ owner: 'another' });
  taken.resolve();
  await ran.reached(2);
  assert.equal(ran.items, ['kept', 'lost']);
});

test('what a killed manager was doing it does at once when it starts again', async (context) => {
  const ran = collector();
  const job = { everyMs: 3_600_000, run: async () => ran.add(1) };
  const first = await context.manager({ 'test.rare': job }, { instanceId: 'killed' });
  await ran.reached(1);
  await first.stop(1_000);
  const lease_until = Date.now() + 60_000;
  await context.fresh.db.knex(repeatedTable).update({ owner: 'killed', lease_until, due_at: Date.now() });
  await context.manager({ 'test.rare': job }, { instanceId: 'killed' });
  await ran.reached(2);
});

test('a stop waits for what runs and starts nothing more; what it aborts is due at once', async (context) => {
  const [ends, stuck] = [collector<string>(), collector<string>()];
  const released = Promise.withResolvers<void>();
  const scheduler = await context.manager({
    'test.ends': {
      everyMs: 20,
      async run() {
        ends.add('start');
        await released.promise;
        ends.add('end');
      },
    },
  });
  await ends.reached(1);
  const stopped = scheduler.stop(60_000);
  await pause(100);
  released.resolve();
  await stopped;
  assert.equal(ends.items, ['start', 'end']);
  const hang = { everyMs: 3_600_000, run: () => new Promise<void>(() => stuck.add('stuck')) };
  const second = await context.manager({ 'test.stuck': hang }, { instanceId: 'b' });
  await stuck.reached(1);
  await second.stop(50);
  const again = { everyMs: 3_600_000, run: async () => stuck.add('again') };
  await context.manager({ 'test.stuck': again }, { instanceId: 'c' });
  await stuck.reached(2);
});

test('a repeated job runs on after the clock was set back by a year', async (context) => {
  const { db } = context.fresh;
  const ran = collector();
  await context.manager({ 'test.hourly': { everyMs: 3_600_000, run: async () => ran.add(1) } });
  await ran.reached(1);
  await eventually(async () => (await rows(context)).every(({ owner }) => owner === null), 'the end');
  await db.knex(repeatedTable).increment('due_at', YEAR_MS);
  const clock = createFakeClock();
  const mending = mendWaits({ db, tx: createRunTx(db, log), clock, log }, [repeatedWaits]);
  await clock.advance(30_000);
  await ran.reached(2);
  mending.stop();
});

test.run();
