import type { Context } from '#sdk';
import type { WindowStart } from '../api.ts';
import { EntryModel } from '../models.ts';
import type { Calendar } from './calendar.ts';

/** See WindowsService. A window that cannot be evaluated is never open. */
export async function startsBetween(
  { db }: Context,
  calendar: Calendar,
  { from, to }: { from: Date; to: Date },
): Promise<WindowStart[]> {
  const windows = await EntryModel.query(db.reader).where({ kind: 'window', enabled: 1 });
  const spans = await calendar.knownSpansOf(windows, from);
  const starts = windows.flatMap(({ id, name, timezone, hostId, groupId }) =>
    (spans.get(id) ?? [])
      .filter(({ startMs }) => startMs > from.getTime() && startMs <= to.getTime())
      .map(({ startMs, endMs }) => ({
        id,
        name,
        timezone,
        hostId,
        groupId,
        startsAt: new Date(startMs),
        endsAt: new Date(endMs),
      })),
  );
  return starts.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
