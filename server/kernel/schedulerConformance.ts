import { fork } from 'node:child_process';
import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from './clock.ts';
import { failure } from './dbConformance.ts';
import { createScheduler } from './scheduler.ts';
import type { ScheduledJob, Scheduler } from './scheduler.ts';
import {
  collector,
  eventually,
  inTime,
  log,
  neverScansMs,
  pause,
  setUp,
  tearDown,
} from './schedulerConformanceSupport.ts';
import type { Context, SchedulerStoreKind } from './schedulerConformanceSupport.ts';

type Suite = ReturnType<typeof suite<Context>>;

/** What every store of jobs must do alike. */
export function schedulerConformance(kind: SchedulerStoreKind): void {
  const test = suite<Context>(`scheduler on ${kind}`);
  test.before.each((context) => setUp(context, kind));
  test.after.each(tearDown);
  runsJobs(test);
  keepsKeys(test);
  repeats(test);
  sharesWork(test);
  survivesFailures(test, kind);
  stops(test);
  test.run();
}

function runsJobs(test: Suite): void {
  test('an immediate job starts at once, with its data as JSON keeps it', async ({ manager }) => {
    const ran = collector();
    const scheduler = await manager(
      { 'test.now': { run: async (data) => ran.add(data) } },
      { processEveryMs: neverScansMs },
    );
    await scheduler.schedule('test.now', undefined);
    await ran.reached(1);
    const data = { '$a.b': [1, null, { 'ä€😀': new Date(0) }] };
    const startedMs = performance.now();
    await scheduler.schedule('test.now', data);
    await ran.reached(2);
    assert.ok(performance.now() - startedMs < neverScansMs / 2, `took ${performance.now() - startedMs} ms`);
    assert.equal(ran.items, [undefined, JSON.parse(JSON.stringify(data))]);
  });

  test('a job for later runs then, not before, and once', async ({ manager }) => {
    const ran = collector<number>();
    const scheduler = await manager({ 'test.later': { run: async () => ran.add(Date.now()) } });
    const at = new Date(Date.now() + 200);
    await scheduler.schedule('test.later', undefined, { at });
    await ran.reached(1);
    await pause(150);
    assert.is(ran.items.length, 1);
    assert.ok((ran.items[0] ?? 0) >= at.getTime() - 1, 'too early');
  });

  test('a job that another manager scheduled is found by the scan', async ({ manager }) => {
    const ran = collector();
    const sender = await manager({});
    await manager({ 'test.found': { run: async (data) => ran.add(data) } });
    await sender.schedule('test.found', 'x');
    await ran.reached(1);
  });

  test('no more run at once than the job allows, and each place is filled again at once', async ({
    manager,
  }) => {
    const ran = collector();
    let now = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, ++now);
      await pause(10);
      now--;
      ran.add(1);
    };
    const scheduler = await manager(
      { 'test.bounded': { concurrency: 2, run } },
      { processEveryMs: neverScansMs },
    );
    for (let n = 0; n < 12; n++) await scheduler.schedule('test.bounded', n);
    const startedMs = performance.now();
    await ran.reached(12);
    assert.is(most, 2);
    assert.ok(performance.now() - startedMs < neverScansMs / 2, 'a place waited for the next scan');
  });

  test('a job cannot be defined twice or after the start', async ({ manager }) => {
    const run = async () => {};
    const scheduler = await manager({ 'test.one': { run } });
    assert.throws(() => scheduler.define('test.two', { run }), /after the start/);
  });
}

