import { waitError } from '../../shared/wire/appError.ts';
import { ComputingFailed, type ComputeOptions, type Computing } from '../computing/types.ts';
import type { Occurrence, RecurringTimes } from './occurrences.ts';
import type { compute, PreviewInput } from './previewTask.ts';
import { RecurrenceRefused } from './rule.ts';

const TASK = new URL('./previewTask.ts', import.meta.url);
/** The costliest rule that the parts allow takes half of it on a machine of our day. */
const TIMEOUT_MS = 5_000;
const RETRY_SECS = 5;

/** `limit`: how many times are shown. */
export interface PreviewOptions extends Pick<ComputeOptions, 'account' | 'signal'> {
  from: Date;
  limit: number;
}

/**
 * Times that somebody only looks at: any reader may ask for any rule, and a strange one takes seconds, so it is
 * evaluated beside the event loop. Throws RecurrenceRefused as requireStarts and occurrencesOf do, and for a rule that
 * takes too long; RATE_LIMITED where too many previews of the account wait.
 */
export async function previewTimes(
  computing: Computing,
  { timezone, rrule, startsAt, durationSecs, daysAfter }: RecurringTimes,
  { from, limit, account, signal }: PreviewOptions,
): Promise<Occurrence[]> {
  const times = { timezone, rrule, startsAt, durationSecs, daysAfter };
  const input: PreviewInput = { times, fromMs: from.getTime(), limit };
  const options = { account, signal, timeoutMs: TIMEOUT_MS };
  try {
    const answer = await computing.run<ReturnType<typeof compute>>(TASK, input, options);
    if ('refused' in answer) throw new RecurrenceRefused(answer.refused);
    return answer.found;
  } catch (error) {
    if (!(error instanceof ComputingFailed)) throw error;
    if (error.reason === 'LATE')
      throw new RecurrenceRefused('The rule takes too long to evaluate; say it more simply.', {
        cause: error,
      });
    if (error.reason === 'BUSY')
      throw waitError('RATE_LIMITED', RETRY_SECS, { message: 'Too many previews at once. Wait a moment.' });
    throw error;
  }
}
