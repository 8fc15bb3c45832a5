import type { Context } from '#sdk';
import type { HostFacts } from '#sdk/hosts.ts';
import { nextOpening } from '../domain/openings.ts';
import { EntryModel } from '../models.ts';
import type { Calendar } from './calendar.ts';

/** A host, and the groups that hold it. */
interface Asked {
  id: string;
  groupIds: readonly string[];
}

/**
 * The running or next opening of each host, with its windows and those of its groups taken together; one statement for
 * a page of hosts. A host that has no window, or none that opens again, is missing.
 */
export async function nextWindowsOf(
  ctx: Context,
  calendar: Calendar,
  hosts: readonly Asked[],
): Promise<ReadonlyMap<string, HostFacts>> {
  const windows = await windowsOf(ctx, hosts);
  const found = new Map<string, HostFacts>();
  if (windows.length === 0) return found;
  const nowMs = ctx.clock.now().getTime();
  const spans = await calendar.knownSpansOf(windows, new Date(nowMs));
  const byOwner = Map.groupBy(windows, ({ hostId, groupId }) => hostId ?? groupId);
  for (const { id, groupIds } of hosts) {
    const own = [id, ...groupIds].flatMap((owner) => byOwner.get(owner) ?? []);
    const opening = nextOpening(
      own.map((window) => spans.get(window.id) ?? []),
      nowMs,
    );
    if (!opening) continue;
    const nextWindow = { startsAt: new Date(opening.startMs), endsAt: new Date(opening.endMs) };
    found.set(id, { nextWindow });
  }
  return found;
}

function windowsOf({ db }: Context, hosts: readonly Asked[]): Promise<EntryModel[]> {
  const hostIds = hosts.map(({ id }) => id);
  const groupIds = [...new Set(hosts.flatMap((host) => host.groupIds))];
  return EntryModel.query(db.reader)
    .where({ kind: 'window', enabled: 1 })
    .where((own) => void own.whereIn('host_id', hostIds).orWhereIn('group_id', groupIds))
    .execute();
}