function keepsKeys(test: Suite): void {
  test('a waiting job is replaced by one of the same name and key, others are not, also when a manager has claimed them', async (context) => {
    const ran = collector<string>();
    const run = async (data: unknown) => ran.add(String(data));
    const jobs = { 'test.keyed': { run }, 'test.other': { run } };
    const scheduler = await context.manager(jobs, { processEveryMs: neverScansMs });
    const attempt = await inTime(async (at, n) => {
      await scheduler.schedule('test.keyed', `first ${n}`, { at, unique: `${n} a%_` });
      await scheduler.schedule('test.other', `other name ${n}`, { at, unique: `${n} a%_` });
      await scheduler.schedule('test.keyed', `other key ${n}`, { at, unique: `${n} b` });
      await claimed(context, `first ${n}`, at);
      await scheduler.schedule('test.keyed', `second ${n}`, { at, unique: `${n} a%_` });
    });
    await eventually(async () => (await context.stored()).length === 0, 'the end of all jobs');
    await pause(100);
    const wanted = ['other key', 'other name', 'second'].map((data) => `${data} ${attempt}`);
    assert.equal(ofAttempt(ran.items, attempt), wanted);
  });

  test('a job may schedule itself again under its own key while it runs', async ({ manager }) => {
    const ran = collector();
    const scheduler: Scheduler = await manager({
      'test.again': {
        async run(data) {
          if (data === 1)
            await scheduler.schedule('test.again', 2, { at: new Date(Date.now() + 50), unique: 'k' });
          ran.add(data);
        },
      },
    });
    await scheduler.schedule('test.again', 1, { unique: 'k' });
    await ran.reached(2);
    assert.equal(ran.items, [1, 2]);
  });

  test('a cancelled job does not run, also when a manager has claimed it', async (context) => {
    const ran = collector<string>();
    const job: ScheduledJob = { run: async (data) => ran.add(String(data)) };
    const scheduler = await context.manager({ 'test.off': job }, { processEveryMs: neverScansMs });
    const attempt = await inTime(async (at, n) => {
      await scheduler.schedule('test.off', `off ${n}`, { at, unique: `off ${n}` });
      await scheduler.schedule('test.off', `on ${n}`, { at, unique: `on ${n}` });
      await claimed(context, `off ${n}`, at);
      await scheduler.cancel('test.off', `off ${n}`);
      await scheduler.cancel('test.off', 'no such key');
    });
    await eventually(async () => (await context.stored()).length === 0, 'the end of all jobs');
    await pause(100);
    assert.equal(ofAttempt(ran.items, attempt), [`on ${attempt}`]);
  });
}

/** Waits until a manager has claimed the job, at most until it is due. */
async function claimed({ stored }: Context, payload: string, dueAt: Date): Promise<void> {
  const isClaimed = async () => (await stored()).some((job) => job.payload === payload && job.isClaimed);
  await eventually(
    async () => Date.now() >= dueAt.getTime() || (await isClaimed()),
    `the claim of ${payload}`,
  );
}

const ofAttempt = (items: string[], attempt: number): string[] =>
  items.filter((item) => item.endsWith(` ${attempt}`)).sort();

function repeats(test: Suite): void {
  test('a repeated job runs once per interval over all managers, also when one comes later', async ({
    manager,
    stored,
  }) => {
    const ran = collector<Date | null>();
    const everyMs = 100;
    const counts = new Set<number>();
    // What the store says of the run, not when a busy machine comes to it.
    const run = async () => {
      const jobs = await stored();
      counts.add(jobs.length);
      ran.add(jobs[0]?.lastRunAt ?? null);
    };
    const jobs: Record<string, ScheduledJob> = { 'test.tick': { everyMs, run } };
    await Promise.all([manager(jobs), manager(jobs, { instanceId: 'b' })]);
    await ran.reached(3);
    await manager(jobs, { instanceId: 'c' });
    await ran.reached(8);
    const times = ran.items.map((at) => at?.getTime() ?? NaN);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? NaN));
    // Timers may fire a little before their time.
    assert.ok(
      gaps.every((gap) => gap >= everyMs - 5),
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

  test('a new interval takes effect at the next start', async ({ manager }) => {
    const ran = collector();
    const run = async () => ran.add(1);
    const former = await manager({ 'test.interval': { everyMs: 3_600_000, run } });
    await ran.reached(1);
    await former.stop(1_000);
    await manager({ 'test.interval': { everyMs: 50, run } });
    await ran.reached(3);
  });
}

function sharesWork(test: Suite): void {
  test('of four hundred jobs on two managers each runs exactly once', async ({ manager, stored }) => {
    const ran = collector<string>();
    const perManager = { a: 0, b: 0 };
    const job = (who: 'a' | 'b'): ScheduledJob => ({
      concurrency: 10,
      async run(data) {
        perManager[who]++;
        ran.add(String(data));
      },
    });
    const a = await manager({ 'test.many': job('a') }, { instanceId: 'a' });
    const b = await manager({ 'test.many': job('b') }, { instanceId: 'b' });
    for (let n = 0; n < 400; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, k) => (k % 2 ? a : b).schedule('test.many', n + k)));
    }
    await ran.reached(400);
    await eventually(async () => (await stored()).length === 0, 'the end of all jobs');
    assert.is(ran.items.length, 400);
    assert.is(new Set(ran.items).size, 400);
    assert.ok(perManager.a > 0 && perManager.b > 0, JSON.stringify(perManager));
  });
}

