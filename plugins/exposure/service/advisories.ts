import type { Knex } from 'knex';
import { AppError, type Context, type HostScope, paging, type standings } from '#sdk';
import { ranked, type Candidate, type Ranked } from '../domain/order.ts';
import { rankOf } from '../domain/rank.ts';
import { AdvisoryModel } from '../models.ts';
import { COUNTED } from './counts.ts';
import { addCve, candidateOf, cvesIn, isFleet, lacksIn, openOf, rowsIn, sightOn } from './lacks.ts';
import { lacksQuery, narrow, type CveRow, type LackRow, type Sight } from './orderRows.ts';

export interface AdvisoryQuery extends paging.Query {
  search?: string;
  severity?: standings.LackSeverity;
  exploited?: boolean;
  overdue?: boolean;
  /** Only those that fix this CVE. */
  cve?: string;
  hostId?: string;
  groupId?: string;
}

/**
 * An advisory as one viewer sees it: hosts, packages and CVEs are those of his hosts. `rank` is null where it is read
 * alone: its place takes all others.
 */
export type SeenAdvisory = Lacked & { rank: number | null };

interface Lacked extends Candidate {
  id: string;
  /** Null: the update of a source package, or where that is not told of a package. */
  advisory: string | null;
  source: string | null;
  distribution: string | null;
  fixedVersion: string;
  packages: readonly string[];
  /** Those that are open. */
  openCves: readonly string[];
}

/** The advisories that hosts in sight lack. Throws HOST_NOT_FOUND, GROUP_NOT_FOUND. */
export async function listAdvisories(
  ctx: Context,
  { hostId, groupId, ...query }: AdvisoryQuery,
  scope: HostScope,
): Promise<{ page: paging.Page<Ranked<Lacked>>; computedAt: Date }> {
  const now = ctx.clock.now();
  const all = await lackedIn(ctx, await sightOn(ctx, { hostId, groupId }, scope), now);
  const { sort, cursor, limit } = query;
  const page = { list: 'advisories', sort, cursor, limit };
  const found = all.filter((one) => isAsked(one, query));
  return { page: paging.pageIn(found, page, (one) => [valueOf(one, sort), one.id]), computedAt: now };
}

/** Reads one by its own rows, and not the order to patch. Throws ADVISORY_NOT_FOUND. */
export async function readAdvisory(ctx: Context, id: string, scope: HostScope): Promise<SeenAdvisory> {
  const advisory = await requireAdvisory(ctx, id, scope);
  const sight = await sightOn(ctx, {}, scope);
  const { reader } = ctx.db;
  const query = lacksQuery(reader, { ...sight, column: 'advisory_id' }, ctx.clock.now());
  const [row] = (await query.where('advisory_id', id)) as LackRow[];
  if (!row) throw notFound(id);
  const own = isFleet(sight) ? null : await packagesIn(ctx, sight, id);
  const packages = own === null ? advisory.packages : (own.get(id) ?? []);
  const open = await openOf(ctx, sight, advisory.cves);
  const cves = new Map(open.map((one) => [one.cve, one]));
  return { ...lackedOf(row, { advisory, packages, cves }), rank: null };
}

/** Throws ADVISORY_NOT_FOUND unless a host of the scope lacks it. */
export async function requireAdvisory(ctx: Context, id: string, scope: HostScope): Promise<AdvisoryModel> {
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  const lacking = reader('exposure_patches').where({ open: 1, advisory_id: id });
  if (inScope) lacking.whereIn('host_id', inScope(reader));
  const row = (await lacking.first('id')) as object | undefined;
  const kept = row && (await AdvisoryModel.query(reader).findById(id));
  if (!kept) throw notFound(id);
  return kept;
}

const notFound = (id: string): AppError =>
  new AppError('ADVISORY_NOT_FOUND', { details: { advisory_id: id } });

