import type { Tx } from '#server/kernel/db/tx.ts';
import type { FirstSeen } from '../exposure.ts';
import { chunked } from './queries.ts';

/** By host id: when security patches were first seen, as stored with the host's last list. */
export async function firstSeenOf(tx: Tx, hostIds: readonly string[]): Promise<Map<string, FirstSeen>> {
  const found = new Map<string, FirstSeen>();
  for (const ids of chunked(hostIds)) {
    const rows = (await tx.knex('hosts_patches').select('host_id', 'first_seen').whereIn('host_id', ids)) as {
      host_id: string;
      first_seen: string | null;
    }[];
    for (const { host_id: hostId, first_seen: text } of rows)
      if (text !== null) found.set(hostId, JSON.parse(text) as FirstSeen);
  }
  return found;
}
