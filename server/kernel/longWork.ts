import { setTimeout as sleep } from 'node:timers/promises';

/** How long others wait for one piece of long work. */
const TURN_MS = 8;

/**
 * Does long work in pieces, so that requests and timers get their turn in between. The work yields wherever it may be
 * interrupted, more often than it will be. Resolves with what it returns. `restMs` is called after each piece and says
 * how long the work rests then, for others that do not wait for it; 0: it goes on in the next turn of the event loop.
 */
export async function inTurns<Result>(
  work: Generator<void, Result>,
  { turnMs = TURN_MS, restMs = () => 0 }: { turnMs?: number; restMs?: () => number } = {},
): Promise<Result> {
  let startedMs = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - startedMs < turnMs) continue;
    const ms = restMs();
    if (ms > 0) await sleep(ms);
    else await new Promise<void>((resolve) => setImmediate(resolve));
    startedMs = performance.now();
  }
}
