import { AppError, type Context, Editable, etags, type HostScope, type idempotent, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { DEFAULT_DAYS, type SchedulePeriod } from '../domain/period.ts';
import { nextOf, startsAfter } from '../domain/starts.ts';
import type { ReportType } from '../domain/types.ts';
import { ScheduleModel } from '../models.ts';
import { READS_AUDIT, refuseUnlessReader } from './reportRequest.ts';

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
  ifMatch: etags.IfMatch;
}

const MOST_SCHEDULES = 200;

export const scheduleEdits = new Editable(ScheduleModel, {
  kind: 'report_schedule',
  full: 'REPORT_SCHEDULE_LIMIT_REACHED',
  fields: [
    ...(['name', 'enabled', 'reportType', 'format', 'period', 'periodDays'] as const),
    ...(['groupId', 'timezone', 'rrule', 'recipients'] as const),
  ],
  audited: ({ scope }) => ({ scope: scope.hosts }),
  notFound: (id) => new AppError('REPORT_SCHEDULE_NOT_FOUND', { details: { schedule_id: id } }),
});

const accountOf = ({ actor }: ActedBy): string | null => actor.ownerId ?? actor.id;

/** The schedules that the caller may see. */
export async function listSchedules({ db }: Context, { by, scope }: Editor): Promise<ScheduleModel[]> {
  const rows = await ScheduleModel.query(db.reader);
  return rows.filter((row) => isSeen(row, { by, scope }));
}

/** A caller with a limited scope sees only what he saved; audit reports are for those who may read the audit log. */
function isSeen({ authorId, reportType }: ScheduleModel, { by, scope }: Editor): boolean {
  if (reportType === 'audit' && !by.actor.permissions.includes(READS_AUDIT)) return false;
  return scope === 'all' || (authorId !== null && authorId === accountOf(by));
}

/** Throws FORBIDDEN, REPORT_SCHEDULE_INVALID, GROUP_NOT_FOUND, REPORT_SCHEDULE_LIMIT_REACHED. */
export async function createSchedule(
  ctx: Context,
  { call, draft }: { call: idempotent.Call; draft: ScheduleDraft },
  editor: Editor,
): Promise<ScheduleModel> {
  await requireDraft(ctx, draft, editor);
  return ctx.tx((tx) => scheduleEdits.once(ctx, tx, call, () => createScheduleIn(ctx, tx, draft, editor)), {
    name: 'reports.createSchedule',
  });
}

/** Creates a schedule from a checked draft. Throws GROUP_NOT_FOUND, REPORT_SCHEDULE_LIMIT_REACHED. */
export async function createScheduleIn(
  ctx: Context,
  tx: Tx,
  draft: ScheduleDraft,
  { by, scope }: Editor,
): Promise<ScheduleModel> {
  await scheduleEdits.refuseFull(tx, MOST_SCHEDULES);
  await lockGroup(ctx, tx, draft.groupId);
  const now = await ctx.db.now(tx.knex);
  const row = { ...written(draft, now, { by, scope }), runTries: 0, createdAt: now, updatedAt: now };
  return scheduleEdits.insert(ctx, tx, row, { by });
}

/** Throws as createSchedule, and REPORT_SCHEDULE_NOT_FOUND, PRECONDITION_FAILED. */
export async function updateSchedule(
  ctx: Context,
  { id, ifMatch, change }: ScheduleEdit & { change: Partial<ScheduleDraft> },
  editor: Editor,
): Promise<ScheduleModel> {
  const seen = await requireSeen(ctx, id, editor);
  await requireDraft(ctx, { ...scheduleEdits.draftOf(seen), ...change }, editor);
  return ctx.tx(
    async (tx) => {
      const before = await scheduleEdits.locked(tx, id, ifMatch);
      // The row must still be the one that was checked outside the transaction.
      etags.requireMatch([String(seen.editVersion)], before.editVersion);
      return writeUpdate(ctx, tx, { before, draft: { ...scheduleEdits.draftOf(before), ...change } }, editor);
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
  if (etags.changesNothing(before, { ...tidy(draft), scope: { hosts: scope } })) return before;
  await lockGroup(ctx, tx, draft.groupId);
  const now = await ctx.db.now(tx.knex);
  return scheduleEdits.update(ctx, tx, { before, set: written(draft, now, { by, scope }), now }, { by });
}

const written = (draft: ScheduleDraft, now: Date, { by, scope }: Editor) => ({
  ...tidy(draft),
  ...nextOf(draft, now),
  scope: { hosts: scope },
  authorId: accountOf(by),
  authorName: by.actor.name,
});

/** The update of an import. Throws REPORT_SCHEDULE_NOT_FOUND, GROUP_NOT_FOUND, PRECONDITION_FAILED. */
export async function updateScheduleIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch, draft }: ScheduleEdit & { draft: ScheduleDraft },
  editor: Editor,
): Promise<ScheduleModel> {
  return writeUpdate(ctx, tx, { before: await scheduleEdits.locked(tx, id, ifMatch), draft }, editor);
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
  await scheduleEdits.delete(ctx, tx, [await lockSeen(tx, { id, ifMatch }, editor)], { by: editor.by });
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
export const requireSeen = ({ db }: Context, id: string, editor: Editor): Promise<ScheduleModel> =>
  scheduleEdits.read(db.reader, id, (row) => isSeen(row, editor));

/** As requireSeen; locks the row. Throws PRECONDITION_FAILED, too. */
export const lockSeen = (tx: Tx, { id, ifMatch }: ScheduleEdit, editor: Editor): Promise<ScheduleModel> =>
  scheduleEdits.locked(tx, id, ifMatch, (row) => isSeen(row, editor));

const tidy = (draft: ScheduleDraft): ScheduleDraft => ({
  ...draft,
  periodDays: draft.period === 'last_days' ? (draft.periodDays ?? DEFAULT_DAYS) : null,
});
