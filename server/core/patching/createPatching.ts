import type { components } from '#generated/manager.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import type { SearchSource } from '../../kernel/boot/search.ts';
import { every } from '../../kernel/every.ts';
import { scopeWithin, type HostScope } from '../../kernel/security/hostScope.ts';
import type { MadeBy, PatchingService } from './api.ts';
import { ACTIVE_STATES, type JobHostState } from './domain/jobHostStates.ts';
import type { JobPreview } from './domain/jobPreview.ts';
import type { JobRequest, JobTarget } from './domain/jobSpec.ts';
import { shownHere } from './execution/dueTimes.ts';
import type { Held } from './events.ts';
import { Engine } from './execution/engine.ts';
import { previewJob } from './execution/jobPreview.ts';
import { Reasons } from './execution/reasons.ts';
import { releaseLeases, renewLeases, sweep, takeUpOwn, RENEW_EVERY_MS } from './execution/sweep.ts';
import type { JobModel } from './models.ts';
import { JobHostModel } from './models.ts';
import type { Ports } from './ports.ts';
import { Tracing } from './tracing.ts';
import { acceptHosts, type Acceptance } from './service/accept.ts';
import { cancelJob, endJob, resumeJob, retryJob } from './service/change.ts';
import { rollbackJob, type WhichHosts } from './service/rollback.ts';
import type { Caller } from './service/caller.ts';
import { createJob, draftRun, requireMakeable } from './service/create.ts';
import { pastDurations } from './service/durations.ts';
import { jobFigures, unfinishedJobs } from './service/figures.ts';
import { jobFacts, plansOf, standingsIn, standingsOf, troublesOf, workInWaiting } from './service/facts.ts';
import { cutEvents, eventsAfter, lastSeq } from './service/liveEvents.ts';
import { downloadLog, readLog, type LogPage } from './service/logs.ts';
import { sightOf, WholeJob, type Sight } from './service/visibility.ts';
import { keptSince } from './retention.ts';
import { runs } from './service/runs.ts';
import { cancelScheduled } from './service/stopWork.ts';
import { gateOverrides } from './service/overrides.ts';
import { planGlance } from './service/planGlance.ts';
import { hostSteps } from './service/steps.ts';
import { hostHistories, jobHistory } from './service/history.ts';
import type { Related } from './service/relatedJobs.ts';
import { jobSearch } from './service/search.ts';
import { jobSummary } from './service/summary.ts';
import { holdersOf } from './service/holders.ts';
import { JobWaits, type Wait } from './service/jobWaits.ts';
import {
  findSeenJob,
  getJob,
  listJobHosts,
  listJobs,
  type JobFilter,
  type ListedJob,
} from './service/read.ts';
import { allFields, type ChosenFields } from '#server/kernel/http/fields.ts';
import type { Page, PageQuery, StateQuery } from '#server/kernel/db/keyset.ts';

export interface PatchingDeps extends Ports {
  ctx: Context;
}

export type JobWithRelated = { job: JobModel; target: JobTarget | null; related: Related };
export type JobWithHosts = JobWithRelated & {
  hosts: JobHostModel[];
  held: Held[];
  /** Null: jobs are not traced. */
  traceId: string | null;
};

/** The use cases of jobs. A change is written once the promise resolves; the work on hosts goes on after that. */
export interface JobUseCases extends Omit<PatchingService, 'create'> {
  create(request: JobRequest, caller: Caller): Promise<JobWithHosts>;
  /** See `previewJob`; nothing is written. */
  preview(request: JobRequest, caller: Pick<Caller, 'actor' | 'scope'>): Promise<JobPreview>;
  get(jobId: string, scope: HostScope, fields?: ChosenFields): Promise<JobWithHosts>;
  /** See JobWaits. Throws JOB_NOT_FOUND where the caller sees no host of the job. */
  waitFor(wait: Wait, scope: HostScope): Promise<void>;
  summary(scope: HostScope): Promise<components['schemas']['JobSummary']>;
  /** `isAwaiting`: only plans with changes that nobody has run yet. */
  list(
    filter: Omit<JobFilter, 'among'> & { isAwaiting?: boolean; groupId?: string },
    page: PageQuery & { fields?: ChosenFields },
    scope: HostScope,
  ): Promise<Page<ListedJob>>;
  listHosts(
    which: StateQuery<JobHostState> & { jobId: string; wave?: number; fields?: ChosenFields },
    page: PageQuery,
    scope: HostScope,
  ): Promise<Page<JobHostModel> & { job: JobModel }>;
  cancel(jobId: string, caller: Caller): Promise<JobWithHosts>;
  resume(jobId: string, caller: Caller): Promise<JobWithHosts>;
  end(jobId: string, caller: Caller): Promise<JobWithHosts>;
  retry(jobId: string, hostIds: readonly string[] | null, caller: Caller): Promise<JobWithHosts>;
  rollback(jobId: string, which: WhichHosts, caller: Caller): Promise<JobWithHosts>;
  accept(jobId: string, acceptance: Acceptance, caller: Caller): Promise<JobWithHosts>;
  steps(which: { jobId: string; hostId: string }, scope: HostScope): ReturnType<typeof hostSteps>;
  readLog(
    which: { jobId: string; hostId: string },
    page: { afterSeq: number; limit: number },
    scope: HostScope,
  ): Promise<LogPage>;
  search: SearchSource;
  downloadLog: (which: { jobId: string; hostId: string }, scope: HostScope) => ReturnType<typeof downloadLog>;
}

