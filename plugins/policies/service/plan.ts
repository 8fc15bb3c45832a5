import { AppError, type Context } from '#sdk';
import type { HostPlan, JobFacts, JobRequest, JobTarget } from '#sdk/patching.ts';

import type { RunModel } from '../models.ts';
import { jobSpecOf, operationOf } from '../work.ts';
import { hostsText, LACK_REASONS, SENTENCES, type LackReason } from '../reasons.ts';
import { keyOf } from './keys.ts';
import { moveRun, type RunChange, type Standing } from './runs.ts';
import { end, FIRST_LOOK_MS, planJobOf, policyActor, refusal } from './steps.ts';
import { liveTarget } from './targets.ts';

/** How often a plan is looked at if nothing tells of its end. */
const LOOK_MS = 60_000;
/**
 * How long a plan may take: this long in any case, and `PLAN_ROUND_MS` more for each round of hosts planned at once.
 */
const PLAN_MS = 30 * 60_000;
const PLAN_ROUND_MS = 2 * 60_000;
/** How long hosts that have a plan wait for hosts at which another job is at work. */
const BUSY_MS = 10 * 60_000;

const GONE = ['HOST_NOT_FOUND', 'GROUP_NOT_FOUND'];

/** Makes the dry run of a round; the hosts of the target are found now. */
export async function beginPlan(ctx: Context, run: RunModel, now: Date): Promise<void> {
  const { frozen, round } = run;
  const target: JobTarget = round === 1 ? frozen.target : { host_ids: frozen.hostIds ?? [] };
  try {
    const by = { actor: policyActor(run.policyName), scope: frozen.scope, key: keyOf(run, 'plan') };
    const jobId = await ctx.core.patching.create(requestOf(run, target), by);
    const job: RunChange = round === 1 ? { planJobId: jobId } : { replanJobId: jobId };
    const reason = round === 1 ? 'PLANNING' : 'PLANNING_AGAIN';
    await moveRun(ctx, run, {
      standing: { state: 'planning', reason },
      set: { ...job, plannedAt: now, dueAt: new Date(now.getTime() + FIRST_LOOK_MS) },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await refused(ctx, run, target, error);
  }
}

const requestOf = (run: RunModel, target: JobTarget): JobRequest => ({
  name: run.policyName,
  operation: operationOf(run.frozen.spec),
  target,
  fromPlanJobId: null,
  planHostIds: null,
  scheduleAt: null,
  spec: { ...jobSpecOf(run.frozen.spec), dryRun: true },
});

async function refused(ctx: Context, run: RunModel, target: JobTarget, error: AppError): Promise<void> {
  if (error.code === 'TARGET_EMPTY') return end(ctx, run, { state: 'skipped', reason: 'NO_HOST' });
  if (!GONE.includes(error.code)) return end(ctx, run, refusal(error));
  // Takes out of the target what was deleted or left the scope since, in a write of its own: one key must always send
  // the same request.
  const left = await liveTarget(ctx, target, run.frozen.scope);
  if (!left) return end(ctx, run, { state: 'skipped', reason: 'NO_HOST' });
  const frozen =
    run.round === 1 ? { ...run.frozen, target: left } : { ...run.frozen, hostIds: left.host_ids ?? [] };
  const { reason } = run;
  await moveRun(ctx, run, { standing: { state: 'planning', reason: reason as 'PLANNING' }, set: { frozen } });
}

/** Looks at the plan: once it has ended, or has taken long enough, what was planned is what will be run. */
export async function judgePlan(ctx: Context, run: RunModel, now: Date): Promise<void> {
  const jobId = planJobOf(run) ?? '';
  const { patching } = ctx.core;
  const job = await ctx.tx((tx) => patching.jobIn(tx, jobId), {
    name: 'policies.lookAtPlan',
    durable: false,
  });
  if (!job) return end(ctx, run, { state: 'failed', reason: 'PLAN_FAILED', message: 'Its plan is gone.' });
  if (job.hasEnded && job.wasStopped)
    return end(ctx, run, {
      state: 'skipped',
      reason: 'SKIPPED_BY_PERSON',
      message: 'Somebody cancelled its plan.',
    });
  const limitAt = job.hasEnded ? now : limitOf(run, job, await areRestBusy(ctx, jobId, job));
  if (now >= limitAt) return judge(ctx, run, await patching.plansOf(jobId));
  const dueAt = new Date(Math.min(limitAt.getTime(), now.getTime() + LOOK_MS));
  const { reason } = run;
  await moveRun(ctx, run, { standing: { state: 'planning', reason: reason as 'PLANNING' }, set: { dueAt } });
}

/** Whether some hosts have a plan, and the others wait for other jobs that are at work at them. */
async function areRestBusy(ctx: Context, jobId: string, { hostsTotal, counts }: JobFacts): Promise<boolean> {
  const { completed = 0, failed = 0, pending = 0 } = counts;
  if (completed === 0 || completed + failed + pending < hostsTotal) return false;
  // Hosts that wait only for their turn are pending, too.
  const plans = await ctx.core.patching.plansOf(jobId);
  return plans.every(({ state, reason }) => state !== 'pending' || reason === 'HOST_BUSY');
}

/** When the plan has taken long enough: hosts that hang, or are busy, must not keep the others waiting. */
function limitOf({ plannedAt, createdAt, frozen }: RunModel, job: JobFacts, areBusy: boolean): Date {
  const beganMs = (plannedAt ?? createdAt).getTime();
  if (areBusy) return new Date(beganMs + BUSY_MS);
  const rounds = Math.ceil(job.hostsTotal / (frozen.spec.maxParallel ?? 50));
  return new Date(beganMs + PLAN_MS + rounds * PLAN_ROUND_MS);
}

async function judge(ctx: Context, run: RunModel, plans: readonly HostPlan[]): Promise<void> {
  const runnable = plans.filter(
    ({ hasChanges, isCut, runJobId }) => hasChanges && !isCut && runJobId === null,
  );
  const unplanned = plans.filter(({ planHash, isCut }) => planHash === null || isCut);
  const left = leftText(unplanned);
  if (runnable.length > 0) {
    const standing: Standing = {
      state: 'ready',
      reason: 'START_WAITS',
      message: `Its plan is made: ${hostsText(runnable.length)} with something to do.${left}`,
    };
    const dueAt = ctx.useIfOn('approvals') ? undefined : run.startsAt;
    const frozen = { ...run.frozen, runnable: runnable.map(({ hostId }) => hostId) };
    await moveRun(ctx, run, { standing, set: { frozen, ...(dueAt ? { dueAt } : {}) } });
    return;
  }
  const byHand = plans.find(({ runJobId }) => runJobId !== null)?.runJobId;
  if (byHand) return end(ctx, run, { state: 'completed', reason: 'PLAN_RUN_BY_PERSON' });
  if (unplanned.length === plans.length)
    return end(ctx, run, {
      state: 'failed',
      reason: 'PLAN_FAILED',
      message: `${SENTENCES.PLAN_FAILED}${left}`,
    });
  const reason = idleReason(plans);
  await end(ctx, run, { state: 'completed', reason, message: `${SENTENCES[reason]}${left}` });
}

/** A host that lacks security updates, or may lack some, has not nothing to do. */
function idleReason(plans: readonly HostPlan[]): LackReason | 'NOTHING_TO_DO' {
  return LACK_REASONS.find((code) => plans.some(({ reason }) => reason === code)) ?? 'NOTHING_TO_DO';
}

/** Such as: 3 hosts could not be planned and are left out (HOST_UNREACHABLE 2, SOURCE_FAILED 1). */
function leftText(unplanned: readonly HostPlan[]): string {
  if (unplanned.length === 0) return '';
  const codes = Map.groupBy(unplanned, ({ reason, isCut, state }) =>
    isCut ? 'PLAN_TOO_LARGE' : (reason ?? state),
  );
  const told = [...codes].sort((a, b) => b[1].length - a[1].length).slice(0, 5);
  const list = told.map(([code, hosts]) => `${code} ${hosts.length}`).join(', ');
  const [who, are] = unplanned.length === 1 ? ['One host', 'is'] : [`${unplanned.length} hosts`, 'are'];
  return ` ${who} could not be planned and ${are} skipped (${list}).`;
}
