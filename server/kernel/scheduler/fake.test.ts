import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../clock.ts';
import { createFakeScheduler } from './testing/fake.ts';

const test = suite('fake scheduler');

function setup() {
  const clock = createFakeClock(new Date(0));
  const scheduler = createFakeScheduler(clock);
  const ran: string[] = [];
  const note = async (data: unknown) => void ran.push(`${String(data)}@${clock.now().getTime()}`);
  return { clock, scheduler, ran, note };
}

test('jobs run when the clock reaches them, replaced ones do not', async () => {
  const { clock, scheduler, ran, note } = setup();
  scheduler.define('test.job', { run: note });
  await scheduler.schedule('test.job', 'before the start', { at: new Date(50) });
  await scheduler.start();
  await scheduler.schedule('test.job', 'replaced', { at: new Date(100), unique: 'k' });
  await scheduler.schedule('test.job', 'replacement', { at: new Date(200), unique: 'k' });
  await clock.advance(199);
  assert.equal(ran, ['before the start@50']);
  assert.equal(scheduler.waiting(), [
    { name: 'test.job', data: 'replacement', unique: 'k', at: new Date(200) },
  ]);
  await clock.advance(1);
  assert.equal(ran, ['before the start@50', 'replacement@200']);
});

test('a repeated job runs at the start and at each interval, also after a failure', async () => {
  const { clock, scheduler } = setup();
  let runs = 0;
  const run = async () => {
    runs++;
    throw new Error('failed');
  };
  scheduler.define('test.tick', { everyMs: 1_000, run });
  await scheduler.start();
  await clock.advance(2_500);
  assert.is(runs, 3);
  assert.is(scheduler.errors.length, 3);
  await scheduler.stop(0);
  await clock.advance(5_000);
  assert.is(runs, 3);
});

test('a scheduler that has stopped leaves no timer, also for what is scheduled then', async () => {
  const inner = createFakeClock(new Date(0));
  const open = new Set<object>();
  const clock = {
    ...inner,
    setTimeout(work: () => void, ms: number) {
      const timer = inner.setTimeout(() => {
        open.delete(own);
        work();
      }, ms);
      const own = {
        clear() {
          open.delete(own);
          timer.clear();
        },
      };
      open.add(own);
      return own;
    },
  };
  const scheduler = createFakeScheduler(clock);
  scheduler.define('test.tick', { everyMs: 1_000, run: async () => {} });
  scheduler.define('test.job', { run: async () => {} });
  await scheduler.start();
  await scheduler.schedule('test.job', null, { at: new Date(60_000) });
  await clock.advance(2_500);
  assert.is(open.size, 2);
  await scheduler.stop(0);
  await scheduler.schedule('test.job', null, { at: new Date(90_000) });
  assert.is(open.size, 0);
});

test.run();
