import type { Knex } from 'knex';
import type { Database } from '../db/database.ts';
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
  /** A number or name: rows of one lane do not wait behind those of another. Without it there is one lane. */
  lane?: string;
  /** The only manager that may claim the row; null: any. Without it any may. */
  only?: string;
  /** What all rows have that may be claimed. */
  live?: Readonly<Record<string, number | null>>;
  /**
   * A claim moves the due time to the end of the lease, and giving back to now. So whoever finds an earlier one at the
   * end knows that somebody asked for the row meanwhile.
   */
  movesDue?: boolean;
}

export interface LeasedParts {
  db: Pick<Database, 'now' | 'reader'>;
  tx: RunTx;
}

/** The rows that were claimed, for a query: `ids` and what they hold now. */
export interface Held {
  ids: readonly string[];
  lease: Readonly<Record<string, string | number>>;
  leaseUntilMs: number;
  nowMs: number;
}

type ReadHeld<Row> = (tx: Tx, held: Held) => PromiseLike<Row[]>;

/** Ids of one statement. */
const CHUNK = 500;

interface Claim {
  owner: string;
  lane?: number | string;
  /** Only some of these rows. */
  ids?: readonly string[];
  limit: number;
  leaseMs: number;
}

/**
 * Leases up to `limit` rows of a lane that are due and free, the longest due first, by compare-and-set: of two managers
 * that want the same row, the database lets one have it. Answers what `read` reads of those that this owner has got.
 */
export async function claimDue<Row>(
  { db, tx: runTx }: LeasedParts,
  on: LeasedTable,
  { owner, lane, ids: among, limit, leaseMs }: Claim,
  read: ReadHeld<Row>,
): Promise<Row[]> {
  const nowMs = (await db.now()).getTime();
  const fixed = Object.entries({ ...on.live, ...(on.lane === undefined ? {} : { [on.lane]: lane }) });
  /** A column as `+??` is found by no index: for rows that are named by their keys. */
  const due = (query: Knex.QueryBuilder, column: '??' | '+??'): Knex.QueryBuilder => {
    const raw = (name: string): Knex.Raw => db.reader.raw(column, [name]);
    for (const [name, value] of fixed)
      void (value == null ? query.whereNull(name) : query.where(raw(name), '=', value));
    const { only } = on;
    return query
      .where((row) => void (among && row.whereIn(on.id, among)))
      .where((row) => void (only && row.whereNull(only).orWhere(only, owner)))
      .where(raw(on.due), '<=', nowMs)
      .where((row) => void row.whereNull(on.until).orWhere(on.until, '<=', nowMs));
  };
  const found = (await due(db.reader(on.table), '??').orderBy(on.due).limit(limit).select({ id: on.id })) as {
    id: string;
  }[];
  if (found.length === 0) return [];
  const leaseUntilMs = nowMs + leaseMs;
  const lease = { [on.owner]: owner, [on.until]: leaseUntilMs };
  return runTx(
    async (tx) => {
      const taken: Row[] = [];
      for (let at = 0; at < found.length; at += CHUNK) {
        const ids = found.slice(at, at + CHUNK).map(({ id }) => id);
        // An index of the due times would read all that is due once more, for each claim.
        const count = await due(tx.knex(on.table).whereIn(on.id, ids), '+??').update(
          on.movesDue ? { ...lease, [on.due]: leaseUntilMs } : lease,
        );
        if (count > 0) taken.push(...(await read(tx, { ids, lease, leaseUntilMs, nowMs })));
      }
      return taken;
    },
    { durable: false, name: `${on.table}.claim` },
  );
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

/**
 * When a row whose claim `movesDue` is due again, for the update that ends its lease: at `atMs`, or earlier if somebody
 * asked for it meanwhile. It reads the lease's columns, so it must be set before them.
 */
export const dueAgain = (knex: Knex, { due, until }: LeasedTable, atMs: number): Knex.Raw =>
  knex.raw('case when ?? < ?? then ?? else ? end', [due, until, due, atMs]);
