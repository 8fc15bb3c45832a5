import type { Knex } from 'knex';
import type { Dialect } from './database.ts';

/** The names of all tables of the database. */
export async function tablesOf(knex: Knex, dialect: Dialect): Promise<Set<string>> {
  const rows: { name: string }[] =
    dialect === 'sqlite'
      ? await knex('sqlite_master').where('type', 'table').select('name')
      : await knex('information_schema.tables')
          .whereRaw('table_schema = database()')
          .select('table_name as name');
  return new Set(rows.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_')));
}

const prefixOf = (feature: string): string => `${feature.replaceAll('-', '_')}_`;

/**
 * A table's name says whose it is. Throws where a migration of `feature` has made or dropped a table that does not
 * begin with the feature's name, or that begins with the longer name of another feature.
 */
export function assertOwnTables(
  feature: string,
  { before, after, features }: { before: Set<string>; after: Set<string>; features: readonly string[] },
): void {
  const own = prefixOf(feature);
  const longer = features.map(prefixOf).filter((prefix) => prefix.length > own.length);
  const wrong = [...after.symmetricDifference(before)].filter(
    (table) => !table.startsWith(own) || longer.some((prefix) => table.startsWith(prefix)),
  );
  if (wrong.length === 0) return;
  throw new Error(`the table ${wrong.join(', ')} is not named ${own}…, so it is not of ${feature}`);
}
