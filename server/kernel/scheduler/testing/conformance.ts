import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { failure } from '../../db/testing/support.ts';
import type { ScheduledJob } from '../scheduler.ts';
import {
  collector,
  type Context,
  eventually,
  neverScansMs,
  pause,
  type SchedulerStoreKind,
  setUp,
  type Suite,
  tearDown,
} from './support.ts';
import { keepsKeys } from './keys.ts';
import { survivesFailures } from './failures.ts';

/** What every store of jobs must do alike. */
export function schedulerConformance(kind: SchedulerStoreKind): void {
  const test = suite<Context>(`scheduler on ${kind}`);
  test.before.each((context) => setUp(context, kind));
  test.after.each(tearDown);
  runsJobs(test);
  keepsKeys(test);
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
    const both = Promise.withResolvers<void>();
    const run = async () => {
      most = Math.max(most, ++now);
      if (now === 2) both.resolve();
      // The first waits for a second: a busy machine may take longer to start one than this takes to run.
      await Promise.race([both.promise, pause(5_000)]);
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

function stops(test: Suite): void {
  test('a lock from the future runs out as one from now does', async ({ manager, moveTimes, stored }) => {
    const ran = collector();
    const hang = { lockLifetimeMs: 3_600_000, run: () => new Promise<void>(() => ran.add('first')) };
    const dead = await manager({ 'test.held': hang }, { instanceId: 'dead' });
    await dead.schedule('test.held', undefined);
    await ran.reached(1);
    await eventually(async () => (await stored()).some(({ isClaimed }) => isClaimed), 'the claim');
    await moveTimes(365 * 86_400_000);
    const job = { lockLifetimeMs: 500, run: async () => ran.add('second') };
    await manager({ 'test.held': job }, { instanceId: 'other' });
    await ran.reached(2);
  });

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
    await eventually(async () => (await scheduler.countDue()) === 1, 'that the second one waits');
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
