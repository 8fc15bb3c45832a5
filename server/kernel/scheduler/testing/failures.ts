import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as assert from 'uvu/assert';
import { systemClock } from '../../clock.ts';
import { failure } from '../../db/testing/support.ts';
import { type ScheduledJob } from '../scheduler.ts';
import { createScheduler } from '../createScheduler.ts';
import {
  collector,
  type Context,
  eventually,
  log,
  neverScansMs,
  pause,
  type SchedulerStoreKind,
  type Suite,
  wayTo,
} from './support.ts';

/** A job that fails, hangs or is killed holds up no other, and is taken up again. */
export function survivesFailures(test: Suite, kind: SchedulerStoreKind): void {
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
    // Tries again with a longer lock lifetime if the machine was too slow to touch the lock in time.
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

  test('what is scheduled while the store is away is accepted, and runs once the store is back', async (context) => {
    const way = await wayTo(context);
    const ran = collector();
    const job: ScheduledJob = { run: async (data) => ran.add(data) };
    const scheduler = await context.manager({ 'test.away': job }, way);
    await way.cut();
    await scheduler.schedule('test.away', 'former', { unique: 'k' });
    await scheduler.schedule('test.away', 'latter', { unique: 'k' });
    await scheduler.schedule('test.away', 'other');
    await eventually(() => !scheduler.healthy(), 'that the store is missed');
    await way.mend();
    await ran.reached(2);
    assert.equal([...ran.items].sort(), ['latter', 'other']);
    await eventually(() => scheduler.healthy(), 'that the store is back');
    await scheduler.stop(100);
    await way.close();
  });

  if (kind === 'mongo') {
    test('a manager starts without its store, and takes it up once it is there', async (context) => {
      const way = await wayTo(context);
      await way.cut();
      const [once, every] = [collector(), collector()];
      const scheduler = await context.manager(
        {
          'test.once': { run: async (data) => once.add(data) },
          'test.every': { everyMs: 60, run: async () => every.add(1) },
        },
        way,
      );
      assert.not.ok(scheduler.healthy());
      await scheduler.schedule('test.once', 'scheduled before');
      await way.mend();
      await once.reached(1);
      await every.reached(2);
      assert.ok(scheduler.healthy());
      await scheduler.stop(100);
      await way.close();
    });
    return;
  }
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

/**
 * A job that touches its lock for longer than the lock's lifetime; `longestGapMs` tells the longest time between two
 * touches.
 */
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
  const child = fork(new URL('./child.ts', import.meta.url), [options]);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
