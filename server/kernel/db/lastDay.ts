import type { Knex } from 'knex';

const DAY_MS = 86_400_000;

export interface RowsOfHosts {
  /** An index begins with the column of the host and, where a host has many rows of former days, `at`. */
  table: string;
  /** The column of the host's id; default `host_id`. */
  host?: string;
  hostIds: readonly string[];
  /** When a row was added. */
  at: string;
  now: Date;
  /** Only rows with these values. */
  only?: Readonly<Record<string, string>>;
  /** Its sum instead of the number of rows. */
  sum?: string;
}

/**
 * What each host has brought into a table within the last day, for limits on what one host can make the manager keep.
 * Hosts that brought nothing are left out.
 */
export async function broughtInADay(
  knex: Knex,
  { table, host = 'host_id', hostIds, at, now, only = {}, sum }: RowsOfHosts,
): Promise<Map<string, number>> {
  const rows = knex(table)
    .whereIn(host, hostIds)
    .where(only)
    .where(at, '>', new Date(now.getTime() - DAY_MS))
    .groupBy(host)
    .select({ host_id: host });
  const figures = (await (sum === undefined
    ? rows.count({ brought: '*' })
    : rows.sum({ brought: sum }))) as unknown as { host_id: string; brought: number | string | null }[];
  return new Map(figures.map(({ host_id: id, brought }) => [id, Number(brought ?? 0)]));
}
