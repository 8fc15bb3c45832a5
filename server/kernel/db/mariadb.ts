import { readFileSync } from 'node:fs';
import createKnex from 'knex';
import type { Knex } from 'knex';
import type { ConnectionOptions, RowDataPacket } from 'mysql2/promise';
import type { Logger } from 'pino';
import { mariadbPool } from './database.ts';
import type { Database } from './database.ts';
import { knexLog } from './knexLog.ts';
import { nameAcquireFailures } from './mariadbAcquire.ts';
import { MariadbWatch, type WatchedConnection } from './mariadbWatch.ts';
import { noteUnwritable } from './unwritable.ts';

const acquireTimeoutMs = 15_000;
const connectTimeoutMs = 10_000;
const askTimeoutMs = 5_000;

/**
 * Whatever the server sets for its sessions (`init_connect`, its own defaults), here it is as this code expects it.
 *
 * - The character set comes first: the driver writes values in that of the session, and in latin1 it keeps the last
 *   eight bits of each character, so that ħ becomes a quotation mark and ends the text that it stands in.
 * - READ COMMITTED, because compare-and-set needs no gaps locked, and those deadlock.
 * - Strict mode, because a cut value must be an error.
 * - UTC, because the session's zone would move every datetime.
 */
const sessionSettings = [
  'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci',
  'SET SESSION autocommit = 1, completion_type = 0, sql_safe_updates = 0, sql_select_limit = 18446744073709551615',
  "SET SESSION time_zone = '+00:00'",
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

/**
 * A manager that is cut off from the database, or stopped, in the middle of a transaction keeps its locks, that of the
 * audit log's end for example, until the server ends the transaction. Without a limit that may take hours in which no
 * other manager can write. Two waits for a lock are longer, so the others' transactions, which run again, only wait.
 * MySQL has no such limit, and takes it for a comment.
 */
const writingSettings = [
  'SET SESSION innodb_lock_wait_timeout = 10 /*M!100300 , SESSION idle_transaction_timeout = 15 */',
  'SET SESSION TRANSACTION READ WRITE',
];

/** Such a transaction holds no locks, and may rest while a report is made of what it read. */
const readingSettings = ['SET SESSION TRANSACTION READ ONLY'];

interface Connection {
  query(sql: string, done: (error: Error | null) => void): void;
}

/**
 * Connects to MariaDB or MySQL: `mysql://user:password@host:port/database`, with `?tls=true` for a verified
 * TLS connection and `&tls_ca=/path/to/ca.pem` for a CA of one's own.
 */
export async function openMariadb(
  url: string,
  log: Logger,
  now: (() => Date) | undefined,
): Promise<Database> {
  const knex = connectMariadb(url, log, { readonly: false });
  try {
    await warnUnlessDurable(knex, log);
    return {
      address: { url },
      knex,
      reader: knex,
      dialect: 'mariadb',
      now: async (inside = knex) => now?.() ?? (await databaseTime(inside)),
      sinceUnwritableMs: noteUnwritable(knex),
      lostFile: () => null,
      close: () => knex.destroy(),
    };
  } catch (error) {
    await knex.destroy();
    throw new Error(`${told(error as Error & { code?: string })} (${withoutPassword(url)})`, {
      cause: error,
    });
  }
}

export interface PoolOptions {
  /** Each transaction is read-only, so that the server itself refuses to write. */
  readonly: boolean;
  /** For tests: how often the watch looks at the connections. */
  watchEveryMs?: number;
  /** For tests: how long to wait for a connection of the pool. */
  acquireWithinMs?: number;
}

/** A pool of connections. */
export function connectMariadb(
  url: string,
  log: Logger,
  { readonly, watchEveryMs, acquireWithinMs = acquireTimeoutMs }: PoolOptions,
): Knex {
  const askServer = (): Promise<ReadonlySet<number>> => connectionsAtWork(url);
  const watch = new MariadbWatch(askServer, log, watchEveryMs);
  const knex = createKnex({
    client: 'mysql2',
    connection: connectionOptions(url),
    compileSqlOnError: false,
    acquireConnectionTimeout: acquireWithinMs,
    log: knexLog(log),
    pool: {
      min: 0,
      max: mariadbPool.connections,
      afterCreate(
        connection: Connection & WatchedConnection,
        done: (error: Error | null, connection: Connection) => void,
      ) {
        watch.add(connection);
        const [first, ...others] = [...sessionSettings, ...(readonly ? readingSettings : writingSettings)];
        const next = (sql: string | undefined): void => {
          if (sql === undefined) return done(null, connection);
          connection.query(sql, (error) => (error ? done(error, connection) : next(others.shift())));
        };
        next(first);
      },
    },
  });
  // Makes new tables compare text exactly. Not among the options above: the driver would warn of it.
  Object.defineProperty(knex.client.connectionSettings, 'collate', { value: 'utf8mb4_bin' });
  nameAcquireFailures(knex, askServer);
  return knex;
}

function connectionOptions(text: string): Knex.MySql2ConnectionConfig {
  const url = new URL(text);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!database)
    throw new Error('The database address names no database: mysql://user:password@host:port/database');
  assertParameters(url.searchParams);
  const caFile = url.searchParams.get('tls_ca');
  const tls = url.searchParams.get('tls') === 'true' || caFile !== null;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : 3306,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    decimalNumbers: true,
    connectTimeout: connectTimeoutMs,
    ...(tls
      ? { ssl: { rejectUnauthorized: true, ...(caFile ? { ca: readFileSync(caFile, 'utf8') } : {}) } }
      : {}),
  } as Knex.MySql2ConnectionConfig;
}

