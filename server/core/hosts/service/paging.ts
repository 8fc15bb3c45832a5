import type { Knex } from 'knex';
import { AppError } from '../../../contract/appError.ts';
import type { HostSort } from '../service.ts';

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

interface Order {
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

export function writeCursor(order: Order, row: Record<string, unknown> & { id: string }): string {
  const value = row[order.column];
  const position = value instanceof Date ? value.getTime() : (value ?? null);
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
