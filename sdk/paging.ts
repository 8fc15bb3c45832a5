/** Lists in pages, by keyset and cursor. */
export {
  keysetPage as page,
  applyKeyset as apply,
  readCursor,
  writeCursor,
} from '../server/kernel/db/keyset.ts';
export type { Keyset } from '../server/kernel/db/keyset.ts';
