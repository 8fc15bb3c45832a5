import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import { fromTs, ts } from '../database.ts';
import type { RunTx, Tx } from '../tx.ts';
import type { DeadMessage, NewMessage, OutboxFigures } from './types.ts';
import { CLOCKS_DIFFER_MS } from '../../clock.ts';

export interface OutboxRow {
  id: string;
  topic: string;
  message_key: string;
  payload: string;
  created_at: unknown;
  wanted_at: unknown;
  due_at: unknown;
  attempts: number;
  lease_id: string | null;
  last_error: string | null;
  dead_at: unknown;
}

const TABLE = 'kernel_outbox';
const MAX_PAYLOAD_BYTES = 65_536;
const MAX_KEY_LENGTH = 255;
const MAX_ERROR_LENGTH = 1_000;
const DAY_MS = 86_400_000;

/** A UUID (version 8) of topic and key: the same message has the same one everywhere and for ever. */
export function messageId(topic: string, key: string): string {
  const hash = createHash('sha256').update(`${topic}\0${key}`).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export async function insertMessage(
  tx: Tx,
  topic: string,
  { key, payload, notBefore }: NewMessage<unknown>,
  now: Date,
): Promise<void> {
  const text = JSON.stringify(payload);
  const sizeBytes = Buffer.byteLength(text);
  if (sizeBytes > MAX_PAYLOAD_BYTES)
    throw new RangeError(`A message of ${topic} has ${sizeBytes} bytes, of at most ${MAX_PAYLOAD_BYTES}`);
  if (key.length > MAX_KEY_LENGTH)
    throw new RangeError(`The key of a message of ${topic} has more than ${MAX_KEY_LENGTH} characters`);
  const row: OutboxRow = {
    id: messageId(topic, key),
    topic,
    message_key: key,
    payload: text,
    created_at: now,
    wanted_at: notBefore ?? now,
    due_at: notBefore ?? now,
    attempts: 0,
    lease_id: null,
    last_error: null,
    dead_at: null,
  };
  await tx.knex(TABLE).insert(row).onConflict('id').ignore();
}

export interface Claim {
  topic: string;
  limit: number;
  now: Date;
  leaseUntil: Date;
  /** Also takes messages whose holder's lease has run out. */
  takesOver: boolean;
}

/**
 * Leases up to `limit` due messages until `leaseUntil` and counts an attempt for each; answers those that no other
 * manager has taken.
 */
export async function claimMessages(
  runTx: RunTx,
  { topic, limit, now, leaseUntil, takesOver }: Claim,
): Promise<OutboxRow[]> {
  const leaseId = uuid();
  return runTx(
    async ({ knex }) => {
      const due = (query: Knex.QueryBuilder) =>
        query.where('topic', topic).whereNull('dead_at').where('due_at', '<=', ts(now));
      const found = due(knex(TABLE)).orderBy('due_at').limit(limit).select('id');
      const free = (await (takesOver ? found : found.whereNull('lease_id'))) as { id: string }[];
      if (free.length === 0) return [];
      const ids = free.map(({ id }) => id);
      // Checks again that they are due: when two managers have read the same rows, each row goes to one of them.
      await due(knex(TABLE).whereIn('id', ids))
        .update({ due_at: ts(leaseUntil), lease_id: leaseId })
        .increment('attempts', 1);
      return (await knex<OutboxRow>(TABLE).whereIn('id', ids).where('lease_id', leaseId)) as OutboxRow[];
    },
    { name: 'outbox.claim', durable: false },
  );
}

/** By id alone: a message that was delivered too late for its lease was delivered all the same. */
export async function deleteMessage(runTx: RunTx, id: string): Promise<void> {
  await runTx(async ({ knex }) => void (await knex(TABLE).where('id', id).delete()), {
    name: 'outbox.delivered',
    durable: false,
  });
}

export interface Failure {
  error: string;
  /** Null: the message is given up. */
  nextAt: Date | null;
  now: Date;
}

/** Writes down a failed attempt, unless another manager has the lease by now. */
export async function noteFailure(
  runTx: RunTx,
  { id, lease_id }: OutboxRow,
  { error, nextAt, now }: Failure,
): Promise<void> {
  const values = {
    last_error: error.slice(0, MAX_ERROR_LENGTH),
    lease_id: null,
    due_at: nextAt ?? now,
    dead_at: nextAt === null ? now : null,
  };
  await runTx(async ({ knex }) => void (await knex(TABLE).where({ id, lease_id }).update(values)), {
    name: 'outbox.failed',
    durable: nextAt === null,
  });
}

/** Gives back a message whose attempt was cut short, so that others need not wait for the lease. */
export async function releaseMessage(runTx: RunTx, { id, lease_id }: OutboxRow, now: Date): Promise<void> {
  await runTx(
    async ({ knex }) => {
      await knex(TABLE)
        .where({ id, lease_id })
        .update({ lease_id: null, due_at: ts(now) })
        .decrement('attempts', 1);
    },
    { name: 'outbox.release', durable: false },
  );
}

/** No lease of a message lasts longer. */
const LONGEST_LEASE_MS = 10 * 60_000;

/**
 * Brings forward what a clock that was set back since has put off: messages that it wrote, and those that it had tried
 * and that are due later than `longestWaitMs` from now. Whoever holds one has some minutes left.
 */
export async function bringForward(
  runTx: RunTx,
  { now, longestWaitMs }: { now: Date; longestWaitMs: number },
): Promise<void> {
  const latest = ts(now.getTime() + CLOCKS_DIFFER_MS);
  const tooLate = ts(now.getTime() + CLOCKS_DIFFER_MS + longestWaitMs);
  await runTx(
    async ({ knex }) => {
      const ahead = () =>
        knex(TABLE)
          .whereNull('dead_at')
          .where('due_at', '>', latest)
          .where((put) =>
            put
              .where((tried) => tried.where('attempts', '>', 0).where('due_at', '>', tooLate))
              .orWhere((written) =>
                written.where('created_at', '>', latest).whereRaw('wanted_at <= created_at'),
              ),
          );
      await ahead()
        .whereNull('lease_id')
        .update({ due_at: ts(now) });
      await ahead()
        .whereNotNull('lease_id')
        .update({ due_at: ts(now.getTime() + LONGEST_LEASE_MS) });
    },
    { name: 'outbox.bringForward', durable: false },
  );
}

export async function readFigures(reader: Knex, now: Date): Promise<OutboxFigures> {
  const count = async (query: Knex.QueryBuilder): Promise<number> =>
    Number(((await query.count({ n: '*' }).first()) as { n: number | string }).n);
  const oldest = (await reader(TABLE).whereNull('dead_at').orderBy('wanted_at').first('wanted_at')) as
    | { wanted_at: unknown }
    | undefined;
  const lateMs = now.getTime() - (fromTs(oldest?.wanted_at)?.getTime() ?? Infinity);
  return {
    waiting: await count(reader(TABLE).whereNull('dead_at')),
    oldestSecs: lateMs < 0 ? null : Math.floor(lateMs / 1_000),
    dead: await count(reader(TABLE).whereNotNull('dead_at')),
    diedLastDay: await count(reader(TABLE).where('dead_at', '>', ts(now.getTime() - DAY_MS))),
  };
}

export async function readDead(reader: Knex, limit: number): Promise<DeadMessage[]> {
  const rows = (await reader<OutboxRow>(TABLE)
    .whereNotNull('dead_at')
    .orderBy('dead_at', 'desc')
    .limit(Math.min(limit, 500))) as OutboxRow[];
  return rows.map((row) => ({
    id: row.id,
    topic: row.topic,
    key: row.message_key,
    attempts: row.attempts,
    error: row.last_error ?? '',
    createdAt: fromTs(row.created_at) ?? new Date(0),
    deadAt: fromTs(row.dead_at) ?? new Date(0),
  }));
}

export async function reviveMessage(tx: Tx, id: string, now: Date): Promise<boolean> {
  const changed = await tx
    .knex(TABLE)
    .where('id', id)
    .whereNotNull('dead_at')
    .update({ dead_at: null, attempts: 0, wanted_at: ts(now), due_at: ts(now) });
  return changed > 0;
}

/**
 * Deletes messages that died before this time, and those still waiting since before it: of features that are switched
 * off, for example.
 */
export async function pruneMessages(runTx: RunTx, before: Date): Promise<void> {
  await runTx(
    async ({ knex }) => {
      await knex(TABLE).where('dead_at', '<', ts(before)).delete();
      await knex(TABLE).whereNull('dead_at').where('wanted_at', '<', ts(before)).delete();
    },
    { name: 'outbox.prune', durable: false },
  );
}
