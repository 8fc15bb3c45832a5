import { readCursor, writeCursor, type Keyset, type KeysetValue } from '#server/kernel/db/keyset.ts';
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

export interface Order extends Keyset {
  sort: HostSort;
}

export function orderOf(sort: HostSort): Order {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const name = sort.replace(/^-/, '') as keyof typeof COLUMNS;
  return { sort, column: COLUMNS[name], direction, isTime: TIMES.has(COLUMNS[name]) };
}

/** The key of a row: its id and the value that orders it. */
export type Key = Record<string, unknown> & { id: string };

/** The index that holds exactly this order. */
export const indexOf = ({ column }: Order): string => `hosts_by_${column}`;

/** Sorts keys in memory in the database's order, and keeps those after the cursor. */
export function sortKeys(keys: readonly Key[], order: Order, cursor: string | undefined): Key[] {
  const sign = order.direction === 'asc' ? 1 : -1;
  const compare = (a: [KeysetValue, string], b: [KeysetValue, string]): number =>
    sign * (comparePositions(a[0], b[0]) || comparePositions(a[1], b[1]));
  const placed = keys.map((key) => ({ key, at: [positionOf(order, key), key.id] as [KeysetValue, string] }));
  placed.sort((a, b) => compare(a.at, b.at));
  const start = cursor === undefined ? null : readCursor(cursor, order);
  return placed
    .filter(({ at }) => start === null || compare(at, [start.value, start.id]) > 0)
    .map(({ key }) => key);
}

/** Compares like both databases: null first, text by its bytes. */
function comparePositions(a: KeysetValue, b: KeysetValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function positionOf(order: Order, row: Key): KeysetValue {
  const value = row[order.column];
  return value instanceof Date ? value.getTime() : ((value ?? null) as KeysetValue);
}

export const cursorBehind = (order: Order, row: Key): string =>
  writeCursor(order, positionOf(order, row), row.id);
