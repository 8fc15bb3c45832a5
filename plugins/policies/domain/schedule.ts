import { occurrencesOf, requireStarts } from '../../../server/plugin.ts';

/** When a policy starts: a rule on the clocks of a zone, and days after it. */
export interface Schedule {
  timezone: string;
  rrule: string;
  daysAfter: number;
}

export interface Start {
  startsAt: Date;
  /** What clocks of the zone show then. */
  localStart: string;
  clockChange: 'skipped' | 'repeated' | null;
}

/** Starts that a preview shows. */
export const PREVIEWED = 12;

/** The starts after an instant, at most `limit`, by time. Throws RecurrenceRefused. */
export function startsAfter(schedule: Schedule, after: Date, limit: number): Start[] {
  const times = { ...schedule, startsAt: null, durationSecs: 0 };
  const found = occurrencesOf(times, { fromMs: after.getTime(), limit, least: limit });
  return found.map(({ startMs, localStart, clockChange }) => ({
    ...{ startsAt: new Date(startMs), localStart, clockChange },
  }));
}

/** Throws RecurrenceRefused for what is no rule, or never yields a start from now on. */
export function requireSchedule(schedule: Schedule, now: Date): void {
  requireStarts({ ...schedule, startsAt: null, durationSecs: 0 });
  startsAfter(schedule, now, 1);
}
