import { insertMessage, pruneMessages, readDead, readFigures, reviveMessage } from './rows.ts';
import type { Outbox, OutboxTopic } from './types.ts';
import { createDeliveries, type OutboxParts } from './worker.ts';

/** The outbox and what delivers from it. */
export interface OwnOutbox extends Outbox {
  start(): void;
  /** Takes no more messages; ends the deliveries under way, or gives their messages back. */
  stop(): Promise<void>;
  prune(): Promise<void>;
}

const KEPT_MS = 30 * 86_400_000;

export function createOutbox(parts: OutboxParts): OwnOutbox {
  const { db } = parts;
  const topics = new Map<string, OutboxTopic>();
  let deliveries: ReturnType<typeof createDeliveries> | null = null;
  const wake = (): void => deliveries?.wake();
  return {
    async write(tx, topic, message) {
      if (!topics.has(topic)) throw new Error(`Nobody delivers messages of the topic ${topic}`);
      await insertMessage(tx, topic, message, await db.now(tx.knex));
      tx.afterCommit(wake);
    },
    figures: async () => readFigures(db.reader, await db.now()),
    dead: (limit = 50) => readDead(db.reader, limit),
    async revive(tx, id) {
      tx.afterCommit(wake);
      return reviveMessage(tx, id, await db.now(tx.knex));
    },
    deliver(handlers) {
      for (const [name, topic] of Object.entries(handlers)) topics.set(name, topic as OutboxTopic);
    },
    start() {
      if (topics.size === 0) return;
      deliveries = createDeliveries(parts, topics);
      deliveries.start();
    },
    stop: async () => deliveries?.stop(),
    prune: async () => pruneMessages(parts.tx, new Date((await db.now()).getTime() - KEPT_MS)),
  };
}
