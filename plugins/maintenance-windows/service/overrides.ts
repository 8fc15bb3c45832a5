import {
  AppError,
  overrideRound,
  type ActedBy,
  type Context,
  type HostQuestion,
  type HostScope,
  type WholeJob,
} from '../../../server/plugin.ts';
import { OverrideModel, type OverriddenGate } from '../models.ts';

const GATES: readonly OverriddenGate[] = ['window', 'freeze'];

/**
 * Who let the job pass which gate, and why; `round`: in which the job is. Throws JOB_NOT_FOUND, also when the scope holds
 * none of its hosts.
 */
export async function listOverrides(
  ctx: Context,
  jobId: string,
  scope: HostScope,
): Promise<{ overrides: OverrideModel[]; round: number }> {
  const job = await ctx.core.patching.factsOf(jobId);
  if (!job || (await ctx.core.patching.lastSeq(jobId, scope)) === null) throw jobNotFound(jobId);
  const overrides = await OverrideModel.query(ctx.db.reader).where('job_id', jobId).orderBy('created_at');
  return { overrides, round: job.round };
}

/**
 * Lets a job pass its windows or its freezes until its round ends: when a person retries or resumes it, the gates hold
 * again. Of a paused job it is the round that the resume begins. Records who did it and why. Throws JOB_NOT_FOUND,
 * JOB_NOT_CANCELLABLE (it has ended), OVERRIDE_EXISTS.
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
      const round = overrideRound(job);
      const earlier = await OverrideModel.query(tx.knex).findById([jobId, gate]);
      if (earlier && earlier.round >= round)
        throw new AppError('OVERRIDE_EXISTS', { details: { gate, by: earlier.createdByName } });
      await OverrideModel.query(tx.knex).deleteById([jobId, gate]);
      const made = await OverrideModel.query(tx.knex).insertAndFetch({
        ...{ jobId, gate, round, reason, createdAt: ctx.clock.now() },
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

/** Says of each of these hosts which gates it may pass, in the round of its job in which it is asked about. */
export async function overriddenGates(
  ctx: Context,
  hosts: readonly HostQuestion[],
): Promise<(host: HostQuestion) => ReadonlySet<OverriddenGate>> {
  const jobIds = [...new Set(hosts.map(({ jobId }) => jobId))];
  const rows = await OverrideModel.query(ctx.db.reader).whereIn('job_id', jobIds);
  const known = rows.filter(({ gate }) => GATES.includes(gate));
  return ({ jobId, round }) =>
    new Set(known.flatMap((row) => (row.jobId === jobId && row.round >= round ? [row.gate] : [])));
}

const jobNotFound = (jobId: string): AppError =>
  new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
