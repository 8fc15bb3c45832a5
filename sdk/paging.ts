/** Lists in pages, by keyset and cursor. */
export {
  keysetPage as page,
  keysetOf as order,
  applyKeyset as apply,
  cutPage as cut,
  isInState,
  whereState,
  readCursor,
  writeCursor,
} from '../server/kernel/db/keyset.ts';
export { listPage as list, pageIn } from '../server/kernel/db/listPage.ts';
export type { Keyset, Page, PageQuery as Query, StateQuery } from '../server/kernel/db/keyset.ts';
