import { v7 as uuid } from 'uuid';
import { AppError, validationError } from '../../../shared/wire/appError.ts';
import type { Actor } from '../../../kernel/security/actor.ts';
import type { HostScope } from '../../../kernel/security/hostScope.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { insertModels } from '../../../kernel/db/model.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import {
  DEFAULT_SPEC,
  requestIssues,
  specWith,
  type JobOperation,
  type JobRequest,
  type JobSpec,
  type JobTarget,
} from '../domain/jobSpec.ts';
import { waveIssues } from '../domain/waveShares.ts';
import { JobEventModel, JobHostModel, JobModel, TargetModel } from '../models.ts';
import type { HostInfo, HostsPort } from '../ports.ts';
import type { RunDraft } from '../api.ts';
import type { CreateQuestion } from '../events.ts';
import { jobEventData } from '../wire.ts';
import { askBeforeCreate } from './beforeCreate.ts';
import { markRun, plannedHosts, type PlannedHost } from './plan.ts';
import { inWaves, keptWaves, withBudget, type WavePlan } from './newWaves.ts';
import { sightOf } from './sight.ts';

export interface Caller {
  actor: Actor;
  address: string | null;
  scope: HostScope;
  idempotencyKey: string | null;
  /** No person waits for the answer: hosts that may get no work are left out instead of refusing the job. */
  isUnattended?: boolean;
}

