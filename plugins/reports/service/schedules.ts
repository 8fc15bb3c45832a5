import {
  AppError,
  changesNothing,
  newId,
  requireMatch,
  type ActedBy,
  type Context,
  type IdempotentCall,
  type HostScope,
  type IfMatch,
  type Tx,
} from '../../../server/plugin.ts';
import { DEFAULT_DAYS, type SchedulePeriod } from '../domain/period.ts';
import { nextOf, startsAfter } from '../domain/starts.ts';
import type { ReportType } from '../domain/types.ts';
import { ScheduleModel } from '../models.ts';
import { refuseUnlessReader } from './reportRequest.ts';

/** What people enter for a schedule. */
export interface ScheduleDraft {
  name: string;
  enabled: boolean;
  reportType: ReportType;
  format: 'csv' | 'pdf';
  period: SchedulePeriod;
  periodDays: number | null;
  groupId: string | null;
  timezone: string;
  rrule: string;
  recipients: string[];
}

/** Who edits, and which hosts he may see: the schedule's reports are limited to them. */
export interface Editor {
  by: ActedBy;
  scope: HostScope;
}

export interface ScheduleEdit {
  id: string;
  ifMatch: IfMatch;
}

const MOST_SCHEDULES = 200;

const accountOf = ({ actor }: ActedBy): string | null => actor.ownerId ?? actor.id;

/** The schedules that the caller may see, by name. */
export async function listSchedules({ db }: Context, { by, scope }: Editor): Promise<ScheduleModel[]> {
  const rows = await ScheduleModel.query(db.reader).orderBy(['name', 'id']);
  return rows.filter((row) => isSeen(row, { by, scope }));
}

/** A caller with a limited scope sees only what he saved; audit reports are for administrators only. */
function isSeen({ authorId, reportType }: ScheduleModel, { by, scope }: Editor): boolean {
  if (reportType === 'audit' && by.actor.role !== 'admin') return false;
  return scope === 'all' || (authorId !== null && authorId === accountOf(by));
}

/** Throws FORBIDDEN, REPORT_SCHEDULE_INVALID, GROUP_NOT_FOUND, REPORT_SCHEDULE_LIMIT_REACHED. */
export async function createSchedule(
  ctx: Context,
  { call, draft }: { call: IdempotentCall; draft: ScheduleDraft },
  editor: Editor,
): Promise<ScheduleModel> {
  await requireDraft(ctx, draft, editor);
  return ctx.tx(
    (tx) =>
      ctx.idempotency.onceRow(tx, call, {
        make: () => createScheduleIn(ctx, tx, draft, editor),
        find: (id) => lockSchedule(tx, id),
      }),
    { name: 'reports.createSchedule' },
  );
}

/** Creates a schedule from a checked draft. Throws GROUP_NOT_FOUND, REPORT_SCHEDULE_LIMIT_REACHED. */
export async function createScheduleIn(
  ctx: Context,
  tx: Tx,
  draft: ScheduleDraft,
  { by, scope }: Editor,
): Promise<ScheduleModel> {
  if ((await ScheduleModel.query(tx.knex).resultSize()) >= MOST_SCHEDULES)
    throw new AppError('REPORT_SCHEDULE_LIMIT_REACHED', { details: { max: MOST_SCHEDULES } });
  await lockGroup(ctx, tx, draft.groupId);
  const now = await ctx.db.now(tx.knex);
  const schedule = await ScheduleModel.query(tx.knex).insertAndFetch({
    ...{ id: newId(), ...tidy(draft), ...nextOf(draft, now), scope: { hosts: scope } },
    ...{ authorId: accountOf(by), authorName: by.actor.name, runTries: 0 },
    ...{ editVersion: 1, createdAt: now, updatedAt: now },
  });
  const resource = resourceOf(schedule);
  ctx.audit.record(tx, { ...by, action: 'report_schedule.created', resource, after: forAudit(schedule) });
  return schedule;
}

/** Throws as createSchedule, and REPORT_SCHEDULE_NOT_FOUND, PRECONDITION_FAILED. */
export async function updateSchedule(
  ctx: Context,
  { id, ifMatch, change }: ScheduleEdit & { change: Partial<ScheduleDraft> },
  editor: Editor,
): Promise<ScheduleModel> {
  const seen = await requireSeen(ctx, id, editor);
  await requireDraft(ctx, { ...draftOf(seen), ...change }, editor);
  return ctx.tx(
    async (tx) => {
      const before = await lockSchedule(tx, id);
      requireMatch(ifMatch, before.editVersion);
      // The row must still be the one that was checked outside the transaction.
      requireMatch([String(seen.editVersion)], before.editVersion);
      return writeUpdate(ctx, tx, { before, draft: { ...draftOf(before), ...change } }, editor);
    },
    { name: 'reports.updateSchedule' },
  );
}

