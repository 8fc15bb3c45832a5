import type { Context, etags, HostScope, idempotent } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { EntryModel } from '../models.ts';
import type { Calendar } from './calendar.ts';
import {
  changeEntry,
  freezeNotFound,
  insertOnce,
  readEntry,
  removeEntry,
  requireTimes,
  type EntryDraft,
} from './entries.ts';
import { lockGroup, visibleOnly } from './windows.ts';

/** The freezes of the fleet, and of the groups that hold a host of the scope. */
export async function listFreezes(ctx: Context, scope: HostScope): Promise<EntryModel[]> {
  return visibleOnly(ctx, await EntryModel.query(ctx.db.reader).where('kind', 'freeze'), scope);
}

/** Throws FREEZE_NOT_FOUND, also for one that `listFreezes` leaves out. */
export async function readFreeze(ctx: Context, id: string, scope: HostScope): Promise<EntryModel> {
  const [seen] = await visibleOnly(ctx, [await readEntry(ctx, id, { kind: 'freeze' })], scope);
  if (!seen) throw freezeNotFound(id);
  return seen;
}

/** The groups with a freeze that is switched on and not past for good. */
export async function frozenGroups(ctx: Context, calendar: Calendar): Promise<string[]> {
  const where = { kind: 'freeze', enabled: 1 };
  const freezes = await EntryModel.query(ctx.db.reader).where(where).whereNotNull('group_id');
  const next = await calendar.nextOf(freezes, ctx.clock.now());
  return freezes.flatMap(({ id, groupId }) => (groupId !== null && next.has(id) ? [groupId] : []));
}

/** Throws GROUP_NOT_FOUND, WINDOW_INVALID, WINDOW_LIMIT_REACHED. */
export async function createFreeze(
  ctx: Context,
  { call, groupId, draft }: { call: idempotent.Call; groupId: string | null; draft: EntryDraft },
  by: ActedBy,
): Promise<EntryModel> {
  requireTimes(draft, ctx.clock.now());
  const place = { kind: 'freeze', hostId: null, groupId } as const;
  return ctx.tx(
    async (tx) => {
      if (groupId !== null) await lockGroup(ctx.core, tx, groupId);
      return insertOnce(ctx, tx, call, { place, draft, by });
    },
    { name: 'maintenance-windows.createFreeze' },
  );
}

/** Throws FREEZE_NOT_FOUND, PRECONDITION_FAILED, WINDOW_INVALID. */
export const updateFreeze = (
  ctx: Context,
  { id, change, ifMatch }: { id: string; change: Partial<EntryDraft>; ifMatch: etags.IfMatch },
  by: ActedBy,
): Promise<EntryModel> =>
  ctx.tx((tx) => changeEntry(ctx, tx, { id, place: { kind: 'freeze' }, change, ifMatch, by }), {
    name: 'maintenance-windows.updateFreeze',
  });

/** Throws FREEZE_NOT_FOUND, PRECONDITION_FAILED. */
export const deleteFreeze = (
  ctx: Context,
  { id, ifMatch }: { id: string; ifMatch: etags.IfMatch },
  by: ActedBy,
): Promise<void> =>
  ctx.tx((tx) => removeEntry(ctx, tx, { id, place: { kind: 'freeze' }, ifMatch, by }), {
    name: 'maintenance-windows.deleteFreeze',
  });
