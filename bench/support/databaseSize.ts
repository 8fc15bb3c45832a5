import { statSync } from 'node:fs';
import path from 'node:path';

/** Size of the database in bytes, with the part of its log that is not written back yet. */
export const bytesOf = (dataDir: string): number =>
  ['fleetmend.sqlite', 'fleetmend.sqlite-wal'].reduce(
    (sum, name) => sum + (statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
