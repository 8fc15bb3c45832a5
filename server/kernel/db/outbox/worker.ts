import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { afterSetBack } from '../../setBack.ts';
import { unlessAborted } from '../../unlessAborted.ts';
import { fromTs, type Database } from '../database.ts';
import type { RunTx } from '../tx.ts';
import {
  bringForward,
  claimMessages,
  deleteMessage,
  noteFailure,
  releaseMessage,
  type OutboxRow,
} from './rows.ts';
import { DeliveryRefused, type OutboxTopic } from './types.ts';

export interface OutboxParts {
  db: Database;
  runTx: RunTx;
  clock: Clock;
  log: Logger;
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
const LONGEST_WAIT_MS = 3_600_000;

const SPENT = new Error('its last attempt did not come to an end');

const maxAttemptsOf = (topic: OutboxTopic): number => topic.maxAttempts ?? DEFAULTS.maxAttempts;

/** The wait after the nth attempt: 30 s, doubled each time, an hour at most; spread, so that many do not come at once. */
export function waitMs(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.75 + random / 2);
}

/** Takes due messages and has them delivered, on every manager; rows decide who has which. */
export class OutboxWorker {
  readonly #parts: OutboxParts;
  readonly #topics: ReadonlyMap<string, OutboxTopic>;
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #stopping = new AbortController();
  #timer: { clear(): void } | null = null;
  #mending: { stop(): void } | null = null;
  #round: Promise<void> | null = null;
  #wokenAgain = false;
  #started = false;
  #unreadAt = -Infinity;

  constructor(parts: OutboxParts, topics: ReadonlyMap<string, OutboxTopic>) {
    this.#parts = parts;
    this.#topics = topics;
  }

  start(): void {
    if (this.#topics.size === 0) return;
    this.#started = true;
    const failed = 'the due times of messages could not be looked at';
    this.#mending = afterSetBack(this.#parts, { failed }, () => this.#bringForward());
    this.wake();
  }

  /** Looks for due messages at once; safe to call at any time. */
  wake(): void {
    if (!this.#started || this.#stopping.signal.aborted) return;
    this.#wokenAgain = true;
    this.#round ??= this.#rounds().finally(() => (this.#round = null));
  }

  async stop(): Promise<void> {
    this.#timer?.clear();
    this.#mending?.stop();
    this.#stopping.abort(new Error('the manager stops'));
    await this.#round;
    // Each delivery gives its message back as soon as the signal has aborted it.
    await Promise.allSettled([...this.#running.values()].flatMap((some) => [...some]));
  }

  async #bringForward(): Promise<void> {
    const { db, runTx } = this.#parts;
    await bringForward(runTx, { now: await db.now(), longestWaitMs: 1.25 * LONGEST_WAIT_MS });
    // What this clock showed at the last outage is of no use any more.
    this.#unreadAt = -Infinity;
    this.wake();
  }

  async #rounds(): Promise<void> {
    while (this.#wokenAgain && !this.#stopping.signal.aborted) {
      this.#wokenAgain = false;
      this.#timer?.clear();
      this.#timer = this.#parts.clock.setTimeout(() => this.wake(), POLL_MS);
      try {
        for (const [name, topic] of this.#topics) await this.#take(name, topic);
      } catch (error) {
        this.#unreadAt = this.#parts.clock.now().getTime();
        this.#parts.log.warn({ error }, 'the outbox could not be read; it is tried again in a moment');
      }
    }
  }

  async #take(name: string, topic: OutboxTopic): Promise<void> {
    const running = this.#running.get(name) ?? new Set();
    this.#running.set(name, running);
    const limit = (topic.concurrency ?? DEFAULTS.concurrency) - running.size;
    if (limit <= 0 || !(await this.#isAnyDue(name))) return;
    const { db, runTx, clock } = this.#parts;
    const now = await db.now();
    const leaseMs = (topic.timeoutMs ?? DEFAULTS.timeoutMs) + LEASE_SPARE_MS;
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const takesOver = clock.now().getTime() >= this.#unreadAt + AFTER_OUTAGE_MS;
    const rows = await claimMessages(runTx, { topic: name, limit, now, leaseUntil, takesOver });
    for (const row of rows) {
      const delivery = this.#deliver(row, topic).finally(() => {
        running.delete(delivery);
        this.wake();
      });
      running.add(delivery);
    }
  }

  /** Saves a write transaction: nearly always no message is due. */
  async #isAnyDue(topic: string): Promise<boolean> {
    const { db } = this.#parts;
    const query = db.reader('kernel_outbox').where('topic', topic).whereNull('dead_at');
    return (await query.where('due_at', '<=', await db.now()).first('id')) !== undefined;
  }

  async #deliver(row: OutboxRow, topic: OutboxTopic): Promise<void> {
    const { runTx, log } = this.#parts;
    try {
      // The manager that made the last attempt is gone, perhaps because of this very message.
      const isSpent = row.attempts > maxAttemptsOf(topic);
      const failure = isSpent ? { error: SPENT } : await this.#attempt(row, topic);
      if (failure === null) return await deleteMessage(runTx, row.id);
      await this.#failed(row, topic, failure.error);
    } catch (error) {
      // The message's lease runs out, and then it is sent once more.
      log.warn({ error, topic: row.topic, id: row.id }, 'what became of a message could not be written down');
    }
  }

  async #attempt(row: OutboxRow, topic: OutboxTopic): Promise<{ error: unknown } | null> {
    const late = AbortSignal.timeout(topic.timeoutMs ?? DEFAULTS.timeoutMs);
    const signal = AbortSignal.any([late, this.#stopping.signal]);
    try {
      const message = {
        id: row.id,
        key: row.message_key,
        payload: JSON.parse(row.payload) as unknown,
        attempt: row.attempts,
        createdAt: fromTs(row.created_at) ?? new Date(0),
      };
      await unlessAborted(topic.deliver(message, signal), signal);
      return null;
    } catch (error) {
      return { error };
    }
  }

  async #failed(row: OutboxRow, topic: OutboxTopic, thrown: unknown): Promise<void> {
    const { db, runTx, log } = this.#parts;
    const now = await db.now();
    if (this.#stopping.signal.aborted) return releaseMessage(runTx, row, now);
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    const isLast = thrown instanceof DeliveryRefused || row.attempts >= maxAttemptsOf(topic);
    const nextAt = isLast ? null : new Date(now.getTime() + waitMs(row.attempts, Math.random()));
    await noteFailure(runTx, row, { error, nextAt, now });
    const told = {
      topic: row.topic,
      id: row.id,
      key: row.message_key,
      attempts: row.attempts,
      reason: error,
    };
    if (isLast) log.error(told, 'a message could not be delivered and was given up');
    else log.warn({ ...told, nextAt }, 'a message could not be delivered yet');
  }
}
