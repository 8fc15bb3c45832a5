import type { Knex } from 'knex';
import type { Context, HostIds, HostScope } from '../../../server/plugin.ts';
import { ranked, type Candidate, type Ranked } from '../domain/order.ts';
import type { CvePackage } from '../models.ts';

const MAX_NAMED = 20;

/** What to patch first on the hosts of the scope, of one group or of one host. Throws HOST_NOT_FOUND, GROUP_NOT_FOUND. */
export async function patchOrder(
  ctx: Context,
  { hostId, groupId, limit }: { hostId?: string; groupId?: string; limit: number },
  scope: HostScope,
): Promise<{ packages: Ranked[]; total: number; computedAt: Date }> {
  const { hosts } = ctx.core;
  if (hostId !== undefined) await hosts.require(hostId, scope);
  if (groupId !== undefined) await hosts.requireGroup(groupId, scope);
  const wanted: HostScope = groupId === undefined ? scope : within(scope, groupId);
  const sight = { hostId, inScope: await hosts.idsIn(wanted) };
  const now = ctx.clock.now();
  const lacks = await rows<LackRow>(ctx, lacksQuery(ctx.db.reader, sight, now));
  const cves = new Map<string, Candidate>();
  for (const row of lacks) cves.set(row.name, candidateOf(row));
  for (const row of await rows<CveRow>(ctx, cvesQuery(ctx.db.reader, sight))) add(cves, row);
  const all = ranked([...cves.values()], now);
  return { packages: all.slice(0, limit), total: all.length, computedAt: now };
}

/** The part of the scope that is in the group. */
export const within = (scope: HostScope, groupId: string): HostScope =>
  scope === 'all' ? { groupIds: [groupId] } : { allOf: [scope, { groupIds: [groupId] }] };

/** In a thread: over ten thousand hosts it reads some hundred thousand rows of an index. */
async function rows<Row>(ctx: Context, query: Knex.QueryBuilder): Promise<Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  const found: Row[] = [];
  for await (const piece of ctx.reading.rows<Row>({ sql, bindings })) found.push(...piece);
  return found;
}

interface Sight {
  hostId: string | undefined;
  inScope: HostIds | null;
}

function narrow(query: Knex.QueryBuilder, knex: Knex, { hostId, inScope }: Sight): void {
  if (hostId !== undefined) query.where('host_id', hostId);
  if (inScope) query.whereIn('host_id', inScope(knex));
}

interface LackRow {
  name: string;
  hosts: number | string;
  overdue: number | string;
  severity_rank: number | string;
  due_at: unknown;
}

function lacksQuery(knex: Knex, sight: Sight, now: Date): Knex.QueryBuilder {
  const counts = '(excepted_until is null or excepted_until <= ?)';
  return knex('exposure_patches')
    .where('open', 1)
    .modify((query) => narrow(query, knex, sight))
    .groupBy('name')
    .select(
      'name',
      knex.raw('count(distinct host_id) as hosts'),
      knex.raw(`count(distinct case when due_at < ? and ${counts} then host_id end) as overdue`, [now, now]),
      knex.raw('max(severity_rank) as severity_rank'),
      knex.raw(`min(case when ${counts} then due_at end) as due_at`, [now]),
    );
}

const timeOf = (value: unknown): Date | null =>
  value === null ? null : value instanceof Date ? value : new Date(Number(value));

const candidateOf = (row: LackRow): Candidate => ({
  package: row.name,
  hosts: Number(row.hosts),
  hostsOverdue: Number(row.overdue),
  severityRank: Number(row.severity_rank),
  earliestDueAt: timeOf(row.due_at),
  ...{ cves: 0, exploited: [], likeliest: null },
});

interface CveRow {
  cve: string;
  /** JSON: of names, or of names and versions. */
  packages: string;
  exploited: number;
  exploited_since: string | null;
  epss: number | null;
}

/** Of all hosts the CVEs' own rows tell which packages mend them; of some, their findings. */
function cvesQuery(knex: Knex, sight: Sight): Knex.QueryBuilder {
  if (sight.hostId === undefined && !sight.inScope)
    return knex('exposure_cves')
      .where('hosts_open', '>', 0)
      .select('cve', 'packages', 'exploited', 'exploited_since', 'epss');
  const findings = knex('exposure_findings')
    .where('open', 1)
    .modify((query) => narrow(query, knex, sight))
    .distinct('cve as of_cve', 'packages as own_packages');
  return knex('exposure_cves as cves')
    .join(findings.as('own'), 'own.of_cve', 'cves.cve')
    .select(
      'cves.cve',
      'own.own_packages as packages',
      'cves.exploited',
      'cves.exploited_since',
      'cves.epss',
    );
}

function add(candidates: ReadonlyMap<string, Candidate>, row: CveRow): void {
  const named = JSON.parse(row.packages) as (string | CvePackage)[];
  for (const one of named) {
    const candidate = candidates.get(typeof one === 'string' ? one : one.name);
    if (!candidate) continue;
    candidate.cves += 1;
    const { cve, exploited_since: since } = row;
    const isListed = candidate.exploited.some((known) => known.cve === cve);
    if (Number(row.exploited) === 1 && candidate.exploited.length < MAX_NAMED && !isListed)
      candidate.exploited.push({ cve, since });
    if (row.epss !== null && row.epss > (candidate.likeliest?.epss ?? -1))
      candidate.likeliest = { cve, epss: row.epss };
  }
}
