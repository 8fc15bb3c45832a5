import { withKeys } from '../../components/fm-table/selecting.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';

/** The hosts that somebody selected, visible or not. Each change makes a new object. */
export interface HostSelection {
  readonly ids: ReadonlySet<string>;
  /** The hosts as they were last read. */
  readonly known: ReadonlyMap<string, BulkTarget>;
}

export const NOTHING: HostSelection = { ids: new Set(), known: new Map() };

/** Selects exactly these; a host that is not shown now stays as it was last read. */
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

/** How many of the selected the list does not show; null while too little of the list is loaded to know. */
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
