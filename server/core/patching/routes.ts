import { validationError } from '../../shared/wire/appError.ts';
import { reply } from '../../shared/wire/dispatch.ts';
import { listPage } from '../../kernel/db/listPage.ts';
import type { HandlerRequest, OperationId, Routes } from '../../kernel/boot/feature.ts';
import type { HookBus } from '../../kernel/hooks.ts';
import { hostScopeOf, type HostScope } from '../../kernel/security/hostScope.ts';
import type { operations } from '#generated/manager.ts';
import type { RequestBody } from '../../shared/wire/dispatch.ts';
import type { JobRequest } from './domain/jobSpec.ts';
import type { JobUseCases } from './createPatching.ts';
import type { Caller } from './service/caller.ts';
import { namedSpecOf } from './specWire.ts';
import { jobHostToWire, jobToWire, previewToWire } from './wire.ts';

/** Handlers by operationId; wire names are not used beyond this file. */
export function patchingRoutes(service: JobUseCases, hooks: HookBus): Routes<'patching'> {
  const logText = async (which: Parameters<JobUseCases['downloadLog']>[0], scope: HostScope) => {
    const { fileName, data } = await service.downloadLog(which, scope);
    return reply(200, { contentType: 'text/plain; charset=utf-8', fileName, data });
  };
  return {
    async listJobs({ query, scope, fields }) {
      const filter = {
        state: query.state,
        stateNot: query.state_not,
        name: query.name,
        operation: query.operation,
        hostId: query.host_id,
        groupId: query.group_id,
        createdBy: query.created_by,
        completedFrom: timeOf(query.completed_from),
        completedTo: timeOf(query.completed_to),
        createdFrom: timeOf(query.created_from),
        createdTo: timeOf(query.created_to),
        idempotencyKey: query.idempotency_key?.toLowerCase(),
        isDryRun: query.dry_run,
        isAwaiting: query.awaiting_approval,
      };
      const { rows, total, nextCursor } = await service.list(filter, { ...query, fields }, scope);
      const jobs = rows.map(({ job, ...more }) => jobToWire(job, more));
      return reply(200, { jobs, total, next_cursor: nextCursor });
    },
    getJobSummary: async ({ scope }) => reply(200, await service.summary(scope)),
    async createJob(request) {
      const found = await service.create(jobRequest(request.body), callerOf(request));
      return reply(202, jobToWire(found.job, found));
    },
    previewJob: async ({ body, actor, scope }) =>
      reply(200, previewToWire(await service.preview(jobRequest(body), { actor, scope }))),
    async getJob({ params, query, scope, fields, actor, signal }) {
      const jobId = params.job_id;
      const { wait_secs: waitSecs = 0, until = 'ended' } = query;
      if (waitSecs > 0) await service.waitFor({ jobId, until, ms: waitSecs * 1_000, actor, signal }, scope);
      // Meanwhile the caller may have come to see other hosts.
      const seen = waitSecs > 0 ? await hostScopeOf(hooks, actor) : scope;
      const found = await service.get(jobId, seen, fields);
      return reply(200, jobToWire(found.job, found));
    },
    async cancelJob(request) {
      const found = await service.cancel(request.params.job_id, callerOf(request));
      return reply(202, jobToWire(found.job, found));
    },
    async resumeJob(request) {
      const found = await service.resume(request.params.job_id, callerOf(request));
      return reply(202, jobToWire(found.job, found));
    },
    async endJob(request) {
      const found = await service.end(request.params.job_id, callerOf(request));
      return reply(202, jobToWire(found.job, found));
    },
    async rollbackJob(request) {
      const which = { hostIds: request.body?.host_ids ?? null, scope: request.body?.scope ?? null };
      const found = await service.rollback(request.params.job_id, which, callerOf(request));
      return reply(202, jobToWire(found.job, found));
    },
    async retryJob(request) {
      const found = await service.retry(
        request.params.job_id,
        request.body?.host_ids ?? null,
        callerOf(request),
      );
      return reply(202, jobToWire(found.job, found));
    },
    async acceptJobHosts(request) {
      const { host_ids: hostIds, reason } = request.body;
      const found = await service.accept(request.params.job_id, { hostIds, reason }, callerOf(request));
      return reply(200, jobToWire(found.job, found));
    },
    async listJobHosts({ params, query, scope, fields }) {
      const { state, state_not: stateNot, wave } = query;
      const which = { jobId: params.job_id, state, stateNot, wave, fields };
      const { job, rows, total, nextCursor } = await service.listHosts(which, query, scope);
      const hosts = rows.map((row) => jobHostToWire(row, job.spec));
      return reply(200, { hosts, total, next_cursor: nextCursor });
    },
    async listJobHostSteps({ params, query, scope }) {
      const steps = await service.steps({ jobId: params.job_id, hostId: params.host_id }, scope);
      // Several may begin in the same millisecond.
      const places = new Map(steps.map((step, place) => [step, String(place).padStart(5, '0')]));
      return reply(200, listPage('steps', steps, query, { idOf: (step) => places.get(step) ?? '' }));
    },
    async getJobHostLog({ params, query, scope }) {
      const which = { jobId: params.job_id, hostId: params.host_id };
      if (query.download === 'text') return logText(which, scope);
      const page = { afterSeq: query.after_seq ?? 0, limit: query.limit ?? 1000 };
      const { logs, nextSeq } = await service.readLog(which, page, scope);
      return reply(200, { logs, next_seq: nextSeq });
    },
    downloadJobHostLog: ({ params, scope }) =>
      logText({ jobId: params.job_id, hostId: params.host_id }, scope),
  };
}

const timeOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

function callerOf({ actor, address, scope, idempotencyKey }: HandlerRequest<OperationId>): Caller {
  return { actor, address, scope, idempotencyKey };
}

function jobRequest(body: RequestBody<operations['createJob']>): JobRequest {
  return {
    name: body.name ?? null,
    operation: body.operation ?? null,
    target: (body.target as JobRequest['target'] | undefined) ?? null,
    fromPlanJobId: body.from_plan_job_id ?? null,
    planHostIds: body.host_ids ?? null,
    scheduleAt: body.schedule_at ? scheduledAt(body.schedule_at) : null,
    spec: namedSpecOf(body),
  };
}

/** JavaScript reads 31 February as 3 March; a job must not run on a day that nobody asked for. */
function scheduledAt(text: string): Date {
  const day = text.slice(0, 10);
  const named = new Date(`${day}T00:00:00Z`);
  const at = new Date(text);
  if (!Number.isNaN(at.getTime()) && !Number.isNaN(named.getTime()) && named.toISOString().startsWith(day))
    return at;
  throw validationError([{ path: '/body/schedule_at', message: 'is not a day of the calendar' }]);
}
