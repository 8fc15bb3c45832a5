import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../server/kernel/clock.ts';
import type { PluginTest } from '#sdk/testing.ts';
import {
  addPolicy,
  HOUR_MS,
  manager,
  plansChanges,
  readPolicy,
  rowsOf,
  START,
  type World,
} from './policies.testing.ts';

const DAY_MS = 24 * HOUR_MS;

/** A manager whose clock can be set without the time in between, and the setting of it. */
async function withClock({
  place,
}: World): Promise<{ kit: PluginTest; setAhead(ms: number): Promise<void> }> {
  const base = createFakeClock(new Date(START));
  let aheadMs = 0;
  const clock = { ...base, now: () => new Date(base.now().getTime() + aheadMs) };
  const kit = await manager(place, { clock, hosts: 1 });
  return {
    kit,
    async setAhead(ms) {
      aheadMs = ms;
      // By then the sweeper has been round, and the clock was looked at. In steps, which leave the database time for what
      // each of them began: a start that is still being written when the clock is set back would be taken after all.
      const endMs = base.now().getTime() + 40_000;
      await kit.until(() => base.now().getTime() >= endMs, HOUR_MS);
    },
  };
}

interface Case {
  aheadMs: number;
  catchUp: boolean;
}
const CASES: Readonly<Record<string, Case>> = {
  'two hours': { aheadMs: 2 * HOUR_MS, catchUp: false },
  'three days': { aheadMs: 3 * DAY_MS, catchUp: true },
  'a year': { aheadMs: 365 * DAY_MS, catchUp: true },
};

/** A clock that was ahead for a while, at boot for instance. */
export function clocksAreSetBack(test: Test<World>): void {
  test('a start that a person wrote for next year stays where it is when a clock was set back', async (world) => {
    const { kit, setAhead } = await withClock(world);
    try {
      const rrule = 'DTSTART:20270101T123000\nRRULE:FREQ=YEARLY';
      const { id, next_start_at: before } = await addPolicy(kit, { rrule });
      assert.is(before, '2027-01-01T12:30:00.000Z');
      for (const aheadMs of [3 * DAY_MS, 0]) {
        await setAhead(aheadMs);
        const { next_start_at: start } = await readPolicy(kit, id);
        assert.equal([start, await rowsOf(kit, id)], [before, []]);
      }
    } finally {
      await kit.stop();
    }
  });

  for (const [ahead, { aheadMs, catchUp }] of Object.entries(CASES))
    test(`a clock that was ${ahead} ahead takes no start from a policy`, async (world) => {
      const { kit, setAhead } = await withClock(world);
      try {
        const rrule = 'DTSTART:20260101T123000\nRRULE:FREQ=DAILY';
        const { id } = await addPolicy(kit, { rrule, catch_up: catchUp });
        plansChanges(kit, 0);
        await setAhead(aheadMs);
        await setAhead(0);
        const isRun = async (): Promise<boolean> =>
          (await rowsOf(kit, id)).some(
            ({ localStart, runJobId }) => localStart === '2026-01-15T12:30:00' && runJobId !== null,
          );
        await kit.until(isRun, HOUR_MS);
        assert.is((await readPolicy(kit, id)).next_start_at, '2026-01-16T12:30:00.000Z');
      } finally {
        await kit.stop();
      }
    });
}
