import type { Knex } from 'knex';

/** Rows that one statement counts: a few milliseconds on SQLite, where nothing else happens meanwhile. */
const SLICE = 20_000;

export interface Counted {
  table: string;
  /** Names whose rows they are, such as `host_id`; an index begins with it. */
  column: string;
  most: number;
}

/**
 * The values of `column` of which the table has more than `most` rows. Reads the index in slices, so that a table with
 * millions of rows keeps no request waiting. `slice` is for tests.
 */
export async function excessOf(
  reader: Knex,
  { table, column, most }: Counted,
  slice = SLICE,
): Promise<string[]> {
  const found: string[] = [];
  type Row = Record<string, string>;
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = reader(table).where(column, '>', after);
    const ends = (await rows.clone().orderBy(column).offset(slice).limit(1).select(column)) as Row[];
    const end: string | undefined = ends[0]?.[column];
    if (end !== undefined) rows.where(column, '<=', end);
    const full = (await rows.groupBy(column).havingRaw('count(*) > ?', [most]).select(column)) as Row[];
    found.push(...full.map((row) => row[column] ?? ''));
    after = end;
  }
  return found;
}
