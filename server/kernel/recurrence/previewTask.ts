import { occurrencesOf, requireStarts, type Occurrence, type RecurringTimes } from './occurrences.ts';
import { RecurrenceRefused } from './rule.ts';

export interface PreviewInput {
  times: RecurringTimes;
  fromMs: number;
  limit: number;
}

/** Runs in the thread of computations; an error would lose its class on the way, so a refusal is a value. */
export function compute({
  times,
  fromMs,
  limit,
}: PreviewInput): { found: Occurrence[] } | { refused: string } {
  try {
    requireStarts(times);
    return { found: occurrencesOf(times, { fromMs, limit, least: limit }) };
  } catch (error) {
    if (error instanceof RecurrenceRefused) return { refused: error.message };
    throw error;
  }
}
