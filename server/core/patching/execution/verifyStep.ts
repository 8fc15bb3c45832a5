import type { Context } from '#server/kernel/boot/feature.ts';
import type { Failure, Outcome } from '../domain/decide.ts';
import { isAhead } from '../domain/retryPolicy.ts';
import type { AfterHostAnswer } from '../events.ts';
import type { JobHostModel } from '../models.ts';
import { askGates, deciding, questionOf, type Said } from './gates.ts';
import type { HostWork } from './hostWork.ts';
import type { Reasons } from './reasons.ts';

/** A host whose checks cannot be asked for this long ends unverified. */
export const GIVE_UP_CHECKS_MS = 10 * 60_000;
const ASK_AGAIN_MS = 30_000;
const MAX_WAIT_MS = 60_000;
const WAIT_MS = 10_000;

export interface VerifyDeps {
  ctx: Pick<Context, 'hooks' | 'clock' | 'db'>;
  reasons: Reasons;
  /** Writes columns of the row without moving its state. */
  update(work: HostWork, set: Partial<JobHostModel>): Promise<void>;
}

/**
 * Asks the features that check hosts after the work, until none of them asks to wait. A feature that fails is asked
 * again for 10 minutes, restarts of managers included; a cancel ends the waiting.
 */
export async function verifyHost(deps: VerifyDeps, work: HostWork): Promise<Outcome> {
  for (;;) {
    const { answers, failure } = await askGates(deps, 'patching.afterHost', questionOf(work));
    const outcome = failure ? await afterGateFailed(deps, work, failure) : outcomeOf(answers);
    if (outcome) return outcome;
    if (work.cancelWanted) return { kind: 'unchecked' };
    const waitMs = answers ? await afterWait(deps, work, answers) : ASK_AGAIN_MS;
    await work.pause(deps.ctx.clock, waitMs);
  }
}

/** Null while a check wants to wait. */
function outcomeOf(said: readonly Said<AfterHostAnswer>[]): Outcome | null {
  const decided = deciding(said);
  if (!decided) return { kind: 'verified' };
  const { answer, message } = decided;
  if (answer.verdict === 'wait') return null;
  const failure = { code: answer.reason, message, retryable: false };
  return { kind: answer.verdict === 'refuse' ? 'unverified' : 'uncheckable', failure };
}

/** Null while the checks are to be asked again. */
async function afterGateFailed(
  { ctx, update }: VerifyDeps,
  work: HostWork,
  failure: Failure,
): Promise<Outcome | null> {
  const { reason, stepDeadlineAt } = work.row;
  const now = await ctx.db.now();
  // A deadline that a clock ahead gave begins anew.
  const isKnown = stepDeadlineAt !== null && !isAhead(stepDeadlineAt, now, GIVE_UP_CHECKS_MS);
  const since = isKnown && reason === failure.code ? stepDeadlineAt : null;
  if (work.cancelWanted || (since !== null && now >= since)) {
    const message = `The work is done, but nobody knows whether the host is well. ${failure.message}`;
    return { kind: 'uncheckable', failure: { ...failure, message } };
  }
  if (since === null) {
    const deadline = new Date(now.getTime() + GIVE_UP_CHECKS_MS);
    await update(work, { reason: failure.code, message: failure.message, stepDeadlineAt: deadline });
  }
  return null;
}

/** Writes why the host waits, if that is new, and returns for how many milliseconds. */
async function afterWait(
  { ctx, update }: VerifyDeps,
  work: HostWork,
  said: readonly Said<AfterHostAnswer>[],
): Promise<number> {
  const { answer, message = '' } = deciding(said) ?? {};
  const { reason = null } = answer ?? {};
  if (work.row.reason !== reason) await update(work, { reason, message, stepDeadlineAt: null });
  const untils = said.flatMap(({ answer: one }) => (one.verdict === 'wait' ? [one.until] : []));
  const nowMs = (await ctx.db.now()).getTime();
  const dueMs = Math.min(...untils.map((until) => (until ? until.getTime() - nowMs : WAIT_MS)));
  return Math.min(MAX_WAIT_MS, Math.max(1_000, dueMs));
}
