import type { Context } from '#server/kernel/boot/feature.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { ActedBy } from '../../hosts/api.ts';
import type { GateOverride, GateOverrides, OverriddenGate } from '../api.ts';
import { overrideRound } from '../domain/jobStates.ts';
import { GateOverrideModel } from '../models.ts';
import type { HostsPort } from '../ports.ts';
import { jobFacts } from './facts.ts';
import { lastSeq } from './liveEvents.ts';
import { sightOf, type WholeJob } from './visibility.ts';

/**
 * What administrators let jobs pass. An override holds until the job's round ends: when a person retries or resumes the
 * job, the gate holds again. Of a paused job it is the round that the resume begins.
 */
export function gateOverrides(ctx: Context, hosts: HostsPort): GateOverrides {
  return {
    give: (asked, by) => give(ctx, asked, by),
    list: async ({ jobId, gates, scope }) => list(ctx, hosts, { jobId, gates, scope }),
    async passedBy(questions, gates) {
      const jobIds = [...new Set(questions.map(({ jobId }) => jobId))];
      const rows = await rowsOf(ctx, jobIds, gates);
      return ({ jobId, round }) =>
        new Set(rows.flatMap((row) => (row.jobId === jobId && row.round >= round ? [row.gate] : [])));
    },
  };
}

const rowsOf = (ctx: Context, jobIds: readonly string[], gates: readonly string[]) =>
  GateOverrideModel.query(ctx.db.reader)
    .whereIn('job_id', [...jobIds])
    .whereIn('gate', [...gates])
    .orderBy('created_at');

async function list(
  ctx: Context,
  hosts: HostsPort,
  { jobId, gates, scope }: { jobId: string; gates: readonly string[]; scope: HostScope },
): Promise<GateOverride[]> {
  const job = await jobFacts(ctx.db.reader, jobId, { isLocked: false });
  if (!job || (await lastSeq(ctx.db.reader, jobId, await sightOf(hosts, scope))) === null)
    throw jobNotFound(jobId);
  const rows = await rowsOf(ctx, [jobId], gates);
  return rows.map((row) => ({ ...row, isInForce: row.round >= job.round }));
}

async function give(
  ctx: Context,
  { whole, gate, reason }: { whole: WholeJob; gate: OverriddenGate; reason: string },
  by: ActedBy,
): Promise<GateOverride> {
  const { jobId } = whole;
  const { name, action, taken } = gate;
  return ctx.tx(
    async (tx) => {
      // The job's row is locked, so nobody else is writing an override of this job now.
      const job = await jobFacts(tx.knex, jobId);
      if (!job) throw jobNotFound(jobId);
      if (job.hasEnded) throw new AppError('JOB_NOT_CANCELLABLE', { details: { job_id: jobId } });
      const round = overrideRound(job);
      const earlier = await GateOverrideModel.query(tx.knex).findById([jobId, name]);
      if (earlier && earlier.round >= round)
        throw new AppError(taken, { details: { gate: name, by: earlier.createdByName } });
      await GateOverrideModel.query(tx.knex).deleteById([jobId, name]);
      const made = await GateOverrideModel.query(tx.knex).insertAndFetch({
        jobId,
        gate: name,
        round,
        reason,
        createdAt: ctx.clock.now(),
        createdById: by.actor.id,
        createdByName: by.actor.name,
      });
      const resource = { kind: 'job', id: jobId, name: job.name } as const;
      ctx.audit.record(tx, { ...by, action, resource, after: { gate: name, reason } });
      return { ...made, isInForce: true };
    },
    { name: 'patching.override' },
  );
}

const jobNotFound = (jobId: string): AppError =>
  new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
