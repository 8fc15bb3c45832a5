import { AppError, type Context, Editable, etags, type idempotent, recurrence, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { EntryModel, type EntryKind } from '../models.ts';

/** The fields of a window or a freeze that people set. */
export interface EntryDraft extends recurrence.RecurringTimes {
  name: string;
  daysAfter: number;
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

export const freezeNotFound = (id: string): AppError =>
  new AppError('FREEZE_NOT_FOUND', { details: { freeze_id: id } });

const edits = {
  window: editsOf('window', (id) => new AppError('WINDOW_NOT_FOUND', { details: { window_id: id } })),
  freeze: editsOf('freeze', freezeNotFound),
};

function editsOf(kind: EntryKind, notFound: (id: string) => AppError) {
  return new Editable(EntryModel, {
    kind,
    notFound,
    full: 'WINDOW_LIMIT_REACHED',
    fields: ['name', 'timezone', 'rrule', 'daysAfter', 'startsAt', 'durationSecs', 'enabled'],
    audited: ({ hostId, groupId }) => ({ hostId, groupId }),
    parentOf: ({ hostId, groupId }) => hostId ?? groupId,
  });
}

/** Throws WINDOW_INVALID for times that never yield a start. */
export function requireTimes(times: recurrence.RecurringTimes, now: Date): void {
  requireOneKind(times);
  try {
    recurrence.requireStarts(times);
    // A start that is found quickly from the first day on may take too long to find from today on.
    recurrence.occurrencesOf(times, { fromMs: now.getTime(), limit: 1 });
  } catch (error) {
    throw invalid(error);
  }
}

/** An entry as it would be saved; for what only looks at it. */
export const unsavedEntry = (place: EntryPlace, draft: EntryDraft, id: string): EntryModel =>
  EntryModel.fromJson({ id, ...place, ...draft }, { skipValidation: true });

/** The openings to show of an entry that nobody has saved. Throws WINDOW_INVALID, and as previewTimes. */
export async function previewEntry(
  { computing }: Pick<Context, 'computing'>,
  times: recurrence.RecurringTimes,
  options: Parameters<typeof recurrence.previewTimes>[2],
): Promise<recurrence.Occurrence[]> {
  requireOneKind(times);
  return recurrence.previewTimes(computing, times, options).catch((error: unknown) => {
    throw invalid(error);
  });
}

function requireOneKind({ rrule, daysAfter = 0, startsAt }: recurrence.RecurringTimes): void {
  if ((rrule === null) === (startsAt === null))
    throw new AppError('WINDOW_INVALID', { message: 'A window needs either a rule or a start.' });
  if (rrule === null && daysAfter > 0)
    throw new AppError('WINDOW_INVALID', { message: 'Only a window with a rule has days after it.' });
}

const invalid = (error: unknown): unknown =>
  error instanceof recurrence.RecurrenceRefused
    ? new AppError('WINDOW_INVALID', { message: error.message }, { cause: error })
    : error;

export interface NewEntry {
  place: EntryPlace;
  draft: EntryDraft;
  by: ActedBy;
}

/** Call it in a transaction that has locked the owner. Throws WINDOW_LIMIT_REACHED. */
export async function insertEntry(ctx: Context, tx: Tx, { place, draft, by }: NewEntry): Promise<EntryModel> {
  const { kind, hostId, groupId } = place;
  await edits[kind].refuseFull(tx, kind === 'freeze' ? MOST_FREEZES : MOST_WINDOWS, { kind });
  if (kind === 'window')
    await edits.window.refuseFull(tx, MOST_WINDOWS_OF_ONE, { kind, host_id: hostId, group_id: groupId });
  return edits[kind].insert(ctx, tx, { ...place, ...draft }, { by });
}

/** The same key gives the same entry. Throws as insertEntry, and IDEMPOTENCY_MISMATCH. */
export const insertOnce = (
  ctx: Context,
  tx: Tx,
  call: idempotent.Call,
  entry: NewEntry,
): Promise<EntryModel> => edits[entry.place.kind].once(ctx, tx, call, () => insertEntry(ctx, tx, entry));

/** The owner that a request names; an entry of another owner is not found. */
type NamedPlace = EntryPlace | { kind: 'freeze' };

/** Throws WINDOW_NOT_FOUND or FREEZE_NOT_FOUND. */
export const readEntry = ({ db }: Pick<Context, 'db'>, id: string, place: NamedPlace): Promise<EntryModel> =>
  edits[place.kind].read(db.reader, id, isAt(place));

export interface EntryChange {
  id: string;
  place: NamedPlace;
  /** Partial: what is absent keeps its value. */
  change: Partial<EntryDraft>;
  ifMatch: etags.IfMatch;
  by: ActedBy;
}

/** Throws WINDOW_NOT_FOUND or FREEZE_NOT_FOUND, PRECONDITION_FAILED, WINDOW_INVALID. */
export async function changeEntry(ctx: Context, tx: Tx, input: EntryChange): Promise<EntryModel> {
  const { place, change, by } = input;
  const before = await lockedEntry(tx, input);
  const set = { ...edits[place.kind].draftOf(before), ...change };
  if (etags.changesNothing(before, set)) return before;
  requireTimes(set, ctx.clock.now());
  return edits[place.kind].update(ctx, tx, { before, set }, { by });
}

/** Throws as changeEntry. */
export async function removeEntry(ctx: Context, tx: Tx, input: Omit<EntryChange, 'change'>): Promise<void> {
  await edits[input.place.kind].delete(ctx, tx, [await lockedEntry(tx, input)], { by: input.by });
}

/** Removes all entries of a host or a group, in the transaction that deletes it. */
export async function removeAllOf(
  ctx: Context,
  tx: Tx,
  where: { host_id: string } | { group_id: string },
  by: ActedBy,
): Promise<void> {
  const rows = await EntryModel.query(tx.knex).where(where).forUpdate();
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind))
    await edits[kind].delete(ctx, tx, some, { by });
}

const lockedEntry = (
  tx: Tx,
  { id, place, ifMatch }: Pick<EntryChange, 'id' | 'place' | 'ifMatch'>,
): Promise<EntryModel> => edits[place.kind].locked(tx, id, ifMatch, isAt(place));

const isAt =
  (place: NamedPlace) =>
  ({ kind, hostId, groupId }: EntryModel): boolean =>
    kind === place.kind && (!('hostId' in place) || (hostId === place.hostId && groupId === place.groupId));
