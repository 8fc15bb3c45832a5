import { orderOf as directed, writeCursor, type Keyset, type KeysetValue } from '#server/kernel/db/keyset.ts';
import type { HostSort } from '../api.ts';

/** The closed list of orders: wire name → column. `ip_sort` orders addresses as numbers. */
const COLUMNS = {
  fqdn: 'fqdn',
  display_name: 'display_name',
  ip_address: 'ip_sort',
  health_status: 'health_status',
  patches_total: 'patches_total',
  patches_security: 'patches_security',
  patches_severity: 'severity_order',
  reboot_required: 'reboot_required',
  last_seen_at: 'last_seen_at',
  os_name: 'os_name',
  agent_version: 'agent_version',
  last_patched_at: 'last_patched_at',
  created_at: 'created_at',
} as const;

const TIMES: ReadonlySet<string> = new Set(['last_seen_at', 'last_patched_at', 'created_at']);

export interface Order extends Keyset {
  sort: HostSort;
}

export function orderOf(sort: HostSort): Order {
  const { name, direction } = directed(sort);
  const column = COLUMNS[name as keyof typeof COLUMNS];
  return { sort, column, direction, isTime: TIMES.has(column) };
}

/** The key of a row: its id and the value that orders it. */
export type Key = Record<string, unknown> & { id: string };

/** The index that holds exactly this order. */
export const indexOf = ({ column }: Order): string => `hosts_by_${column}`;

export function positionOf(order: Order, row: Key): KeysetValue {
  const value = row[order.column];
  return value instanceof Date ? value.getTime() : ((value ?? null) as KeysetValue);
}

export const cursorBehind = (order: Order, row: Key): string =>
  writeCursor(order, positionOf(order, row), row.id);
