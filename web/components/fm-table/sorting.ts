import type { Sort } from './column.ts';

/** Reads an order as the address and the API write it: `-created_at`. */
export function readSort(text: string): Sort {
  return { key: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'descending' : 'ascending' };
}

export function sortText({ key, direction }: Sort): string {
  return direction === 'descending' ? `-${key}` : key;
}

/** The order after a click on a header: reversed, or the column's own first direction. */
export function nextSort(now: Sort, key: string, descendingFirst: ReadonlySet<string> = new Set()): Sort {
  const isDescending = now.key === key ? now.direction === 'ascending' : descendingFirst.has(key);
  return { key, direction: isDescending ? 'descending' : 'ascending' };
}
