/** Acts over many things by one call: a part of them a call, each thing by itself, and what is refused is told. */
export { oneByOne, portionOf as portion, resultOf as result } from '../server/kernel/bulk.ts';
export type { Bulk, BulkDone as Done, BulkResult as Result, Portion } from '../server/kernel/bulk.ts';