export interface CreateDeps {
  ctx: Pick<
    Context,
    'tx' | 'clock' | 'db' | 'audit' | 'events' | 'steps' | 'hooks' | 'idempotency' | 'instanceId'
  >;
  hosts: HostsPort;
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

/**
 * Makes a job, whose target is resolved and frozen but not started; returns its id. The same idempotency key gives the
 * same job. Throws VALIDATION_FAILED, TARGET_EMPTY, HOST_NOT_FOUND, JOB_NOT_FOUND, PLAN_NOT_APPROVABLE,
 * PLAN_ALREADY_RUN, PLAN_TOO_LARGE, DUPLICATE_IDENTITY, GROUP_NOT_FOUND, PLUGIN_DISABLED, and the error with which a
 * plugin refuses the job.
 */
export async function createJob(deps: CreateDeps, request: JobRequest, caller: Caller): Promise<string> {
  const call = { ...caller, operationId: 'createJob', request };
  const known = await replayed(deps.ctx, call);
  if (known) return known;
  if (request.fromPlanJobId) return approve(deps, request, { planJobId: request.fromPlanJobId, call });
  const job = await newJob(deps, request, caller);
  return insertJob(deps.ctx, () => Promise.resolve(job), call);
}

/** See PatchingService. Asks about a dry run without hosts, so that plugins which refuse runs do not refuse it. */
export async function requireMakeable(
  hooks: Context['hooks'],
  { operation, spec, actor }: { operation: JobOperation; spec: JobSpec; actor: Actor },
): Promise<void> {
  const issues = requestIssues({ operation, spec });
  const percent = spec.waves.reduce((sum, wave) => sum + ('percent' in wave ? wave.percent : 0), 0);
  if (percent > 100) issues.push(...waveIssues(spec.waves, 1));
  if (issues.length > 0) throw validationError(issues);
  const job = { name: null, operation, spec: { ...spec, dryRun: true }, target: {}, scheduleAt: null };
  await askBeforeCreate(hooks, questionOf({ ...job, hosts: [] }, actor));
}

/** How far `schedule_at` may lie in the past: a slow form or an inexact clock is accepted, a wrong year is not. */
const PAST_MS = 5 * 60_000;

async function newJob({ ctx, hosts }: CreateDeps, request: JobRequest, caller: Caller): Promise<NewJob> {
  const { name, operation, target, scheduleAt } = request;
  const spec = withBudget(specWith(DEFAULT_SPEC, request.spec));
  if (!operation || !target)
    throw validationError([{ path: '/body', message: 'operation and target are needed' }]);
  const issues = requestIssues({ operation, spec });
  if (scheduleAt !== null && scheduleAt.getTime() < ctx.clock.now().getTime() - PAST_MS) {
    issues.push({ path: '/body/schedule_at', message: 'is past; leave it out to start at once' });
  }
  if (issues.length > 0) throw validationError(issues);
  const found = workable(await hosts.resolveTarget(target, caller.scope), caller);
  if (found.length === 0) throw new AppError('TARGET_EMPTY');
  const { hosts: ordered, waves } = inWaves(spec.waves, found, caller);
  const job = { name, operation, spec, target, scheduleAt, hosts: ordered.map(newHost), waves };
  await askBeforeCreate(ctx.hooks, questionOf(job, caller.actor));
  return job;
}

/** The job that a run of a plan would make: nothing is written, and no plugin is asked. */
interface Run {
  plan: JobModel;
  planned: readonly PlannedHost[];
  job: NewJob;
}

async function runOf(
  { ctx, hosts }: Pick<CreateDeps, 'hosts'> & { ctx: Pick<Context, 'db'> },
  request: JobRequest,
  { planJobId, call }: { planJobId: string; call: Pick<Caller, 'scope' | 'isUnattended'> },
): Promise<Run> {
  const { plan, planned: all } = await plannedHosts(ctx.db.reader, planJobId, {
    hostIds: request.planHostIds,
    sight: await sightOf(hosts, call.scope),
  });
  const found = await hosts.getMany(all.map(({ hostId }) => hostId));
  const infos = workable(found, call);
  const left = new Set(found.filter((host) => !infos.includes(host)).map(({ id }) => id));
  const planned = all.filter(({ hostId }) => !left.has(hostId));
  if (planned.length === 0) throw new AppError('TARGET_EMPTY');
  const spec = withBudget({ ...specWith(plan.spec, request.spec), dryRun: false });
  const { hosts: ordered, waves } = request.spec.waves
    ? inWaves(spec.waves, withTags(planned, infos), call)
    : keptWaves(plan.waves, planned);
  const job: NewJob = {
    id: uuid(),
    name: request.name ?? plan.name,
    operation: plan.operation,
    spec,
    target: null,
    scheduleAt: request.scheduleAt,
    fromPlanJobId: planJobId,
    hosts: ordered.map(({ hostId, fqdn, machineId, planHash }) => ({ hostId, fqdn, machineId, planHash })),
    waves,
  };
  return { plan, planned, job };
}

/**
 * What the job that runs a plan would be made with, by the same rules as the run itself; nothing is written, and no
 * plugin is asked. Throws as `createJob` does for a plan.
 */
export async function draftRun(
  deps: Pick<CreateDeps, 'hosts'> & { ctx: Pick<Context, 'db'> },
  request: JobRequest,
  by: Pick<Caller, 'actor' | 'scope' | 'isUnattended'>,
): Promise<RunDraft> {
  const { plan, job } = await runOf(deps, request, { planJobId: request.fromPlanJobId ?? '', call: by });
  const { id: jobId, name, createdById, createdByOwnerId, createdByName, completedAt, createdAt } = plan;
  const madeBy = { createdById, createdByOwnerId, createdByName };
  return {
    question: questionOf(job, by.actor),
    name: job.name,
    plan: { jobId, name, ...madeBy, completedAt, createdAt },
  };
}

async function approve(
  deps: CreateDeps,
  request: JobRequest,
  { planJobId, call }: { planJobId: string; call: InsertCall },
): Promise<string> {
  const { ctx } = deps;
  const { planned, job } = await runOf(deps, request, { planJobId, call });
  await askBeforeCreate(ctx.hooks, questionOf(job, call.actor));
  const now = await ctx.db.now();
  const make = async (tx: Tx): Promise<NewJob> => {
    await markRun(ctx, tx, { planJobId, runJobId: job.id ?? '', planned, now });
    return job;
  };
  return insertJob(ctx, make, call);
}

function questionOf({ operation, spec, target, scheduleAt, ...job }: NewJob, actor: Actor): CreateQuestion {
  const hosts = job.hosts.map(({ hostId, fqdn, planHash = null }) => ({ hostId, fqdn, planHash }));
  return { actor, operation, spec, target, scheduleAt, planJobId: job.fromPlanJobId ?? null, hosts };
}

const newHost = ({ id, fqdn, machineId }: HostInfo): NewHost => ({ hostId: id, fqdn, machineId });

/** Adds the hosts' tags; a host that was deleted has none. */
function withTags<T extends { hostId: string }>(
  rows: readonly T[],
  infos: readonly HostInfo[],
): (T & { tags: readonly string[] })[] {
  const tags = new Map(infos.map((info) => [info.id, info.tags]));
  return rows.map((row) => ({ ...row, tags: tags.get(row.hostId) ?? [] }));
}

/** The hosts that work may be sent to. Throws DUPLICATE_IDENTITY where a person can leave the other hosts out. */
function workable(hosts: readonly HostInfo[], { isUnattended }: Pick<Caller, 'isUnattended'>): HostInfo[] {
  const flagged = hosts.filter(({ duplicateIdentity }) => duplicateIdentity).map(({ id }) => id);
  if (flagged.length > 0 && !isUnattended)
    throw new AppError('DUPLICATE_IDENTITY', { details: { host_ids: flagged.slice(0, 100) } });
  return hosts.filter(({ duplicateIdentity }) => !duplicateIdentity);
}

export interface InsertCall extends Caller {
  operationId: string;
  request: unknown;
}

class FirstUse extends Error {}

/** The id of the job that the caller's key made before, or null. Called before the checks, which might fail by now. */
export async function replayed(
  ctx: Pick<Context, 'tx' | 'idempotency'>,
  call: InsertCall,
): Promise<string | null> {
  if (call.idempotencyKey === null) return null;
  const firstUse = (): Promise<string> => Promise.reject(new FirstUse());
  try {
    const { resourceId } = await ctx.tx((tx) => ctx.idempotency.once(tx, keyed(call), firstUse), {
      durable: false,
    });
    return resourceId;
  } catch (error) {
    if (error instanceof FirstUse) return null;
    throw error;
  }
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

function jobRow(job: NewJob, { actor, idempotencyKey }: InsertCall, now: Date): JobModel {
  const { name, operation, spec, scheduleAt, fromPlanJobId = null, rollbackOfJobId = null, hosts } = job;
  const isLater = scheduleAt !== null && scheduleAt > now;
  const values: Partial<JobModel> = {
    id: job.id ?? uuid(),
    name,
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
