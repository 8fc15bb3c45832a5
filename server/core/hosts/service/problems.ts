import type { Tx } from '#server/kernel/db/tx.ts';
import type { HostProblem } from '../api.ts';
import { chunked } from './queries.ts';

/** A code that only says that there are more problems than are kept. */
const NO_KIND = 'MORE';

/** Stores the problem codes of hosts, for counts and filters; writes nothing where they are unchanged. */
export async function storeProblemCodes(
  tx: Tx,
  told: ReadonlyMap<string, readonly HostProblem[]>,
): Promise<void> {
  const known = await knownCodes(tx, [...told.keys()]);
  const gone: { code: string; hostId: string }[] = [];
  const fresh: { code: string; host_id: string }[] = [];
  for (const [hostId, problems] of told) {
    const before = known.get(hostId) ?? new Set<string>();
    const now = new Set(problems.map(({ code }) => code).filter((code) => code !== NO_KIND));
    for (const code of before.difference(now)) gone.push({ code, hostId });
    for (const code of now.difference(before)) fresh.push({ code, host_id: hostId });
  }
  for (const { code, hostId } of gone)
    await tx.knex('hosts_problems').where({ code, host_id: hostId }).delete();
  for (const rows of chunked(fresh, 200)) await tx.knex('hosts_problems').insert(rows);
}

async function knownCodes(tx: Tx, hostIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const known = new Map<string, Set<string>>();
  for (const ids of chunked(hostIds)) {
    const rows = (await tx.knex('hosts_problems').select('code', 'host_id').whereIn('host_id', ids)) as {
      code: string;
      host_id: string;
    }[];
    for (const { code, host_id: hostId } of rows)
      known.set(hostId, (known.get(hostId) ?? new Set()).add(code));
  }
  return known;
}
