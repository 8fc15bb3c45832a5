import {
  AppError,
  changesNothing,
  newId,
  occurrencesOf,
  RecurrenceRefused,
  requireMatch,
  previewTimes,
  requireStarts,
  type ActedBy,
  type Context,
  type IdempotentCall,
  type IfMatch,
  type Occurrence,
  type RecurringTimes,
  type Tx,
} from '../../../server/plugin.ts';
import { EntryModel, type EntryKind } from '../models.ts';

/** The fields of a window or a freeze that people set. */
export interface EntryDraft extends RecurringTimes {
  name: string;
  enabled: boolean;
}

/** The owner of an entry; both ids are null for a freeze of the fleet. */
export interface EntryPlace {
  kind: EntryKind;
  hostId: string | null;
  groupId: string | null;
}

/** The most that a manager keeps: of one host or group, and in all. */
const MOST_WINDOWS_OF_ONE = 50;
const MOST_WINDOWS = 50_000;
const MOST_FREEZES = 500;

/** Throws WINDOW_INVALID for times that never yield a start. */
export function requireTimes(times: RecurringTimes, now: Date): void {
  requireOneKind(times);
  try {
    requireStarts(times);
    // A start that is found quickly from the first day on may take too long to find from today on.
    occurrencesOf(times, { fromMs: now.getTime(), limit: 1 });
  } catch (error) {
    throw invalid(error);
  }
}

/** The openings to show of an entry that nobody has saved. Throws WINDOW_INVALID, and as previewTimes. */
export async function previewEntry(
  { computing }: Pick<Context, 'computing'>,
  times: RecurringTimes,
  options: Parameters<typeof previewTimes>[2],
): Promise<Occurrence[]> {
  requireOneKind(times);
  return previewTimes(computing, times, options).catch((error: unknown) => {
    throw invalid(error);
  });
}

function requireOneKind({ rrule, startsAt }: RecurringTimes): void {
  if ((rrule === null) === (startsAt === null))
    throw new AppError('WINDOW_INVALID', { message: 'A window needs either a rule or a start.' });
}

const invalid = (error: unknown): unknown =>
  error instanceof RecurrenceRefused
    ? new AppError('WINDOW_INVALID', { message: error.message }, { cause: error })
    : error;

export interface NewEntry {
  place: EntryPlace;
  draft: EntryDraft;
  by: ActedBy;
}

/** Call it in a transaction that has locked the owner. Throws WINDOW_LIMIT_REACHED. */
export async function insertEntry(ctx: Context, tx: Tx, { place, draft, by }: NewEntry): Promise<EntryModel> {
  await refuseTooMany(tx, place);
  const now = ctx.clock.now();
  const { name, timezone, rrule, startsAt, durationSecs, enabled } = draft;
  const entry = await EntryModel.query(tx.knex).insertAndFetch({
    ...{ id: newId(), ...place, name, timezone, rrule, startsAt, durationSecs, enabled },
    ...{ editVersion: 1, createdAt: now, updatedAt: now },
  });
  ctx.audit.record(tx, {
    ...by,
    action: `${place.kind}.created`,
    resource: { kind: place.kind, id: entry.id, name },
    after: forAudit(entry),
  });
  return entry;
}

/** The same key gives the same entry. Throws as insertEntry, and IDEMPOTENCY_MISMATCH. */
export const insertOnce = (
  ctx: Context,
  tx: Tx,
  call: IdempotentCall,
  entry: NewEntry,
): Promise<EntryModel> =>
  ctx.idempotency.onceRow(tx, call, {
    make: () => insertEntry(ctx, tx, entry),
    find: (id) => lockedEntry(tx, id, entry.place),
  });

async function refuseTooMany(tx: Tx, { kind, hostId, groupId }: EntryPlace): Promise<void> {
  const of = (where: object): Promise<number> => EntryModel.query(tx.knex).where(where).resultSize();
  const most = kind === 'freeze' ? MOST_FREEZES : MOST_WINDOWS;
  const isFull = (await of({ kind })) >= most;
  const isOwnFull =
    kind === 'window' && (await of({ kind, host_id: hostId, group_id: groupId })) >= MOST_WINDOWS_OF_ONE;
  if (!isFull && !isOwnFull) return;
  throw new AppError('WINDOW_LIMIT_REACHED', { details: { max: isFull ? most : MOST_WINDOWS_OF_ONE } });
}

