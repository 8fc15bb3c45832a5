import { AppError, type Context, type etags, type HostScope, type idempotent, search, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { type EntryKind, EntryModel } from '../models.ts';
import {
  changeEntry,
  insertOnce,
  readEntry,
  removeAllOf,
  removeEntry,
  requireTimes,
  type EntryDraft,
  type EntryPlace,
} from './entries.ts';

/** The owner of a window: a host or a group. */
export type Owner = { hostId: string } | { groupId: string };

/** Who edits, and which hosts that person may see. */
export interface Editor {
  by: ActedBy;
  scope: HostScope;
}

const placeOf = (owner: Owner): EntryPlace =>
  'hostId' in owner
    ? { kind: 'window', hostId: owner.hostId, groupId: null }
    : { kind: 'window', hostId: null, groupId: owner.groupId };

/** The windows of all hosts of the scope, and of all groups that hold one of them. */
export async function listAllWindows(ctx: Context, scope: HostScope): Promise<EntryModel[]> {
  const ids = await ctx.core.hosts.idsIn(scope);
  return visibleOnly(ctx, await entriesIn(ctx, 'window', ids), scope);
}

type HostIds = Awaited<ReturnType<Context['core']['hosts']['idsIn']>>;

/** The entries of these hosts, and of all groups: `visibleOnly` leaves out those of groups that are not seen. */
function entriesIn({ db: { reader } }: Context, kind: EntryKind, ids: HostIds) {
  const query = EntryModel.query(reader).where({ kind });
  // objection accepts knex's subselects, but its types do not.
  if (ids) query.where((seen) => void seen.whereNull('host_id').orWhereIn('host_id', ids(reader) as never));
  return query;
}

/** Windows and freezes by name. */
export const entrySearch = (ctx: Context): search.Source[] =>
  (['window', 'freeze'] as const).map((kind) =>
    search.named({
      kind,
      permission: 'windows:read',
      async rows({ scope }, byName) {
        const ids = await ctx.core.hosts.idsIn(scope);
        return visibleOnly(ctx, await byName(entriesIn(ctx, kind, ids)), scope);
      },
      about: ({ enabled }) => (enabled ? '' : 'disabled'),
      pagePath: ({ id }) => `/calendar?edit=${id}`,
    }),
  );

/** The windows of a host, those of its groups included. Throws HOST_NOT_FOUND. */
export async function listHostWindows(ctx: Context, hostId: string, scope: HostScope): Promise<EntryModel[]> {
  const { hosts } = ctx.core;
  await hosts.require(hostId, scope);
  const groupIds = (await hosts.groupIdsOf([hostId])).get(hostId) ?? [];
  return EntryModel.query(ctx.db.reader)
    .where('kind', 'window')
    .where((own) => void own.where('host_id', hostId).orWhereIn('group_id', [...groupIds]));
}

/** Throws GROUP_NOT_FOUND. */
export async function listGroupWindows(
  ctx: Context,
  groupId: string,
  scope: HostScope,
): Promise<EntryModel[]> {
  await ctx.core.hosts.requireGroup(groupId, scope);
  return EntryModel.query(ctx.db.reader).where({ kind: 'window', group_id: groupId });
}

/** Throws HOST_NOT_FOUND or GROUP_NOT_FOUND, and WINDOW_NOT_FOUND, also for a window of another owner. */
export async function readWindow(
  ctx: Context,
  { owner, id }: Pick<WindowEdit, 'owner' | 'id'>,
  scope: HostScope,
): Promise<EntryModel> {
  await requireSeen(ctx, owner, scope);
  return readEntry(ctx, id, placeOf(owner));
}

/** Leaves out the entries of groups that hold no host of the scope. */
export async function visibleOnly(
  ctx: Context,
  entries: readonly EntryModel[],
  scope: HostScope,
): Promise<EntryModel[]> {
  const groupIds = new Set(entries.flatMap(({ groupId }) => groupId ?? []));
  if (scope === 'all' || groupIds.size === 0) return [...entries];
  const seen = await ctx.core.hosts.visibleGroups([...groupIds], scope);
  return entries.filter(({ groupId }) => groupId === null || seen.has(groupId));
}

/** Throws HOST_NOT_FOUND or GROUP_NOT_FOUND, FORBIDDEN, WINDOW_INVALID, WINDOW_LIMIT_REACHED. */
export async function createWindow(
  ctx: Context,
  { call, owner, draft }: { call: idempotent.Call; owner: Owner; draft: EntryDraft },
  { by, scope }: Editor,
): Promise<EntryModel> {
  await requireOwner(ctx, owner, scope);
  requireTimes(draft, ctx.clock.now());
  const place = placeOf(owner);
  return ctx.tx(
    async (tx) => {
      await lockOwner(ctx, tx, owner);
      return insertOnce(ctx, tx, call, { place, draft, by });
    },
    { name: 'maintenance-windows.create' },
  );
}

export interface WindowEdit {
  owner: Owner;
  id: string;
  ifMatch: etags.IfMatch;
}

/** Throws as createWindow, and WINDOW_NOT_FOUND (also for a window of another owner) and PRECONDITION_FAILED. */
export async function updateWindow(
  ctx: Context,
  { owner, id, ifMatch, change }: WindowEdit & { change: Partial<EntryDraft> },
  { by, scope }: Editor,
): Promise<EntryModel> {
  await requireOwner(ctx, owner, scope);
  const place = placeOf(owner);
  return ctx.tx((tx) => changeEntry(ctx, tx, { id, place, change, ifMatch, by }), {
    name: 'maintenance-windows.update',
  });
}

/** Throws as updateWindow. */
export async function deleteWindow(
  ctx: Context,
  { owner, id, ifMatch }: WindowEdit,
  { by, scope }: Editor,
): Promise<void> {
  await requireOwner(ctx, owner, scope);
  const place = placeOf(owner);
  await ctx.tx((tx) => removeEntry(ctx, tx, { id, place, ifMatch, by }), {
    name: 'maintenance-windows.delete',
  });
}

/** A window of a group applies to all its hosts. */
async function requireOwner({ core: { hosts } }: Context, owner: Owner, scope: HostScope): Promise<void> {
  if ('hostId' in owner) await hosts.require(owner.hostId, scope);
  else await hosts.requireWholeGroup(owner.groupId, scope, 'windows');
}

async function requireSeen({ core: { hosts } }: Context, owner: Owner, scope: HostScope): Promise<void> {
  if ('hostId' in owner) await hosts.require(owner.hostId, scope);
  else await hosts.requireGroup(owner.groupId, scope);
}

/** Locks the owner, so that it is not deleted meanwhile and one transaction at a time counts its windows. */
async function lockOwner({ core: { hosts } }: Context, tx: Tx, owner: Owner): Promise<void> {
  if ('hostId' in owner) {
    if (await hosts.getIn(tx, owner.hostId)) return;
    throw new AppError('HOST_NOT_FOUND', { details: { host_id: owner.hostId } });
  }
  await lockGroup({ hosts }, tx, owner.groupId);
}

/** Throws GROUP_NOT_FOUND. */
export async function lockGroup(
  { hosts }: Pick<Context['core'], 'hosts'>,
  tx: Tx,
  groupId: string,
): Promise<void> {
  if (await hosts.getGroupIn(tx, groupId)) return;
  throw new AppError('GROUP_NOT_FOUND', { details: { group_id: groupId } });
}

/** Call it in the transaction that deletes the host. */
export const dropWindowsOfHost = (ctx: Context, tx: Tx, hostId: string, by: ActedBy): Promise<void> =>
  removeAllOf(ctx, tx, { host_id: hostId }, by);

/** Removes windows and freezes. Call it in the transaction that deletes the group. */
export const dropEntriesOfGroup = (ctx: Context, tx: Tx, groupId: string, by: ActedBy): Promise<void> =>
  removeAllOf(ctx, tx, { group_id: groupId }, by);
