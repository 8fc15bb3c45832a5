import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { steadyOffsetMs } from './offsets.ts';
import { readRule, requireYear, requireZone, RecurrenceRefused, type WallRule } from './rule.ts';

/** When something recurs, such as a window or a policy; exactly one of `rrule` and `startsAt` is there. */
export interface RecurringTimes {
  /** Name in the IANA database. */
  timezone: string;
  /**
   * RFC 5545, two lines: DTSTART in local time and RRULE, such as
   * `DTSTART;TZID=Europe/Berlin:20260116T220000\nRRULE:FREQ=WEEKLY;BYDAY=FR` (TZID may be left out). FREQ is HOURLY,
   * DAILY, WEEKLY, MONTHLY or YEARLY. Null for a single time.
   */
  rrule: string | null;
  startsAt: Date | null;
  /** Length in elapsed seconds, also where clocks change in between. */
  durationSecs: number;
  /**
   * How many calendar days after the rule's time each start is; 0 where absent. "The second Tuesday plus three days".
   */
  daysAfter?: number;
}

/** One time, in milliseconds since 1970; the end is not in it. */
export interface Occurrence {
  startMs: number;
  endMs: number;
  /** What clocks of the zone show at its start, as `2026-03-29T03:30:00`. */
  localStart: string;
  /** `skipped`: the rule's time does not exist that day; `repeated`: it exists twice, and this is the first. */
  clockChange: 'skipped' | 'repeated' | null;
}

const DAY_MS = 86_400_000;
/** More than any change of clocks: starts that are a little too early are cut off afterwards. */
const MARGIN_MS = DAY_MS;
const QUICK_MS = 100;
/** This many starts are given also of a rule that takes long. */
const ENOUGH = 8;
/** Bounds of one evaluation, in periods and in candidates in them: some milliseconds. */
const LIMITS = { maxIterations: 500, maxCandidateEvaluations: 20_000 };
/** A rule with COUNT is counted from its first day each time, so it may go through this many days, weeks, … */
const COUNTED = { ...LIMITS, maxIterations: 2_000 };

/**
 * The times from `fromMs` on, the running one first (with a duration of 0: only those after it), at most `limit` and
 * not beyond the rule's look-ahead; at least the next one, if there is any, and `least` where they are quickly found.
 * The rule is evaluated on the clocks of the zone, and each start mapped as Temporal's `compatible` does: from a
 * missing hour forward by it, in a doubled one to the first. (The library itself would leave out starts in a missing
 * hour, as the RFC has it; the night's window would not open.) Throws RecurrenceRefused for what is no rule, never
 * yields a start, or asks for too much work.
 */
export function occurrencesOf(times: RecurringTimes, query: OccurrenceQuery): Occurrence[] {
  return occurrencesAndNext(times, query).found;
}

interface OccurrenceQuery {
  fromMs: number;
  limit: number;
  least?: number;
}

/**
 * The same, and when the first one after them starts, in milliseconds since 1970: a slow machine, or a slow rule, yields
 * fewer than `limit`. Null: there is none, or none that is found without too much work.
 */
export function occurrencesAndNext(
  { timezone, rrule, startsAt, durationSecs, daysAfter = 0 }: RecurringTimes,
  { fromMs, limit, least = 1 }: OccurrenceQuery,
): { found: Occurrence[]; nextStartMs: number | null } {
  requireZone(timezone);
  const durationMs = durationSecs * 1_000;
  if (rrule === null) return { found: single(timezone, startsAt, { fromMs, durationMs }), nextStartMs: null };
  const shiftMs = daysAfter * DAY_MS;
  const fromWallMs = wallOf(fromMs - durationMs, timezone) - shiftMs - MARGIN_MS;
  const past = wallOf(fromMs, timezone) - shiftMs - durationMs;
  const { walls, next } = wallsFrom(readRule(rrule, timezone), { fromWallMs, past, limit, least });
  const found: Occurrence[] = [];
  for (const wallMs of walls) {
    const occurrence = occurrenceAt(wallMs + shiftMs, timezone, durationMs);
    if (occurrence.endMs > fromMs) found.push(occurrence);
    // Takes two more than wanted, because a start that a change of clocks moves may change places with the next.
    if (found.length >= limit + 2) break;
  }
  found.sort((a, b) => a.startMs - b.startMs);
  const beyond = next === null ? null : occurrenceAt(next + shiftMs, timezone, durationMs).startMs;
  return { found: found.slice(0, limit), nextStartMs: found[limit]?.startMs ?? beyond };
}

/**
 * Throws RecurrenceRefused where the rule is not valid, or never yields a start at all, from its DTSTART on, and where
 * a single start is as far away as no DTSTART may be.
 */
