import {
  AppError,
  overrideRound,
  type ActedBy,
  type Context,
  type HostQuestion,
  type HostScope,
  type WholeJob,
} from '../../../server/plugin.ts';
import { OverrideModel } from '../models.ts';

/**
 * Who let the job begin, and why; `round`: in which the job is. Throws JOB_NOT_FOUND, also when the scope holds none of
 * its hosts.
 */
export async function listOverrides(
  ctx: Context,
  jobId: string,
  scope: HostScope,
): Promise<{ overrides: OverrideModel[]; round: number }> {
  const job = await ctx.core.patching.factsOf(jobId);
  if (!job || (await ctx.core.patching.lastSeq(jobId, scope)) === null) throw jobNotFound(jobId);
  return { overrides: await OverrideModel.query(ctx.db.reader).where('job_id', jobId), round: job.round };
}

/**
 * Lets a job begin although checks do not pass, until its round ends: when a person retries or resumes it, the checks
 * count again. Of a paused job it is the round that the resume begins. Records who did it and why. Throws
 * JOB_NOT_FOUND, JOB_NOT_CANCELLABLE (it has ended), HEALTH_CHECK_OVERRIDE_EXISTS.
 */
export async function overrideChecks(
  ctx: Context,
  { whole, reason }: { whole: WholeJob; reason: string },
  by: ActedBy,
): Promise<OverrideModel> {
  const { jobId } = whole;
  return ctx.tx(
    async (tx) => {
      // The job's row is locked, so nobody else is writing an override of this job now.
      const job = await ctx.core.patching.jobIn(tx, jobId);
      if (!job) throw jobNotFound(jobId);
      if (job.hasEnded) throw new AppError('JOB_NOT_CANCELLABLE', { details: { job_id: jobId } });
      const round = overrideRound(job);
      const earlier = await OverrideModel.query(tx.knex).findById(jobId);
      if (earlier && earlier.round >= round)
        throw new AppError('HEALTH_CHECK_OVERRIDE_EXISTS', { details: { by: earlier.createdByName } });
      await OverrideModel.query(tx.knex).deleteById(jobId);
      const made = await OverrideModel.query(tx.knex).insertAndFetch({
        ...{ jobId, round, reason, createdAt: ctx.clock.now() },
        ...{ createdById: by.actor.id, createdByName: by.actor.name },
      });
      ctx.audit.record(tx, {
        ...by,
        action: 'health_check.overridden',
        resource: { kind: 'job', id: jobId, name: job.name },
        after: { reason },
      });
      return made;
    },
    { name: 'health-checks.override' },
  );
}

/** Says of each of these hosts whether it may begin whatever its checks say, in the round of its job. */
export async function overriddenHosts(
  ctx: Context,
  hosts: readonly HostQuestion[],
): Promise<(host: HostQuestion) => boolean> {
  const jobIds = [...new Set(hosts.map(({ jobId }) => jobId))];
  const rows = await OverrideModel.query(ctx.db.reader).select('job_id', 'round').whereIn('job_id', jobIds);
  const rounds = new Map(rows.map((row) => [row.jobId, row.round]));
  return ({ jobId, round }) => (rounds.get(jobId) ?? 0) >= round;
}

const jobNotFound = (jobId: string): AppError =>
  new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
