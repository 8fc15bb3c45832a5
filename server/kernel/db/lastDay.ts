import type { Knex } from 'knex';

const DAY_MS = 86_400_000;

export interface RowsOfHosts {
  /** Has a column `host_id`; an index begins with it and `at`. */
  table: string;
  hostIds: readonly string[];
  /** When a row was added. */
  at: string;
  now: Date;
  /** Its sum instead of the number of rows. */
  sum?: string;
}

/**
 * What each host has brought into a table within the last day, for limits on what one host can make the manager keep.
 * Hosts that brought nothing are left out.
 */
export async function broughtInADay(
  knex: Knex,
  { table, hostIds, at, now, sum }: RowsOfHosts,
): Promise<Map<string, number>> {
  const rows = knex(table)
    .whereIn('host_id', hostIds)
    .where(at, '>', new Date(now.getTime() - DAY_MS))
    .groupBy('host_id')
    .select('host_id');
  const figures = (await (sum === undefined
    ? rows.count({ brought: '*' })
    : rows.sum({ brought: sum }))) as unknown as { host_id: string; brought: number | string | null }[];
  return new Map(figures.map(({ host_id: id, brought }) => [id, Number(brought ?? 0)]));
}
