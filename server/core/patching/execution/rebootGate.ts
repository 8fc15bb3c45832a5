import type { Failure } from '../domain/decide.ts';
import type { JobHostModel } from '../models.ts';
import { askGates, deciding, questionOf, type GateDeps } from './gates.ts';
import type { HostWork } from './hostWork.ts';
import { holderOf } from './verdicts.ts';

/** `hold`: `set` is what the row says meanwhile, `until` when the gate may open; null: not known. */
export type RebootVerdict =
  | { verdict: 'go' }
  | { verdict: 'hold'; set: Partial<JobHostModel>; until: Date | null }
  | { verdict: 'refuse'; failure: Failure };

/** Whether the manager may restart the host now. A failing gate holds the restart: it says nothing about the host. */
export async function askReboot(deps: GateDeps, work: HostWork, now: Date): Promise<RebootVerdict> {
  const { answers, failure } = await askGates(deps, 'patching.beforeReboot', questionOf(work));
  if (failure) {
    const set = { reason: failure.code, message: failure.message, nextAttemptAt: null, windowEndAt: null };
    return { verdict: 'hold', set, until: null };
  }
  const decided = deciding(answers);
  if (!decided) return { verdict: 'go' };
  const { by, answer, message } = decided;
  const { reason } = answer;
  if (answer.verdict === 'refuse')
    return { verdict: 'refuse', failure: { code: reason, message, retryable: false } };
  const { until = null, windowEndsAt = null, holds } = answer;
  const windowEndAt = until && windowEndsAt;
  const set = {
    reason,
    message,
    nextAttemptAt: until,
    windowEndAt,
    ...holderOf(work.row, { by, holds }, now),
  };
  return { verdict: 'hold', set, until };
}
