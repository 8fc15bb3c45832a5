import { recurrence } from '#sdk';

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

export const timesOf = ({ timezone, rrule, daysAfter }: Schedule): recurrence.RecurringTimes => ({
  timezone,
  rrule,
  daysAfter,
  startsAt: null,
  durationSecs: 0,
});

export const startOf = ({ startMs, localStart, clockChange }: recurrence.Occurrence): Start => ({
  startsAt: new Date(startMs),
  localStart,
  clockChange,
});

/** The starts after an instant, at most `limit`, by time. Throws RecurrenceRefused. */
export const startsAfter = (schedule: Schedule, after: Date, limit: number): Start[] =>
  recurrence.occurrencesOf(timesOf(schedule), { fromMs: after.getTime(), limit, least: limit }).map(startOf);

/** Throws RecurrenceRefused for an invalid rule, or for one that yields no start from now on. */
export function requireSchedule(schedule: Schedule, now: Date): void {
  recurrence.requireStarts(timesOf(schedule));
  startsAfter(schedule, now, 1);
}
