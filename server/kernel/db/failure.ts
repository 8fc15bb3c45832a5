/** What keeps a database from its work, whatever it is asked. */
export type DatabaseFailure = 'busy' | 'lost' | 'unwritable';

/** SQLite's and MariaDB's codes for a disk that is full, read-only or broken. */
const UNWRITABLE =
  /^(SQLITE_(FULL|READONLY|IOERR)|ER_(DISK_FULL|RECORD_FILE_FULL|OPTION_PREVENTS_STATEMENT))/;

/** Errors of the pool and of both databases when others held the database for too long. */
const BUSY =
  /^(KnexTimeoutError|WriteTurnMissed|SQLITE_BUSY.*|ER_LOCK_WAIT_TIMEOUT|ER_LOCK_DEADLOCK|ER_CON_COUNT_ERROR)$/;

/** A node that is cut off from its cluster (Galera) answers every question of a table so. */
const LOST = 'ER_UNKNOWN_COM_ERROR';

/**
 * The database's file was removed or replaced under the process. The code is SQLite's own; with a write-ahead log SQLite
 * does not notice.
 */
export class DatabaseMoved extends Error {
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(file: string) {
    super(
      `${file} was removed or replaced while this manager runs, so nothing is written any more: stop the manager, put the data directory back (from a backup), and start it again`,
    );
  }
}

interface DatabaseError extends Error {
  code?: unknown;
  nativeError?: unknown;
  fatal?: unknown;
}

/**
 * The database's failure among an error and its causes; null: there is none, so another call may succeed now. `lost`: the
 * server restarts, or is away or cut off, and what was written may be stored or not.
 */
export function databaseFailureOf(thrown: unknown): DatabaseFailure | null {
  const causes = causesOf(thrown);
  if (causes.some(({ name, code }) => BUSY.test(name) || BUSY.test(String(code)))) return 'busy';
  // MariaDB's client marks so what ended its connection, or kept it from one.
  if (causes.some(({ fatal, code }) => fatal === true || code === LOST)) return 'lost';
  return causes.some(({ code }) => UNWRITABLE.test(String(code))) ? 'unwritable' : null;
}

/** The error and its causes: objection and the client of SQLite wrap the database's error. */
function causesOf(thrown: unknown): DatabaseError[] {
  const found: DatabaseError[] = [];
  for (let at = thrown; at instanceof Error; at = (at as DatabaseError).nativeError ?? at.cause)
    found.push(at);
  return found;
}
