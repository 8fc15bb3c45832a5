import { statSync } from 'node:fs';
import type SqliteConnection from 'better-sqlite3';
import createKnex from 'knex';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { enclosingTransaction } from './scope.ts';
import { SqliteClient } from './sqliteClient.ts';
import type { Database } from './database.ts';
import { knexLog } from './knexLog.ts';
import { noteUnwritable } from './unwritable.ts';
import { makePrivateFile } from '../privateFile.ts';

/** Wall time, in which a busy machine may not let the process run: much longer than any transaction takes. */
const acquireTimeoutMs = 15_000;

/** Opens (and, readable by its owner alone, creates) the SQLite file. */
export async function openSqlite(file: string, log: Logger, now: () => Date): Promise<Database> {
  const inMemory = file === ':memory:';
  if (!inMemory) makePrivateFile(file);
  const knex = connectSqlite(file, log, false);
  guardSingleConnection(knex);
  try {
    await knex.raw('select 1');
    const reader = inMemory ? knex : connectSqlite(file, log, true);
    return {
      address: { file },
      knex,
      reader,
      dialect: 'sqlite',
      // The file is on this machine: its clock is ours, and asking would need the one connection.
      now: async () => now(),
      sinceUnwritableMs: noteUnwritable(knex),
      lostFile: inMemory ? () => null : watchFile(file),
      async close() {
        if (reader !== knex) await reader.destroy();
        await knex.destroy();
      },
    };
  } catch (error) {
    await knex.destroy();
    throw error;
  }
}

/** By device and inode: a file of that name may be there again, restored from a backup say. */
function watchFile(file: string): () => string | null {
  const own = statSync(file);
  return () => {
    const now = statSync(file, { throwIfNoEntry: false });
    return now?.dev === own.dev && now.ino === own.ino ? null : file;
  };
}

/** One connection; a read-only one sees only what is committed. */
export function connectSqlite(file: string, log: Logger, readonly: boolean): Knex {
  return createKnex({
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename: file, options: { readonly } },
    useNullAsDefault: true,
    // Bound values (tokens, hashes) stay out of error messages and so out of the log.
    compileSqlOnError: false,
    acquireConnectionTimeout: acquireTimeoutMs,
    log: knexLog(log),
    pool: {
      min: 1,
      max: 1,
      // A connection that idles must not be closed: the pragmas and the prepared statements are its own.
      idleTimeoutMillis: 2 ** 31 - 1,
      afterCreate(connection: SqliteConnection.Database, done: (error?: unknown) => void) {
        try {
          configure(connection, readonly);
          done();
        } catch (error) {
          done(error);
        }
      },
    },
  });
}

/**
 * synchronous=NORMAL is the rule and FULL the exception of a durable transaction (see tx.ts), so that writes
 * outside of transactions (the scheduler's locks) cost no fsync.
 */
function configure(connection: SqliteConnection.Database, readonly: boolean): void {
  connection.pragma('foreign_keys = ON');
  connection.pragma('temp_store = MEMORY');
  if (!readonly) {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('journal_size_limit = 67108864');
  }
  // From here on the client itself waits for other writers (see sqliteClient.ts).
  connection.pragma('busy_timeout = 0');
}

function guardSingleConnection(knex: Knex): void {
  const client = knex.client as SqliteClient;
  client.assertOutside = () => {
    const scope = enclosingTransaction(knex);
    if (!scope) return;
    throw new Error(
      `The database was used beside the transaction "${scope.name}", which holds its only connection: pass tx.knex to every query, and work that comes after it to tx.afterCommit.`,
    );
  };
}
