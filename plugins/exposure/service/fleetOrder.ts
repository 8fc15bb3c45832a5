import type { Knex } from 'knex';
import type { Context } from '#sdk';
import { SLOT_MS } from '../domain/counts.ts';
import type { Counted } from './counts.ts';
import { lacksQuery, type CveRow, type LackRow } from './orderRows.ts';

/** Packages or advisories of one statement. */
const CHUNK = 500;
/** CVEs that are read at once: other work runs between two reads. */
const CVES = 1_000;

/** The result of `lacksQuery` over all hosts, from the stored counts instead of from each host's rows. */
export async function fleetLacks(
  { db }: Pick<Context, 'db'>,
  counted: Counted,
  now: Date,
): Promise<LackRow[]> {
  const { reader } = db;
  const start = new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS);
  const rows = (await countedQuery(reader, counted, start)) as LackRow[];
  const late = (await lateInSlot(reader, counted, { start, now })) as Pick<LackRow, 'subject' | 'hosts'>[];
  const lately = new Map(late.map(({ subject, hosts }) => [subject, Number(hosts)]));
  const excepted = await exceptedLacks(reader, counted, now);
  return rows.map(
    (row) =>
      excepted.get(row.subject) ?? { ...row, overdue: Number(row.overdue) + (lately.get(row.subject) ?? 0) },
  );
}

function countedQuery(knex: Knex, { counts, column }: Counted, start: Date): Knex.QueryBuilder {
  const slot = start.getTime() / SLOT_MS;
  const earliest = knex('exposure_patches as patches')
    .where('patches.open', 1)
    .whereRaw('?? = ??', [`patches.${column}`, `counts.${column}`])
    .whereNotNull('patches.due_at')
    .orderBy('patches.due_at')
    .limit(1)
    .select('patches.due_at');
  return knex(`${counts} as counts`)
    .groupBy(`counts.${column}`)
    .select(
      `counts.${column} as subject`,
      knex.raw('sum(counts.hosts) as hosts'),
      knex.raw('sum(case when counts.held = 0 then counts.hosts else 0 end) as free'),
      knex.raw(
        'sum(case when counts.slot >= 0 and counts.slot < ? then counts.hosts else 0 end) as overdue',
        [slot],
      ),
      knex.raw('max(counts.severity_rank) as severity_rank'),
      earliest.as('due_at'),
    );
}

/**
 * Hosts by package, or by advisory, that became late within the current slot, which the counts of whole slots do not
 * tell. Hosts that were late with it before the slot are left out. The `case` makes SQLite look up the host and the
 * subject: else it takes an index over all due times of the fleet, once for each row.
 */
export function lateInSlot(
  knex: Knex,
  { column }: Pick<Counted, 'column'>,
  { start, now }: { start: Date; now: Date },
): Knex.QueryBuilder {
  const earlier = knex('exposure_patches as earlier')
    .select(knex.raw('1'))
    .where('earlier.open', 1)
    .whereRaw('earlier.host_id = late.host_id and ?? = ??', [`earlier.${column}`, `late.${column}`])
    .whereRaw('case when earlier.due_at < ? then 1 end = 1', [start]);
  return knex('exposure_patches as late')
    .where('late.open', 1)
    .where('late.due_at', '>=', start)
    .where('late.due_at', '<', now)
    .whereNotExists(earlier)
    .groupBy(`late.${column}`)
    .select(`late.${column} as subject`, knex.raw('count(distinct late.host_id) as hosts'));
}

/**
 * What has an exception somewhere, counted from the rows of hosts: the stored counts ignore exceptions. The `cross` makes
 * SQLite begin with the exceptions, which are few.
 */
async function exceptedLacks(
  knex: Knex,
  { column }: Pick<Counted, 'column'>,
  now: Date,
): Promise<Map<string, LackRow>> {
  const rows = (await knex('exposure_exceptions as exceptions')
    .joinRaw(
      'cross join exposure_patches as patches on patches.host_id = exceptions.host_id and patches.name = exceptions.package',
    )
    .where('patches.open', 1)
    .where('exceptions.expires_at', '>', now)
    .distinct(`patches.${column} as subject`)) as Pick<LackRow, 'subject'>[];
  const subjects = rows.map(({ subject }) => subject);
  const found = new Map<string, LackRow>();
  for (let at = 0; at < subjects.length; at += CHUNK) {
    const some = subjects.slice(at, at + CHUNK);
    const lacks = (await lacksQuery(knex, { hostId: undefined, inScope: null, column }, now).whereIn(
      column,
      some,
    )) as LackRow[];
    for (const one of lacks) found.set(one.subject, one);
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
      .select('cve', 'packages', 'exploited', 'exploited_since', 'epss', 'severity_rank')) as CveRow[];
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < CVES) return;
    after = last.cve;
  }
}
