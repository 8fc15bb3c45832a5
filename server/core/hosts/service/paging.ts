import type { Knex } from 'knex';
import { AppError } from '../../../shared/wire/appError.ts';
import type { HostSort } from '../api.ts';

/** The closed list of orders: wire name → column. `ip_sort` orders addresses as numbers. */
const COLUMNS = {
  fqdn: 'fqdn',
  display_name: 'display_name',
  ip_address: 'ip_sort',
  health_status: 'health_status',
  patches_total: 'patches_total',
  patches_security: 'patches_security',
  reboot_required: 'reboot_required',
  last_seen_at: 'last_seen_at',
  os_name: 'os_name',
  agent_version: 'agent_version',
  created_at: 'created_at',
} as const;

const TIMES: ReadonlySet<string> = new Set(['last_seen_at', 'created_at']);

type Position = string | number | null;

export interface Order {
  sort: HostSort;
  column: string;
  direction: 'asc' | 'desc';
}

export function orderOf(sort: HostSort): Order {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const name = sort.replace(/^-/, '') as keyof typeof COLUMNS;
  return { sort, column: COLUMNS[name], direction };
}

/** Orders by the column, then by id, and starts behind the cursor's row (also when that row is gone). */
export function applyOrder(query: Knex.QueryBuilder, order: Order, cursor: string | undefined): void {
  const { column, direction } = order;
  if (cursor !== undefined) startBehind(query, order, readCursor(cursor, order.sort));
  query.orderBy([
    { column, order: direction },
    { column: 'id', order: direction },
  ]);
}

/** Nulls are the smallest values on both databases. */
function startBehind(
  query: Knex.QueryBuilder,
  { column, direction }: Order,
  [value, id]: [Position, string],
): void {
  const beyond = direction === 'asc' ? '>' : '<';
  const bound = value !== null && TIMES.has(column) ? new Date(value) : value;
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

/** What a page is made of: the id and the value that orders it. */
export type Key = Record<string, unknown> & { id: string };

/** The index that holds exactly this order. */
export const indexOf = ({ column }: Order): string => `hosts_by_${column}`;

/** The same order and the same start for keys that are all in memory. */
export function sortKeys(keys: readonly Key[], order: Order, cursor: string | undefined): Key[] {
  const sign = order.direction === 'asc' ? 1 : -1;
  const compare = (a: [Position, string], b: [Position, string]): number =>
    sign * (comparePositions(a[0], b[0]) || comparePositions(a[1], b[1]));
  const placed = keys.map((key) => ({ key, at: [positionOf(order, key), key.id] as [Position, string] }));
  placed.sort((a, b) => compare(a.at, b.at));
  const start = cursor === undefined ? null : readCursor(cursor, order.sort);
  return placed.filter(({ at }) => start === null || compare(at, start) > 0).map(({ key }) => key);
}

/** As both databases compare: null first, text by its bytes. */
function comparePositions(a: Position, b: Position): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function positionOf(order: Order, row: Key): Position {
  const value = row[order.column];
  return value instanceof Date ? value.getTime() : ((value ?? null) as Position);
}

export function writeCursor(order: Order, row: Key): string {
  const position = positionOf(order, row);
  return Buffer.from(JSON.stringify([order.sort, position, row.id])).toString('base64url');
}

function readCursor(cursor: string, sort: HostSort): [Position, string] {
  const [cursorSort, value, id] = parseCursor(cursor);
  const fits = value === null || typeof value === 'string' || typeof value === 'number';
  const right = cursorSort === sort && typeof id === 'string' && id.length <= 36 && fits;
  if (!right) throw cursorInvalid();
  return [value as Position, id as string];
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? (parsed as unknown[]) : [];
  } catch {
    return [];
  }
}

function cursorInvalid(): AppError {
  const message = 'The cursor does not belong to this list and order.';
  return new AppError('VALIDATION_FAILED', {
    message,
    details: { errors: [{ path: '/query/cursor', message }] },
  });
}
