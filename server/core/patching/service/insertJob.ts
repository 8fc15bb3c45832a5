import { v7 as uuid } from 'uuid';
import type { Actor } from '#server/kernel/security/actor.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { insertModels } from '#server/kernel/db/model.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { JobOperation, JobSpec, JobTarget } from '../domain/jobSpec.ts';
import type { WaveProgress } from '../domain/waves.ts';
import type { CreateQuestion } from '../events.ts';
import { JobEventModel, JobHostModel, JobModel, TargetModel } from '../models.ts';
import { jobEventData } from '../wire.ts';
import type { Caller } from './caller.ts';
import { searchTextOf } from './search.ts';

/** The waves of a new job, and the number of the wave of each of its hosts, by position. */
export interface WavePlan {
  waves: WaveProgress[];
  numbers: number[];
}

/** A host of a new job; for an approved plan with the hash to match, for a rollback with the jobs to undo. */
export interface NewHost {
  hostId: string;
  fqdn: string;
  machineId: string | null;
  planHash?: string | null;
  undoJobIds?: string[] | null;
}

export interface NewJob {
  /** Generated when it is missing. */
  id?: string;
  name: string | null;
  operation: JobOperation;
  spec: JobSpec;
  /** Null for a job made from another one. */
  target: JobTarget | null;
  scheduleAt: Date | null;
  fromPlanJobId?: string | null;
  rollbackOfJobId?: string | null;
  hosts: readonly NewHost[];
  /** Null: all hosts may start at once. */
  waves?: WavePlan | null;
}

export interface InsertCall extends Caller {
  operationId: string;
  request: unknown;
}

/** The id of the job that the caller's key made before, or null. Called before the checks, which might fail by now. */
export async function replayed(
  ctx: Pick<Context, 'tx' | 'idempotency'>,
  call: InsertCall,
): Promise<string | null> {
  if (call.idempotencyKey === null) return null;
  return ctx.tx((tx) => ctx.idempotency.earlier(tx, keyed(call)), { durable: false });
}

const keyed = ({ idempotencyKey: key, actor, operationId, request }: InsertCall) => ({
  key,
  operationId,
  actor,
  request,
});

/** Writes job, hosts, first event and audit row in one transaction, once per idempotency key. */
export async function insertJob(
  ctx: Pick<Context, 'tx' | 'db' | 'audit' | 'events' | 'steps' | 'idempotency'>,
  make: (tx: Tx) => Promise<NewJob>,
  call: InsertCall,
): Promise<string> {
  const now = await ctx.db.now();
  const { resourceId } = await ctx.tx(
    (tx) =>
      ctx.idempotency.once(tx, keyed(call), async () =>
        writeJob(ctx, tx, { job: await make(tx), call, now }),
      ),
    { name: 'patching.createJob' },
  );
  return resourceId;
}

/** What plugins are asked about, or told of, a new job. */
export function questionOf(
  { operation, spec, target, scheduleAt, ...job }: NewJob,
  actor: Actor,
): CreateQuestion {
  const hosts = job.hosts.map(({ hostId, fqdn, planHash = null }) => ({ hostId, fqdn, planHash }));
  return { actor, operation, spec, target, scheduleAt, planJobId: job.fromPlanJobId ?? null, hosts };
}

/** The rows of a job that is not written, for whoever only looks at it. */
export function draftRows(
  job: NewJob & { id: string },
  { actor }: Pick<Caller, 'actor'>,
  now: Date,
): { job: JobModel; rows: JobHostModel[] } {
  const rows = job.hosts.map((host, position) =>
    Object.assign(
      new JobHostModel(),
      { gatedBy: null, gatedSince: null },
      hostRow(job.id, host, position, now),
    ),
  );
  return { job: jobRow(job, { actor, idempotencyKey: null }, now), rows };
}

interface JobWrite {
  job: NewJob;
  call: InsertCall;
  now: Date;
}

async function writeJob(
  ctx: Pick<Context, 'audit' | 'events' | 'steps'>,
  tx: Tx,
  { job, call, now }: JobWrite,
): Promise<string> {
  const row = jobRow(job, call, now);
  await insertModels(JobModel, tx.knex, [row]);
  if (job.target) await insertModels(TargetModel, tx.knex, [{ jobId: row.id, target: job.target }]);
  await insertModels(
    JobHostModel,
    tx.knex,
    job.hosts.map((host, position) => ({
      ...hostRow(row.id, host, position, now),
      wave: job.waves?.numbers[position] ?? null,
    })),
  );
  await insertModels(JobEventModel, tx.knex, [
    { jobId: row.id, seq: 1, at: now, kind: 'job.updated', data: jobEventData(row) },
  ]);
  const { target } = job;
  const { operation, state, spec, hostsTotal } = row;
  const { actor, address } = call;
  ctx.audit.record(tx, {
    actor,
    address,
    action: 'job.created',
    resource: { kind: 'job', id: row.id, name: row.name },
    after: { operation, state, spec, target, hosts_total: hostsTotal },
  });
  await ctx.steps.join(tx, 'patching.jobCreated', { jobId: row.id, ...questionOf(job, actor) });
  ctx.events.emit(tx, 'patching.jobChanged', { jobId: row.id, seq: 1 });
  return row.id;
}

function jobRow(
  job: NewJob,
  { actor, idempotencyKey }: Pick<InsertCall, 'actor' | 'idempotencyKey'>,
  now: Date,
): JobModel {
  const { name, operation, spec, scheduleAt, fromPlanJobId = null, rollbackOfJobId = null, hosts } = job;
  const isLater = scheduleAt !== null && scheduleAt > now;
  const values: Partial<JobModel> = {
    id: job.id ?? uuid(),
    name,
    searchText: searchTextOf({ name, operation, author: actor.name }),
    operation,
    state: isLater ? 'scheduled' : 'pending',
    reason: null,
    version: 1,
    spec,
    hostsTotal: hosts.length,
    counts: { pending: hosts.length },
    lastSeq: 1,
    createdById: actor.id,
    createdByOwnerId: actor.ownerId ?? null,
    createdByName: actor.name,
    fromPlanJobId,
    rollbackOfJobId,
    idempotencyKey,
    scheduleAt,
    createdAt: now,
    startedAt: null,
    completedAt: null,
    cancelRequestedAt: null,
    endRequestedAt: null,
    round: 1,
    budgetFrom: null,
    waves: job.waves?.waves ?? null,
    // A plan changes nothing, so its hosts do not wait for their wave.
    currentWave: job.waves && !spec.dryRun ? 1 : null,
    updatedAt: now,
  };
  return Object.assign(new JobModel(), values);
}

function hostRow(jobId: string, host: NewHost, position: number, now: Date): Partial<JobHostModel> {
  return {
    id: uuid(),
    jobId,
    hostId: host.hostId,
    fqdn: host.fqdn,
    machineId: host.machineId,
    position,
    state: 'pending',
    reason: null,
    version: 1,
    round: 1,
    attempt: 0,
    retriesUsed: 0,
    repetition: 0,
    nextAttemptAt: null,
    agentSeq: 0,
    undoJobIds: host.undoJobIds ?? null,
    progress: 0,
    message: '',
    planHash: host.planHash ?? null,
    logSeq: 0,
    logBytes: 0,
    logHeadSeq: 0,
    logCutSeq: 0,
    updatedAt: now,
  };
}
