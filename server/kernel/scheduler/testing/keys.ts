import * as assert from 'uvu/assert';
import type { Scheduler } from '../scheduler.ts';
import { collector, type Context, eventually, inTime, neverScansMs, pause, type Suite } from './support.ts';

/** Of the jobs of one name and key only the last one runs. */
export function keepsKeys(test: Suite): void {
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
