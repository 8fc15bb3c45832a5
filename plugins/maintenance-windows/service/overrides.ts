import {
  AppError,
  type ActedBy,
  type Context,
  type HostScope,
  type WholeJob,
} from '../../../server/plugin.ts';
import { OverrideModel, type OverriddenGate } from '../models.ts';

const GATES: readonly OverriddenGate[] = ['window', 'freeze'];

/** Who let the job pass which gate, and why. Throws JOB_NOT_FOUND, also when the scope holds none of its hosts. */
export async function listOverrides(ctx: Context, jobId: string, scope: HostScope): Promise<OverrideModel[]> {
  if ((await ctx.core.patching.lastSeq(jobId, scope)) === null) throw jobNotFound(jobId);
  return OverrideModel.query(ctx.db.reader).where('job_id', jobId).orderBy('created_at');
}

/**
 * Lets a job pass its windows or its freezes, from now on and for good; records who did it and why. Throws
 * JOB_NOT_FOUND, JOB_NOT_CANCELLABLE (it has ended), OVERRIDE_EXISTS.
 */
export async function overrideGate(
  ctx: Context,
  { whole, gate, reason }: { whole: WholeJob; gate: OverriddenGate; reason: string },
  by: ActedBy,
): Promise<OverrideModel> {
  const { jobId } = whole;
  return ctx.tx(
    async (tx) => {
      // The job's row is locked, so nobody else is writing an override of this job now.
      const job = await ctx.core.patching.jobIn(tx, jobId);
      if (!job) throw jobNotFound(jobId);
      if (job.hasEnded) throw new AppError('JOB_NOT_CANCELLABLE', { details: { job_id: jobId } });
      const earlier = await OverrideModel.query(tx.knex).findById([jobId, gate]);
      if (earlier) throw new AppError('OVERRIDE_EXISTS', { details: { gate, by: earlier.createdByName } });
      const made = await OverrideModel.query(tx.knex).insertAndFetch({
        ...{ jobId, gate, reason, createdAt: ctx.clock.now() },
        ...{ createdById: by.actor.id, createdByName: by.actor.name },
      });
      ctx.audit.record(tx, {
        ...by,
        action: `${gate}.overridden`,
        resource: { kind: 'job', id: jobId, name: job.name },
        after: { gate, reason },
      });
      return made;
    },
    { name: 'maintenance-windows.override' },
  );
}

/** The gates that each of these jobs may pass, by job id. */
export async function overriddenGates(
  ctx: Context,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<OverriddenGate>>> {
  const rows = await OverrideModel.query(ctx.db.reader).whereIn('job_id', [...jobIds]);
  const found = new Map<string, Set<OverriddenGate>>();
  for (const { jobId, gate } of rows) {
    if (!GATES.includes(gate)) continue;
    found.set(jobId, (found.get(jobId) ?? new Set()).add(gate));
  }
  return found;
}

const jobNotFound = (jobId: string): AppError =>
  new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
