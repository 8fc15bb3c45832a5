/** What becomes of schedules when the groups and accounts that they rest on change. */
import { AppError, type Context, type HostScope, type Tx } from '#sdk';
import type { ActedBy, GroupUse } from '#sdk/hosts.ts';
import { ScheduleModel } from '../models.ts';
import { scheduleEdits } from './schedules.ts';

/** The schedules that use a group (null: any group): in what they are about, or as a limit of who saved them. */
export async function groupUses({ db }: Context, groupId: string | null): Promise<GroupUse[]> {
  const rows = await ScheduleModel.query(db.reader);
  const uses = rows.flatMap(({ id, name, groupId: own, scope }) => [
    ...(own === null ? [] : [{ groupId: own, kind: 'report' as const, id, name }]),
    ...groupsOf(scope.hosts).map((held) => ({ groupId: held, kind: 'report' as const, id, name })),
  ]);
  return groupId === null ? uses : uses.filter((use) => use.groupId === groupId);
}

function groupsOf(scope: HostScope): readonly string[] {
  if (scope === 'all' || 'hostIds' in scope) return [];
  return 'groupIds' in scope ? scope.groupIds : scope.allOf.flatMap(groupsOf);
}

/** Throws GROUP_IN_USE while a schedule uses the group, whose row is locked. */
export async function keepGroup(tx: Tx, groupId: string): Promise<void> {
  const rows = await ScheduleModel.query(tx.knex).forUpdate();
  const use = rows.find(
    ({ groupId: own, scope }) => own === groupId || groupsOf(scope.hosts).includes(groupId),
  );
  if (!use) return;
  const message = `The scheduled report ${use.name} rests on this group; change or delete it first.`;
  const uses = [{ kind: 'report', id: use.id, name: use.name }];
  throw new AppError('GROUP_IN_USE', { message, details: { uses } });
}

/** For the transaction that removes an account: its schedules go on without it. */
export const forgetAuthor = async (tx: Tx, accountId: string): Promise<void> => {
  await ScheduleModel.query(tx.knex).where('author_id', accountId).patch({ authorId: null });
};

/** Pauses the schedules of an account, for whoever reduces its rights. */
export async function pauseSchedulesOf(ctx: Context, tx: Tx, accountId: string, by: ActedBy): Promise<void> {
  const rows = await ScheduleModel.query(tx.knex).where({ author_id: accountId, enabled: 1 }).forUpdate();
  const off = { enabled: false, nextStartAt: null, lookAt: null };
  for (const before of rows) await scheduleEdits.update(ctx, tx, { before, set: off }, { by });
}
