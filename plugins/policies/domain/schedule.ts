import { occurrencesOf, requireStarts } from '../../../server/plugin.ts';

/** When a policy starts: a rule in the local time of a zone, and a number of days after it. */
export interface Schedule {
  timezone: string;
  rrule: string;
  daysAfter: number;
}

export interface Start {
  startsAt: Date;
  /** What the clocks of the zone show at `startsAt`. */
  localStart: string;
  clockChange: 'skipped' | 'repeated' | null;
}

/** How many starts a preview shows. */
export const PREVIEWED = 12;

/** The starts after an instant, at most `limit`, by time. Throws RecurrenceRefused. */
export function startsAfter(schedule: Schedule, after: Date, limit: number): Start[] {
  const times = { ...schedule, startsAt: null, durationSecs: 0 };
  const found = occurrencesOf(times, { fromMs: after.getTime(), limit, least: limit });
  return found.map(({ startMs, localStart, clockChange }) => ({
    ...{ startsAt: new Date(startMs), localStart, clockChange },
  }));
}

/** Throws RecurrenceRefused for an invalid rule, or for one that yields no start from now on. */
export function requireSchedule(schedule: Schedule, now: Date): void {
  requireStarts({ ...schedule, startsAt: null, durationSecs: 0 });
  startsAfter(schedule, now, 1);
}
