import type { Context } from '#sdk';
import type { JobFacts } from '#sdk/patching.ts';
import { PolicyModel, type RunModel } from '../models.ts';
import { hostsText, SENTENCES } from '../reasons.ts';
import { moveRun, type Standing } from './runs.ts';
import { LOOK_AT_JOB_MS } from './steps.ts';

const PLAN_CHANGED = 'PLAN_CHANGED';

/**
 * Looks at the job of a run. Once it has ended, the run ends too, or hosts whose plan had changed are planned again.
 */
export async function followRun(ctx: Context, run: RunModel, now: Date): Promise<void> {
  const jobId = (run.round === 1 ? run.runJobId : run.rerunJobId) ?? '';
  const { patching } = ctx.core;
  const job = await ctx.tx((tx) => patching.jobIn(tx, jobId), { name: 'policies.lookAtJob', durable: false });
  if (job && !job.hasEnded) {
    const { reason, message } = run;
    const standing: Standing =
      job.state === 'scheduled'
        ? { state: 'running', reason: reason as 'START_WAITS', message }
        : { state: 'running', reason: 'JOB_AT_WORK' };
    await moveRun(ctx, run, { standing, set: { dueAt: new Date(now.getTime() + LOOK_AT_JOB_MS) } });
    return;
  }
  const changed = job && run.round === 1 && !job.wasStopped ? await changedHosts(ctx, jobId) : [];
  if (changed.length > 0 && (await isStillWanted(ctx, run))) return planAgain(ctx, run, { changed, now });
  const message = job ? `${SENTENCES.JOB_ENDED} ${countsText(job)}` : 'Its job is not kept any more.';
  await moveRun(ctx, run, {
    standing: { state: 'completed', reason: 'JOB_ENDED', message },
    set: { runJobState: job?.state ?? null },
  });
}

/** Hosts that the job left alone because what they would do is not what was planned. */
async function changedHosts({ core: { patching } }: Context, jobId: string): Promise<string[]> {
  const failed = (await patching.standingsOf(jobId)).filter(({ state }) => state === 'failed');
  const troubles = await patching.troublesOf(
    jobId,
    failed.map(({ hostId }) => hostId),
  );
  return failed.flatMap(({ hostId }) => (troubles.get(hostId)?.code === PLAN_CHANGED ? [hostId] : []));
}

async function isStillWanted({ db }: Context, { policyId, cause }: RunModel): Promise<boolean> {
  const policy = await PolicyModel.query(db.reader).findById(policyId);
  return policy !== undefined && (policy.pausedAt === null || cause === 'person');
}

async function planAgain(
  ctx: Context,
  run: RunModel,
  { changed, now }: { changed: string[]; now: Date },
): Promise<void> {
  const lateMs = run.lateAt.getTime() - run.startsAt.getTime();
  const { runnable: _planned, ...frozen } = run.frozen;
  await moveRun(ctx, run, {
    standing: {
      state: 'planning',
      reason: 'PLANNING_AGAIN',
      message: `The plan of ${hostsText(changed.length)} had changed before the work began there; they are planned once again.`,
    },
    set: {
      round: 2,
      frozen: { ...frozen, hostIds: changed },
      plannedAt: null,
      approvalId: null,
      lateAt: new Date(now.getTime() + lateMs),
      dueAt: now,
    },
  });
}

/** Such as: 12 completed, 1 failed. */
function countsText({ counts }: JobFacts): string {
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return `Hosts: ${told.map(([state, count]) => `${count} ${state.replaceAll('_', ' ')}`).join(', ')}.`;
}
