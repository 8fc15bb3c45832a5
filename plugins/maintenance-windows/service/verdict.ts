import type { Context } from '#sdk';
import type { JobHolder } from '#sdk/patching.ts';
import { judge, type Judgement, type Situation } from '../domain/judge.ts';
import { nextOpening, openAt, type Span, type Spans } from '../domain/openings.ts';
import type { EntryKind, EntryModel } from '../models.ts';

const FLEET = '';

/** Which of some entries concern which of some hosts. */
export interface Concerned {
  /** Those that concern one of the hosts. */
  entries: readonly EntryModel[];
  of(hostId: string): EntryModel[];
}

/** Finds the entries that concern each of these hosts: its own, those of its groups, and those of the fleet. */
export async function concernedBy(
  { core: { hosts } }: Pick<Context, 'core'>,
  hostIds: readonly string[],
  found: readonly EntryModel[],
): Promise<Concerned> {
  const asked = found.some(({ groupId }) => groupId !== null) ? hostIds : [];
  const groups = await hosts.groupIdsOf(asked);
  const entering = await hosts.enteringGroupIdsOf(asked);
  // Entries of other groups are left out: one that cannot be evaluated must block only the hosts it concerns.
  const groupIds = new Set([...groups.values(), ...entering.values()].flat());
  const entries = found.filter(({ groupId }) => groupId === null || groupIds.has(groupId));
  const placeOf = new Map(entries.map((entry, index) => [entry, index] as const));
  const byOwner = Map.groupBy(entries, ({ hostId, groupId }) => hostId ?? groupId ?? FLEET);
  return {
    entries,
    of(hostId) {
      const own = [hostId, FLEET, ...(groups.get(hostId) ?? [])].flatMap((id) => byOwner.get(id) ?? []);
      // A group's windows could widen when work may begin, so only its freezes hold before an administrator has decided.
      const ahead = (entering.get(hostId) ?? []).flatMap((id) => byOwner.get(id) ?? []);
      const all = new Set([...own, ...ahead.filter(({ kind }) => kind === 'freeze')]);
      return [...all].sort((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0));
    },
  };
}

const spansOf = (entries: readonly EntryModel[], spans: ReadonlyMap<string, Spans>): Spans[] =>
  entries.map(({ id }) => spans.get(id) ?? []);

/** For work that nobody lets pass anything. */
export const NOTHING_PASSED: ReadonlySet<string> = new Set();

/** What is known of a host beside its windows and freezes. */
interface Asked extends Pick<Situation, 'nowMs' | 'estimateMs' | 'waitingSinceMs'> {
  /** False: windows do not bind its work, freezes do. */
  keepsWindows: boolean;
  /** What an administrator lets its work pass. */
  passes: ReadonlySet<string>;
}

export interface Verdict {
  judgement: Judgement;
  /** The freezes that hold, or that take the next opening away; the one that ends last first. */
  holding: EntryModel[];
  /** The freezes that hold; without one, the windows of which the first is to open, and freezes that take it away. */
  holds: JobHolder[];
}

/** Judges work on a host by the entries that concern it, and names those that hold it. */
export function judgeBy(
  own: readonly EntryModel[],
  spans: ReadonlyMap<string, Spans>,
  { keepsWindows, passes, ...situation }: Asked,
): Verdict {
  const of = (kind: EntryKind): EntryModel[] => own.filter((entry) => entry.kind === kind);
  const windows = of('window');
  const freezes = passes.has('freeze') ? [] : of('freeze');
  const isBound = keepsWindows && !passes.has('window') && windows.length > 0;
  const judgement = judge({
    ...situation,
    windows: isBound ? spansOf(windows, spans) : null,
    freezes: spansOf(freezes, spans),
  });
  const lost = lostOpening(judgement, spansOf(windows, spans), situation.nowMs);
  const holding = freezesIn(freezes, spans, lost ?? { startMs: situation.nowMs, endMs: situation.nowMs });
  return { judgement, holding, holds: holdersOf(judgement, { holding, windows, spans }) };
}

/** From the next opening to the one that the host waits for, where a freeze keeps it from the first; else null. */
function lostOpening(judgement: Judgement, windows: readonly Spans[], nowMs: number): Span | null {
  if (judgement.verdict !== 'wait' || judgement.reason !== 'OUTSIDE_WINDOW') return null;
  const next = nextOpening(windows, nowMs);
  const untilMs = judgement.untilMs ?? Infinity;
  return next && next.startMs < untilMs ? { startMs: next.startMs, endMs: untilMs } : null;
}

/** The freezes that are active within the span, the one that ends last first. */
function freezesIn(
  freezes: readonly EntryModel[],
  spans: ReadonlyMap<string, Spans>,
  { startMs, endMs }: Span,
): EntryModel[] {
  const holding = freezes.flatMap((freeze) => {
    const span = nextOpening([spans.get(freeze.id) ?? []], startMs);
    return span && span.startMs <= endMs ? [{ freeze, endMs: span.endMs }] : [];
  });
  return holding.sort((a, b) => b.endMs - a.endMs).map(({ freeze }) => freeze);
}

interface Entries {
  holding: readonly EntryModel[];
  windows: readonly EntryModel[];
  spans: ReadonlyMap<string, Spans>;
}

/**
 * The freezes that hold; without one, the windows that open at the time that the host waits for, or else all; all, too,
 * where none will do.
 */
function holdersOf(judgement: Judgement, { holding, windows, spans }: Entries): JobHolder[] {
  if (judgement.verdict === 'go') return [];
  if (judgement.verdict === 'skip') return windows.map(({ id, name }) => ({ kind: 'window', id, name }));
  if (judgement.reason === 'FREEZE') return holding.map(({ id, name }) => ({ kind: 'freeze', id, name }));
  const { untilMs } = judgement;
  const opening = windows.filter(
    ({ id }) => untilMs !== null && openAt([spans.get(id) ?? []], untilMs) !== null,
  );
  const named = opening.length > 0 ? opening : windows;
  const taking = judgement.reason === 'OUTSIDE_WINDOW' ? holding : [];
  return [...named, ...taking].map(({ id, kind, name }) => ({ kind, id, name }));
}
