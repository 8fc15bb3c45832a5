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
  /** The column of the id; default `id`. */
  idColumn?: string;
}

const MAX_TIME_MS = 8.64e15;
const UUID = /^[0-9a-f-]{36}$/;

/** The opaque text that callers hand back as `cursor`. */
export function writeCursor({ sort }: Pick<Keyset, 'sort'>, value: KeysetValue | Date, id: string): string {
  const position = value instanceof Date ? value.getTime() : value;
  return Buffer.from(JSON.stringify([sort, position, id])).toString('base64url');
}

/**
 * Throws VALIDATION_FAILED for what was not written for this list and order: callers may send anything. `ids`: the form of
 * the ids, default that of UUIDs.
 */
export function readCursor(
  cursor: string,
  { sort, isTime, ids = UUID }: Pick<Keyset, 'sort' | 'isTime'> & { ids?: RegExp },
): KeysetPosition {
  const [ofSort, value, id] = parsed(cursor);
  const fits = value === null || (isTime ? isTimeMs(value) : isPlain(value));
  if (ofSort === sort && fits && typeof id === 'string' && ids.test(id))
    return { value: value as KeysetValue, id };
  throw validationError([{ path: '/query/cursor', message: 'does not belong to this list and order' }]);
}

/** What every list is asked for. */
export interface PageQuery {
  /** The property that orders the list, with a `-` before it downwards. */
  sort: string;
  cursor?: string | null;
  /** Default 50. */
  limit?: number;
}

/** Of what is in one of several states: those of `state`, and none of `stateNot`. Absent: any. */
export interface StateQuery<State extends string> {
  state?: readonly State[] | undefined;
  stateNot?: readonly State[] | undefined;
}

/** Whether what is in this state is asked for. */
export const isInState = <State extends string>(
  { state, stateNot }: StateQuery<State>,
  one: State,
): boolean => (state?.includes(one) ?? true) && !stateNot?.includes(one);

/** What queries of knex and of models have alike. */
interface Filtered {
  whereIn(column: string, values: string[]): unknown;
  whereNotIn(column: string, values: string[]): unknown;
}

/** Only rows whose `column` is among the states. */
export function whereState(rows: Filtered, { state, stateNot }: StateQuery<string>, column = 'state'): void {
  if (state) rows.whereIn(column, [...state]);
  if (stateNot) rows.whereNotIn(column, [...stateNot]);
}

/** A page of rows. */
export interface Page<Row> {
  rows: Row[];
  /** On all pages. */
  total: number;
  nextCursor: string | null;
}

/** How the rows of a model are ordered; `columns` names the column of a `sort` that is called otherwise. */
export function keysetOf(
  model: Pick<typeof BaseModel, 'tableName' | 'idColumn' | 'timestamps' | 'columnNameToPropertyName'>,
  sort: string,
  columns: Readonly<Record<string, string>> = {},
): Keyset {
  const { name, direction } = orderOf(sort);
  const column = columns[name] ?? name;
  const isTime = model.timestamps.includes(model.columnNameToPropertyName(column));
  const { tableName, idColumn } = model;
  return { sort: `${tableName} ${sort}`, column, direction, isTime, idColumn: String(idColumn) };
}

export const orderOf = (sort: string): { name: string; direction: 'asc' | 'desc' } =>
  sort.startsWith('-') ? { name: sort.slice(1), direction: 'desc' } : { name: sort, direction: 'asc' };

interface PageOptions<Row> {
  /** Column of a `sort` that is called otherwise. */
  columns?: Readonly<Record<string, string>>;
  /** How many there are on all pages; default: they are counted, unless the first page holds them all. */
  total?: number;
  /** May leave out rows at the end of the page; the next one begins with them. */
  cut?(rows: readonly Row[]): Row[];
}

/** A page of the rows that were found, in the order of a column that the rows hold. */
export async function keysetPage<Row extends BaseModel>(
  found: QueryBuilder<Row, Row[]>,
  { sort, cursor = null, limit = DEFAULT_LIMIT }: PageQuery,
  { columns, total, cut }: PageOptions<Row> = {},
): Promise<Page<Row>> {
  const model = found.modelClass() as unknown as typeof BaseModel;
  const keyset = keysetOf(model, sort, columns);
  const all = found.clone();
  const read = await found
    .modify((page) => applyKeyset(page as unknown as Knex.QueryBuilder, keyset, cursor))
    .limit(limit + 1);
  const valueIn = (column: string) => {
    const property = model.columnNameToPropertyName(column) as keyof Row;
    return (row: Row) => row[property] as KeysetValue | Date;
  };
  const page = cutPage(read, {
    keyset,
    limit,
    valueOf: valueIn(keyset.column),
    idOf: valueIn(String(model.idColumn)) as (row: Row) => string,
    cut,
  });
  const isAll = cursor === null && read.length <= limit;
  return { ...page, total: total ?? (isAll ? read.length : await all.resultSize()) };
}

const DEFAULT_LIMIT = 50;

/** The page of `limit + 1` rows that were read behind a cursor, and the cursor of the next. */
export function cutPage<Row>(
  read: readonly Row[],
  {
    keyset,
    limit,
    valueOf,
    idOf,
    cut = (rows) => [...rows],
  }: {
    keyset: Keyset;
    limit: number;
    /** What the row has in the column that orders the list. */
    valueOf(row: Row): KeysetValue | Date;
    idOf(row: Row): string;
    cut?: ((rows: readonly Row[]) => Row[]) | undefined;
  },
): Omit<Page<Row>, 'total'> {
  const rows = cut(read.slice(0, limit));
  const last = read.length > rows.length ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? writeCursor(keyset, valueOf(last), idOf(last)) : null };
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
  const { column, direction, idColumn = 'id' } = keyset;
  if (cursor !== undefined && cursor !== null) startBehind(query, keyset, readCursor(cursor, keyset));
  query.orderBy([
    { column, order: direction },
    { column: idColumn, order: direction },
  ]);
}

/** Nulls are the smallest values on both databases. */
function startBehind(
  query: Knex.QueryBuilder,
  { column, direction, isTime, idColumn = 'id' }: Keyset,
  { value, id }: KeysetPosition,
): void {
  const beyond = direction === 'asc' ? '>' : '<';
  const bound = value !== null && isTime ? new Date(value) : value;
  if (bound === null && direction === 'desc') return void query.whereNull(column).where(idColumn, '<', id);
  if (bound === null)
    return void query.where((q) =>
      q.whereNotNull(column).orWhere((n) => n.whereNull(column).where(idColumn, '>', id)),
    );
  const atLeast = direction === 'asc' ? '>=' : '<=';
  const nonNull = (q: Knex.QueryBuilder) =>
    q
      .where(column, atLeast, bound)
      .where((r) => r.where(column, beyond, bound).orWhere(idColumn, beyond, id));
  if (direction === 'asc') return void nonNull(query);
  query.where((q) => q.whereNull(column).orWhere((r) => void nonNull(r)));
}

/** Only rows whose column `name` holds the text, by name; at most this many. */
export const whereNamed = <M extends BaseModel>(
  rows: QueryBuilder<M>,
  text: string,
  most: number,
): QueryBuilder<M> =>
  // The lower() of SQLite knows the letters of ASCII alone.
  rows
    .whereRaw('(instr(lower(name), ?) > 0 or instr(name, ?) > 0)', [text.toLowerCase(), text])
    .orderBy(['name', 'id'])
    .limit(most);
