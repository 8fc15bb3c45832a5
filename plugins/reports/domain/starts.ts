import {
  AppError,
  occurrencesOf,
  previewTimes,
  RecurrenceRefused,
  requireStarts,
  type Context,
  type Occurrence,
  type RecurringTimes,
} from '../../../server/plugin.ts';

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
    requireStarts(recurring);
    return occurrencesOf(recurring, { fromMs: after.getTime(), limit, least: limit }).map(startOf);
  } catch (error) {
    throw invalid(error);
  }
}

/** The starts of a schedule that nobody has saved. Throws REPORT_SCHEDULE_INVALID, and as previewTimes. */
export const previewStarts = async (
  { computing }: Pick<Context, 'computing'>,
  times: ScheduleTimes,
  options: Parameters<typeof previewTimes>[2],
): Promise<Date[]> =>
  previewTimes(computing, recurringOf(times), options).then(
    (found) => found.map(startOf),
    (error: unknown) => {
      throw invalid(error);
    },
  );

const recurringOf = ({ timezone, rrule }: ScheduleTimes): RecurringTimes => ({
  ...{ timezone, rrule, startsAt: null, durationSecs: 0 },
});

const startOf = ({ startMs }: Occurrence): Date => new Date(startMs);

const invalid = (error: unknown): unknown =>
  error instanceof RecurrenceRefused
    ? new AppError('REPORT_SCHEDULE_INVALID', { message: error.message }, { cause: error })
    : error;

/** Null: it is switched off, or never starts again. Throws REPORT_SCHEDULE_INVALID. */
export const nextStart = (
  { enabled, ...times }: ScheduleTimes & { enabled: boolean },
  after: Date,
): Date | null => (enabled ? (startsAfter(times, after, 1)[0] ?? null) : null);
