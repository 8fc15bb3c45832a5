import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { leasedWorker, type LeasedWorker } from '../../leased/worker.ts';
import { unlessAborted } from '../../unlessAborted.ts';
import { fromTs, type Database } from '../database.ts';
import type { RunTx } from '../tx.ts';
import {
  claimMessages,
  giveBackMessages,
  LONGEST_WAIT_MS,
  storeOutcomes,
  type Outcome,
  type OutboxRow,
} from './rows.ts';
import { DeliveryRefused, type OutboxTopic } from './types.ts';

export interface OutboxParts {
  db: Database;
  tx: RunTx;
  clock: Clock;
  log: Logger;
  /** Owner name of leases. */
  instanceId: string;
}

/** How soon this manager sees what another has written, or what has become due. */
const POLL_MS = 5_000;
const DEFAULTS = { concurrency: 4, maxAttempts: 12, timeoutMs: 30_000 };
/** How long, beyond its time limit, a handler that ignores its signal keeps the message before others try. */
const LEASE_SPARE_MS = 30_000;
/**
 * During an outage of the database leases run out although their holders may be well: the holders get this long to
 * write down what they have delivered meanwhile, before others take their messages and deliver them once more.
 */
const AFTER_OUTAGE_MS = 10_000;
const FIRST_WAIT_MS = 30_000;
/** Outcomes that one transaction stores. */
const BATCH = 50;

const SPENT = new Error('its last attempt did not come to an end');

/** The wait after the nth attempt: 30 s, doubled each time, an hour at most; spread, so that many do not come at once. */
export function waitMs(attempt: number, random: number): number {
  return Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.75 + random / 2));
}

/** Takes due messages and has them delivered, on every manager; rows decide who has which. Each topic is a lane. */
export function createDeliveries(
  parts: OutboxParts,
  topics: ReadonlyMap<string, OutboxTopic>,
): Pick<LeasedWorker, 'wake' | 'stop'> & { start(): void } {
  const { clock, log, instanceId: owner } = parts;
  const lanes = [...topics].map(([name, topic]) => ({ name, topic: { ...DEFAULTS, ...topic } }));
  const stopping = new AbortController();
  let outage: { clear(): void } | null = null;
  const worker = leasedWorker<{ row: OutboxRow; topic: Topic }, Outcome>(parts, {
    noun: 'messages',
    lanes: lanes.map(({ topic: { concurrency } }) => ({ atOnce: concurrency, held: concurrency })),
    everyMs: POLL_MS,
    async claim(lane, limit) {
      const of = lanes[lane];
      if (!of) return [];
      const { name, topic } = of;
      try {
        const leaseMs = topic.timeoutMs + LEASE_SPARE_MS;
        const claim = { owner, topic: name, limit, leaseMs, takesOver: outage === null };
        const rows = await claimMessages(parts, claim);
        if (!stopping.signal.aborted) return rows.map((row) => ({ row, topic }));
        if (rows.length > 0)
          await storeOutcomes(
            parts,
            rows.map((row) => ({ row, kind: 'released' })),
          );
        return [];
      } catch (error) {
        outage?.clear();
        outage = clock.setTimeout(() => (outage = null), AFTER_OUTAGE_MS);
        throw error;
      }
    },
    giveBack: () => giveBackMessages(parts, owner),
    work: ({ row, topic }) => deliver(row, topic, stopping.signal),
    batch: {
      maxItems: BATCH,
      waitMs: 0,
      async write(outcomes) {
        await storeOutcomes(parts, outcomes);
        for (const outcome of outcomes) tell(log, outcome);
        worker.wake();
      },
    },
    about: ({ row: { topic, id } }) => ({ topic, id }),
  });
  return {
    start: () => void worker.start().then(worker.wake),
    wake: worker.wake,
    async stop() {
      stopping.abort(new Error('the manager stops'));
      await worker.stop();
      outage?.clear();
    },
  };
}

type Topic = OutboxTopic & typeof DEFAULTS;

async function deliver(row: OutboxRow, topic: Topic, stopping: AbortSignal): Promise<Outcome> {
  // The manager that made the last attempt is gone, perhaps because of this very message.
  const isSpent = row.attempts > topic.maxAttempts;
  const signal = AbortSignal.any([AbortSignal.timeout(topic.timeoutMs), stopping]);
  try {
    if (isSpent) throw SPENT;
    const message = {
      id: row.id,
      key: row.message_key,
      attempt: row.attempts,
      payload: JSON.parse(row.payload) as unknown,
      createdAt: fromTs(row.created_at) ?? new Date(0),
    };
    await unlessAborted(topic.deliver(message, signal), signal);
    return { row, kind: 'delivered' };
  } catch (thrown) {
    if (stopping.aborted) return { row, kind: 'released' };
    const isLast = thrown instanceof DeliveryRefused || row.attempts >= topic.maxAttempts;
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    return { row, kind: 'failed', error, waitMs: isLast ? null : waitMs(row.attempts, Math.random()) };
  }
}

function tell(log: Logger, outcome: Outcome): void {
  if (outcome.kind !== 'failed') return;
  const { topic, id, message_key: key, attempts } = outcome.row;
  const told = { topic, id, key, attempts, reason: outcome.error };
  if (outcome.waitMs === null) log.error(told, 'a message could not be delivered and was given up');
  else log.warn({ ...told, waitMs: outcome.waitMs }, 'a message could not be delivered yet');
}
