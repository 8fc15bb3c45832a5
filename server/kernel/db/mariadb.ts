import { readFileSync } from 'node:fs';
import createKnex from 'knex';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { knexLog } from './knexLog.ts';
import { noteUnwritable } from './unwritable.ts';

const acquireTimeoutMs = 15_000;
const poolSize = 10;

/**
 * READ COMMITTED, because compare-and-set needs no gaps locked, and those deadlock; strict mode, because a cut
 * value must be an error; UTC, because the session's zone would move every datetime.
 */
const sessionSettings = [
  "SET SESSION time_zone = '+00:00'",
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  'SET SESSION innodb_lock_wait_timeout = 10',
];

const readOnlySetting = 'SET SESSION TRANSACTION READ ONLY';

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
      close: () => knex.destroy(),
    };
  } catch (error) {
    await knex.destroy();
    throw new Error(`${(error as Error).message} (${withoutPassword(url)})`, { cause: error });
  }
}

/** A pool of connections. With `readonly` each transaction is read-only, so that the server itself refuses to write. */
export function connectMariadb(url: string, log: Logger, { readonly }: { readonly: boolean }): Knex {
  const knex = createKnex({
    client: 'mysql2',
    connection: connectionOptions(url),
    compileSqlOnError: false,
    acquireConnectionTimeout: acquireTimeoutMs,
    log: knexLog(log),
    pool: {
      min: 0,
      max: poolSize,
      afterCreate(connection: Connection, done: (error: Error | null, connection: Connection) => void) {
        const [first, ...others] = [...sessionSettings, ...(readonly ? [readOnlySetting] : [])];
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
    connectTimeout: 10_000,
    ...(tls
      ? { ssl: { rejectUnauthorized: true, ...(caFile ? { ca: readFileSync(caFile, 'utf8') } : {}) } }
      : {}),
  } as Knex.MySql2ConnectionConfig;
}

/** Throws for what would be ignored: with a mistyped `tls` the connection would be plain. */
function assertParameters(given: URLSearchParams): void {
  for (const [name, value] of given) {
    if (name === 'tls_ca' || (name === 'tls' && (value === 'true' || value === 'false'))) continue;
    throw new Error(`The database address may have tls=true, tls=false and tls_ca=FILE, not this ${name}`);
  }
}

/** The address as people may see it. */
function withoutPassword(text: string): string {
  const { protocol, username, host, pathname } = new URL(text);
  return `${protocol}//${username}@${host}${pathname}`;
}

async function databaseTime(knex: Knex): Promise<Date> {
  const [rows] = (await knex.raw('select utc_timestamp(3) as now')) as [{ now: Date }[], unknown];
  const now = rows[0]?.now;
  if (!now) throw new Error('The database did not tell its time');
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
