import type { Knex } from 'knex';

/** What is stored, at one moment. */
export interface Rows {
  /** The version over all sections. */
  version: number;
  byName: ReadonlyMap<string, StoredRow>;
}

export interface StoredRow {
  version: number;
  value: string;
}

/** `update` and `share` lock the row until the end of the transaction. */
export type Lock = 'update' | 'share' | null;

const locked = (query: Knex.QueryBuilder, lock: Lock): Knex.QueryBuilder =>
  lock === null ? query : lock === 'update' ? query.forUpdate() : query.forShare();

/** The version over all sections. Writing a section, or writing rows that depend on one, locks this row first. */
export async function headVersion(knex: Knex, lock: Lock = null): Promise<number> {
  const query = knex('kernel_settings_head').where('id', 1).first('version');
  const row = (await locked(query, lock)) as { version: number } | undefined;
  if (!row) throw new Error('the head row of the settings is missing');
  return Number(row.version);
}

interface JoinedRow {
  head: number;
  name: string | null;
  value: string;
  version: number;
}

/** All rows with the version over them, in one statement, so that they belong together. */
export async function readRows(knex: Knex, lock: Lock = null): Promise<Rows> {
  const query = knex('kernel_settings_head as h')
    .leftJoin('kernel_settings as s', (join) => void join.on(knex.raw('1 = 1')))
    .where('h.id', 1)
    .select('h.version as head', 's.name', 's.value', 's.version');
  const rows = (await locked(query, lock)) as JoinedRow[];
  const [first] = rows;
  if (!first) throw new Error('the head row of the settings is missing');
  const known = rows.flatMap(({ name, value, version }) =>
    name === null ? [] : [[name, { value, version: Number(version) }] as const],
  );
  return { version: Number(first.head), byName: new Map(known) };
}