/** Writes a checked draft; `before` is locked. Throws GROUP_NOT_FOUND. */
async function writeUpdate(
  ctx: Context,
  tx: Tx,
  { before, draft }: { before: ScheduleModel; draft: ScheduleDraft },
  { by, scope }: Editor,
): Promise<ScheduleModel> {
  if (changesNothing(before, { ...tidy(draft), scope: { hosts: scope } })) return before;
  await lockGroup(ctx, tx, draft.groupId);
  const now = await ctx.db.now(tx.knex);
  const schedule = await ScheduleModel.query(tx.knex).patchAndFetchById(before.id, {
    ...{ ...tidy(draft), ...nextOf(draft, now), scope: { hosts: scope } },
    ...{ authorId: accountOf(by), authorName: by.actor.name },
    ...{ editVersion: before.editVersion + 1, updatedAt: now },
  });
  ctx.audit.record(tx, {
    ...{ ...by, action: 'report_schedule.updated', resource: resourceOf(schedule) },
    before: forAudit(before),
    after: forAudit(schedule),
  });
  return schedule;
}

/** The update of an import. Throws REPORT_SCHEDULE_NOT_FOUND, GROUP_NOT_FOUND, PRECONDITION_FAILED. */
export async function updateScheduleIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch, draft }: ScheduleEdit & { draft: ScheduleDraft },
  editor: Editor,
): Promise<ScheduleModel> {
  const before = await lockSchedule(tx, id);
  requireMatch(ifMatch, before.editVersion);
  return writeUpdate(ctx, tx, { before, draft }, editor);
}

/** Throws REPORT_SCHEDULE_NOT_FOUND, PRECONDITION_FAILED. */
export const deleteSchedule = (ctx: Context, edit: ScheduleEdit, editor: Editor): Promise<void> =>
  ctx.tx((tx) => deleteScheduleIn(ctx, tx, edit, editor), { name: 'reports.deleteSchedule' });

/** Throws REPORT_SCHEDULE_NOT_FOUND, PRECONDITION_FAILED. */
export async function deleteScheduleIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch }: ScheduleEdit,
  editor: Editor,
): Promise<void> {
  const before = await lockSeen(tx, id, editor);
  requireMatch(ifMatch, before.editVersion);
  await ScheduleModel.query(tx.knex).deleteById(id);
  const resource = resourceOf(before);
  ctx.audit.record(tx, {
    ...{ ...editor.by, action: 'report_schedule.deleted', resource, before: forAudit(before) },
  });
}

async function requireDraft(ctx: Context, draft: ScheduleDraft, { by, scope }: Editor): Promise<void> {
  if (draft.reportType === 'audit') refuseUnlessReader(by.actor);
  startsAfter(draft, ctx.clock.now(), 1);
  if (draft.groupId !== null) await ctx.core.hosts.requireGroup(draft.groupId, scope);
}

/** Locks the group, so that it is not deleted meanwhile. Throws GROUP_NOT_FOUND. */
async function lockGroup({ core }: Context, tx: Tx, groupId: string | null): Promise<void> {
  if (groupId === null || (await core.hosts.getGroupIn(tx, groupId))) return;
  throw new AppError('GROUP_NOT_FOUND', { details: { group_id: groupId } });
}

/** Throws REPORT_SCHEDULE_NOT_FOUND, also for a schedule that the caller may not see. */
export async function requireSeen({ db }: Context, id: string, editor: Editor): Promise<ScheduleModel> {
  const row = await ScheduleModel.query(db.reader).findById(id);
  if (!row || !isSeen(row, editor)) throw notFound(id);
  return row;
}

/** As requireSeen; locks the row. */
export async function lockSeen(tx: Tx, id: string, editor: Editor): Promise<ScheduleModel> {
  const row = await lockSchedule(tx, id);
  if (!isSeen(row, editor)) throw notFound(id);
  return row;
}

/** Throws REPORT_SCHEDULE_NOT_FOUND. */
async function lockSchedule(tx: Tx, id: string): Promise<ScheduleModel> {
  const row = await ScheduleModel.query(tx.knex).findById(id).forUpdate();
  if (!row) throw notFound(id);
  return row;
}

const notFound = (id: string): AppError =>
  new AppError('REPORT_SCHEDULE_NOT_FOUND', { details: { schedule_id: id } });

const tidy = (draft: ScheduleDraft): ScheduleDraft => ({
  ...draft,
  periodDays: draft.period === 'last_days' ? (draft.periodDays ?? DEFAULT_DAYS) : null,
});

const draftOf = (row: ScheduleModel): ScheduleDraft => ({
  ...{ name: row.name, enabled: row.enabled, reportType: row.reportType, format: row.format },
  ...{ period: row.period, periodDays: row.periodDays, groupId: row.groupId },
  ...{ timezone: row.timezone, rrule: row.rrule, recipients: row.recipients },
});

export const resourceOf = ({ id, name }: ScheduleModel) => ({ kind: 'report_schedule', id, name }) as const;

export function forAudit(row: ScheduleModel) {
  const { reportType, periodDays, groupId, scope, ...same } = { ...draftOf(row), scope: row.scope };
  return {
    ...same,
    ...{ report_type: reportType, period_days: periodDays, group_id: groupId, scope: scope.hosts },
  };
}
