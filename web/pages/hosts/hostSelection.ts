import { withKeys } from '../../components/fm-table/selecting.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';

/** The hosts that somebody selected, whatever is on the screen now. A new one at each change. */
export interface HostSelection {
  readonly ids: ReadonlySet<string>;
  /** As they were seen last. */
  readonly known: ReadonlyMap<string, BulkTarget>;
}

export const NOTHING: HostSelection = { ids: new Set(), known: new Map() };

/** These and no others; who is not on the screen stays as it was when it was. */
export function selectExactly(
  before: HostSelection,
  ids: ReadonlySet<string>,
  shown: readonly BulkTarget[],
): HostSelection {
  const known = new Map<string, BulkTarget>();
  const seen = new Map(shown.map((target) => [target.id, target]));
  for (const id of ids) known.set(id, seen.get(id) ?? before.known.get(id) ?? { id, name: id });
  return { ids: new Set(ids), known };
}

export function selectAlso(before: HostSelection, hosts: readonly BulkTarget[]): HostSelection {
  return selectExactly(before, withKeys(before.ids, idsOf(hosts), true), hosts);
}

export function unselect(before: HostSelection, ids: Iterable<string>): HostSelection {
  return selectExactly(before, withKeys(before.ids, ids, false), []);
}

export function targetsOf({ known }: HostSelection): BulkTarget[] {
  return [...known.values()];
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
