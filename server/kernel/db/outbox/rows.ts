import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { fromTs, ts } from '../database.ts';
import type { RunTx, Tx } from '../tx.ts';
import type { DeadMessage, NewMessage, OutboxFigures } from './types.ts';
import { claimDue, freed, giveBack, type LeasedParts, type LeasedTable } from '../../leased/rows.ts';
import type { Waits } from '../../leased/waits.ts';

export interface OutboxRow {
  id: string;
  topic: string;
  message_key: string;
  payload: string;
  created_at: unknown;
  wanted_at: unknown;
  due_at: number | null;
  attempts: number;
  owner: string | null;
  lease_until: number | null;
  last_error: string | null;
  dead_at: unknown;
}

const TABLE = 'kernel_outbox';
/** Messages, which managers share; each topic is a lane. */
const MESSAGES: LeasedTable = {
  table: TABLE,
  id: 'id',
  due: 'due_at',
  lane: 'topic',
  owner: 'owner',
  until: 'lease_until',
};
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
    due_at: (notBefore ?? now).getTime(),
    attempts: 0,
    owner: null,
    lease_until: null,
    last_error: null,
    dead_at: null,
  };
  await tx.knex(TABLE).insert(row).onConflict('id').ignore();
}

export interface Claim {
  owner: string;
  topic: string;
  limit: number;
  leaseMs: number;
  /** Also takes messages whose holder's lease has run out. */
  takesOver: boolean;
}

/** Leases up to `limit` due messages and counts an attempt for each. */
export const claimMessages = (
  parts: LeasedParts,
  { owner, topic, limit, leaseMs, takesOver }: Claim,
): Promise<OutboxRow[]> =>
  claimDue(
    parts,
    takesOver ? MESSAGES : { ...MESSAGES, live: { owner: null } },
    { owner, lane: topic, limit, leaseMs },
    async ({ knex }, { ids, lease }) => {
      const held = () =>
        knex<OutboxRow>(TABLE)
          .whereIn('id', [...ids])
          .where(lease);
      await held().increment('attempts', 1);
      return held();
    },
  );

export const giveBackMessages = (parts: LeasedParts, owner: string): Promise<void> =>
  giveBack(parts, MESSAGES, owner);

/** What became of an attempt. */
export type Outcome = { row: OutboxRow } & (
  | { kind: 'delivered' }
  /** Without `waitMs` the message is given up. */
  | { kind: 'failed'; error: string; waitMs: number | null }
  /** It was cut short, and does not count. */
  | { kind: 'released' }
);

/**
 * Writes down outcomes and frees the leases. What was delivered goes by id alone: also where that came too late for the
 * lease. The rest is left to another manager that has the lease by now.
 */
export async function storeOutcomes({ db, tx }: LeasedParts, outcomes: readonly Outcome[]): Promise<void> {
  const now = await db.now();
  await tx(
    async ({ knex }) => {
      const ids = outcomes.filter(({ kind }) => kind === 'delivered').map(({ row }) => row.id);
      if (ids.length > 0) await knex(TABLE).whereIn('id', ids).delete();
      for (const outcome of outcomes) {
        const { id, owner, lease_until } = outcome.row;
        const held = knex(TABLE).where({ id, owner, lease_until });
        if (outcome.kind === 'failed')
          await held.update({
            ...freed(MESSAGES),
            last_error: outcome.error.slice(0, MAX_ERROR_LENGTH),
            due_at: outcome.waitMs === null ? null : now.getTime() + outcome.waitMs,
            dead_at: outcome.waitMs === null ? ts(now) : null,
          });
        else if (outcome.kind === 'released') await held.update(freed(MESSAGES)).decrement('attempts', 1);
      }
    },
    {
      name: 'outbox.store',
      durable: outcomes.some((outcome) => outcome.kind === 'failed' && outcome.waitMs === null),
    },
  );
}

/** The longest wait after an attempt, and the longest lease. */
export const LONGEST_WAIT_MS = 3_600_000;
const LONGEST_LEASE_MS = 10 * 60_000;

/**
 * A message that was never tried waits for the time that its writer gave, or for nothing. Whoever holds one keeps it for some
 * minutes, as he may be sending it.
 */
export const outboxWaits: Waits = () => [
  {
    table: TABLE,
    column: 'due_at',
    kind: 'ms',
    longest: {
      sql: 'case when attempts > 0 then ? when wanted_at > created_at then ? else 0 end',
      bindings: [1.25 * LONGEST_WAIT_MS, Number.MAX_SAFE_INTEGER],
    },
  },
  {
    table: TABLE,
    column: 'lease_until',
    kind: 'ms',
    longest: LONGEST_LEASE_MS,
    place: { sql: '?', bindings: [LONGEST_LEASE_MS] },
  },
];

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
    .update({ dead_at: null, attempts: 0, wanted_at: ts(now), due_at: now.getTime() });
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
