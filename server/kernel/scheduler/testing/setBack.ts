import { createFakeClock } from '../../clock.ts';
import { collector, eventually, type Suite } from './support.ts';

const YEAR_MS = 365 * 86_400_000;

/** A clock that was ahead, at boot for instance, and is set back leaves times that lie far ahead. */
export function survivesSetBackClocks(test: Suite): void {
  test('a repeated job runs on after the clock was set back by a year', async ({
    manager,
    moveTimes,
    stored,
  }) => {
    const ran = collector();
    const clock = createFakeClock();
    const job = { everyMs: 3_600_000, run: async () => ran.add(1) };
    await manager({ 'test.hourly': job }, { clock });
    const hasEnded = async () => (await stored()).some((one) => one.lastRunAt !== null && !one.isClaimed);
    await eventually(hasEnded, 'the end of the first run');
    await moveTimes(YEAR_MS);
    await clock.advance(60_000);
    await ran.reached(2);
  });

  test('a manager that starts after the clock was set back runs repeated jobs at once', async ({
    manager,
    moveTimes,
  }) => {
    const ran = collector();
    const job = { everyMs: 60_000, run: async () => ran.add(1) };
    const former = await manager({ 'test.rare': job });
    await ran.reached(1);
    await former.stop(1_000);
    await moveTimes(YEAR_MS);
    await manager({ 'test.rare': job });
    await ran.reached(2);
  });

  test('a lock from the future runs out as one from now does', async ({ manager, moveTimes, stored }) => {
    const ran = collector();
    const hang = { lockLifetimeMs: 3_600_000, run: () => new Promise<void>(() => ran.add('first')) };
    const dead = await manager({ 'test.held': hang }, { instanceId: 'dead' });
    await dead.schedule('test.held', undefined);
    await ran.reached(1);
    await eventually(async () => (await stored()).some(({ isClaimed }) => isClaimed), 'the claim');
    await moveTimes(YEAR_MS);
    const job = { lockLifetimeMs: 500, run: async () => ran.add('second') };
    await manager({ 'test.held': job }, { instanceId: 'other' });
    await ran.reached(2);
  });
}
