import { Temporal } from 'temporal-polyfill';
import { DAY_MS } from './counting.ts';

export type SchedulePeriod = 'last_week' | 'last_month' | 'last_days';

export interface Period {
  period: SchedulePeriod;
  periodDays: number | null;
  /** IANA. */
  timezone: string;
}

export const DEFAULT_DAYS = 30;

/** The period of a report that is made at this start: the calendar week or month before it, or the days up to it. */
export function periodBefore(
  { period, periodDays, timezone }: Period,
  startsAt: Date,
): { from: Date; to: Date } {
  if (period === 'last_days') {
    const days = periodDays ?? DEFAULT_DAYS;
    return { from: new Date(startsAt.getTime() - days * DAY_MS), to: startsAt };
  }
  const local = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timezone);
  const today = local.toPlainDate();
  const end =
    period === 'last_month' ? today.with({ day: 1 }) : today.subtract({ days: today.dayOfWeek - 1 });
  const begin = period === 'last_month' ? end.subtract({ months: 1 }) : end.subtract({ days: 7 });
  const at = (date: Temporal.PlainDate): Date => new Date(date.toZonedDateTime(timezone).epochMilliseconds);
  return { from: at(begin), to: at(end) };
}
