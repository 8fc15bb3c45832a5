import type { Knex } from 'knex';
import type { Database } from '../../server/kernel/db/database.ts';

interface Asked {
  sql: string;
  bindings?: readonly Knex.RawBinding[];
}

/**
 * Does `work`, and gives those of its statements that SQLite answers by reading one of these tables, or an index of
 * it, from end to end. Without statistics SQLite plans by the schema alone, so a few rows show what it does with
 * millions.
 */
export async function scansOf(
  db: Pick<Database, 'knex' | 'reader'>,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const asked = new Map<string, Asked>();
  const note = (query: Asked): void => void asked.set(query.sql, query);
  const connections = new Set([db.knex, db.reader]);
  for (const knex of connections) knex.on('query', note);
  try {
    await work();
  } finally {
    for (const knex of connections) knex.removeListener('query', note);
  }
  const scans: string[] = [];
  for (const { sql, bindings = [] } of asked.values())
    if (
      /^(select|update|delete|insert|with)/i.test(sql) &&
      (await isScan(db.knex, { sql, bindings }, tables))
    )
      scans.push(sql);
  if (asked.size === 0) throw new Error('nothing was asked of the database');
  return scans;
}

async function isScan(
  knex: Knex,
  { sql, bindings = [] }: Asked,
  tables: readonly string[],
): Promise<boolean> {
  const plan = await knex.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings);
  return plan.some(({ detail }) => {
    const [verb, table = ''] = detail.split(' ');
    return verb === 'SCAN' && tables.includes(table);
  });
}