export interface EntryChange {
  id: string;
  /** The owner named in the request; an entry of another owner is not found. */
  place: EntryPlace | { kind: 'freeze' };
  /** Partial: what is absent keeps its value. */
  change: Partial<EntryDraft>;
  ifMatch: IfMatch;
  by: ActedBy;
}

/** Throws WINDOW_NOT_FOUND or FREEZE_NOT_FOUND, PRECONDITION_FAILED, WINDOW_INVALID. */
export async function changeEntry(ctx: Context, tx: Tx, input: EntryChange): Promise<EntryModel> {
  const { id, place, change, ifMatch, by } = input;
  const before = await lockedEntry(tx, id, place);
  requireMatch(ifMatch, before.editVersion);
  const after = { ...draftOf(before), ...change };
  if (changesNothing(before, after)) return before;
  requireTimes(after, ctx.clock.now());
  const editVersion = before.editVersion + 1;
  const changed = await EntryModel.query(tx.knex).patchAndFetchById(id, {
    ...after,
    editVersion,
    updatedAt: ctx.clock.now(),
  });
  ctx.audit.record(tx, {
    ...by,
    action: `${before.kind}.updated`,
    resource: { kind: before.kind, id, name: after.name },
    before: forAudit(before),
    after: forAudit(changed),
  });
  return changed;
}

/** Throws as changeEntry. */
export async function removeEntry(
  ctx: Context,
  tx: Tx,
  { id, place, ifMatch, by }: Omit<EntryChange, 'change'>,
): Promise<void> {
  const entry = await lockedEntry(tx, id, place);
  requireMatch(ifMatch, entry.editVersion);
  await dropEntries(ctx, tx, [entry], by);
}

/** Removes all entries of a host or a group, in the transaction that deletes it. */
export async function removeAllOf(
  ctx: Context,
  tx: Tx,
  where: { host_id: string } | { group_id: string },
  by: ActedBy,
): Promise<void> {
  await dropEntries(ctx, tx, await EntryModel.query(tx.knex).where(where).forUpdate(), by);
}

async function dropEntries(ctx: Context, tx: Tx, entries: readonly EntryModel[], by: ActedBy): Promise<void> {
  if (entries.length === 0) return;
  await EntryModel.query(tx.knex)
    .whereIn(
      'id',
      entries.map(({ id }) => id),
    )
    .delete();
  for (const entry of entries) {
    const resource = { kind: entry.kind, id: entry.id, name: entry.name };
    ctx.audit.record(tx, { ...by, action: `${entry.kind}.deleted`, resource, before: forAudit(entry) });
  }
}

async function lockedEntry(tx: Tx, id: string, place: EntryChange['place']): Promise<EntryModel> {
  const row = await EntryModel.query(tx.knex).findById(id).forUpdate();
  const isThere =
    row?.kind === place.kind &&
    (!('hostId' in place) || (row.hostId === place.hostId && row.groupId === place.groupId));
  if (row && isThere) return row;
  if (place.kind === 'freeze') throw new AppError('FREEZE_NOT_FOUND', { details: { freeze_id: id } });
  throw new AppError('WINDOW_NOT_FOUND', { details: { window_id: id } });
}

const draftOf = ({ name, timezone, rrule, startsAt, durationSecs, enabled }: EntryModel): EntryDraft => ({
  ...{ name, timezone, rrule, startsAt, durationSecs, enabled },
});

function forAudit(entry: EntryModel): Record<string, string | number | boolean | null> {
  const { name, timezone, rrule, startsAt, durationSecs, enabled } = entry;
  return {
    ...{ name, host_id: entry.hostId, group_id: entry.groupId, timezone, rrule },
    ...{ starts_at: startsAt?.toISOString() ?? null, duration_secs: durationSecs, enabled },
  };
}
