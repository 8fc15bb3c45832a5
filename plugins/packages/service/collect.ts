import { AgentFailure, type Context, wire } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import { entriesOf, MOST_ENTRIES, orderOf, pack, type PackedList } from '../domain/list.ts';
import type { Claimed } from './schedule.ts';
import type { SeenLists } from './seenLists.ts';

/** What one reading of one host gave. */
export type Reading = { host: Claimed } & (
  | { kind: 'list'; list: PackedList; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'failed'; problem: string }
  /** Not asked, for now. */
  | { kind: 'postponed' }
);

/** An agent may have to ask its package manager first. */
const TIMEOUT_MS = 30_000;
const MOST_ETAG = 130;
/** How long the list of a new host waits until the host's package manager is known. */
const WAIT_FOR_FACTS_MS = 3_600_000;

/** Asks one agent. What fails at the host is returned, not thrown. `seen`: lists that need not be parsed again. */
export async function collect(
  ctx: Context,
  host: Claimed,
  row: Host | undefined,
  seen: SeenLists,
): Promise<Reading> {
  if (!row) return { host, kind: 'postponed' };
  const ageMs = ctx.clock.now().getTime() - row.createdAt.getTime();
  if (row.packageManager === null && ageMs < WAIT_FOR_FACTS_MS) return { host, kind: 'postponed' };
  try {
    const { transport, targetOf } = ctx.core.agents;
    const order = orderOf(row.packageManager);
    const same: { digest: string | null; list: PackedList | null } = { digest: null, list: null };
    const answer = await transport.call(targetOf(row), 'listPackages', {
      timeoutMs: TIMEOUT_MS,
      ifNoneMatch: host.etag ?? undefined,
      isKnown(digest) {
        Object.assign(same, { digest, list: seen.find(digest, order) });
        return same.list !== null;
      },
    });
    const etag = answer.etag !== null && answer.etag.length <= MOST_ETAG ? answer.etag : null;
    if (same.list) return { host, kind: 'list', list: same.list, etag };
    if (!answer.data) return { host, kind: 'unchanged' };
    if (answer.data.packages.length > MOST_ENTRIES) return { host, kind: 'failed', problem: 'LIST_TOO_LONG' };
    const list = pack(entriesOf(answer.data.packages), order);
    if (same.digest !== null) seen.add(same.digest, list);
    return { host, kind: 'list', list, etag };
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    return { host, kind: 'failed', problem: wire.wordOf(error.code) };
  }
}
