import { AppError, type Context } from '#sdk';
import type { JobRequest } from '#sdk/patching.ts';
import { PolicyModel, type RunModel } from '../models.ts';
import { operationOf } from '../work.ts';
import { SENTENCES, timeText } from '../reasons.ts';
import { askApproval } from './approval.ts';
import { keyOf } from './keys.ts';
import { moveRun } from './runs.ts';
import { atWork, end, planJobOf, policyActor, refusal, runSpecOf } from './steps.ts';

/** Time to the next try when a rule was made between the question and the job. */
const AGAIN_MS = 5_000;

/** Runs the plan: asks for an approval where a rule wants one, waits for its start, or makes the job. */
export async function startRun(ctx: Context, run: RunModel, now: Date): Promise<void> {
  const policy = await PolicyModel.query(ctx.db.reader).findById(run.policyId);
  if (policy?.pausedAt && run.cause !== 'person')
    return end(ctx, run, { state: 'skipped', reason: 'POLICY_PAUSED' });
  const runnable = run.frozen.runnable ?? [];
  const { reboot = 'never' } = run.frozen.spec;
  const operation = operationOf(run.frozen.spec);
  const question = { operation, reboot, hostIds: runnable };
  const rules = (await ctx.useIfOn('approvals')?.rulesFor(question)) ?? [];
  if (rules.length > 0) return askApproval(ctx, run, { rules, now });
  if (now < run.startsAt) {
    const { state, reason, message } = run;
    const standing = { state, reason: reason as 'START_WAITS', message };
    await moveRun(ctx, run, { standing, set: { dueAt: run.startsAt } });
    return;
  }
  if (now > run.lateAt) {
    const message = `${SENTENCES.START_MISSED} Its plan was made, and nothing begins after ${timeText(run.lateAt)}.`;
    return end(ctx, run, { state: 'skipped', reason: 'START_MISSED', message });
  }
  await makeJob(ctx, run, now);
}

async function makeJob(ctx: Context, run: RunModel, now: Date): Promise<void> {
  const { frozen, policyName } = run;
  const request: JobRequest = {
    name: policyName,
    operation: null,
    target: null,
    scheduleAt: null,
    fromPlanJobId: planJobOf(run),
    planHostIds: frozen.runnable ?? [],
    spec: runSpecOf(run),
  };
  try {
    const by = { actor: policyActor(policyName), scope: frozen.scope, key: keyOf(run, 'run') };
    await atWork(ctx, run, await ctx.core.patching.create(request, by), now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await refused(ctx, run, error, now);
  }
}

async function refused(ctx: Context, run: RunModel, error: AppError, now: Date): Promise<void> {
  switch (error.code) {
    case 'APPROVAL_REQUIRED': {
      const standing = { state: 'ready', reason: 'START_WAITS', message: error.message } as const;
      await moveRun(ctx, run, { standing, set: { dueAt: new Date(now.getTime() + AGAIN_MS) } });
      return;
    }
    case 'PLAN_ALREADY_RUN':
      return end(ctx, run, { state: 'completed', reason: 'PLAN_RUN_BY_PERSON' });
    case 'TARGET_EMPTY':
      return end(ctx, run, { state: 'skipped', reason: 'NO_HOST' });
    default:
      return end(ctx, run, refusal(error));
  }
}
