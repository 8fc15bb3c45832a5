import { orderOf, readCursor, writeCursor, type KeysetValue, type Page, type PageQuery } from './keyset.ts';

/** A value that orders an item, and what decides between items that are equal there. */
type Place = readonly [value: KeysetValue | Date, id: string];

interface ListQuery extends PageQuery {
  /** Only items of exactly this name. */
  name?: string;
}

export interface ListOptions<Item> {
  /** What orders an item instead of the property that `sort` names; null is the smallest. */
  placeBy?: (item: Item, property: string) => KeysetValue;
  /** Default: its `id`. */
  idOf?: (item: Item) => string;
}

/**
 * A page of a list that is at hand as a whole, in the form of the API: `{ <noun>, total, next_cursor }`. The items are
 * ordered by a property of theirs, and by their ids where that is equal. Without `limit` the page has all that follow.
 * Throws VALIDATION_FAILED for a cursor of another list.
 */
export function listPage<Noun extends string, Item extends object>(
  noun: Noun,
  items: readonly Item[],
  { name, limit = items.length, ...query }: ListQuery,
  { placeBy = propertyOf, idOf = (item) => (item as { id?: string }).id ?? '' }: ListOptions<Item> = {},
): Record<Noun, Item[]> & { total: number; next_cursor: string | null } {
  const { name: property } = orderOf(query.sort);
  const named =
    name === undefined ? items : items.filter((item) => (item as { name?: unknown }).name === name);
  const { rows, total, nextCursor } = pageIn(named, { ...query, limit, list: noun }, (item) => [
    placeBy(item, property),
    idOf(item),
  ]);
  const page = { [noun]: rows } as Record<Noun, Item[]>;
  return { ...page, total, next_cursor: nextCursor };
}

function propertyOf(item: object, property: string): KeysetValue {
  const value = (item as Record<string, KeysetValue | boolean | undefined>)[property] ?? null;
  return typeof value === 'boolean' ? Number(value) : value;
}

/** A page of items that are at hand; `list` names them in cursors. */
export function pageIn<Item>(
  items: readonly Item[],
  { list, sort, cursor = null, limit = 50 }: PageQuery & { list?: string },
  placeOf: (item: Item) => Place,
): Page<Item> {
  const keyset = { sort: list === undefined ? sort : `${list} ${sort}`, ids: ANY };
  const sign = orderOf(sort).direction === 'asc' ? 1 : -1;
  const behind = (a: Place, b: Place): number => sign * (compare(a[0], b[0]) || compare(a[1], b[1]));
  const start = cursor === null ? null : readCursor(cursor, keyset);
  const rest = items
    .map((item) => ({ item, at: placeOf(item) }))
    .filter(({ at }) => start === null || behind(at, [start.value, start.id]) > 0)
    .sort((a, b) => behind(a.at, b.at));
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1) : undefined;
  return {
    rows: page.map(({ item }) => item),
    total: items.length,
    nextCursor: last ? writeCursor(keyset, ...last.at) : null,
  };
}

const ANY = /^/;
const SURROGATE = /[\ud800-\udfff]/;

/** As both databases do: null first, text by its bytes. */
function compare(a: KeysetValue | Date, b: KeysetValue | Date): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  const [x, y] = [a, b].map((value) => (value instanceof Date ? value.getTime() : value));
  if (x === y || x === undefined || y === undefined) return 0;
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  const [s, t] = [String(x), String(y)];
  // Code units are in the order of bytes but for those beyond the first 65,536 characters.
  if (SURROGATE.test(s) || SURROGATE.test(t)) return Buffer.compare(Buffer.from(s), Buffer.from(t));
  return s < t ? -1 : 1;
}