/** All that is lacking in sight, in the order to patch. */
async function lackedIn(ctx: Context, sight: Sight, now: Date): Promise<Ranked<Lacked>[]> {
  const lacks = await lacksIn(ctx, sight, COUNTED.advisoryId, now);
  const kept = await keptOf(ctx, lacks);
  // Others would name packages of hosts that the caller may not see.
  const own = isFleet(sight) ? null : await packagesIn(ctx, sight);
  const cves = new Map<string, CveRow>();
  for await (const rows of cvesIn(ctx, sight)) for (const row of rows) cves.set(row.cve, row);
  const found = lacks.flatMap((row): Lacked[] => {
    const advisory = kept.get(row.subject);
    if (!advisory) return [];
    const packages = own === null ? advisory.packages : (own.get(row.subject) ?? []);
    return [lackedOf(row, { advisory, packages, cves })];
  });
  return ranked(found);
}

function lackedOf(
  row: LackRow,
  {
    advisory: { id, name, source, distribution, fixedVersion, cves: named },
    packages,
    cves,
  }: { advisory: AdvisoryModel; packages: readonly string[]; cves: ReadonlyMap<string, CveRow> },
): Lacked {
  const label = [name ?? source ?? packages[0] ?? '', distribution ?? '', id].join(' ');
  const open = named.flatMap((cve) => cves.get(cve) ?? []);
  const lacked = {
    ...candidateOf(label, row),
    id,
    advisory: name,
    source,
    distribution,
    fixedVersion,
    packages,
    openCves: open.map(({ cve }) => cve),
  };
  for (const one of open) addCve(lacked, one);
  // Another distribution may rate a CVE higher: where the own one rates its patches, that alone counts.
  const isRated = lacked.severityRank > 0;
  return isRated ? lacked : { ...lacked, severityRank: gravestOf(open) };
}

const gravestOf = (cves: readonly CveRow[]): number =>
  cves.reduce((rank, one) => Math.max(rank, Number(one.severity_rank)), 0);

/** Ids of one statement. */
const CHUNK = 500;

async function keptOf(
  { db }: Pick<Context, 'db'>,
  lacks: readonly LackRow[],
): Promise<ReadonlyMap<string, AdvisoryModel>> {
  const kept = new Map<string, AdvisoryModel>();
  for (let at = 0; at < lacks.length; at += CHUNK) {
    const ids = lacks.slice(at, at + CHUNK).map(({ subject }) => subject);
    for (const row of await AdvisoryModel.query(db.reader).whereIn('id', ids)) kept.set(row.id, row);
  }
  return kept;
}

const MAX_PACKAGES = 50;

/** The packages of each advisory, or of one. */
async function packagesIn(
  ctx: Context,
  sight: Sight,
  id: string | null = null,
): Promise<ReadonlyMap<string, string[]>> {
  const { reader } = ctx.db;
  const query: Knex.QueryBuilder = reader('exposure_patches')
    .where(id === null ? { open: 1 } : { open: 1, advisory_id: id })
    .modify((some) => narrow(some, reader, sight))
    .orderBy('name')
    .distinct('advisory_id', 'name');
  const rows = await rowsIn<{ advisory_id: string; name: string }>(ctx, sight, query);
  const byId = Map.groupBy(rows, ({ advisory_id: id }) => id);
  return new Map([...byId].map(([id, some]) => [id, some.slice(0, MAX_PACKAGES).map(({ name }) => name)]));
}

function isAsked(one: Lacked, { search, severity, exploited, overdue, cve }: AdvisoryQuery): boolean {
  return (
    (severity === undefined || one.severityRank === rankOf(severity)) &&
    (exploited === undefined || one.exploited.length > 0 === exploited) &&
    (overdue === undefined || one.hostsOverdue > 0 === overdue) &&
    (cve === undefined || one.openCves.includes(cve)) &&
    (search === undefined || isNamed(one, search.toLowerCase()))
  );
}

const isNamed = ({ advisory, source, packages, openCves }: Lacked, part: string): boolean =>
  [advisory ?? '', source ?? '', ...packages, ...openCves].some((name) => name.toLowerCase().includes(part));

function valueOf(one: Ranked<Lacked>, sort: string): number | null {
  switch (sort.replace('-', '')) {
    case 'hosts':
      return one.hosts;
    case 'hosts_overdue':
      return one.hostsOverdue;
    case 'cves':
      return one.cves;
    case 'epss':
      return one.likeliest?.epss ?? null;
    default:
      return one.rank;
  }
}
