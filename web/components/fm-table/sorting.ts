import type { Sort } from './column.ts';

/** `-created_at`, as the address and the API have it. */
export function readSort(text: string): Sort {
  return { key: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'descending' : 'ascending' };
}

export function sortText({ key, direction }: Sort): string {
  return direction === 'descending' ? `-${key}` : key;
}

/** After a click on a header: the other way round, or the column's own first way. */
export function nextSort(now: Sort, key: string, descendingFirst: ReadonlySet<string> = new Set()): Sort {
  const isDescending = now.key === key ? now.direction === 'ascending' : descendingFirst.has(key);
  return { key, direction: isDescending ? 'descending' : 'ascending' };
}
