import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import { guarded } from '../../shared/guarded.ts';
import { waitError } from '../../shared/wire/appError.ts';
import { budgetKey, type Actor } from '../security/actor.ts';
import type { Metrics } from '../metrics.ts';
import { createTurns, TurnsFull } from '../turns.ts';
import { stateOf } from './state.ts';

/** Calls of one account that are worked on at once; a page makes some thirty when it loads, and they come by turns. */
const AT_ONCE = 6;
/** Of an account that has used up its processor time: it goes on, beside the others and not before them. */
const AT_ONCE_OVER = 1;
/** Processor time of the event loop that an account may use at full width, and how fast it comes back. */
const PURSE_MS = 3_000;
const REFILL_MS_PER_SEC = 250;
/** A call that lasts longer waits for something else (a host, a report, a slow reader): its place goes to the next. */
const KEEP_MS = 1_000;
/** The deep bound: so many calls of one account, or one for so long (a peer that waits to send is cut after 30 s). */
const WAITING_OF_ONE = 300;
const WAIT_MS = 20_000;
const RETRY_SECS = 5;

/**
 * Keeps each account to a share of the event loop: its calls wait for one another, and never for those of other
 * accounts. Only a call beyond the deep bound is refused, 429 RATE_LIMITED. Calls of nobody have limits of their own,
 * by address.
 */
export function takeTurns({
  keepMs = KEEP_MS,
  queue,
}: { keepMs?: number; queue?: Metrics['queue'] | undefined } = {}): RequestHandler {
  const purses = createPurses();
  const turns = createTurns({
    placesOf: (account) => (purses.isEmpty(account) ? AT_ONCE_OVER : AT_ONCE),
    waitingOf: WAITING_OF_ONE,
    waitMs: WAIT_MS,
    keepMs,
    onPlace: purses.open,
  });
  queue?.('requests', turns.waiting);
  return async (req, res, next) => {
    const { actor } = stateOf(req);
    if (!hasBudget(actor)) return next();
    const account = budgetKey(actor);
    const gone = new AbortController();
    let leave: (() => void) | null = null;
    // One listener: an answer has many, and Node warns of the eleventh.
    res.once(
      'close',
      guarded(() => {
        gone.abort();
        leave?.();
      }),
    );
    leave = await turns.take(account, gone.signal).catch((error: unknown) => {
      if (gone.signal.aborted) return null;
      throw error instanceof TurnsFull ? tooMany() : error;
    });
    if (leave === null) return undefined;
    if (res.closed) return leave();
    return next();
  };
}

const hasBudget = ({ kind }: Actor): boolean => kind === 'user' || kind === 'token';

const tooMany = () =>
  waitError('RATE_LIMITED', RETRY_SECS, {
    message: 'Too many calls of this account wait for their turn. Make fewer at once.',
  });

/**
 * What each account has left of its processor time. Nobody can say which call the event loop works for; so its busy time
 * is shared out evenly among the calls that are open meanwhile. That charges the one call of a quiet account for little,
 * and the crowd of another for nearly all. `shared` is what one open call has been charged since the start.
 */
export function createPurses(
  busyMs = () => performance.eventLoopUtilization().active,
  now = () => performance.now(),
) {
  const purses = new Map<string, { left: number; at: number }>();
  let shared = 0;
  let lastBusyMs = busyMs();
  let openCalls = 0;

  function share(): void {
    const busy = busyMs();
    if (openCalls > 0) shared += (busy - lastBusyMs) / openCalls;
    lastBusyMs = busy;
  }

  function purseOf(account: string): { left: number; at: number } {
    const at = now();
    const known = purses.get(account);
    if (!known) return { left: PURSE_MS, at };
    const refilled = known.left + ((at - known.at) * REFILL_MS_PER_SEC) / 1_000;
    return { left: Math.min(PURSE_MS, refilled), at };
  }

  return {
    isEmpty: (account: string): boolean => purses.has(account) && purseOf(account).left <= 0,
    /** A call begins; the returned function ends it. */
    open(account: string): () => void {
      share();
      openCalls += 1;
      const from = shared;
      return () => {
        share();
        openCalls -= 1;
        const purse = purseOf(account);
        // Never deeper than it refills in a few seconds: what is past is past.
        purse.left = Math.max(-PURSE_MS, purse.left - (shared - from));
        purses.set(account, purse);
        forgetFull();
      };
    },
  };

  function forgetFull(): void {
    if (purses.size < 1_000) return;
    for (const account of purses.keys()) if (purseOf(account).left >= PURSE_MS) purses.delete(account);
  }
}
