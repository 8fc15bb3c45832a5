import {
  actedBy,
  actors,
  type Context,
  empty,
  etags,
  type HandlerRequest,
  idempotent,
  paging,
  reply,
  type Routes,
} from '#sdk';
import type { components } from '../../generated/manager.ts';
import { periodBefore } from './domain/period.ts';
import { previewStarts } from './domain/starts.ts';
import type { ReportMailState } from '../notifications/api.ts';
import type { ScheduleModel } from './models.ts';
import { mailsOf, runNow } from './service/scheduleRun.ts';
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  requireSeen,
  updateSchedule,
  type Editor,
  type ScheduleDraft,
} from './service/schedules.ts';

type Schemas = components['schemas'];
type ScheduleOperation = Extract<keyof Routes<'reports'>, `${string}ReportSchedule${string}`>;
type Asked = Pick<HandlerRequest<'listReportSchedules'>, 'actor' | 'address' | 'scope'>;

const PREVIEWED = 5;
/** The contract's limit of the answer: as many as there may be recipients. */
const MOST_MAILS = 50;
const editorOf = (request: Asked): Editor => ({ by: actedBy(request), scope: request.scope });
/** Calls `wake` when a run is due at once. */
export function scheduleRoutes(ctx: Context, wake: () => void): Pick<Routes<'reports'>, ScheduleOperation> {
  const told = async (row: ScheduleModel) => toWire(row, await mailsOf(ctx, [row]));
  return {
    async listReportSchedules(request) {
      const rows = await listSchedules(ctx, editorOf(request));
      const mails = await mailsOf(ctx, rows);
      const isMailOn = (await ctx.useIfOn('notifications')?.isMailOn()) ?? false;
      const schedules = rows.map((row) => toWire(row, mails));
      return reply(200, { ...paging.list('schedules', schedules, request.query), mail_on: isMailOn });
    },
    async createReportSchedule(request) {
      const { body } = request;
      const input = { call: idempotent.call('createReportSchedule', request), draft: draftOf(body) };
      const made = await createSchedule(ctx, input, editorOf(request));
      return reply(201, await told(made));
    },
    async previewReportSchedule({ body, actor, signal }) {
      const { period, period_days: periodDays = null, timezone } = body;
      const found = await previewStarts(ctx, body, {
        from: ctx.clock.now(),
        limit: PREVIEWED,
        account: actors.budgetKey(actor),
        signal,
      });
      const starts = found.map((startsAt) => {
        const { from, to } = periodBefore({ period, periodDays, timezone }, startsAt);
        return { starts_at: startsAt.toISOString(), from: from.toISOString(), to: to.toISOString() };
      });
      return reply(200, { starts });
    },
    async getReportSchedule(request) {
      const row = await requireSeen(ctx, request.params.schedule_id, editorOf(request));
      return reply(200, await told(row));
    },
    async updateReportSchedule(request) {
      const { params, headers, body } = request;
      const edit = {
        id: params.schedule_id,
        ifMatch: etags.read(headers['if-match']),
        change: changeOf(body),
      };
      const changed = await updateSchedule(ctx, edit, editorOf(request));
      return reply(200, await told(changed));
    },
    async deleteReportSchedule(request) {
      const { params, headers } = request;
      const edit = { id: params.schedule_id, ifMatch: etags.read(headers['if-match']) };
      await deleteSchedule(ctx, edit, editorOf(request));
      return empty(204);
    },
    async runReportSchedule(request) {
      const schedule = await runNow(ctx, idempotent.call('runReportSchedule', request), {
        id: request.params.schedule_id,
        editor: editorOf(request),
      });
      wake();
      return reply(202, await told(schedule));
    },
  };
}

const draftOf = (body: Schemas['CreateReportScheduleRequest']): ScheduleDraft => ({
  name: body.name,
  enabled: body.enabled ?? true,
  reportType: body.report_type,
  format: body.format,
  period: body.period,
  periodDays: body.period_days ?? null,
  groupId: body.group_id ?? null,
  timezone: body.timezone,
  rrule: body.rrule,
  recipients: body.recipients,
});

function changeOf(body: Schemas['UpdateReportScheduleRequest']): Partial<ScheduleDraft> {
  const { report_type: reportType, period_days: periodDays, group_id: groupId, ...same } = body;
  return {
    ...same,
    ...(reportType === undefined ? {} : { reportType }),
    ...(periodDays === undefined ? {} : { periodDays }),
    ...(groupId === undefined ? {} : { groupId }),
  };
}

function toWire(
  row: ScheduleModel,
  mails: ReadonlyMap<string, readonly ReportMailState[]>,
): Schemas['ReportSchedule'] {
  const { id, name, enabled, format, period, timezone, rrule, recipients } = row;
  const { runStartAt, runState } = row;
  return {
    id,
    name,
    enabled,
    report_type: row.reportType,
    format,
    period,
    period_days: row.periodDays,
    group_id: row.groupId,
    timezone,
    rrule,
    recipients,
    sees_all_hosts: row.scope.hosts === 'all',
    next_start_at: row.nextStartAt?.toISOString() ?? null,
    last_run:
      runStartAt && runState
        ? {
            starts_at: runStartAt.toISOString(),
            state: runState,
            message: row.runMessage ?? '',
            ended_at: row.runEndedAt?.toISOString() ?? null,
            mails: (mails.get(id) ?? []).slice(0, MOST_MAILS).map((mail) => ({ ...mail })),
          }
        : null,
    edited_by: { id: row.authorId, username: row.authorName.slice(0, 64) },
    edit_version: row.editVersion,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
