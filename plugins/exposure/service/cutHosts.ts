import type { Context } from '#sdk';
import type { HostFacts } from '#sdk/hosts.ts';
import { ROW_LIMITS } from '../domain/rowLimits.ts';

/** Problems of hosts that told more than is kept, for the hook `hosts.describe`. */
export async function cutProblems(
  { db }: Context,
  hosts: readonly { id: string }[],
): Promise<ReadonlyMap<string, HostFacts>> {
  const ids = hosts.map(({ id }) => id);
  const rows = (await db
    .reader('exposure_hosts')
    .whereIn('host_id', ids)
    .where('cut', '>', 0)
    .select('host_id', 'cut')) as { host_id: string; cut: number }[];
  return new Map(
    rows.map(({ host_id: id, cut }) => [
      id,
      { problems: [{ code: 'EXPOSURE_CUT', message: messageOf(cut) }] },
    ]),
  );
}

const messageOf = (cut: number): string =>
  `The host reports more than is recorded per host: ${cut} of its CVEs and patches are skipped, the least severe ones (at most ${ROW_LIMITS.open} open CVEs, and ${ROW_LIMITS.newADay} new ones a day). The next lists bring the rest, unless its agent makes them up: then revoke the host.`;
