import type { Failure } from '../domain/decide.ts';
import type { JobHostModel } from '../models.ts';
import { askGates, questionOf, type GateDeps } from './gates.ts';
import type { HostWork } from './hostWork.ts';
import { holderOf } from './verdicts.ts';

/** `hold`: `set` is what the row says meanwhile, `until` when the gate may open; null: not known. */
export type RebootVerdict =
  | { verdict: 'go' }
  | { verdict: 'hold'; set: Partial<JobHostModel>; until: Date | null }
  | { verdict: 'refuse'; failure: Failure };

const MAX_MESSAGE = 4_000;

/** Whether the manager may restart the host now. A failing gate holds the restart: it says nothing about the host. */
export async function askReboot(deps: GateDeps, work: HostWork, now: Date): Promise<RebootVerdict> {
  const { answers, failure } = await askGates(deps, 'patching.beforeReboot', questionOf(work));
  if (failure) {
    const set = { reason: failure.code, message: failure.message, nextAttemptAt: null, windowEndAt: null };
    return { verdict: 'hold', set, until: null };
  }
  for (const { answer, sentence } of answers) {
    if (answer.verdict !== 'refuse') continue;
    const message = (answer.message ?? sentence).slice(0, MAX_MESSAGE);
    return { verdict: 'refuse', failure: { code: answer.reason, message, retryable: false } };
  }
  for (const { by, answer, sentence } of answers) {
    if (answer.verdict !== 'wait') continue;
    const { reason, until = null, windowEndsAt = null } = answer;
    const message = (answer.message ?? sentence).slice(0, MAX_MESSAGE);
    const windowEndAt = until && windowEndsAt;
    const set = { reason, message, nextAttemptAt: until, windowEndAt, ...holderOf(work.row, by, now) };
    return { verdict: 'hold', set, until };
  }
  return { verdict: 'go' };
}
