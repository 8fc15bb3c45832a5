import type { Logger } from 'pino';
import { createBatch, type BatchOptions } from '../batch.ts';
import type { Clock } from '../clock.ts';
import { apart } from '../db/requests.ts';
import { every } from '../every.ts';

export interface Lane {
  /** How many are worked on at once. */
  atOnce: number;
  /** How many this manager holds at most, those included that wait for their turn: each claim is a transaction. */
  held: number;
}

/** What is to be done with rows that are due: see rows.ts. */
export interface LeasedWork<Item, Result> {
  /** What the rows are, in the plural, for the log: `health checks`. */
  noun: string;
  /** By their numbers. Rows that may be slow have a lane of their own, so that they keep nobody waiting. */
  lanes: readonly Lane[];
  /** How often a manager looks for due rows. */
  everyMs: number;
  /** An item that waits longer for its turn is dropped: its lease is nearly over. */
  waitsAtMostMs?: number;
  /** Leases up to `limit` due rows; fewer than that: there are no more. */
  claim: (lane: number, limit: number) => Promise<readonly Item[]>;
  giveBack: () => Promise<void>;
  work: (item: Item) => Promise<Result>;
  /** Results are stored together; where they cannot be, the leases run out, and the work is done again. */
  batch: Pick<BatchOptions<Result>, 'maxItems' | 'waitMs' | 'weight' | 'write'>;
  /** Names an item in the log. */
  about: (item: Item) => Record<string, unknown>;
}

/** Works on rows that are due, each held by one manager at a time. */
export interface LeasedWorker {
  /**
   * Gives back what this manager held when it was killed, because nobody would work on it before the leases end, and
   * looks for due rows from then on. Resolves when it was given back, or could not be.
   */
  start(): Promise<void>;
  /** Looks for due rows now instead of at the next tick. */
  wake(): void;
  /** Works until nothing is due, and resolves when all is stored. */
  drain(): Promise<void>;
  /** Stores what has ended and gives the rest back. */
  stop(): Promise<void>;
}

const STOP_WAIT_MS = 3_000;

interface LaneState<Item> extends Lane {
  running: number;
  waiting: { item: Item; sinceMs: number }[];
  /** The claim that is under way. */
  filling: Promise<void> | null;
  /** Somebody has called during that claim. */
  again: boolean;
  /** The last claim was full: there is more. */
  more: boolean;
}

/** The loop of every manager over rows that are worked on under leases. Rows decide who works on what. */
export function leasedWorker<Item, Result>(
  ctx: { clock: Clock; log: Logger },
  of: LeasedWork<Item, Result>,
): LeasedWorker {
  const lanes = of.lanes.map((lane): LaneState<Item> => ({
    ...lane,
    running: 0,
    waiting: [],
    filling: null,
    again: false,
    more: false,
  }));
  const batch = createBatch<Result>({
    ...of.batch,
    log: ctx.log,
    failed: `results of ${of.noun} could not be stored`,
  });
  const claimFailed = `due ${of.noun} could not be claimed`;
  const under = new Set<Promise<void>>();
  let stopped = false;
  let ticks: { stop(): void } | null = null;

  function fill(lane: number): Promise<void> {
    const state = lanes[lane];
    if (!state) return Promise.resolve();
    // Whoever calls during a claim gets another one, which sees what was written meanwhile.
    state.again = state.filling !== null;
    return (state.filling ??= fillUntilQuiet(lane, state));
  }

  async function fillUntilQuiet(lane: number, state: LaneState<Item>): Promise<void> {
    try {
      do {
        state.again = false;
        await claimInto(lane, state);
      } while (state.again);
    } finally {
      state.filling = null;
    }
  }

  async function claimInto(lane: number, state: LaneState<Item>): Promise<void> {
    const limit = state.held - state.running - state.waiting.length;
    if (stopped || limit <= 0) return;
    const items = await of.claim(lane, limit);
    state.more = items.length === limit;
    const sinceMs = performance.now();
    for (const item of items) state.waiting.push({ item, sinceMs });
    beginNext(lane, state);
  }

  function beginNext(lane: number, state: LaneState<Item>): void {
    while (!stopped && state.running < state.atOnce) {
      const next = state.waiting.shift();
      if (!next) break;
      if (performance.now() - next.sinceMs <= (of.waitsAtMostMs ?? Infinity)) begin(lane, state, next.item);
    }
    const isRoomy = state.running + state.waiting.length <= state.held / 2;
    // The next ones are claimed together, not one for one, nor those few once more for which a claim is under way.
    if (state.more && !state.filling && state.waiting.length === 0 && isRoomy) void fill(lane).catch(report);
  }

  function begin(lane: number, state: LaneState<Item>, item: Item): void {
    state.running++;
    const run = of
      .work(item)
      .then((result) => batch.add(result))
      .catch((error: unknown) =>
        ctx.log.error({ error, ...of.about(item) }, `the work on one of the ${of.noun} failed`),
      )
      .finally(() => {
        state.running--;
        under.delete(run);
        beginNext(lane, state);
      });
    under.add(run);
  }

  const report = (error: unknown): void => ctx.log.warn({ error }, claimFailed);
  const fillAll = async (): Promise<void> => void (await Promise.all(lanes.map((_, lane) => fill(lane))));

  return {
    async start() {
      await of
        .giveBack()
        .catch((error: unknown) =>
          ctx.log.warn(
            { error },
            `${of.noun} that this manager worked on when it was killed wait until their leases end`,
          ),
        );
      if (stopped) return;
      ticks = every(ctx, { ms: of.everyMs, failed: claimFailed }, fillAll);
    },
    wake: () => void apart(fillAll).catch(report),
    async drain() {
      do {
        await fillAll();
        while (under.size > 0 || lanes.some(({ filling }) => filling)) {
          await Promise.all(under);
          await new Promise((resolve) => setImmediate(resolve));
        }
        await batch.flush();
      } while (lanes.some(({ more }) => more));
    },
    async stop() {
      stopped = true;
      ticks?.stop();
      // A claim that ends later would hold what nobody works on.
      const claims = lanes.map(({ filling }) => filling?.catch(report));
      await Promise.race([
        Promise.all([...under, ...claims]),
        new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS).unref()),
      ]);
      await batch.flush();
      await of.giveBack();
    },
  };
}
