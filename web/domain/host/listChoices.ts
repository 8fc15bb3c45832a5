import { browserStore, readJson, type TextStore } from '../../core/browserStore.ts';

/** A person's choices for the list of hosts, stored in this browser until the manager has a place for them. */
export interface ListChoices {
  /** Keys of the columns; null: the usual ones. */
  columns: readonly string[] | null;
}

const KEY = 'fleetmend.hosts';

export function readChoices(store: TextStore = browserStore): ListChoices {
  const stored = readJson(store, KEY);
  const { columns } = (typeof stored === 'object' ? (stored ?? {}) : {}) as { columns?: unknown };
  return { columns: Array.isArray(columns) ? columns.filter((key) => typeof key === 'string') : null };
}

export function writeChoices(choices: ListChoices, store: TextStore = browserStore): void {
  store.setItem(KEY, JSON.stringify(choices));
}
