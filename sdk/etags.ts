/** Versions of edited rows: ETag and If-Match. */
export {
  etagOf as of,
  readIfMatch as read,
  requireMatch,
  changesNothing,
} from '../server/kernel/http/etag.ts';
export type { IfMatch } from '../server/kernel/http/etag.ts';
