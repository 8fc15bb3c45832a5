/** Long reads in a thread with a connection that cannot write (`ctx.reading`). */
export { readQueryOf as queryOf } from '../server/kernel/db/reading/readQuery.ts';
export { ReadFailed } from '../server/kernel/db/reading/types.ts';
export type {
  ReadDatabase as Database,
  ReadQuery as Query,
  ReadOptions as Options,
} from '../server/kernel/db/reading/types.ts';
