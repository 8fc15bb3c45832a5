import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { readRule, requireZone, WindowRefused, type WallRule } from './rule.ts';
import type { Span } from './openings.ts';

/** What says when a window is open; exactly one of `rrule` and `startsAt` is there. */
export interface WindowTimes {
  /** IANA. */
  timezone: string;
  /** RFC 5545, see readRule; null for a single window. */
  rrule: string | null;
  startsAt: Date | null;
  /** Elapsed seconds, also where clocks change in between. */
  durationSecs: number;
}

/** One time that a window is open. */
export interface Occurrence extends Span {
  /** What clocks of the zone show at its start, as `2026-03-29T03:30:00`. */
  localStart: string;
  /** `skipped`: the rule's time does not exist that day; `repeated`: it exists twice, and this is the first. */
  clockChange: 'skipped' | 'repeated' | null;
}

const DAY_MS = 86_400_000;
/** Further than any clock change: what is a little too early is cut off afterwards. */
const MARGIN_MS = DAY_MS;
const QUICK_MS = 100;
/** Bounds of one evaluation, of periods and of candidates in them: some milliseconds. */
const LIMITS = { maxIterations: 500, maxCandidateEvaluations: 20_000 };
/** A rule with COUNT is counted from its first day on each time; so many days, weeks, … it may go over. */
const COUNTED = { ...LIMITS, maxIterations: 2_000 };

/**
 * When the window is open from `fromMs` on, the running one first, at most `limit` and not further than the rule is
 * looked ahead; at least the next one, if there is any, and `least` where they are quickly found. The rule is evaluated
 * on the clocks of the zone, and each start mapped as Temporal's `compatible` does: from a missing hour forward by it,
 * in a doubled one to the first. (The library itself would leave starts in a missing hour out, as the RFC has it; the
 * night's window would not open.) Throws WindowRefused for what is no rule, never yields a start, or asks for too much work.
 */
export function occurrencesOf(
  { timezone, rrule, startsAt, durationSecs }: WindowTimes,
  { fromMs, limit, least = 1 }: { fromMs: number; limit: number; least?: number },
): Occurrence[] {
  requireZone(timezone);
  const durationMs = durationSecs * 1_000;
  if (rrule === null) return single(timezone, startsAt, { fromMs, durationMs });
  const fromWallMs = wallOf(fromMs - durationMs, timezone) - MARGIN_MS;
  const past = wallOf(fromMs, timezone) - durationMs;
  const found: Occurrence[] = [];
  for (const wallMs of wallsFrom(readRule(rrule, timezone), { fromWallMs, past, limit, least })) {
    const occurrence = occurrenceAt(wallMs, timezone, durationMs);
    if (occurrence.endMs > fromMs) found.push(occurrence);
    // A start that a change of clocks moves may change places with the next.
    if (found.length >= limit + 2) break;
  }
  return found.sort((a, b) => a.startMs - b.startMs).slice(0, limit);
}

/** Throws WindowRefused where the rule is none, or never yields a start at all, from its DTSTART on. */
export function requireStarts({ timezone, rrule }: WindowTimes): void {
  requireZone(timezone);
  if (rrule === null) return;
  const rule = readRule(rrule, timezone);
  if (bounded(() => ruleOf(rule).next(new Date(0), true)) === null)
    throw new WindowRefused('The rule never yields a start.');
  if (rule.isCounted) requireLastStart(rule);
}

/** What can be counted to its end today can be on every day to come; nothing else can. */
function requireLastStart(rule: WallRule): void {
  try {
    ruleOf(rule).all();
  } catch (error) {
    throw new WindowRefused('COUNT goes over too long a time: say by UNTIL when the rule ends.', {
      cause: error,
    });
  }
}

function single(
  timezone: string,
  startsAt: Date | null,
  { fromMs, durationMs }: { fromMs: number; durationMs: number },
): Occurrence[] {
  if (!startsAt) throw new WindowRefused('A window needs either a rule or a start.');
  const startMs = startsAt.getTime();
  const localStart = localText(zoned(startMs, timezone).toPlainDateTime());
  const only = { startMs, endMs: startMs + durationMs, localStart, clockChange: null };
  return only.endMs > fromMs ? [only] : [];
}

interface WallQuery {
  fromWallMs: number;
  /** Starts up to here are over, but for a change of clocks: they do not count towards the limit. */
  past: number;
  limit: number;
  least: number;
}

/** Starts on the clocks of the zone, in milliseconds as if they were UTC: as many as are wanted, or at least the next. */
function wallsFrom(rule: WallRule, { fromWallMs, past, limit, least }: WallQuery): number[] {
  const isAhead = (wallMs: number): boolean => wallMs > past + MARGIN_MS;
  return bounded(() => {
    const library = ruleOf(rule);
    let walls: number[] = [];
    let toMs = fromWallMs;
    for (const days of rule.lookAheadDays) {
      toMs = past + MARGIN_MS + days * DAY_MS;
      walls = library.between(new Date(fromWallMs), new Date(toMs), true).map(msOf);
      if (walls.filter(isAhead).length >= limit) return walls;
    }
    const sought = Math.max(1, least) - walls.filter(isAhead).length;
    return [...walls, ...nextWalls(library, { fromMs: toMs, sought })];
  });
}

/** One after the other, beyond what is looked ahead; after the first only for as long as that is quick. */
function nextWalls(library: RRuleTemporal, { fromMs, sought }: { fromMs: number; sought: number }): number[] {
  const found: number[] = [];
  const began = performance.now();
  while (found.length < sought && (found.length === 0 || performance.now() - began < QUICK_MS)) {
    const next = library.next(new Date(found.at(-1) ?? fromMs));
    if (!next) break;
    found.push(msOf(next));
  }
  return found;
}

const msOf = ({ epochMilliseconds }: { epochMilliseconds: number }): number => epochMilliseconds;

const ruleOf = ({ text, isCounted }: WallRule): RRuleTemporal =>
  new RRuleTemporal({ rruleString: text, strict: true, cache: false, ...(isCounted ? COUNTED : LIMITS) });

/** What the library throws is about the rule. */
function bounded<T>(evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const why = /exceeded/.test(text)
      ? 'The rule never yields a start, or it takes too long to find one.'
      : `The rule makes no sense: ${text.slice(0, 200)}`;
    throw new WindowRefused(why, { cause: error });
  }
}

function occurrenceAt(wallMs: number, timezone: string, durationMs: number): Occurrence {
  const wall = zoned(wallMs, 'UTC').toPlainDateTime();
  const start = wall.toZonedDateTime(timezone, { disambiguation: 'compatible' });
  const startMs = start.epochMilliseconds;
  const isSkipped = !start.toPlainDateTime().equals(wall);
  const later = wall.toZonedDateTime(timezone, { disambiguation: 'later' }).epochMilliseconds;
  const clockChange = isSkipped ? 'skipped' : later === startMs ? null : 'repeated';
  return {
    startMs,
    endMs: startMs + durationMs,
    localStart: localText(start.toPlainDateTime()),
    clockChange,
  };
}

const zoned = (ms: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);

const wallOf = (ms: number, timezone: string): number =>
  zoned(ms, timezone).toPlainDateTime().toZonedDateTime('UTC').epochMilliseconds;

const localText = (wall: Temporal.PlainDateTime): string => wall.toString({ smallestUnit: 'second' });
