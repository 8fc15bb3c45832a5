import { type Context, type HostScope, paging } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import { FindingModel } from '../models.ts';

export interface SeenFinding {
  finding: FindingModel;
  host: Host;
}

export type FindingState = 'open' | 'closed';

/** By state: null, for closed ones, is the smallest value on both databases. */
const COLUMNS = { state: 'open' };

export async function listFindings(
  ctx: Context,
  query: paging.Query & paging.StateQuery<FindingState> & { cve: string },
  scope: HostScope,
): Promise<{ findings: SeenFinding[]; total: number; nextCursor: string | null }> {
  const { cve, state, stateNot, ...asked } = query;
  const isAsked = (one: FindingState): boolean => paging.isInState({ state, stateNot }, one);
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  const filtered = FindingModel.query(reader).where('cve', cve);
  if (inScope) filtered.whereIn('host_id', inScope(reader) as never);
  if (!isAsked('closed')) filtered.where('open', 1);
  if (!isAsked('open')) filtered.whereNull('open');
  const { rows, ...page } = await paging.page(filtered, asked, { columns: COLUMNS });
  return { findings: await withHosts(ctx, rows, (finding, host) => ({ finding, host })), ...page };
}

/** When the CVE was last closed on a host of the scope; null: never. */
export async function lastClosedAt(ctx: Context, cve: string, scope: HostScope): Promise<Date | null> {
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  const row = await FindingModel.query(reader)
    .where('cve', cve)
    .whereNull('open')
    .modify((query) => void (inScope && query.whereIn('host_id', inScope(reader) as never)))
    .orderBy('closed_at', 'desc')
    .first();
  return row?.closedAt ?? null;
}

/** Pairs each row with its host; rows whose host was deleted a moment ago are left out. */
export async function withHosts<Row extends { hostId: string }, Shown>(
  ctx: Context,
  rows: readonly Row[],
  shown: (row: Row, host: Host) => Shown,
): Promise<Shown[]> {
  const hosts = await ctx.core.hosts.getMany(rows.map(({ hostId }) => hostId));
  const byId = new Map(hosts.map((host) => [host.id, host]));
  return rows.flatMap((row) => {
    const host = byId.get(row.hostId);
    return host ? [shown(row, host)] : [];
  });
}
