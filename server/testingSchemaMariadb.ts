import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { pino } from 'pino';
import type { Database } from './kernel/db/database.ts';
import { lockTable, withMigrationLock } from './kernel/db/migrate.ts';
import { tablesOf } from './kernel/db/migrateTables.ts';
import { openDatabase } from './kernel/db/open.ts';

interface Defaults {
  version: string;
  charset: string;
  collation: string;
}

/**
 * All that decides, besides the migrations, what they make; null: on MySQL, which does not take many statements as one.
 */
export async function kindOf({ knex }: Database): Promise<string | null> {
  const { version, charset, collation } = await defaultsOf(knex);
  return version.includes('MariaDB') ? `${version} ${charset} ${collation}` : null;
}

/** Gives `work` an empty database like `db`, on its server. */
export async function withScratch(
  { knex, address }: Database,
  work: (scratch: Database) => Promise<void>,
): Promise<void> {
  const { charset, collation } = await defaultsOf(knex);
  const url = new URL(address.url ?? '');
  const name = `${url.pathname.slice(1)}_${randomBytes(6).toString('hex')}`;
  await knex.raw(`create database ${name} character set ${charset} collate ${collation}`);
  try {
    url.pathname = `/${name}`;
    const scratch = await openDatabase({ url: url.href, log: pino({ level: 'silent' }) });
    await work(scratch).finally(() => scratch.close());
  } finally {
    await knex.raw(`drop database ${name}`);
  }
}

/** The tables with their rows, as one statement: a hundred of them cost the client as much as running the migrations. */
export async function describeSchema({ knex }: Database): Promise<string> {
  const statements: string[] = [];
  for (const table of (await filledTables(knex)).sort()) {
    const [made] = await rowsOf<Record<'Create Table', string>>(knex, `show create table \`${table}\``);
    statements.push(made?.['Create Table'] ?? '');
    const columns = Object.keys(await knex(table).columnInfo());
    const values = columns.map((column) => `quote(\`${column}\`)`).join();
    const rows = await rowsOf<{ line: string }>(
      knex,
      `select concat_ws(',', ${values}) as line from \`${table}\``,
    );
    for (const { line } of rows) statements.push(`insert into \`${table}\` values (${line})`);
  }
  return `begin not atomic\n${statements.join(';\n')};\nend`;
}

/** Runs the statement of `describeSchema`, unless the database has tables: those of another app, perhaps. */
export async function fillFromSql(db: Database, sql: string): Promise<void> {
  await withMigrationLock(db, async () => {
    if ((await filledTables(db.knex)).length === 0) await db.knex.raw(sql);
  });
}

const filledTables = async (knex: Knex): Promise<string[]> =>
  [...(await tablesOf(knex, 'mariadb'))].filter((table) => table !== lockTable);

async function defaultsOf(knex: Knex): Promise<Defaults> {
  const [defaults] = await rowsOf<Defaults>(
    knex,
    'select version() as version, @@character_set_database as charset, @@collation_database as collation',
  );
  if (!defaults) throw new Error('the server tells nothing of itself');
  return defaults;
}

const rowsOf = async <T>(knex: Knex, sql: string): Promise<T[]> => ((await knex.raw(sql)) as [T[]])[0];
