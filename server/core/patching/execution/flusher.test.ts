import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '#server/kernel/clock.ts';
import type { JobHostModel, JobModel } from '../models.ts';
import { Flusher } from './flusher.ts';
import { HostWork } from './hostWork.ts';
import type { HostWrites } from './hostWrites.ts';

const test = suite('when logs and progress are written');

const MINUTE_MS = 60_000;

/** A host at work whose agent says something ten times a second: how often is it written in a minute? */
function talking() {
  const clock = createFakeClock(new Date('2026-01-15T12:00:00.000Z'));
  let writes = 0;
  const db = { now: () => Promise.resolve(clock.now()) };
  const tx = () => Promise.resolve(void writes++);
  const alone = { alone: <T>(write: () => Promise<T>): Promise<T> => write() };
  const flusher = new Flusher({ clock, db, tx } as never, alone as HostWrites);
  const row = { jobId: 'j', agentSeq: 0, progress: 0, message: '' } as unknown as JobHostModel;
  const target = { hostId: '', address: '', port: 0, loopbackAllowed: false };
  const work = new HostWork(row, { state: 'running' } as JobModel, target, true);
  flusher.add(work);
  const inAMinute = async (): Promise<number> => {
    const before = writes;
    for (let tenth = 0; tenth < 600; tenth++) {
      work.takeProgress(tenth % 100, 'Working');
      await clock.advance(100);
    }
    return writes - before;
  };
  return { clock, inAMinute, flusher, work, writesOf: () => writes };
}

test('a host is written at most once a second, and less often the longer it is at work', async () => {
  const { clock, inAMinute } = talking();
  const expected: [minutes: number, least: number, most: number][] = [
    [0, 50, 60],
    [2 * 60, 7, 9],
    [24 * 60, 1, 2],
    [10 * 24 * 60, 1, 1],
  ];
  for (const [minutes, least, most] of expected) {
    await clock.advance(minutes * MINUTE_MS);
    const writes = await inAMinute();
    assert.ok(writes >= least && writes <= most, `${writes} writes in a minute, ${minutes} minutes later`);
  }
});

test('who waits for the next write gets it although there is nothing to write', async () => {
  const { clock, work, writesOf } = talking();
  const written = work.written();
  await clock.advance(1_000);
  await written;
  assert.is(writesOf(), 1);
});

test('a clock that is set back puts no write off', async () => {
  const { clock, inAMinute } = talking();
  await inAMinute();
  await clock.advance(-60 * MINUTE_MS);
  assert.ok((await inAMinute()) >= 50);
});

test('what is left is written at the stop, whenever it was written last', async () => {
  const { clock, inAMinute, flusher, work, writesOf } = talking();
  await clock.advance(24 * 60 * MINUTE_MS);
  await inAMinute();
  work.takeProgress(7, 'The end');
  const before = writesOf();
  await flusher.flush();
  assert.is(writesOf(), before + 1);
});

test.run();
