import { withKeys } from '../../components/fm-table/selecting.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';

/** The hosts that somebody selected, whatever is on the screen now. A new one at each change. */
export interface HostSelection {
  readonly ids: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, string>;
}

export const NOTHING: HostSelection = { ids: new Set(), names: new Map() };

/** These and no others; who is not on the screen keeps the name it had when it was. */
export function selectExactly(
  before: HostSelection,
  ids: ReadonlySet<string>,
  shown: readonly BulkTarget[],
): HostSelection {
  const names = new Map<string, string>();
  const seen = new Map(shown.map(({ id, name }) => [id, name]));
  for (const id of ids) names.set(id, seen.get(id) ?? before.names.get(id) ?? id);
  return { ids: new Set(ids), names };
}

export function selectAlso(before: HostSelection, hosts: readonly BulkTarget[]): HostSelection {
  return selectExactly(before, withKeys(before.ids, idsOf(hosts), true), hosts);
}

export function unselect(before: HostSelection, ids: Iterable<string>): HostSelection {
  return selectExactly(before, withKeys(before.ids, ids, false), []);
}

export function targetsOf({ ids, names }: HostSelection): BulkTarget[] {
  return [...ids].map((id) => ({ id, name: names.get(id) ?? id }));
}

/**
 * How many of the selected the list does not show; null while that is not known, because the list is not loaded
 * as far as that.
 */
export function hiddenCount(
  { ids }: HostSelection,
  list: { rowIds: readonly string[]; total: number; isFiltered: boolean },
): number | null {
  if (!list.isFiltered) return 0;
  const shown = list.rowIds.reduce((sum, id) => sum + Number(ids.has(id)), 0);
  if (shown === ids.size) return 0;
  return list.rowIds.length >= list.total ? ids.size - shown : null;
}

function idsOf(hosts: readonly BulkTarget[]): string[] {
  return hosts.map(({ id }) => id);
}
