import type { Knex } from 'knex';
import { type Context, type HostScope, paging, scopeWithin } from '#sdk';
import { ranked, type Candidate, type Ranked } from '../domain/order.ts';
import type { CvePackage } from '../models.ts';
import { fleetCves, fleetLacks } from './fleetOrder.ts';
import { cvesQuery, lacksQuery, type CveRow, type LackRow, type Sight } from './orderRows.ts';

const MAX_NAMED = 20;

/** What to patch first on the hosts of the scope, of one group or of one host. Throws HOST_NOT_FOUND, GROUP_NOT_FOUND. */
export async function patchOrder(
  ctx: Context,
  { hostId, groupId, ...query }: paging.Query & { hostId?: string; groupId?: string },
  scope: HostScope,
): Promise<{ page: paging.Page<Ranked>; computedAt: Date }> {
  const { hosts } = ctx.core;
  if (hostId !== undefined) await hosts.require(hostId, scope);
  if (groupId !== undefined) await hosts.requireGroup(groupId, scope);
  const wanted: HostScope = groupId === undefined ? scope : scopeWithin(scope, { groupIds: [groupId] });
  const sight = { hostId, inScope: await hosts.idsIn(wanted) };
  const now = ctx.clock.now();
  const isFleet = hostId === undefined && sight.inScope === null;
  const candidates = isFleet ? await ofFleet(ctx, now) : await ofSome(ctx, sight, now);
  const all = ranked([...candidates.values()], now);
  return { page: paging.pageIn(all, query, ({ rank }) => [rank, '']), computedAt: now };
}

type Candidates = ReadonlyMap<string, Candidate>;

async function ofFleet(ctx: Context, now: Date): Promise<Candidates> {
  const candidates = candidatesOf(await fleetLacks(ctx, now));
  for await (const rows of fleetCves(ctx)) for (const row of rows) add(candidates, row);
  return candidates;
}

/** Reads the rows: no counts are stored for a part of the fleet. */
async function ofSome(ctx: Context, sight: Sight, now: Date): Promise<Candidates> {
  const { reader } = ctx.db;
  const candidates = candidatesOf(await rows<LackRow>(ctx, sight, lacksQuery(reader, sight, now)));
  for (const row of await rows<CveRow>(ctx, sight, cvesQuery(reader, sight))) add(candidates, row);
  return candidates;
}

/** One host's rows are few; those of a group's hosts may be a hundred thousand, and are read in a thread. */
async function rows<Row>(ctx: Context, { hostId }: Sight, query: Knex.QueryBuilder): Promise<Row[]> {
  if (hostId !== undefined) return (await query) as Row[];
  const { sql, bindings } = query.toSQL().toNative();
  const found: Row[] = [];
  for await (const piece of ctx.reading.rows<Row>({ sql, bindings })) found.push(...piece);
  return found;
}

const candidatesOf = (lacks: readonly LackRow[]): Candidates =>
  new Map(lacks.map((row) => [row.name, candidateOf(row)]));

const timeOf = (value: unknown): Date | null =>
  value === null ? null : value instanceof Date ? value : new Date(Number(value));

const candidateOf = (row: LackRow): Candidate => ({
  package: row.name,
  hosts: Number(row.hosts),
  hostsOverdue: Number(row.overdue),
  severityRank: Number(row.severity_rank),
  earliestDueAt: timeOf(row.due_at),
  cves: 0,
  exploited: [],
  likeliest: null,
});

function add(candidates: Candidates, row: CveRow): void {
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
