/**
 * Looks at small local files without the thread pool. Each call of node:fs/promises is a turn of that pool and wakes two
 * threads; a job looks some hundred times at files that lie in memory, and that cost more than the looks themselves.
 * Not for what may be large, nor for folders that may be mounted when they are looked at.
 */
import { readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** null where nothing is, or nothing can be told of it. */
export function lookAt(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** The text of a file; null where it cannot be read. */
export function lookInto(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
