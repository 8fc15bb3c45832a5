import { AppError, validationError } from '#server/shared/wire/appError.ts';
import type { Actor } from '#server/kernel/security/actor.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import {
  DEFAULT_SPEC,
  requestIssues,
  specWith,
  type JobOperation,
  type JobRequest,
  type JobSpec,
  type JobTarget,
  pluginFields,
} from '../domain/jobSpec.ts';
import { waveIssues } from '../domain/waveShares.ts';
import type { HostInfo, HostsPort } from '../ports.ts';
import type { RunDraft } from '../api.ts';
import type { Caller } from './caller.ts';
import { insertJob, questionOf, replayed, type NewJob } from './insertJob.ts';
import { markRun, plannedHosts } from './plan.ts';
import { placed, withBudget, type PlanRun, type Work } from './places.ts';
import { sightOf } from './visibility.ts';
import type { CreateQuestion } from '../events.ts';

export interface CreateDeps {
  ctx: Pick<
    Context,
    'tx' | 'clock' | 'db' | 'audit' | 'events' | 'steps' | 'hooks' | 'idempotency' | 'instanceId'
  >;
  hosts: HostsPort;
}

/**
 * Makes a job, whose target is resolved and frozen but not started; returns its id. The same idempotency key gives the
 * same job. Throws VALIDATION_FAILED, TARGET_EMPTY, HOST_NOT_FOUND, JOB_NOT_FOUND, PLAN_NOT_APPROVABLE,
 * PLAN_ALREADY_RUN, PLAN_TOO_LARGE, DUPLICATE_IDENTITY, GROUP_NOT_FOUND, FIELD_DISABLED, and the error with which a
 * plugin refuses the job.
 */
export async function createJob(deps: CreateDeps, request: JobRequest, caller: Caller): Promise<string> {
  const { ctx } = deps;
  const call = { ...caller, operationId: 'createJob', request };
  const known = await replayed(ctx, call);
  if (known) return known;
  const work = await workOf(deps, request, caller);
  const job = placed(work, caller);
  await askBeforeCreate(ctx.hooks, questionOf(job, caller.actor));
  const now = await ctx.db.now();
  const make = async (tx: Tx): Promise<NewJob> => {
    if (work.run) await markRun(ctx, tx, { ...work.run, runJobId: job.id, now });
    return job;
  };
  return insertJob(ctx, make, call);
}

/** Who asks for work; `isPreview`: nobody is sent any, so hosts that may get none stay in. */
type Asking = Pick<Caller, 'scope' | 'isUnattended'> & { isPreview?: boolean };
type WorkDeps = Pick<CreateDeps, 'hosts'> & { ctx: Pick<Context, 'db' | 'clock'> };

/** The work that a request asks for: that of a plan, or on the hosts of its target. Throws as `createJob`. */
export async function workOf(
  deps: WorkDeps,
  request: JobRequest,
  by: Asking,
): Promise<Work & { run?: PlanRun }> {
  if (request.fromPlanJobId) return planned(deps, request, by);
  return targeted(deps, judged(request, deps.ctx.clock.now()), by);
}

/**
 * What `createJob` would answer for this job if it were asked now: the error with which it is refused; null: it would be
 * written. `infos`: its hosts.
 */
