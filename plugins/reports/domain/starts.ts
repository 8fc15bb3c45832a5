import { AppError, occurrencesOf, RecurrenceRefused, requireStarts } from '../../../server/plugin.ts';

/** When a schedule starts. */
export interface ScheduleTimes {
  /** IANA. */
  timezone: string;
  /** RFC 5545. */
  rrule: string;
}

/** The starts after an instant, by time. Throws REPORT_SCHEDULE_INVALID. */
export function startsAfter(times: ScheduleTimes, after: Date, limit: number): Date[] {
  try {
    const recurring = { ...times, startsAt: null, durationSecs: 0 };
    requireStarts(recurring);
    const found = occurrencesOf(recurring, { fromMs: after.getTime(), limit, least: limit });
    return found.map(({ startMs }) => new Date(startMs));
  } catch (error) {
    if (!(error instanceof RecurrenceRefused)) throw error;
    throw new AppError('REPORT_SCHEDULE_INVALID', { message: error.message }, { cause: error });
  }
}

/** Null: it is switched off, or never starts again. Throws REPORT_SCHEDULE_INVALID. */
export const nextStart = (
  { enabled, ...times }: ScheduleTimes & { enabled: boolean },
  after: Date,
): Date | null => (enabled ? (startsAfter(times, after, 1)[0] ?? null) : null);
