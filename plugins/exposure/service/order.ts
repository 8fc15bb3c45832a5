import { type Context, type HostScope, paging } from '#sdk';
import { ranked, reasonsOf, type Candidate, type Ranked } from '../domain/order.ts';
import type { CvePackage } from '../models.ts';
import { COUNTED } from './counts.ts';
import { addCve, candidateOf, cvesIn, lacksIn, sightOn } from './lacks.ts';
import type { CveRow } from './orderRows.ts';

export type RankedPackage = Ranked<Candidate> & { reasons: string[] };

/** What to patch first on the hosts of the scope, of one group or of one host. Throws HOST_NOT_FOUND, GROUP_NOT_FOUND. */
export async function patchOrder(
  ctx: Context,
  { hostId, groupId, ...query }: paging.Query & { hostId?: string; groupId?: string },
  scope: HostScope,
): Promise<{ page: paging.Page<RankedPackage>; computedAt: Date }> {
  const sight = await sightOn(ctx, { hostId, groupId }, scope);
  const now = ctx.clock.now();
  const lacks = await lacksIn(ctx, sight, COUNTED.name, now);
  const candidates = new Map(lacks.map((row) => [row.subject, candidateOf(row.subject, row)]));
  for await (const rows of cvesIn(ctx, sight)) for (const row of rows) add(candidates, row);
  const all = ranked([...candidates.values()]).map((one) => ({ ...one, reasons: reasonsOf(one, now) }));
  return { page: paging.pageIn(all, query, ({ rank }) => [rank, '']), computedAt: now };
}

function add(candidates: ReadonlyMap<string, Candidate>, row: CveRow): void {
  const named = JSON.parse(row.packages) as (string | CvePackage)[];
  for (const one of named) {
    const candidate = candidates.get(typeof one === 'string' ? one : one.name);
    if (candidate) addCve(candidate, row);
  }
}
