import type { Knex } from 'knex';
import { type Context, type HostScope, paging, type standings } from '#sdk';
import type { HostIds } from '#sdk/hosts.ts';
import { rankOf } from '../domain/rank.ts';
import type { FindingState } from './findings.ts';
import { CveModel, FindingModel, type CvePackage } from '../models.ts';

export interface CveQuery extends paging.Query {
  search?: string;
  /** Of those that are on no host any more, of the others, or of both. */
  states: readonly FindingState[];
  severity?: standings.LackSeverity;
  exploited?: boolean;
  hostId?: string;
  /** Only these. */
  names?: readonly string[];
  /** Whether the packages are asked for, which cost queries of their own for some viewers. */
  withPackages?: boolean;
}

/** A CVE as one viewer sees it: hosts, times and packages are those of his hosts. */
export interface SeenCve {
  id: string;
  cve: string;
  hostsOpen: number;
  severityRank: number;
  exploited: boolean;
  exploitedSince: string | null;
  epss: number | null;
  epssPercentile: number | null;
  cvss: number | null;
  cvssVector: string | null;
  publishedOn: string | null;
  priority: number;
  firstSeenAt: Date | null;
  packages: CvePackage[];
}

export interface CvePage {
  cves: SeenCve[];
  total: number;
  /** CVEs without a fix that match, but only on hosts that do not count for them (set aside); 0 in other lists. */
  setAside: number;
  /** CVEs without a fix that match, but only on hosts of which nobody can tell; 0 in other lists. */
  unknown: number;
  nextCursor: string | null;
}

/** Throws HOST_NOT_FOUND. */
export async function listCves(ctx: Context, query: CveQuery, scope: HostScope): Promise<CvePage> {
  const { hostId, sort, cursor, limit = 50, withPackages = true } = query;
  if (hostId !== undefined) await ctx.core.hosts.require(hostId, scope);
  const inScope = await ctx.core.hosts.idsIn(scope);
  const sight = { knex: ctx.db.reader, inScope };
  const filtered = (): Knex.QueryBuilder => filter(cvesSeen(ctx.db.reader, inScope), query, sight);
  const keyset = paging.order(CveModel, sort);
  const page = filtered().limit(limit + 1);
  paging.apply(page, keyset, cursor);
  const found = (await read(ctx, page, inScope)).map(cveOf);
  const [counted] = await read(ctx, filtered().count({ total: '*' }), inScope);
  const { rows: cves, nextCursor } = paging.cut(found, {
    keyset,
    limit,
    valueOf: (one) => one[CveModel.columnNameToPropertyName(keyset.column) as keyof SeenCve] as string,
    idOf: ({ id }) => id,
  });
  if (withPackages && hostId !== undefined) await namePackagesOn(ctx, cves, query);
  else if (withPackages && inScope) await cutPackages(ctx, cves, inScope);
  return {
    cves,
    total: Number(counted?.['total'] ?? 0),
    setAside: 0,
    unknown: 0,
    nextCursor,
  };
}

/** Those of the named CVEs that a patch fixes and that are or were open on a host of the scope. */
export async function findCves(
  ctx: Context,
  names: readonly string[],
  scope: HostScope,
): Promise<Map<string, SeenCve>> {
  if (names.length === 0) return new Map();
  const inScope = await ctx.core.hosts.idsIn(scope);
  const rows = await read(ctx, cvesSeen(ctx.db.reader, inScope, names).whereIn('cve', names), inScope);
  const found = rows.map(cveOf);
  if (inScope) await cutPackages(ctx, found, inScope);
  return new Map(found.map((one) => [one.cve, one]));
}

type Row = Record<string, unknown>;

/** Reads a limited scope in a thread: counting over its hosts would hold up the event loop. */
async function read(ctx: Context, query: Knex.QueryBuilder, inScope: HostIds | null): Promise<Row[]> {
  if (!inScope) return (await query) as Row[];
  const { sql, bindings } = query.toSQL().toNative();
  const rows: Row[] = [];
  for await (const piece of ctx.reading.rows<Row>({ sql, bindings })) rows.push(...piece);
  return rows;
}

const OWN = [
  'id',
  'cve',
  'severity_rank',
  'exploited',
  'exploited_since',
  'epss',
  'epss_percentile',
  'cvss',
  'cvss_vector',
  'published_on',
  'priority',
];

/** `names` limits the count to these CVEs. */
function cvesSeen(knex: Knex, inScope: HostIds | null, names?: readonly string[]): Knex.QueryBuilder {
  if (!inScope) return knex('exposure_cves');
  const counted = knex('exposure_findings')
    .whereIn('host_id', inScope(knex))
    .modify((query) => void (names && query.whereIn('cve', names)))
    .groupBy('cve')
    .select(
      'cve as of_cve',
      knex.raw('count(`open`) as hosts_open'),
      knex.raw('case when count(opened_at) = count(*) then min(opened_at) end as first_seen_at'),
    );
  const seen = knex('exposure_cves as all_cves')
    .join(counted.as('counted'), 'counted.of_cve', 'all_cves.cve')
    .select(...OWN.map((name) => `all_cves.${name}`), 'counted.hosts_open', 'counted.first_seen_at');
  return knex.from(seen.as('seen'));
}

