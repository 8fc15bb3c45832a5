import { AppError, type Context, recurrence } from '#sdk';

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
    const recurring = recurringOf(times);
    recurrence.requireStarts(recurring);
    return recurrence.occurrencesOf(recurring, { fromMs: after.getTime(), limit, least: limit }).map(startOf);
  } catch (error) {
    throw invalid(error);
  }
}

/** The starts of a schedule that nobody has saved. Throws REPORT_SCHEDULE_INVALID, and as previewTimes. */
export const previewStarts = async (
  { computing }: Pick<Context, 'computing'>,
  times: ScheduleTimes,
  options: Parameters<typeof recurrence.previewTimes>[2],
): Promise<Date[]> =>
  recurrence.previewTimes(computing, recurringOf(times), options).then(
    (found) => found.map(startOf),
    (error: unknown) => {
      throw invalid(error);
    },
  );

const recurringOf = ({ timezone, rrule }: ScheduleTimes): recurrence.RecurringTimes => ({
  timezone,
  rrule,
  startsAt: null,
  durationSecs: 0,
});

const startOf = ({ startMs }: recurrence.Occurrence): Date => new Date(startMs);

const invalid = (error: unknown): unknown =>
  error instanceof recurrence.RecurrenceRefused
    ? new AppError('REPORT_SCHEDULE_INVALID', { message: error.message }, { cause: error })
    : error;

/**
 * However far its next start is, a manager looks at a schedule this often, and computes the start anew from its rule: a
 * clock that was ahead may have passed over starts that are still to come.
 */
export const LOOK_MS = 3_600_000;

/**
 * When it starts next, and when a manager looks at it for that. No start: it is switched off, or never starts again. Throws
 * REPORT_SCHEDULE_INVALID.
 */
export function nextOf({ enabled, ...times }: ScheduleTimes & { enabled: boolean }, now: Date) {
  if (!enabled) return { nextStartAt: null, lookAt: null };
  const [next = null] = startsAfter(times, now, 1);
  const lookAt = new Date(Math.min(next?.getTime() ?? Infinity, now.getTime() + LOOK_MS));
  return { nextStartAt: next, lookAt };
}