function survivesFailures(test: Suite, kind: SchedulerStoreKind): void {
  test('a handler that throws ends its own run and nothing else', async ({ manager }) => {
    const once = collector();
    const every = collector();
    const run = (ran: typeof once) => async () => {
      ran.add(1);
      throw new Error('handler failed');
    };
    const scheduler = await manager({
      'test.once': { run: run(once) },
      'test.every': { everyMs: 60, run: run(every) },
    });
    await scheduler.schedule('test.once', undefined);
    await once.reached(1);
    await every.reached(every.items.length + 2);
    assert.is(once.items.length, 1);
    assert.ok(scheduler.healthy());
  });

  test('when a lock expires the job runs again elsewhere, and the first run is told', async ({
    manager,
    stored,
  }) => {
    const ran = collector<string>();
    const aborted = Promise.withResolvers<unknown>();
    const lockLifetimeMs = 1_000;
    const hang: ScheduledJob['run'] = (_data, run) => {
      ran.add('first');
      return new Promise((resolve) => {
        run.signal.addEventListener('abort', () => {
          aborted.resolve(run.touch().catch((error: unknown) => error));
          resolve();
        });
      });
    };
    const first = await manager(
      { 'test.hang': { lockLifetimeMs, run: hang } },
      { instanceId: 'a', processEveryMs: neverScansMs },
    );
    await first.schedule('test.hang', undefined);
    await ran.reached(1);
    await manager(
      { 'test.hang': { lockLifetimeMs, run: async () => ran.add('second') } },
      { instanceId: 'b' },
    );
    assert.match(String(await aborted.promise), 'lock of 1000 ms has expired');
    await ran.reached(2);
    await eventually(async () => (await stored()).length === 0, 'the end of the job');
    assert.equal(ran.items, ['first', 'second']);
  });

  test('a job that touches its lock keeps it', async ({ manager }) => {
    // Once more with a longer life if the machine was too slow to touch it in time.
    const lifetimesMs = { 'test.touch': 1_500, 'test.touchLonger': 5_000, 'test.touchLongest': 20_000 };
    for (const [name, lockLifetimeMs] of Object.entries(lifetimesMs)) {
      const ran = collector();
      const { job, longestGapMs } = touching(lockLifetimeMs, (what) => ran.add(what));
      const scheduler = await manager({ [name]: job }, { instanceId: 'a' });
      await manager({ [name]: job }, { instanceId: 'b' });
      await scheduler.schedule(name, undefined);
      await ran.reached(2);
      if (longestGapMs() > lockLifetimeMs / 2) continue;
      assert.equal(ran.items, ['start', 'end']);
      return;
    }
    throw new Error('this machine is too slow for locks that end');
  });

  test('what a killed manager was doing runs elsewhere once its lock expires', async (context) => {
    const ran = collector();
    await killWhileRunning(context, 'killed', 600);
    await context.manager({ 'test.crash': { lockLifetimeMs: 600, run: async () => ran.add(1) } });
    await ran.reached(1);
  });

  test('a killed manager that comes back takes up its jobs at once', async (context) => {
    const ran = collector();
    await killWhileRunning(context, 'killed', 60_000);
    const run = async () => ran.add(1);
    await context.manager({ 'test.crash': { lockLifetimeMs: 60_000, run } }, { instanceId: 'killed' });
    await ran.reached(1);
  });

  if (kind === 'mongo') return;
  test('a store that does not answer is not healthy', async ({ fresh }) => {
    const db = await fresh.openAgain();
    const scheduler = await createScheduler({
      db,
      log,
      clock: systemClock,
      instanceId: 'x',
      processEveryMs: 20,
    });
    scheduler.define('test.any', { run: async () => {} });
    await scheduler.start();
    assert.ok(scheduler.healthy());
    await db.close();
    while (scheduler.healthy()) await pause(5);
    await failure(scheduler.stop(100));
  });
}

