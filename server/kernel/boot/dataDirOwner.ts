import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the manager must be able to open and to keep private. Other files in the directory may be anybody's. */
const OWN_FILES = [
  'fleetmend.sqlite',
  'fleetmend.sqlite-wal',
  'fleetmend.sqlite-shm',
  'secret.key',
  'instance.id',
  'manager.lock',
  'audit-checkpoints.jsonl',
  'audit-checkpoints.key',
];

const REASONS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  ENOSPC: 'the disk is full',
  EROFS: 'its file system is read-only',
};

/**
 * Names the manager's files that belong to another user than `uid`, as after a restore by root, and says what to do;
 * null: there are none, or root asks. Without this the start would fail at one of them by a bare EPERM.
 */
export function foreignFiles(dataDir: string, uid = process.getuid?.() ?? 0): string | null {
  if (uid === 0) return null;
  const owners = OWN_FILES.map((name) => join(dataDir, name))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, owner: statSync(path).uid }))
    .filter(({ owner }) => owner !== uid);
  const [first] = owners;
  if (!first) return null;
  const others = owners.length > 1 ? ` (and ${owners.length - 1} more)` : '';
  return `${first.path}${others} belongs to uid ${first.owner}, and the manager runs as uid ${uid}: run chown -R ${uid} ${dataDir} as root`;
}

/** Why the data directory cannot be written, by the code of the error: a full disk, or whose the directory is. */
export function whyUnwritable(dataDir: string, code: string, uid = process.getuid?.() ?? 0): string {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (REASONS[code] !== undefined || owner === undefined || owner === uid) return REASONS[code] ?? code;
  return `${code}; it belongs to uid ${owner}, and the manager runs as uid ${uid}`;
}
