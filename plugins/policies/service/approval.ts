import { AppError, type Context } from '#sdk';
import type { RunModel } from '../models.ts';
import { SENTENCES, timeText } from '../reasons.ts';
import { keyOf } from './keys.ts';
import { moveRun, type Standing } from './runs.ts';
import { atWork, end, planJobOf, policyActor, refusal, runSpecOf } from './steps.ts';

/** How often the state of an approval is looked up. */
const LOOK_MS = 15_000;

/**
 * Refusals that may be over by the next try: the plan has not ended yet, or somebody else has asked for the same run.
 */
const PASSING = ['PLAN_NOT_APPROVABLE', 'APPROVAL_EXISTS'];
const AGAIN_MS = 60_000;

/**
 * Asks for the approval of a second person. A run asks once before its start and, if nobody has answered by then, once
 * more for a run that begins when it is approved.
 */
export async function askApproval(
  ctx: Context,
  run: RunModel,
  { rules, now }: { rules: readonly { name: string }[]; now: Date },
): Promise<void> {
  const approvals = ctx.useIfOn('approvals');
  if (!approvals) return;
  if (now > run.lateAt) return end(ctx, run, ended('APPROVAL_LATE', ''));
  const { frozen, policyName, policyId, startsAt, lateAt } = run;
  const scheduleAt = startsAt > now ? startsAt : null;
  try {
    const asked = await approvals.request({
      key: keyOf(run, scheduleAt ? 'ask' : 'askLate'),
      planJobId: planJobOf(run) ?? '',
      hostIds: frozen.runnable ?? [],
      name: policyName,
      spec: runSpecOf(run),
      scheduleAt,
      note: `The policy ${policyName} asks for it; nothing begins after ${timeText(lateAt)}.`,
      requestedBy: policyActor(policyName),
      policyId,
      authorIds: [...frozen.authorIds, ...(run.requestedById === null ? [] : [run.requestedById])],
    });
    const names = rules.map(({ name }) => name).join(', ');
    await moveRun(ctx, run, {
      standing: {
        state: 'waiting_approval',
        reason: 'APPROVAL_WAITS',
        message: `${SENTENCES.APPROVAL_WAITS} The rule: ${names}. Until ${timeText(lateAt)} at the latest.`,
      },
      set: { approvalId: asked.id, dueAt: new Date(now.getTime() + LOOK_MS) },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!PASSING.includes(error.code)) return end(ctx, run, refusal(error));
    const standing = { state: 'ready', reason: 'START_WAITS', message: error.message } as const;
    await moveRun(ctx, run, { standing, set: { dueAt: new Date(now.getTime() + AGAIN_MS) } });
  }
}

/** Looks at what became of the approval that a run waits for. */
export async function awaitApproval(ctx: Context, run: RunModel, now: Date): Promise<void> {
  const approvals = ctx.useIfOn('approvals');
  // The approvals plugin was switched off since: the run is judged without rules.
  if (!approvals)
    return void (await moveRun(ctx, run, { standing: { state: 'ready', reason: 'START_WAITS' } }));
  const found = await approvals.find(run.approvalId ?? '');
  if (!found) return end(ctx, run, { state: 'skipped', reason: 'APPROVAL_EXPIRED' });
  const { state, message, decidedByName, runJobId } = found;
  if (runJobId !== null) return atWork(ctx, run, runJobId, now);
  const by = decidedByName === null ? '' : ` By ${decidedByName}.`;
  const words = `${by}${message === '' ? '' : ` ${message}`}`;
  switch (state) {
    case 'denied':
      return end(ctx, run, ended('APPROVAL_DENIED', words));
    case 'withdrawn':
      return end(ctx, run, ended('APPROVAL_WITHDRAWN', words));
    case 'expired':
      // Nobody has answered by the start: asked once more, for a run that begins as soon as it is approved.
      if (found.reason === 'START_PASSED') return askAgain(ctx, run);
      return end(ctx, run, ended('APPROVAL_EXPIRED', words));
    case 'waiting':
    case 'approved':
      if (now > run.lateAt) return end(ctx, run, ended('APPROVAL_LATE', ''));
      return wait(ctx, run, now);
  }
}

async function askAgain(ctx: Context, run: RunModel): Promise<void> {
  await moveRun(ctx, run, { standing: { state: 'ready', reason: 'START_WAITS' }, set: { approvalId: null } });
}

const ended = (
  reason: 'APPROVAL_DENIED' | 'APPROVAL_WITHDRAWN' | 'APPROVAL_EXPIRED' | 'APPROVAL_LATE',
  words: string,
): Standing => ({ state: 'skipped', reason, message: `${SENTENCES[reason]}${words}` });

async function wait(ctx: Context, run: RunModel, now: Date): Promise<void> {
  const { message } = run;
  await moveRun(ctx, run, {
    standing: { state: 'waiting_approval', reason: 'APPROVAL_WAITS', message },
    set: { dueAt: new Date(now.getTime() + LOOK_MS) },
  });
}
