/** The search over everything. */
export { bestFirst, MOST_COUNTED, namedThings as named } from '../server/kernel/boot/search.ts';
export type { SearchSource as Source } from '../server/kernel/boot/search.ts';
