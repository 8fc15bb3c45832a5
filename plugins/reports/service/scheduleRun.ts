/** One run of a schedule: how it begins, and how its mails are found. */
import { AppError, type Context, type HostSet, type idempotent } from '#sdk';
import type { ReportMailState } from '../../notifications/api.ts';
import { ScheduleModel } from '../models.ts';
import { lockSeen, requireSeen, scheduleEdits, type Editor } from './schedules.ts';

/**
 * The same key makes and mails the report once. Throws REPORT_SCHEDULE_NOT_FOUND, FORBIDDEN, REPORT_RUN_ACTIVE,
 * IDEMPOTENCY_MISMATCH.
 */
export async function runNow(
  ctx: Context,
  call: idempotent.Call,
  { id, editor }: { id: string; editor: Editor },
): Promise<ScheduleModel> {
  await requireHosts(ctx, await requireSeen(ctx, id, editor), editor);
  return ctx.tx(
    async (tx) => {
      const before = await lockSeen(tx, { id, ifMatch: null }, editor);
      const begin = async (): Promise<ScheduleModel> => {
        if (before.runState === 'making') throw new AppError('REPORT_RUN_ACTIVE');
        const now = await ctx.db.now(tx.knex);
        const resource = scheduleEdits.resourceOf(before);
        ctx.audit.record(tx, { ...editor.by, action: 'report_schedule.run_requested', resource });
        return ScheduleModel.query(tx.knex).patchAndFetchById(id, begun(now, now));
      };
      return ctx.idempotency.onceRow(tx, call, { make: begin, find: async () => before });
    },
    { name: 'reports.runNow' },
  );
}

/**
 * The report is over the hosts that its author saw when it was saved; meanwhile that person may see fewer, and a token
 * may see fewer than its owner. Throws FORBIDDEN.
 */
async function requireHosts(ctx: Context, row: ScheduleModel, { scope }: Editor): Promise<void> {
  if (scope === 'all') return;
  const parts = [row.scope.hosts, ...(row.groupId === null ? [] : [{ groupIds: [row.groupId] }])];
  const sets = parts.filter((part) => part !== 'all');
  const count = async (allOf: HostSet[]) => (await ctx.core.hosts.figures({ allOf })).hostsTotal;
  if (sets.length > 0 && (await count(sets)) === (await count([...sets, scope]))) return;
  throw new AppError('FORBIDDEN', {
    message: 'This report is over hosts that you may not see; save its schedule again to limit it to yours.',
  });
}

/** The key of a run, by which its mails are found. */
export const runKey = (scheduleId: string, startsAt: Date): string =>
  `report ${scheduleId} ${startsAt.toISOString()}`;

/** The states of the mails of the last runs, by schedule. */
export async function mailsOf(
  ctx: Context,
  rows: readonly ScheduleModel[],
): Promise<ReadonlyMap<string, readonly ReportMailState[]>> {
  const mail = ctx.useIfOn('notifications');
  const keys = new Map(
    rows.flatMap(({ id, runStartAt }) => (runStartAt ? [[id, runKey(id, runStartAt)] as const] : [])),
  );
  const mails = await mail?.reportMails([...keys.values()]);
  return new Map([...keys].map(([id, key]) => [id, mails?.get(key) ?? []]));
}

/** A run that any manager takes up at `dueAt`. */
export const begun = (startsAt: Date, dueAt: Date) => ({
  runStartAt: startsAt,
  runState: 'making' as const,
  runTries: 0,
  runDueAt: dueAt,
  runMessage: null,
  runEndedAt: null,
});
