import Sqlite from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFile } from '../privateFile.ts';

const LOCK = 'manager.lock';
/** How long to wait for a manager that is just stopping. */
const WAIT_MS = 2_000;
/** A file that nobody refers to is closed by the garbage collector, and the lock with it. */
const held = new Set<Sqlite.Database>();

/**
 * Keeps a second manager off this data directory: both would work under the same instance id, so that each
 * would take the other's leases for its own. The lock is SQLite's own file lock, so that it ends with the
 * process, `kill -9` included. `name` is the lock's file in `dataDir`. Returns the
 * release; throws when another process holds it.
 */
export function lockDataDir(dataDir: string, waitMs = WAIT_MS, name = LOCK): () => void {
  const path = join(dataDir, name);
  // SQLite would create the file readable by everybody, and whoever can read it can lock it and keep this manager from
  // starting.
  makePrivateFile(path);
  const file = new Sqlite(path, { timeout: waitMs });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw error;
  }
  held.add(file);
  return () => {
    held.delete(file);
    file.close();
  };
}

/** Whether a manager runs on the data directory. It leaves no file there, whoever asks. */
export function isDataDirHeld(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK))) return false;
  try {
    lockDataDir(dataDir, 0)();
    return false;
  } catch (error) {
    if (isHeldByAnother(error)) return true;
    throw error;
  }
}

export function isHeldByAnother(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
