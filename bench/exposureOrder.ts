import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Figure } from './bench.ts';
import { besideBare } from './support/bare.ts';
import { startManager } from './support/manager.ts';

const SLOT_MS = 10 * 60_000;
/** How long a manager may take from its start until it is asked. */
const START_MS = 40_000;
/**
 * How long before the end of its slot the worst place is asked for: nearly all that becomes late in the slot is late by
 * then.
 */
const BEFORE_END_MS = 30_000;
const TIMES = 21;
const MAX_MS = 100;

/**
 * Measures the order to patch of the fleet at two points of the current ten-minute slot, whose rows it reads: with a
 * tenth of the slot gone, and with nearly all. The manager must not run, and what the hosts lack must be taken in
 * already; `seededAt` is when it was seeded: by the clock, the fleet's patches become late in the half hour before it.
 */
export async function measureOrder(
  dir: string,
  {
    dataDir,
    size,
    seededAt,
    isLargest,
  }: { dataDir: string; size: number; seededAt: number; isLargest: boolean },
): Promise<Figure[]> {
  // The last slot that lies completely within that half hour.
  const slot = (Math.floor(seededAt / SLOT_MS) - 1) * SLOT_MS;
  const places = [
    { name: 'a tenth into its slot', at: slot + SLOT_MS / 10 },
    { name: 'at the end of its slot', at: slot + SLOT_MS - BEFORE_END_MS },
  ];
  const figures: Figure[] = [];
  for (const [nth, { name, at }] of places.entries()) {
    const aheadMs = at - START_MS - Date.now();
    const manager = await startManager({
      dataDir,
      nodeFlags: ['--import', './bench/processes/clockAhead.mjs'],
      env: { BENCH_CLOCK_AHEAD_MS: String(aheadMs) },
    });
    try {
      const now = (): number => Date.now() + aheadMs;
      await untilAsked(manager, at - now());
      const judged = {
        name: `${size} hosts, order to patch, ${name}`,
        path: '/api/v1/exposure/order',
        ...(isLargest ? { target: { of: 'value', max: MAX_MS } as const } : {}),
      };
      figures.push(
        ...(await besideBare(manager, [judged], { dir: path.join(dir, `bare-${nth}`), times: TIMES })),
      );
      if (now() >= slot + SLOT_MS) throw new Error('the slot was over before all was asked');
    } finally {
      await manager.stop();
    }
  }
  return figures;
}

/** Asks once, so that the code is compiled, and waits for the rest of the time. */
async function untilAsked(manager: ManagerProcess, leftMs: number): Promise<void> {
  if (leftMs < 0) throw new Error('the manager took too long to start');
  await Promise.all([sleep(leftMs), manager.must('GET', '/api/v1/exposure/order')]);
}
