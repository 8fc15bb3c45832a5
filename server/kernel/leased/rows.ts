import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { CLOCKS_DIFFER_MS } from '../clock.ts';
import type { Database, Dialect } from '../db/database.ts';
import type { RunTx, Tx } from '../db/tx.ts';

/** The columns by which managers share the work on the rows of a table. Times are milliseconds by the database's clock. */
export interface LeasedTable {
  table: string;
  /** The primary key. */
  id: string;
  /** When the row is due; null: never. */
  due: string;
  /** Which manager works on the row, and until when nobody else does. */
  owner: string;
  until: string;
  /** A number: rows of one lane do not wait behind those of another. */
  lane: string;
  /** What all rows have that may be claimed. */
  live?: Readonly<Record<string, number>>;
  /**
   * A claim moves the due time to the end of the lease, and giving back to now. So whoever finds an earlier one at the
   * end knows that somebody asked for the row meanwhile.
   */
  movesDue?: boolean;
}

export interface LeasedParts {
  db: Pick<Database, 'now' | 'reader' | 'dialect'>;
  tx: RunTx;
}

/** The rows that were claimed, for a query: `ids` and what they hold now. */
export interface Held {
  ids: readonly string[];
  lease: Readonly<Record<string, string | number>>;
  leaseUntilMs: number;
  nowMs: number;
}

type ReadHeld<Row> = (tx: Tx, held: Held) => Promise<Row[]>;

/** Ids of one statement. */
const CHUNK = 500;

/**
 * Leases up to `limit` rows of a lane that are due and free, the longest due first, by compare-and-set: of two managers
 * that want the same row, the database lets one have it. Answers what `read` reads of those that this owner has got.
 */
export async function claimDue<Row>(
  parts: LeasedParts,
  on: LeasedTable,
  { owner, lane, limit, leaseMs }: { owner: string; lane: number; limit: number; leaseMs: number },
  read: ReadHeld<Row>,
): Promise<Row[]> {
  const nowMs = (await parts.db.now()).getTime();
  const due = (await free(parts.db.reader(on.table), on, nowMs)
    .where({ ...on.live, [on.lane]: lane })
    .where(on.due, '<=', nowMs)
    .orderBy(on.due)
    .limit(limit)
    .select({ id: on.id })) as { id: string }[];
  return take(parts, on, { ids: due.map(({ id }) => id), owner, nowMs, leaseMs, onlyDue: true }, read);
}

/** Leases the named rows whatever their due times; those that another owner holds are left out. */
export async function claimNamed<Row>(
  parts: LeasedParts,
  on: LeasedTable,
  { owner, ids, leaseMs }: { owner: string; ids: readonly string[]; leaseMs: number },
  read: ReadHeld<Row>,
): Promise<Row[]> {
  const nowMs = (await parts.db.now()).getTime();
  return take(parts, on, { ids: [...new Set(ids)], owner, nowMs, leaseMs, onlyDue: false }, read);
}

interface Take {
  ids: readonly string[];
  owner: string;
  nowMs: number;
  leaseMs: number;
  onlyDue: boolean;
}

async function take<Row>(
  { tx: runTx }: LeasedParts,
  on: LeasedTable,
  { ids, owner, nowMs, leaseMs, onlyDue }: Take,
  read: ReadHeld<Row>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const leaseUntilMs = nowMs + leaseMs;
  const lease = { [on.owner]: owner, [on.until]: leaseUntilMs };
  return runTx(
    async (tx) => {
      const taken: Row[] = [];
      for (let at = 0; at < ids.length; at += CHUNK) {
        const some = ids.slice(at, at + CHUNK);
        const wanted = free(tx.knex(on.table).whereIn(on.id, some), on, nowMs).where(on.live ?? {});
        if (onlyDue) wanted.where(on.due, '<=', nowMs);
        const count = await wanted.update(on.movesDue ? { ...lease, [on.due]: leaseUntilMs } : lease);
        if (count > 0) taken.push(...(await read(tx, { ids: some, lease, leaseUntilMs, nowMs })));
      }
      return taken;
    },
    { durable: false, name: `${on.table}.claim` },
  );
}

function free(query: Knex.QueryBuilder, { until }: LeasedTable, nowMs: number): Knex.QueryBuilder {
  return query.where((row) => void row.whereNull(until).orWhere(until, '<=', nowMs));
}

/** Frees all rows that this owner holds. */
export async function giveBack({ db, tx }: LeasedParts, on: LeasedTable, owner: string): Promise<void> {
  const nowMs = (await db.now()).getTime();
  await tx(
    async ({ knex }) => {
      await knex(on.table)
        .where({ ...on.live, [on.owner]: owner })
        .update({ ...freed(on), ...(on.movesDue ? { [on.due]: nowMs } : {}) });
    },
    { durable: false, name: `${on.table}.giveBack` },
  );
}

/** What an update writes that ends the lease of its rows. */
export const freed = ({ owner, until }: LeasedTable): Record<string, null> => ({
  [owner]: null,
  [until]: null,
});

interface Sql {
  sql: string;
  bindings: readonly number[];
}

/** A time that the machine gave, and not a person. */
export interface Wait {
  column: string;
  /** Milliseconds: nothing waits longer, by what the row itself says. */
  longest: Sql;
  /** Milliseconds from now at which a row comes that waits too long, so that they do not come all at once. */
  place: Sql;
}

/** SQL of a whole number from 0 to below `max`, another one for each row. */
export const randomBelow = (dialect: Dialect, max: number): Sql => ({
  sql: dialect === 'sqlite' ? 'abs(random() % ?)' : 'floor(rand() * ?)',
  bindings: [max],
});

/**
 * Brings back times that lie further ahead than any wait, and leases that end later than any: a clock that was ahead
 * and has been set back since wrote them, and nobody would work on these rows until it has come there again.
 */
export async function pullBack(
  { db, tx, log }: LeasedParts & { log: Logger },
  on: LeasedTable,
  { waits, leaseMs }: { waits: readonly Wait[]; leaseMs: number },
): Promise<void> {
  const nowMs = (await db.now()).getTime();
  const latestMs = nowMs + CLOCKS_DIFFER_MS;
  const lease: Wait = {
    column: on.until,
    longest: { sql: '?', bindings: [leaseMs] },
    place: { sql: '0', bindings: [] },
  };
  const all = [...waits, lease];
  const ahead = (query: Knex.QueryBuilder): void => {
    for (const { column, longest } of all)
      query.orWhereRaw(`${column} > ? + ${longest.sql}`, [latestMs, ...longest.bindings]);
  };
  if (!(await db.reader(on.table).where(ahead).first(on.id))) return;
  await tx(
    async ({ knex }) => {
      const mended = all.map(({ column, longest, place }) => [
        column,
        knex.raw(`case when ${column} > ? + ${longest.sql} then ? + ${place.sql} else ${column} end`, [
          ...[latestMs, ...longest.bindings],
          ...[nowMs, ...place.bindings],
        ]),
      ]);
      await knex(on.table).where(ahead).update(Object.fromEntries(mended));
    },
    { durable: false, name: `${on.table}.pullBack` },
  );
  log.warn(
    { table: on.table },
    'due times lay too far ahead, by a clock that was set back; they were brought forward',
  );
}