/** Asks over a connection of its own, because those of the pool may be dead. */
async function connectionsAtWork(url: string): Promise<ReadonlySet<number>> {
  // Not above: a manager on SQLite never needs it.
  const { createConnection } = await import('mysql2/promise');
  const options = { ...connectionOptions(url), connectTimeout: askTimeoutMs } as ConnectionOptions;
  const connection = await createConnection(options);
  try {
    const [rows] = await connection.query<RowDataPacket[]>({
      sql: "select id from information_schema.processlist where command <> 'Sleep'",
      timeout: askTimeoutMs,
    });
    return new Set(rows.map(({ id, ID = id }) => Number(ID)));
  } finally {
    connection.destroy();
  }
}

/** Throws for what would be ignored: with a mistyped `tls` the connection would be plain. */
function assertParameters(given: URLSearchParams): void {
  for (const [name, value] of given) {
    if (name === 'tls_ca' || (name === 'tls' && (value === 'true' || value === 'false'))) continue;
    throw new Error(`The database address may have tls=true, tls=false and tls_ca=FILE, not this ${name}`);
  }
}

/** A server's anonymous users for its own machine (`''@'localhost'`) go before users for any machine (`'%'`). */
const told = ({ message, code }: Error & { code?: string }): string =>
  code === 'ER_ACCESS_DENIED_ERROR'
    ? `${message}; check user and password, and whether the server has anonymous users, which stand in the way of 'user'@'%' on its own machine (select host from mysql.user where user = ''; mariadb-secure-installation removes them)`
    : message;

/** The address as people may see it. */
function withoutPassword(text: string): string {
  const { protocol, username, host, pathname } = new URL(text);
  return `${protocol}//${username}@${host}${pathname}`;
}

async function databaseTime(knex: Knex): Promise<Date> {
  const [rows] = (await knex.raw('select utc_timestamp(3) as now')) as [{ now: Date }[], unknown];
  const now = rows[0]?.now;
  if (!now) throw new Error('The database did not return its time');
  return now;
}

async function warnUnlessDurable(knex: Knex, log: Logger): Promise<void> {
  const [rows] = (await knex.raw('select @@innodb_flush_log_at_trx_commit as mode')) as [
    { mode: number }[],
    unknown,
  ];
  const mode = rows[0]?.mode;
  if (mode !== 1)
    log.warn(
      { mode },
      'innodb_flush_log_at_trx_commit is not 1: a crash of the database can lose what was acknowledged',
    );
}