/** The service, and what drives it: the manager calls `start`, `sweep` and `stop`. */
export interface Patching {
  service: JobUseCases;
  /** What other features may use. */
  offered: PatchingService;
  engine: Engine;
  waits: JobWaits;
  /** All codes that hosts of jobs may have as reason, once the plugins are set up. */
  reasons: ReadonlySet<string>;
  /** Sweeps at once and begins to renew the leases of the hosts at work. */
  start(): Promise<void>;
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export function createPatching(deps: PatchingDeps): Patching {
  const { ctx } = deps;
  const reasons = new Reasons();
  const tracing = new Tracing(ctx.log);
  const engine = new Engine({ ...deps, reasons, tracing });
  let renewal: { stop(): void } | null = null;
  const waits = new JobWaits(ctx);
  const service = createService(deps, { engine, reasons, tracing, waits });
  return {
    service,
    offered: { ...service, create: (request, by) => makeJob(deps, engine, request, unattended(by)) },
    engine,
    waits,
    reasons: reasons.codes,
    sweep: () => sweep(ctx, engine),
    async start() {
      const failed = 'leases could not be renewed';
      renewal = every(ctx, { ms: RENEW_EVERY_MS, failed }, () => renewLeases(ctx, engine));
      await takeUpOwn(ctx, engine);
      await sweep(ctx, engine);
      await sweepOnceLeasesEnd(ctx, engine);
    },
    async stop() {
      renewal?.stop();
      waits.stop();
      await engine.stop();
      await releaseLeases(ctx);
    },
  };
}

const unattended = ({ actor, scope, key }: MadeBy): Caller => ({
  actor,
  scope,
  address: null,
  idempotencyKey: key,
  isUnattended: true,
});

/** Writes a job and starts or schedules it. Throws like `createJob`. */
async function makeJob(
  deps: PatchingDeps,
  engine: Engine,
  request: JobRequest,
  caller: Caller,
): Promise<string> {
  const { ctx } = deps;
  const jobId = await createJob(deps, request, caller);
  engine.wake(jobId);
  const { scheduleAt } = request;
  // The run is a sweep, which starts the job only if it is still scheduled and due.
  if (scheduleAt !== null && scheduleAt > (await ctx.db.now()))
    await ctx.jobs.schedule(
      'patching.startJob',
      { jobId },
      { at: await shownHere(ctx, scheduleAt), unique: jobId },
    );
  return jobId;
}

/** A manager that was just killed leaves leases that end soon: takes them over then, not only at the next sweep. */
async function sweepOnceLeasesEnd(ctx: Context, engine: Engine): Promise<void> {
  const row = await JobHostModel.query(ctx.db.reader)
    .select('lease_until')
    .whereIn('state', [...ACTIVE_STATES])
    .whereNot('lease_owner', ctx.instanceId)
    .orderBy('lease_until', 'desc')
    .first();
  if (!row?.leaseUntil) return;
  const leftMs = row.leaseUntil.getTime() - (await ctx.db.now()).getTime();
  const again = () =>
    sweep(ctx, engine).catch((error: unknown) => ctx.log.warn({ error }, 'the sweep failed'));
  ctx.clock.setTimeout(() => void again(), Math.max(0, leftMs) + 100);
}

interface Parts {
  engine: Engine;
  reasons: Reasons;
  tracing: Tracing;
  waits: JobWaits;
}

function createService(deps: PatchingDeps, { engine, reasons, tracing, waits }: Parts): JobUseCases {
  const { ctx } = deps;
  const { reader } = ctx.db;
  const sight = (scope: HostScope): Promise<Sight> => sightOf(deps.hosts, scope);
  const get: JobUseCases['get'] = async (jobId, scope, fields = allFields) => {
    const seeing = await sight(scope);
    const found = await getJob(reader, jobId, { sight: seeing, fields });
    const held = fields.has('waits_for') ? await holdersOf(ctx, found.job, seeing) : [];
    const traceId = fields.has('trace_id') ? await tracing.traceIdOf(jobId) : null;
    return { ...found, held, traceId };
  };
  const woken = async (jobId: string, { scope }: Caller): Promise<JobWithHosts> => {
    const found = await get(jobId, scope);
    engine.wake(jobId);
    return found;
  };
  return {
    declareReasons: (plugin, sentences) => reasons.declare(plugin, sentences),
    traceBy: (tracer) => tracing.traceBy(tracer),
    historyOf: (jobId) => jobHistory(reader, jobId),
    hostHistories: (jobId, page) => hostHistories(reader, jobId, page),
    create: async (request, caller) => get(await makeJob(deps, engine, request, caller), caller.scope),
    preview: (request, caller) => previewJob({ ...deps, reasons, tracing }, request, caller),
    get,
    async waitFor(wait, scope) {
      await findSeenJob(reader, wait.jobId, await sight(scope));
      await waits.until(wait);
    },
    list: async ({ isAwaiting, groupId, ...filter }, { fields, ...page }, scope) => {
      const awaitingAt = isAwaiting === true ? await ctx.db.now() : undefined;
      const among =
        groupId === undefined ? undefined : await sight(scopeWithin(scope, { groupIds: [groupId] }));
      return listJobs(reader, { ...filter, among, awaitingAt }, { page, fields, sight: await sight(scope) });
    },
    listHosts: async (which, page, scope) =>
      listJobHosts(reader, { ...which, sight: await sight(scope) }, page),
    async cancel(jobId, caller) {
      await cancelJob(deps, jobId, caller);
      engine.cancelJob(jobId);
      return get(jobId, caller.scope);
    },
    async resume(jobId, caller) {
      await resumeJob(deps, jobId, caller);
      return woken(jobId, caller);
    },
    async end(jobId, caller) {
      await endJob(deps, jobId, caller);
      return get(jobId, caller.scope);
    },
    async retry(jobId, hostIds, caller) {
      await retryJob(deps, jobId, hostIds, caller);
      return woken(jobId, caller);
    },
    async rollback(jobId, which, caller) {
      return woken(await rollbackJob(deps, jobId, which, caller), caller);
    },
    async accept(jobId, acceptance, caller) {
      await acceptHosts({ ...deps, client: engine }, jobId, acceptance, caller);
      return get(jobId, caller.scope);
    },
    search: jobSearch(ctx, deps),
    steps: async (which, scope) => hostSteps(reader, { ...which, sight: await sight(scope) }),
    readLog: async (which, page, scope) => readLog(reader, { ...which, sight: await sight(scope) }, page),
    downloadLog: async (which, scope) => downloadLog(reader, { ...which, sight: await sight(scope) }),
    eventsAfter: (jobId, seq, limit) => eventsAfter(reader, jobId, seq, limit),
    cutEvents: async (jobId, events, scope) =>
      cutEvents(reader, { jobId, events, sight: await sight(scope) }),
    requireWhole: async (jobId, scope) => WholeJob.require(reader, jobId, await sight(scope)),
    jobIn: (tx, jobId) => jobFacts(tx.knex, jobId),
    overrides: gateOverrides(ctx, deps.hosts),
    cancelScheduled: (tx, jobId, by) => cancelScheduled(ctx, tx, { jobId, by }),
    standingsOf: (jobId) => standingsOf(reader, jobId),
    standingsIn: (jobIds, hostId) => standingsIn(reader, jobIds, hostId),
    plansOf: (jobId) => plansOf(reader, jobId),
    requireMakeable: (job) => requireMakeable(ctx.hooks, job),
    draftRun: (request, by) => draftRun(deps, request, by),
    glanceOf: (planJobId, hostIds) => planGlance(reader, planJobId, hostIds),
    factsOf: (jobId) => jobFacts(reader, jobId, { isLocked: false }),
    troublesOf: (jobId, hostIds) => troublesOf(reader, jobId, hostIds),
    workInWaiting: async (scope = 'all') => workInWaiting(reader, await sight(scope)),
    lastSeq: async (jobId, scope) => lastSeq(reader, jobId, await sight(scope)),
    pastDurations: (hostIds) => pastDurations(reader, hostIds),
    async hostsAtWork(hostIds) {
      const rows = await JobHostModel.query(reader)
        .select('active_host_id')
        .whereIn('active_host_id', [...hostIds])
        .whereNot('state', 'verifying');
      return new Set(rows.flatMap(({ activeHostId }) => activeHostId ?? []));
    },
    runs: async ({ scope, ...period }) => runs(reader, period, await sight(scope)),
    keptSince: () => keptSince(ctx),
    unfinishedJobs: (hostId) => unfinishedJobs(reader, hostId),
    summary: async (scope) => jobSummary(reader, await sight(scope)),
    figures: async (scope) => jobFigures(reader, await ctx.db.now(), await sight(scope)),
  };
}