/** A job that touches its lock for longer than that lives, and how long it once went without. */
function touching(
  lockLifetimeMs: number,
  say: (what: string) => void,
): { job: ScheduledJob; longestGapMs: () => number } {
  let [longestMs, touchedMs] = [0, 0];
  const gapMs = (): number => Math.max(longestMs, performance.now() - touchedMs);
  const run: ScheduledJob['run'] = async (_data, lock) => {
    say('start');
    touchedMs ||= performance.now();
    const untilMs = performance.now() + (lockLifetimeMs * 4) / 3;
    while (performance.now() < untilMs) {
      await pause(100);
      await lock.touch();
      longestMs = gapMs();
      touchedMs = performance.now();
    }
    say(lock.signal.aborted ? 'aborted' : 'end');
  };
  return { job: { lockLifetimeMs, run }, longestGapMs: gapMs };
}

async function killWhileRunning(context: Context, instanceId: string, lockLifetimeMs: number): Promise<void> {
  const scheduler = await context.manager({});
  await scheduler.schedule('test.crash', undefined);
  const { mongoUrl, fresh } = context;
  const options = JSON.stringify({ ...fresh.address, mongoUrl, instanceId, lockLifetimeMs });
  const child = fork(new URL('./schedulerConformanceChild.ts', import.meta.url), [options]);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function stops(test: Suite): void {
  test('a stop waits for what runs and starts nothing more', async ({ manager }) => {
    const ran = collector<string>();
    const released = Promise.withResolvers<void>();
    const job: ScheduledJob = {
      concurrency: 1,
      async run(data) {
        ran.add(`start ${data}`);
        await released.promise;
        ran.add(`end ${data}`);
      },
    };
    const scheduler = await manager({ 'test.drain': job });
    await scheduler.schedule('test.drain', 1);
    await scheduler.schedule('test.drain', 2);
    await ran.reached(1);
    const stopped = scheduler.stop(60_000);
    await pause(100);
    assert.is(ran.items.length, 1);
    released.resolve();
    await stopped;
    const [number] = (ran.items[0] ?? '').split(' ').slice(1);
    assert.equal(ran.items, [`start ${number}`, `end ${number}`]);
    assert.not.ok(scheduler.healthy());
    await failure(scheduler.schedule('test.drain', 3));
    const second = collector();
    await manager({ 'test.drain': { run: async (data) => second.add(data) } }, { instanceId: 'next' });
    await second.reached(1);
    await pause(100);
    assert.equal(second.items, [number === '1' ? 2 : 1]);
  });

  test('a stop that times out aborts what runs, and another manager has it at once', async ({ manager }) => {
    const ran = collector<string>();
    const stuck: ScheduledJob['run'] = (_data, run) => {
      run.signal.addEventListener('abort', () => ran.add('aborted'));
      ran.add('stuck');
      return new Promise(() => {});
    };
    const scheduler = await manager(
      { 'test.stuck': { lockLifetimeMs: 60_000, run: stuck } },
      { instanceId: 'a' },
    );
    await scheduler.schedule('test.stuck', undefined);
    await ran.reached(1);
    await scheduler.stop(50);
    const startedMs = performance.now();
    await manager(
      { 'test.stuck': { lockLifetimeMs: 60_000, run: async () => ran.add('again') } },
      { instanceId: 'b' },
    );
    await ran.reached(3);
    assert.equal(ran.items, ['stuck', 'aborted', 'again']);
    assert.ok(performance.now() - startedMs < 30_000);
  });
}
