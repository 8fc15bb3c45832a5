import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { validationError } from '../../shared/wire/appError.ts';
import type { BaseModel } from './model.ts';

/** Value of the column that orders a list; points of time in milliseconds. */
export type KeysetValue = string | number | null;

/** The last row of a page: the next page starts behind it, also when that row is gone by then. */
export interface KeysetPosition {
  value: KeysetValue;
  id: string;
}

/** How a list is ordered: by one column, and by the id among rows that are equal there. */
export interface Keyset {
  /** Names list and order as the caller does (`-created_at`); a cursor of another one is refused. */
  sort: string;
  column: string;
  direction: 'asc' | 'desc';
  /** The column holds points of time. */
  isTime?: boolean;
}

const MAX_TIME_MS = 8.64e15;
const ID = /^[0-9a-f-]{36}$/;

/** The opaque text that callers hand back as `cursor`. */
export function writeCursor({ sort }: Pick<Keyset, 'sort'>, value: KeysetValue | Date, id: string): string {
  const position = value instanceof Date ? value.getTime() : value;
  return Buffer.from(JSON.stringify([sort, position, id])).toString('base64url');
}

/** Throws VALIDATION_FAILED for what was not written for this list and order: callers may send anything. */
export function readCursor(
  cursor: string,
  { sort, isTime }: Pick<Keyset, 'sort' | 'isTime'>,
): KeysetPosition {
  const [ofSort, value, id] = parsed(cursor);
  const fits = value === null || (isTime ? isTimeMs(value) : isPlain(value));
  if (ofSort === sort && fits && typeof id === 'string' && ID.test(id))
    return { value: value as KeysetValue, id };
  throw validationError([{ path: '/query/cursor', message: 'does not belong to this list and order' }]);
}

/**
 * A page of the rows that were found, how many there are in all, and where the next page begins. `cut` may leave out rows
 * at the end of the page; the next one begins with them. A first page that holds all rows is not counted by a statement
 * of its own.
 */
export async function keysetPage<Row extends BaseModel & { id: string }>(
  found: QueryBuilder<Row, Row[]>,
  keyset: Keyset,
  {
    cursor,
    limit,
    valueOf,
    cut = (rows) => [...rows],
  }: {
    cursor: string | null | undefined;
    limit: number;
    /** What the row has in the column that orders the list. */
    valueOf(row: Row): KeysetValue | Date;
    cut?(rows: readonly Row[]): Row[];
  },
): Promise<{ rows: Row[]; total: number; nextCursor: string | null }> {
  const all = found.clone();
  const read = await found
    .modify((page) => applyKeyset(page as unknown as Knex.QueryBuilder, keyset, cursor))
    .limit(limit + 1);
  const rows = cut(read.slice(0, limit));
  const last = read.length > rows.length ? rows.at(-1) : undefined;
  const isAll = (cursor ?? null) === null && read.length <= limit;
  return {
    rows,
    total: isAll ? read.length : await all.resultSize(),
    nextCursor: last ? writeCursor(keyset, valueOf(last), last.id) : null,
  };
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? (value as unknown[]) : [];
  } catch {
    return [];
  }
}

const isTimeMs = (value: unknown): boolean =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_TIME_MS;

const isPlain = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value);

/** Orders by the column, then by id, and starts behind the cursor's row. Take `limit + 1` rows to see whether more follow. */
export function applyKeyset(
  query: Knex.QueryBuilder,
  keyset: Keyset,
  cursor: string | null | undefined,
): void {
  const { column, direction } = keyset;
  if (cursor !== undefined && cursor !== null) startBehind(query, keyset, readCursor(cursor, keyset));
  query.orderBy([
    { column, order: direction },
    { column: 'id', order: direction },
  ]);
}

/** Nulls are the smallest values on both databases. */
function startBehind(
  query: Knex.QueryBuilder,
  { column, direction, isTime }: Keyset,
  { value, id }: KeysetPosition,
): void {
  const beyond = direction === 'asc' ? '>' : '<';
  const bound = value !== null && isTime ? new Date(value) : value;
  if (bound === null && direction === 'desc') return void query.whereNull(column).where('id', '<', id);
  if (bound === null)
    return void query.where((q) =>
      q.whereNotNull(column).orWhere((n) => n.whereNull(column).where('id', '>', id)),
    );
  const atLeast = direction === 'asc' ? '>=' : '<=';
  const nonNull = (q: Knex.QueryBuilder) =>
    q.where(column, atLeast, bound).where((r) => r.where(column, beyond, bound).orWhere('id', beyond, id));
  if (direction === 'asc') return void nonNull(query);
  query.where((q) => q.whereNull(column).orWhere((r) => void nonNull(r)));
}
