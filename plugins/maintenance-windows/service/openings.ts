import { validationError, type Context, type HostScope } from '#sdk';
import type { Span } from '../domain/openings.ts';
import type { EntryModel } from '../models.ts';
import type { Calendar } from './calendar.ts';
import { listFreezes } from './freezes.ts';
import { listAllWindows } from './windows.ts';

/** One time that a window is open, or a freeze holds. */
export interface Opening extends Span {
  entry: EntryModel;
}

export interface Openings {
  openings: Opening[];
  /** There are more: too many to list, or further ahead than they are computed. */
  isCut: boolean;
}

const MOST_OPENINGS = 1_000;
const LONGEST_MS = 62 * 86_400_000;

/**
 * The openings and freezes between two instants that are not over yet, by start, of enabled entries that concern a host
 * of the scope. Throws VALIDATION_FAILED unless `to` is after `from` by 62 days at most.
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
  const known = await calendar.knownOf(enabled, now);
  const leastMs = Math.max(fromMs, now.getTime());
  let isCut = false;
  const found = enabled.flatMap((entry) => {
    const { spans = [], nextStartMs = null } = known.get(entry.id) ?? {};
    isCut ||= nextStartMs !== null && nextStartMs < toMs;
    return spans
      .filter(({ startMs, endMs }) => startMs < toMs && endMs > leastMs)
      .map((span) => ({ ...span, entry }));
  });
  found.sort((a, b) => a.startMs - b.startMs || (a.entry.id < b.entry.id ? -1 : 1));
  return { openings: found.slice(0, MOST_OPENINGS), isCut: isCut || found.length > MOST_OPENINGS };
}