export function requireStarts({ timezone, rrule, startsAt }: RecurringTimes): void {
  requireZone(timezone);
  if (rrule === null) return requireYear(startsAt?.getUTCFullYear() ?? NaN, 'The start');
  const rule = readRule(rrule, timezone);
  if (bounded(() => ruleOf(rule).next(new Date(0), true)) === null)
    throw new RecurrenceRefused('The rule never yields a start.');
  if (rule.isCounted) requireLastStart(rule);
}

/** Throws RecurrenceRefused unless the rule can be counted to its end now: then it can be on every day to come. */
function requireLastStart(rule: WallRule): void {
  try {
    ruleOf(rule).all();
  } catch (error) {
    throw new RecurrenceRefused('COUNT goes over too long a time: say by UNTIL when the rule ends.', {
      cause: error,
    });
  }
}

function single(
  timezone: string,
  startsAt: Date | null,
  { fromMs, durationMs }: { fromMs: number; durationMs: number },
): Occurrence[] {
  if (!startsAt) throw new RecurrenceRefused('There must be either a rule or a start.');
  const startMs = startsAt.getTime();
  const localStart = localText(zoned(startMs, timezone).toPlainDateTime());
  const only = { startMs, endMs: startMs + durationMs, localStart, clockChange: null };
  return only.endMs > fromMs ? [only] : [];
}

interface WallQuery {
  fromWallMs: number;
  /** Starts up to here are over (changes of clocks aside): they do not count towards the limit. */
  past: number;
  limit: number;
  least: number;
}

/** Starts on the clocks of the zone, in milliseconds as if they were UTC. */
interface Walls {
  walls: number[];
  /** The first start after them that was found and not taken. */
  next: number | null;
}

/** As many as are wanted within the rule's look-ahead, but `least` in any case. */
function wallsFrom(rule: WallRule, query: WallQuery): Walls {
  return bounded(() => (rule.isCounted ? countedWalls(rule, query) : nextWalls(rule, query)));
}

/** A rule with COUNT is evaluated from its first start for every question, so all its starts are taken at once. */
function countedWalls(rule: WallRule, { fromWallMs }: WallQuery): Walls {
  const all = ruleOf(rule).all().map(msOf);
  return { walls: all.filter((wallMs) => wallMs >= fromWallMs), next: null };
}

function nextWalls(rule: WallRule, { fromWallMs, past, limit, least }: WallQuery): Walls {
  const library = ruleOf(rule);
  const horizonMs = past + MARGIN_MS + rule.lookAheadDays * DAY_MS;
  const found: number[] = [];
  const began = performance.now();
  let ahead = 0;
  for (let isFirst = true; ahead < limit + 2; isFirst = false) {
    const wallMs = nextWall(library, { afterMs: found.at(-1) ?? fromWallMs, isFirst, isEnough: ahead > 0 });
    if (wallMs === null) break;
    const isQuick = performance.now() - began < QUICK_MS;
    // After the first start: within the horizon up to `ENOUGH`, more only while that is quick; beyond it up to `least`,
    // and only while that is quick.
    if (ahead >= 1 && (wallMs > horizonMs ? ahead >= least || !isQuick : !isQuick && ahead >= ENOUGH))
      return { walls: found, next: wallMs };
    found.push(wallMs);
    if (wallMs > past + MARGIN_MS) ahead += 1;
  }
  return { walls: found, next: null };
}

/** Null: there is no next start; or, with `isEnough`, none that is found without too much work. */
function nextWall(
  library: RRuleTemporal,
  { afterMs, isFirst, isEnough }: { afterMs: number; isFirst: boolean; isEnough: boolean },
): number | null {
  try {
    const next = library.next(new Date(afterMs), isFirst);
    return next && msOf(next);
  } catch (error) {
    if (isEnough) return null;
    throw error;
  }
}

const msOf = ({ epochMilliseconds }: { epochMilliseconds: number }): number => epochMilliseconds;

function ruleOf({ text, isUsual, isCounted }: WallRule): RRuleTemporal {
  const limits = isUsual ? { maxIterations: LIMITS.maxIterations } : isCounted ? COUNTED : LIMITS;
  return new RRuleTemporal({ rruleString: text, strict: true, cache: false, ...limits });
}

/** Turns what the library throws, which is about the rule, into a RecurrenceRefused. */
function bounded<T>(evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const why = /exceeded/.test(text)
      ? 'The rule never yields a start, or it takes too long to find one.'
      : `The rule makes no sense: ${text.slice(0, 200)}`;
    throw new RecurrenceRefused(why, { cause: error });
  }
}

function occurrenceAt(wallMs: number, timezone: string, durationMs: number): Occurrence {
  const offsetMs = steadyOffsetMs(wallMs, timezone);
  if (offsetMs !== null) {
    const startMs = wallMs - offsetMs;
    const localStart = new Date(wallMs).toISOString().slice(0, 19);
    return { startMs, endMs: startMs + durationMs, localStart, clockChange: null };
  }
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
