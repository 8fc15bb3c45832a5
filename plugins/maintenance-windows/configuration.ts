import { AppError, configuration, type Context, names as keys, type Tx, validationError } from '#sdk';
import type { ConfigurationNames, GroupDependent, HostInFile } from '#sdk/hosts.ts';
import type { components } from '../../generated/manager.ts';
import { EntryModel, type EntryKind } from './models.ts';
import {
  changeEntry,
  insertEntry,
  removeEntry,
  requireTimes,
  type EntryDraft,
  type EntryPlace,
} from './service/entries.ts';

type EntryInFile = components['schemas']['ConfigurationWindow'];

interface World {
  ctx: Context;
  kind: EntryKind;
  names: ConfigurationNames;
}

const PART = { window: 'windows', freeze: 'freezes' } as const;
const MOVED = ['WINDOW_NOT_FOUND', 'FREEZE_NOT_FOUND', 'WINDOW_LIMIT_REACHED', 'WINDOW_INVALID'];

/** Exports and imports the windows, or the freezes, identified by their owner and name. */
export function entriesPart(ctx: Context, kind: EntryKind): configuration.Part {
  const part = configuration.listPart<EntryModel, EntryInFile>(ctx, {
    name: PART[kind],
    toFile,
    textOf,
    keyOf,
    labelOf,
    resolved,
    moved: MOVED,
    rows: () => EntryModel.query(ctx.db.reader).where('kind', kind).orderBy('id'),
    refusals: (entries) => configuration.refusedBy(entries, eachOnce(ctx)),
    writes(names, by) {
      const placeOf = (tx: Tx, entry: EntryInFile) => placeIn({ ctx, kind, names }, tx, entry);
      return {
        add: async (tx, entry) =>
          insertEntry(ctx, tx, { place: await placeOf(tx, entry), draft: draftOf(entry), by }),
        change: async (tx, { edit, entry: old }, entry) =>
          changeEntry(ctx, tx, { ...edit, place: await placeOf(tx, old), change: draftOf(entry), by }),
        remove: async (tx, { edit, entry }) =>
          removeEntry(ctx, tx, { ...edit, place: await placeOf(tx, entry), by }),
      };
    },
  });
  return {
    ...part,
    async plan(content, options) {
      refuseOwners(kind, content as readonly EntryInFile[]);
      return part.plan(content, options);
    },
  };
}

/** Returns null when the host or group of the entry is being deleted. */
function toFile(row: EntryModel, names: ConfigurationNames): EntryInFile | null {
  const { name, timezone, rrule, daysAfter, startsAt, durationSecs, enabled } = row;
  const host = row.hostId === null ? undefined : names.hostOf(row.hostId);
  const group = row.groupId === null ? undefined : names.groupOf(row.groupId);
  if (host === null || group === null) return null;
  return {
    ...(host ? { host } : {}),
    ...(group === undefined ? {} : { group }),
    name,
    timezone,
    days_after: daysAfter,
    duration_secs: durationSecs,
    enabled,
    ...(rrule === null ? {} : { rrule }),
    ...(startsAt === null ? {} : { starts_at: startsAt.toISOString() }),
  };
}

/** Refuses windows without exactly one of host and group; the API contract checks the rest. */
function refuseOwners(kind: EntryKind, entries: readonly EntryInFile[]): void {
  if (kind === 'freeze') return;
  const issues = entries.flatMap(({ host, group }, index) =>
    (host === undefined) === (group === undefined)
      ? [{ path: `/body/file/parts/${PART[kind]}/${index}`, message: 'must have either host or group' }]
      : [],
  );
  if (issues.length > 0) throw validationError(issues);
}

/** Spells the names of the entry as this manager does; reports an unknown host or group and then returns nothing. */
function resolved(
  names: ConfigurationNames,
  entry: EntryInFile,
  problems: configuration.Problem[],
): EntryInFile[] {
  const { host, group, starts_at: startsAt } = entry;
  const found = host && names.findHost(host);
  const named = group === undefined ? undefined : names.findGroup(group);
  if (found === null) problems.push({ name: labelOf(entry), message: 'Its host is not known here.' });
  if (named === null) problems.push({ name: labelOf(entry), message: 'Its group is not known here.' });
  if (found === null || named === null) return [];
  return [
    {
      ...entry,
      days_after: entry.days_after ?? 0,
      ...(found ? { host: found.host } : {}),
      ...(named === undefined ? {} : { group: named }),
      ...(startsAt === undefined ? {} : { starts_at: new Date(startsAt).toISOString() }),
    },
  ];
}

/** Throws WINDOW_INVALID for an entry that never starts. Each distinct rule is evaluated once. */
function eachOnce({ clock }: Context): (entry: EntryInFile) => void {
  const errors = new Map<string, unknown>();
  return (entry) => {
    const { timezone, rrule, days_after: daysAfter, starts_at: startsAt } = entry;
    const key = JSON.stringify([timezone, rrule, daysAfter, startsAt]);
    if (!errors.has(key))
      errors.set(
        key,
        errorOf(() => requireTimes(draftOf(entry), clock.now())),
      );
    const error = errors.get(key);
    if (error !== null) throw error;
  };
}

function errorOf(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

const draftOf = (entry: EntryInFile): EntryDraft => ({
  name: entry.name,
  timezone: entry.timezone,
  rrule: entry.rrule ?? null,
  daysAfter: entry.days_after ?? 0,
  enabled: entry.enabled,
  startsAt: entry.starts_at === undefined ? null : new Date(entry.starts_at),
  durationSecs: entry.duration_secs,
});

/** Locks and returns the host or group that the entry belongs to. Throws PRECONDITION_FAILED when it is gone. */
async function placeIn({ ctx, kind, names }: World, tx: Tx, entry: EntryInFile): Promise<EntryPlace> {
  const { host, group } = entry;
  if (host) {
    const id = names.findHost(host)?.id;
    if (id !== undefined && (await ctx.core.hosts.getIn(tx, id))) return { kind, hostId: id, groupId: null };
    throw new AppError('PRECONDITION_FAILED');
  }
  return { kind, hostId: null, groupId: group === undefined ? null : await names.groupIdIn(tx, group) };
}

const ownerOf = ({ host, group }: { host?: HostInFile; group?: string }): string =>
  host?.fqdn ?? group ?? 'The whole fleet';
const labelOf = (entry: EntryInFile): string => `${ownerOf(entry)}: ${entry.name}`;
const keyOf = ({ host, group, name }: EntryInFile): string =>
  JSON.stringify([
    host?.machine_id ?? null,
    host?.fqdn.toLowerCase(),
    group === undefined ? null : keys.normal(group),
    keys.normal(name),
  ]);
const textOf = ({ host, group, name, ...rest }: EntryInFile): string =>
  configuration.sortedText([host?.fqdn ?? '', host?.machine_id ?? '', group ?? '', name, rest]);

/** The windows and freezes that are deleted with these groups. */
export async function groupDependents(
  { db }: Pick<Context, 'db'>,
  groupIds: readonly string[],
): Promise<GroupDependent[]> {
  const rows = await EntryModel.query(db.reader).whereIn('group_id', [...groupIds]);
  return rows.flatMap(({ groupId, kind, name }) => (groupId === null ? [] : [{ groupId, kind, name }]));
}
