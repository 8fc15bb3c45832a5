import {
  AppError,
  type ActedBy,
  type Context,
  type HostScope,
  type WholeJob,
} from '../../../server/plugin.ts';
import { OverrideModel } from '../models.ts';

/** Who let the job begin, and why. Throws JOB_NOT_FOUND, also when the scope holds none of its hosts. */
export async function listOverrides(ctx: Context, jobId: string, scope: HostScope): Promise<OverrideModel[]> {
  if ((await ctx.core.patching.lastSeq(jobId, scope)) === null) throw jobNotFound(jobId);
  return OverrideModel.query(ctx.db.reader).where('job_id', jobId);
}

/**
 * Lets a job begin although checks do not pass, from now on and for good; records who did it and why. Throws
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
      const earlier = await OverrideModel.query(tx.knex).findById(jobId);
      if (earlier)
        throw new AppError('HEALTH_CHECK_OVERRIDE_EXISTS', { details: { by: earlier.createdByName } });
      const made = await OverrideModel.query(tx.knex).insertAndFetch({
        ...{ jobId, reason, createdAt: ctx.clock.now() },
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

/** Those of the jobs that may begin whatever their hosts' checks say. */
export async function overriddenJobs(ctx: Context, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await OverrideModel.query(ctx.db.reader)
    .select('job_id')
    .whereIn('job_id', [...jobIds]);
  return new Set(rows.map(({ jobId }) => jobId));
}

const jobNotFound = (jobId: string): AppError =>
  new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
