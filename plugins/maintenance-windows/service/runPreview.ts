import { AppError, type Context, type HostScope, recurrence } from '#sdk';
import type { JobTarget } from '#sdk/patching.ts';
import type { EntryKind } from '../models.ts';
import { alikeOf, entriesOfAll, type Alike } from './alike.ts';
import type { Calendar, KnownSpans } from './calendar.ts';
import { judgeBy, NOTHING_PASSED } from './verdict.ts';

/** How many runs are looked at, however far ahead: of a monthly policy they are half a year. */
const MOST_RUNS = 6;
const MOST_HOLDS = 20;

export interface RunsAsked {
  times: recurrence.RecurringTimes;
  target: JobTarget;
  keepsWindows: boolean;
}

export interface RunPreview {
  startsAt: Date;
  /** Hosts on which work may begin at the start. */
  hostsFree: number;
  holds: RunHold[];
  holdsTotal: number;
}

/** A window or a freeze that holds hosts at a start. */
export interface RunHold {
  kind: EntryKind;
  id: string;
  name: string;
  hostsTotal: number;
  /** When these hosts may begin; null: never, as far as is known. */
  until: Date | null;
  /** When the window that opens then closes. */
  endsAt: Date | null;
}

/**
 * Which windows are closed and which freezes hold at the next runs of a recurring job, for the hosts that its target has
 * now within the scope. Judges as the gate does, without knowing how long the work takes. Throws WINDOW_INVALID,
 * HOST_NOT_FOUND, GROUP_NOT_FOUND, and as previewTimes.
 */
export async function previewRuns(
  ctx: Context,
  calendar: Calendar,
  { times, target, keepsWindows }: RunsAsked,
  { scope, account, signal }: { scope: HostScope; account: string; signal: AbortSignal },
): Promise<{ hostsTotal: number; runs: RunPreview[] }> {
  const now = ctx.clock.now();
  const starts = await recurrence
    .previewTimes(ctx.computing, times, { from: now, limit: MOST_RUNS, account, signal })
    .catch((error: unknown) => {
      throw error instanceof recurrence.RecurrenceRefused
        ? new AppError('WINDOW_INVALID', { message: error.message }, { cause: error })
        : error;
    });
  const { hosts } = ctx.core;
  const found = await hosts.resolveTarget(hosts.targetOf(target), scope);
  const ids = found.map(({ id }) => id);
  const alike = await alikeOf(ctx, ids);
  const counts = new Map<Alike, number>();
  for (const set of alike.values()) counts.set(set, (counts.get(set) ?? 0) + 1);
  const known = await calendar.knownOf(entriesOfAll(counts.keys()), now);
  const runs: RunPreview[] = [];
  for (const { startMs } of starts)
    runs.push(await runAt(new Date(startMs), { calendar, counts, known, keepsWindows }));
  return { hostsTotal: ids.length, runs };
}

interface Situation {
  calendar: Calendar;
  /** How many hosts each set stands for. */
  counts: ReadonlyMap<Alike, number>;
  known: ReadonlyMap<string, KnownSpans>;
  keepsWindows: boolean;
}

async function runAt(startsAt: Date, situation: Situation): Promise<RunPreview> {
  const { counts, keepsWindows } = situation;
  const spans = await spansAt(startsAt, situation);
  const lines = new Map<string, RunHold>();
  let hostsFree = 0;
  for (const [{ entries }, count] of counts) {
    const { judgement, holds } = judgeBy(entries, spans, {
      nowMs: startsAt.getTime(),
      keepsWindows,
      passes: NOTHING_PASSED,
      estimateMs: null,
      waitingSinceMs: null,
    });
    if (judgement.verdict === 'go') hostsFree += count;
    const { untilMs = null, closesMs = null } = judgement.verdict === 'wait' ? judgement : {};
    for (const { kind, id, name } of holds) {
      if (id === null) continue;
      const key = `${id} ${untilMs}`;
      const until = untilMs === null ? null : new Date(untilMs);
      const endsAt = closesMs === null ? null : new Date(closesMs);
      const fresh = { kind: kind as EntryKind, id, name: name ?? '', hostsTotal: 0, until, endsAt };
      const line = lines.get(key) ?? fresh;
      line.hostsTotal += count;
      lines.set(key, line);
    }
  }
  const holds = [...lines.values()].sort((a, b) => b.hostsTotal - a.hostsTotal);
  return { startsAt, hostsFree, holds: holds.slice(0, MOST_HOLDS), holdsTotal: holds.length };
}

/** When the entries are open: of one that opens so often that its known openings end before, those from then on. */
async function spansAt(startsAt: Date, { calendar, counts, known }: Situation) {
  const spans = new Map([...known].map(([id, one]) => [id, one.spans] as const));
  const dense = entriesOfAll(counts.keys()).filter(({ id }) => {
    const next = known.get(id)?.nextStartMs ?? null;
    return next !== null && next <= startsAt.getTime();
  });
  for (const [id, own] of await calendar.knownSpansOf(dense, startsAt)) spans.set(id, own);
  return spans;
}
