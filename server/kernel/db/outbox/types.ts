import type { OutboxTopics } from '../../declared.ts';
import type { Tx } from '../tx.ts';

export type TopicName = keyof OutboxTopics & string;

/** A message as its handler gets it. */
export interface OutboxMessage<P = unknown> {
  /** The same at every attempt, and for whoever writes the same key again: the receiver's idempotency id. */
  id: string;
  key: string;
  payload: P;
  /** 1 at the first attempt. */
  attempt: number;
  createdAt: Date;
}

export interface OutboxTopic<P = unknown> {
  /**
   * Sends one message; it counts as delivered when this returns. It runs at least once: a manager may be killed after
   * the send, so the receiver must be told the id. Throw `DeliveryRefused` where trying again is no use, and anything
   * else where it is.
   */
  deliver(message: OutboxMessage<P>, signal: AbortSignal): Promise<void>;
  /** Deliveries of this topic at once on one manager (default 4). */
  concurrency?: number;
  /** After this many attempts the message is given up (default 12: about five hours with the waits between). */
  maxAttempts?: number;
  /** Time limit of one attempt, at which the signal aborts (default 30,000). */
  timeoutMs?: number;
}

/** Who sends the messages of a topic: topic → how a message is delivered, and within what time. */
export type OutboxHandlers = { [N in TopicName]?: OutboxTopic<OutboxTopics[N]> };

export interface NewMessage<P> {
  /**
   * Names the message within its topic: event and recipient, say. While a message of that key is in the outbox,
   * writing it again changes nothing.
   */
  key: string;
  /** At most 64 kB as JSON. No secrets: it lies in the database as it is. */
  payload: P;
  /** Earliest time to send it, by the database's clock; without it at once. */
  notBefore?: Date;
}

export interface OutboxFigures {
  /** Messages not delivered yet, with those for later and without dead ones. */
  waiting: number;
  /** How many seconds ago the oldest of them was to be sent, tried or not; null: none is due. */
  oldestSecs: number | null;
  /** Given up, and kept for 30 days. */
  dead: number;
  /** Of the dead, those given up within the last 24 hours. */
  diedLastDay: number;
}

/** A message that was given up. */
export interface DeadMessage {
  id: string;
  topic: string;
  key: string;
  attempts: number;
  /** Error of the last attempt. */
  error: string;
  createdAt: Date;
  deadAt: Date;
}

export interface Outbox {
  /** Registers who sends the messages of these topics, each named after its feature: `feature.noun`. Called in `setup`. */
  deliver(handlers: OutboxHandlers): void;
  /**
   * Writes a message in the caller's transaction: it is sent if, and only if, that commits; at least once, in no
   * promised order, by whichever manager comes first.
   */
  write<N extends TopicName>(tx: Tx, topic: N, message: NewMessage<OutboxTopics[N]>): Promise<void>;
  figures(): Promise<OutboxFigures>;
  /** The newest first, at most 500. */
  dead(limit?: number): Promise<DeadMessage[]>;
  /** Gives a dead message all of its attempts again. False when there is no such one. */
  revive(tx: Tx, id: string): Promise<boolean>;
}

/** The other side will not take this message, however often it is sent: it is given up at once. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
}
