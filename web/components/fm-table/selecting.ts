/** The state of the checkbox in the header. */
export type AllState = 'none' | 'some' | 'all';

/**
 * Whether all rows are selected. `total` includes rows that are not loaded: while fewer than that are selected, it is
 * not `all`.
 */
export function allState(keys: readonly string[], selected: ReadonlySet<string>, total: number): AllState {
  const count = keys.reduce((sum, key) => sum + Number(selected.has(key)), 0);
  if (count === 0) return 'none';
  return count === keys.length && selected.size >= total ? 'all' : 'some';
}

/** The keys from one row to another, both included, in either direction; a row that is gone is left out. */
export function keysBetween(keys: readonly string[], from: string | null, to: string): string[] {
  const end = keys.indexOf(to);
  if (end === -1) return [];
  const start = from === null ? -1 : keys.indexOf(from);
  if (start === -1) return [to];
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** A new set with the keys added or removed. */
export function withKeys(
  selected: ReadonlySet<string>,
  keys: Iterable<string>,
  isOn: boolean,
): ReadonlySet<string> {
  const next = new Set(selected);
  for (const key of keys) {
    if (isOn) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** Index of the row that a key moves to; undefined: it does not move. */
export function rowAfter(
  key: string,
  at: { active: number; pageRows: number; count: number },
): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at.active + 1,
    ArrowUp: at.active - 1,
    PageDown: at.active + at.pageRows,
    PageUp: at.active - at.pageRows,
    Home: 0,
    End: at.count - 1,
  };
  return moves[key];
}
