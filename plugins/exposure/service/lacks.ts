import type { Knex } from 'knex';
import { type Context, type HostScope, scopeWithin } from '#sdk';
import type { Candidate } from '../domain/order.ts';
import type { Counted } from './counts.ts';
import { fleetCves, fleetLacks } from './fleetOrder.ts';
import { cvesQuery, lacksQuery, narrow, type CveRow, type LackRow, type Sight } from './orderRows.ts';

/** The hosts of a group, one host, or all, as far as the caller sees them. Throws HOST_NOT_FOUND, GROUP_NOT_FOUND. */
export async function sightOn(
  { core: { hosts } }: Pick<Context, 'core'>,
  { hostId, groupId }: { hostId?: string; groupId?: string },
  scope: HostScope,
): Promise<Sight> {
  if (hostId !== undefined) await hosts.require(hostId, scope);
  if (groupId !== undefined) await hosts.requireGroup(groupId, scope);
  const wanted: HostScope = groupId === undefined ? scope : scopeWithin(scope, { groupIds: [groupId] });
  return { hostId, inScope: await hosts.idsIn(wanted) };
}

export const isFleet = ({ hostId, inScope }: Sight): boolean => hostId === undefined && inScope === null;

/** What is lacking on the hosts in sight: of all hosts from stored counts, else from their rows. */
export const lacksIn = (ctx: Context, sight: Sight, counted: Counted, now: Date): Promise<LackRow[]> =>
  isFleet(sight)
    ? fleetLacks(ctx, counted, now)
    : rowsIn<LackRow>(ctx, sight, lacksQuery(ctx.db.reader, { ...sight, column: counted.column }, now));

/** The CVEs that are open on the hosts in sight, in pieces; one may come several times, with other packages. */
export async function* cvesIn(ctx: Context, sight: Sight): AsyncGenerator<readonly CveRow[]> {
  if (isFleet(sight)) yield* fleetCves(ctx);
  else yield await rowsIn<CveRow>(ctx, sight, cvesQuery(ctx.db.reader, sight));
}

/** Those of some named CVEs that are open on the hosts in sight. */
export async function openOf(
  { db: { reader } }: Pick<Context, 'db'>,
  sight: Sight,
  names: readonly string[],
): Promise<CveRow[]> {
  const query = reader('exposure_cves')
    .whereIn('cve', names)
    .select('cve', 'packages', 'exploited', 'exploited_since', 'epss', 'severity_rank');
  if (isFleet(sight)) return (await query.where('hosts_open', '>', 0)) as CveRow[];
  const open = reader('exposure_findings')
    .where('open', 1)
    .whereIn('cve', names)
    .modify((some) => narrow(some, reader, sight))
    .select('cve');
  return (await query.whereIn('cve', open)) as CveRow[];
}

/** One host's rows are few; those of a group's hosts may be a hundred thousand, and are read in a thread. */
export async function rowsIn<Row>(ctx: Context, { hostId }: Sight, query: Knex.QueryBuilder): Promise<Row[]> {
  if (hostId !== undefined) return (await query) as Row[];
  const { sql, bindings } = query.toSQL().toNative();
  const found: Row[] = [];
  for await (const piece of ctx.reading.rows<Row>({ sql, bindings })) found.push(...piece);
  return found;
}

/** What the row tells, with no CVE yet. */
export const candidateOf = (name: string, row: LackRow): Candidate => ({
  name,
  hosts: Number(row.hosts),
  hostsHeld: Number(row.hosts) - Number(row.free),
  hostsOverdue: Number(row.overdue),
  severityRank: Number(row.severity_rank),
  earliestDueAt: timeOf(row.due_at),
  cves: 0,
  exploited: [],
  likeliest: null,
});

const timeOf = (value: unknown): Date | null =>
  value === null ? null : value instanceof Date ? value : new Date(Number(value));

const MAX_NAMED = 20;

/** Counts a CVE that the patch fixes; the same name must not be given twice. */
export function addCve(candidate: Candidate, { cve, exploited, exploited_since: since, epss }: CveRow): void {
  candidate.cves += 1;
  const isListed = candidate.exploited.some((known) => known.cve === cve);
  if (Number(exploited) === 1 && candidate.exploited.length < MAX_NAMED && !isListed)
    candidate.exploited.push({ cve, since });
  if (epss !== null && epss > (candidate.likeliest?.epss ?? -1)) candidate.likeliest = { cve, epss };
}