interface Sight {
  knex: Knex;
  inScope: HostIds | null;
}

function filter(query: Knex.QueryBuilder, wanted: CveQuery, sight: Sight): Knex.QueryBuilder {
  const { search, states, severity, exploited, hostId, names } = wanted;
  if (hostId !== undefined) filterHost(query, { hostId, states }, sight);
  else {
    if (!states.includes('closed')) query.where('hosts_open', '>', 0);
    if (!states.includes('open')) query.where('hosts_open', 0);
  }
  if (severity !== undefined) query.where('severity_rank', rankOf(severity));
  if (names !== undefined) query.whereIn('cve', [...names]);
  if (exploited !== undefined) query.where('exploited', exploited ? 1 : 0);
  if (search !== undefined) filterSearch(query, search.toLowerCase(), sight);
  return query;
}

function filterHost(
  query: Knex.QueryBuilder,
  { hostId, states }: { hostId: string; states: CveQuery['states'] },
  { knex }: Sight,
): void {
  const of = (open: 1 | null) => knex('exposure_findings').select('cve').where({ host_id: hostId, open });
  if (!states.includes('closed')) query.whereIn('cve', of(1));
  else if (!states.includes('open')) query.whereIn('cve', of(null)).whereNotIn('cve', of(1));
  else query.whereIn('cve', knex('exposure_findings').select('cve').where({ host_id: hostId }));
}

/** Within a scope it searches only the packages of its hosts: others would reveal hosts that the caller may not see. */
function filterSearch(query: Knex.QueryBuilder, part: string, { knex, inScope }: Sight): void {
  if (!inScope) return void query.whereRaw('instr(search_text, ?) > 0', [part]);
  const named = knex('exposure_findings')
    .select('cve')
    .whereIn('host_id', inScope(knex))
    .whereRaw('instr(lower(packages), ?) > 0', [part]);
  query.where((either) => either.whereRaw('instr(lower(cve), ?) > 0', [part]).orWhereIn('cve', named));
}

/** Makes a CVE of a raw row, which may come from a thread: times are integers or Dates, sums may be strings. */
function cveOf(row: Row): SeenCve {
  const at = row['first_seen_at'];
  const number = (value: unknown): number | null => (value === null ? null : Number(value));
  const packages = row['packages'];
  return {
    id: String(row['id']),
    cve: String(row['cve']),
    hostsOpen: Number(row['hosts_open']),
    severityRank: Number(row['severity_rank']),
    exploited: Number(row['exploited']) === 1,
    exploitedSince: (row['exploited_since'] as string | null) ?? null,
    epss: number(row['epss']),
    epssPercentile: number(row['epss_percentile']),
    cvss: number(row['cvss']),
    cvssVector: (row['cvss_vector'] as string | null) ?? null,
    publishedOn: (row['published_on'] as string | null) ?? null,
    priority: Number(row['priority']),
    firstSeenAt: at === null ? null : at instanceof Date ? at : new Date(Number(at)),
    packages: typeof packages === 'string' ? (JSON.parse(packages) as CvePackage[]) : [],
  };
}

const MAX_PACKAGES = 20;

/**
 * Replaces each CVE's packages by those that mend it on the host, the first with its version there: other hosts have
 * other distributions, with versions of their own.
 */
async function namePackagesOn(
  ctx: Context,
  cves: readonly SeenCve[],
  { hostId, states }: Pick<CveQuery, 'hostId' | 'states'>,
): Promise<void> {
  const findings = await FindingModel.query(ctx.db.reader)
    .where({ host_id: hostId })
    .modify((some) => void (states.includes('closed') || some.where('open', 1)))
    .whereIn(
      'cve',
      cves.map(({ cve }) => cve),
    )
    .orderBy('closed_at')
    .select('cve', 'packages', 'fixed_version');
  const named = new Map(findings.map((one) => [one.cve, one]));
  for (const one of cves) {
    const { packages = [], fixedVersion = null } = named.get(one.cve) ?? {};
    one.packages = packages
      .slice(0, MAX_PACKAGES)
      .map((name, at) => ({ name, fixedVersion: at === 0 ? (fixedVersion ?? '') : '' }));
  }
}

/** Replaces each CVE's packages by those that mend it on hosts of the scope. */
async function cutPackages(ctx: Context, cves: readonly SeenCve[], inScope: HostIds): Promise<void> {
  if (cves.length === 0) return;
  const { reader } = ctx.db;
  const rows = await read(
    ctx,
    reader('exposure_findings')
      .whereIn(
        'cve',
        cves.map(({ cve }) => cve),
      )
      .whereIn('host_id', inScope(reader))
      .groupBy('cve', 'package')
      .select('cve', 'package', reader.raw('max(fixed_version) as fixed_version')),
    inScope,
  );
  const named = Map.groupBy(rows, (row) => String(row['cve']));
  for (const one of cves)
    one.packages = (named.get(one.cve) ?? []).slice(0, MAX_PACKAGES).map((row) => ({
      name: String(row['package']),
      fixedVersion: String(row['fixed_version'] ?? ''),
    }));
}
