import type { Knex } from 'knex';
import type { Context } from '#sdk';
import { SLOT_MS } from '../domain/counts.ts';
import { ExceptionModel } from '../models.ts';
import { lacksQuery, type CveRow, type LackRow } from './orderRows.ts';

/** Names of one statement. */
const CHUNK = 500;
/** CVEs that are read at once: other work runs between two reads. */
const CVES = 1_000;

/** The result of `lacksQuery` over all hosts, from the stored counts of packages instead of from each host's rows. */
export async function fleetLacks({ db }: Pick<Context, 'db'>, now: Date): Promise<LackRow[]> {
  const { reader } = db;
  const start = new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS);
  const counted = (await countedQuery(reader, start)) as LackRow[];
  const late = (await lateInSlot(reader, start, now)) as { name: string; hosts: number | string }[];
  const lately = new Map(late.map(({ name, hosts }) => [name, Number(hosts)]));
  const excepted = await exceptedLacks(reader, now);
  return counted.map(
    (row) => excepted.get(row.name) ?? { ...row, overdue: Number(row.overdue) + (lately.get(row.name) ?? 0) },
  );
}

function countedQuery(knex: Knex, start: Date): Knex.QueryBuilder {
  const slot = start.getTime() / SLOT_MS;
  const earliest = knex('exposure_patches as patches')
    .where('patches.open', 1)
    .whereRaw('patches.name = counts.name')
    .whereNotNull('patches.due_at')
    .orderBy('patches.due_at')
    .limit(1)
    .select('patches.due_at');
  return knex('exposure_counts as counts')
    .groupBy('counts.name')
    .select(
      'counts.name',
      knex.raw('sum(counts.hosts) as hosts'),
      knex.raw(
        'sum(case when counts.slot >= 0 and counts.slot < ? then counts.hosts else 0 end) as overdue',
        [slot],
      ),
      knex.raw('max(counts.severity_rank) as severity_rank'),
      earliest.as('due_at'),
    );
}

/**
 * Hosts by package that became late within the current slot, which the counts of whole slots do not tell. Hosts that
 * were late with the package before the slot are left out. The `case` makes SQLite look among the host's own rows: for
 * a plain `due_at <` it takes the index over all late rows of the package in the fleet, once for each row.
 */
export function lateInSlot(knex: Knex, start: Date, now: Date): Knex.QueryBuilder {
  const earlier = knex('exposure_patches as earlier')
    .select(knex.raw('1'))
    .whereRaw('earlier.host_id = late.host_id and earlier.open = 1 and earlier.name = late.name')
    .whereRaw('case when earlier.due_at < ? then 1 end = 1', [start]);
  return knex('exposure_patches as late')
    .where('late.open', 1)
    .where('late.due_at', '>=', start)
    .where('late.due_at', '<', now)
    .whereNotExists(earlier)
    .groupBy('late.name')
    .select('late.name', knex.raw('count(distinct late.host_id) as hosts'));
}

/** Packages with an exception somewhere, counted from the rows of hosts: the stored counts ignore exceptions. */
async function exceptedLacks(knex: Knex, now: Date): Promise<Map<string, LackRow>> {
  const rows = await ExceptionModel.query(knex).where('expires_at', '>', now).distinct('package');
  const names = rows.map((row) => row.package);
  const found = new Map<string, LackRow>();
  for (let at = 0; at < names.length; at += CHUNK) {
    const some = names.slice(at, at + CHUNK);
    const lacks = (await lacksQuery(knex, { hostId: undefined, inScope: null }, now).whereIn(
      'name',
      some,
    )) as LackRow[];
    for (const one of lacks) found.set(one.name, one);
  }
  return found;
}

/** The open CVEs with the packages that mend them, in pieces. */
export async function* fleetCves({ db }: Pick<Context, 'db'>): AsyncGenerator<CveRow[]> {
  for (let after = ''; ;) {
    const rows = (await db
      .reader('exposure_cves')
      .where('hosts_open', '>', 0)
      .where('cve', '>', after)
      .orderBy('cve')
      .limit(CVES)
      .select('cve', 'packages', 'exploited', 'exploited_since', 'epss')) as CveRow[];
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < CVES) return;
    after = last.cve;
  }
}
