import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex from 'knex';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { Clock } from '../../server/kernel/clock.ts';
import { openDatabase } from '../../server/kernel/db/open.ts';
import type { Database, Dialect } from '../../server/kernel/db/database.ts';

/** The database on which this suite runs: see the header line `// databases:`. SQLite where nothing is said. */
export const dialect: Dialect = process.env['TEST_DIALECT'] === 'mariadb' ? 'mariadb' : 'sqlite';

export interface FreshDatabase {
  db: Database;
  /** Opens the same database once more, as another manager would. Closed by `cleanup` too. */
  openAgain(): Promise<Database>;
  /** The address as `openDatabase` and the configuration take it. */
  address: { url?: string; file?: string };
  cleanup(): Promise<void>;
}

export interface FreshDatabaseOptions {
  log?: Logger;
  /** Replaces the database's clock. */
  clock?: Clock;
}

/** The MariaDB server that the test runner started; its user may create databases. */
export function testMariadbUrl(): string {
  const url = process.env['TEST_MARIADB_URL'];
  if (!url) throw new Error('TEST_MARIADB_URL is not set (mysql://user:password@host:port)');
  return url;
}

/** A database of the MongoDB (or MongoDB-wire) server that the test runner started. */
export function testMongoUrl(database: string): string {
  const server = process.env['TEST_MONGODB_URL'];
  if (!server) throw new Error('TEST_MONGODB_URL is not set (mongodb://host:port)');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Makes an empty database: a file in a temporary directory, or a schema with a random name. */
export async function freshDatabase(
  kind: Dialect,
  options: FreshDatabaseOptions = {},
): Promise<FreshDatabase> {
  const { address, drop } = kind === 'sqlite' ? newSqliteFile() : await newMariadbSchema();
  const log = options.log ?? pino({ level: 'silent' });
  const opened: Database[] = [];
  const openAgain = async () => {
    const db = await openDatabase({ ...address, log, clock: options.clock });
    opened.push(db);
    return db;
  };
  return {
    db: await openAgain(),
    openAgain,
    address,
    async cleanup() {
      for (const db of opened) await db.close();
      await drop();
    },
  };
}

interface Place {
  address: { url?: string; file?: string };
  drop(): Promise<void>;
}

function newSqliteFile(): Place {
  const directory = mkdtempSync(join(tmpdir(), 'fleetmend-db-'));
  return {
    address: { file: join(directory, 'test.db') },
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function newMariadbSchema(): Promise<Place> {
  const server = new URL(testMariadbUrl());
  const name = `fleetmend_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} character set utf8mb4 collate utf8mb4_bin`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { address: { url: url.href }, drop: () => onServer(server, `drop database if exists ${name}`) };
}

async function onServer(server: URL, sql: string): Promise<void> {
  const knex = createKnex({
    client: 'mysql2',
    connection: {
      host: server.hostname,
      port: Number(server.port || 3306),
      user: decodeURIComponent(server.username),
      password: decodeURIComponent(server.password),
    },
    pool: { min: 0, max: 1 },
  });
  try {
    await knex.raw(sql);
  } finally {
    await knex.destroy();
  }
}