export async function refusalOf(
  hooks: Context['hooks'],
  { job, infos, caller }: { job: NewJob; infos: readonly HostInfo[]; caller: Pick<Caller, 'actor'> },
): Promise<AppError | null> {
  try {
    workable(infos, {});
    await askBeforeCreate(hooks, questionOf(job, caller.actor));
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
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

type Judged = Pick<Work, 'name' | 'operation' | 'spec' | 'scheduleAt'> & { target: JobTarget };

/** The request of a job that runs no plan, with all defaults. Throws VALIDATION_FAILED. */
function judged({ name, operation, target, scheduleAt, ...request }: JobRequest, now: Date): Judged {
  const spec = withBudget(specWith(DEFAULT_SPEC, request.spec));
  if (!operation || !target)
    throw validationError([{ path: '/body', message: 'operation and target are needed' }]);
  const issues = requestIssues({ operation, spec });
  if (scheduleAt !== null && scheduleAt.getTime() < now.getTime() - PAST_MS) {
    issues.push({ path: '/body/schedule_at', message: 'is past; leave it out to start at once' });
  }
  if (issues.length > 0) throw validationError(issues);
  return { name, operation, spec, target, scheduleAt };
}

/** The work on all hosts of a target. */
async function targeted({ hosts }: WorkDeps, asked: Judged, caller: Asking): Promise<Work> {
  const found = workable(await hosts.resolveTarget(asked.target, caller.scope), caller);
  if (found.length === 0) throw new AppError('TARGET_EMPTY');
  return { ...asked, hosts: found.map(({ id: hostId, ...host }) => ({ ...host, hostId, wave: null })) };
}

/** The work that a plan promises, on the hosts of the plan or those that are named. */
async function planned(
  { ctx, hosts }: Pick<CreateDeps, 'hosts'> & { ctx: Pick<Context, 'db'> },
  request: JobRequest,
  caller: Asking,
): Promise<Work & { run: PlanRun }> {
  const planJobId = request.fromPlanJobId ?? '';
  const { plan, planned: all } = await plannedHosts(ctx.db.reader, planJobId, {
    hostIds: request.planHostIds,
    reboot: request.spec.reboot ?? null,
    sight: await sightOf(hosts, caller.scope),
  });
  const found = await hosts.getMany(all.map(({ hostId }) => hostId));
  const infos = new Map(workable(found, caller).map((info) => [info.id, info]));
  const left = new Set(found.filter(({ id }) => !infos.has(id)).map(({ id }) => id));
  const rows = all.filter(({ hostId }) => !left.has(hostId));
  if (rows.length === 0) throw new AppError('TARGET_EMPTY');
  return {
    name: request.name ?? plan.name,
    operation: plan.operation,
    spec: withBudget({ ...specWith(plan.spec, request.spec), dryRun: false }),
    target: null,
    scheduleAt: request.scheduleAt,
    // A host that was deleted has no tags.
    hosts: rows.map((row) => ({ ...row, tags: infos.get(row.hostId)?.tags ?? [] })),
    run: { plan, planned: rows, keepsWaves: !request.spec.waves },
  };
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
  const work = await planned(deps, request, by);
  const job = placed(work, by);
  const {
    id: jobId,
    name,
    createdById,
    createdByOwnerId,
    createdByName,
    completedAt,
    createdAt,
  } = work.run.plan;
  const madeBy = { createdById, createdByOwnerId, createdByName };
  return {
    question: questionOf(job, by.actor),
    name: job.name,
    plan: { jobId, name, ...madeBy, completedAt, createdAt },
  };
}

/** The hosts that work may be sent to. Throws DUPLICATE_IDENTITY where a person can leave the other hosts out. */
function workable(
  hosts: readonly HostInfo[],
  { isUnattended, isPreview }: Omit<Asking, 'scope'>,
): readonly HostInfo[] {
  if (isPreview) return hosts;
  const flagged = hosts.filter(({ duplicateIdentity }) => duplicateIdentity).map(({ id }) => id);
  if (flagged.length > 0 && !isUnattended)
    throw new AppError('DUPLICATE_IDENTITY', { details: { host_ids: flagged.slice(0, 100) } });
  return hosts.filter(({ duplicateIdentity }) => !duplicateIdentity);
}

/**
 * Asks the plugins about a job that is to be written, outside of any transaction. Throws the error with which a plugin
 * refuses it, and FIELD_DISABLED for the first field that only a plugin can honour and that none has named: a
 * job never silently runs without the field.
 */
async function askBeforeCreate(hooks: Context['hooks'], question: CreateQuestion): Promise<void> {
  const answers = await hooks.ask('patching.beforeCreate', question);
  const served = new Set(answers.flatMap(({ answer }) => answer.fields ?? []));
  const field = pluginFields(question.spec).find((name) => !served.has(name));
  if (!field) return;
  const message = `The field ${field} needs a feature that is switched off on this manager.`;
  throw new AppError('FIELD_DISABLED', { message, details: { field } });
}
