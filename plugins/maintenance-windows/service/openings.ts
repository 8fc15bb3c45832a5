import { validationError, type Context, type HostScope } from '../../../server/plugin.ts';
import type { Span } from '../domain/openings.ts';
import type { EntryModel } from '../models.ts';
import { MOST_SPANS, type Calendar } from './calendar.ts';
import { listFreezes } from './freezes.ts';
import { listAllWindows } from './windows.ts';

/** One time that a window is open, or a freeze holds. */
export interface Opening extends Span {
  entry: EntryModel;
}

export interface Openings {
  openings: Opening[];
  /** There are more: too many, or further ahead than an entry's are known. */
  isCut: boolean;
}

const MOST_OPENINGS = 1_000;
const LONGEST_MS = 62 * 86_400_000;

/**
 * What is open or frozen between two instants and not over yet, by start; of enabled entries that the scope holds
 * something of. Throws VALIDATION_FAILED for more than 62 days.
 */
export async function listOpenings(
  ctx: Context,
  calendar: Calendar,
  { from, to, scope }: { from: Date; to: Date; scope: HostScope },
): Promise<Openings> {
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  if (toMs <= fromMs || toMs - fromMs > LONGEST_MS)
    throw validationError([{ path: '/query/to', message: 'must be after from, by 62 days at most' }]);
  const now = ctx.clock.now();
  const entries = [...(await listAllWindows(ctx, scope)), ...(await listFreezes(ctx, scope))];
  const enabled = entries.filter((entry) => entry.enabled);
  const spans = await calendar.knownSpansOf(enabled, now);
  const leastMs = Math.max(fromMs, now.getTime());
  let isCut = false;
  const found = enabled.flatMap((entry) => {
    const own = spans.get(entry.id) ?? [];
    isCut ||= own.length >= MOST_SPANS && (own.at(-1)?.startMs ?? toMs) < toMs;
    return own
      .filter(({ startMs, endMs }) => startMs < toMs && endMs > leastMs)
      .map((span) => ({ ...span, entry }));
  });
  found.sort((a, b) => a.startMs - b.startMs || (a.entry.id < b.entry.id ? -1 : 1));
  return { openings: found.slice(0, MOST_OPENINGS), isCut: isCut || found.length > MOST_OPENINGS };
}
