import {
  AppError,
  compareText,
  planList,
  sortedText,
  validationError,
  type ActedBy,
  type ConfigurationImport,
  type ConfigurationNames,
  type ConfigurationPart,
  type ConfigurationProblem,
  type Context,
  type GroupDependent,
  type HostInFile,
  type Listed,
  type Tx,
} from '../../server/plugin.ts';
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
  by: ActedBy;
}

const PART = { window: 'windows', freeze: 'freezes' } as const;
const MOVED = ['WINDOW_NOT_FOUND', 'FREEZE_NOT_FOUND', 'WINDOW_LIMIT_REACHED', 'WINDOW_INVALID'];
/** The rules of a file are evaluated for at most this long before other work gets a turn. */
const TURN_MS = 10;

/** Exports and imports the windows, or the freezes, identified by their owner and name. */
export function entriesPart(ctx: Context, kind: EntryKind): ConfigurationPart {
  return {
    name: PART[kind],
    async export() {
      const names = await ctx.core.hosts.configurationNames();
      return (await storedEntries(ctx, kind, names)).map(({ entry }) => entry);
    },
    async plan(content, { makeEqual, by, before }: ConfigurationImport) {
      const entries = content as readonly EntryInFile[];
      refuseOwners(kind, entries);
      const names = await ctx.core.hosts.configurationNames(before.get('groups'));
      const world: World = { ctx, kind, names, by };
      const stored = await storedEntries(ctx, kind, names);
      const problems: ConfigurationProblem[] = [];
      const here = entries.flatMap((entry) => resolved(names, entry, problems));
      const wanted = await whatStarts(ctx, here, problems);
      return planList({
        ...{ stored, wanted, problems, makeEqual, keyOf, labelOf, moved: MOVED },
        kept: new Set(here.filter((entry) => !wanted.includes(entry)).map(keyOf)),
        add: async (tx, entry) =>
          insertEntry(ctx, tx, { place: await placeIn(world, tx, entry), draft: draftOf(entry), by }),
        change: async (tx, { id, editVersion, entry: old }, entry) => {
          const place = await placeIn(world, tx, old);
          await changeEntry(ctx, tx, {
            ...{ id, place, change: draftOf(entry), ifMatch: [String(editVersion)], by },
          });
        },
        remove: async (tx, { id, editVersion, entry }) => {
          const place = await placeIn(world, tx, entry);
          await removeEntry(ctx, tx, { id, place, ifMatch: [String(editVersion)], by });
        },
      });
    },
  };
}

async function storedEntries(
  ctx: Context,
  kind: EntryKind,
  names: ConfigurationNames,
): Promise<Listed<EntryInFile>[]> {
  const rows = await EntryModel.query(ctx.db.reader).where('kind', kind).orderBy('id');
  return rows
    .flatMap((row) => {
      const entry = toFile(row, names);
      return entry ? [{ id: row.id, editVersion: row.editVersion, entry }] : [];
    })
    .sort((a, b) => compareText(textOf(a.entry), textOf(b.entry)));
}

/** Returns null when the host or group of the entry is being deleted. */
function toFile(row: EntryModel, names: ConfigurationNames): EntryInFile | null {
  const { name, timezone, rrule, startsAt, durationSecs, enabled } = row;
  const host = row.hostId === null ? undefined : names.hostOf(row.hostId);
  const group = row.groupId === null ? undefined : names.groupOf(row.groupId);
  if (host === null || group === null) return null;
  return {
    ...(host ? { host } : {}),
    ...(group === undefined ? {} : { group }),
    ...{ name, timezone, duration_secs: durationSecs, enabled },
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
  problems: ConfigurationProblem[],
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
      ...(found ? { host: found.host } : {}),
      ...(named === undefined ? {} : { group: named }),
      ...(startsAt === undefined ? {} : { starts_at: new Date(startsAt).toISOString() }),
    },
  ];
}

/** Leaves out, and reports, entries that never start. Each distinct rule is evaluated once. */
async function whatStarts(
  ctx: Context,
  entries: readonly EntryInFile[],
  problems: ConfigurationProblem[],
): Promise<EntryInFile[]> {
  const refusals = new Map<string, string | null>();
  const good: EntryInFile[] = [];
  let turnMs = performance.now();
  for (const entry of entries) {
    const { timezone, rrule, starts_at: startsAt } = entry;
    const key = JSON.stringify([timezone, rrule, startsAt]);
    if (!refusals.has(key)) refusals.set(key, refusalOf(ctx, entry));
    const message = refusals.get(key) ?? null;
    if (message === null) good.push(entry);
    else problems.push({ name: labelOf(entry), message });
    if (performance.now() - turnMs < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turnMs = performance.now();
  }
  return good;
}

function refusalOf(ctx: Context, entry: EntryInFile): string | null {
  try {
    requireTimes(draftOf(entry), ctx.clock.now());
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'WINDOW_INVALID') return error.message;
    throw error;
  }
}

const draftOf = (entry: EntryInFile): EntryDraft => ({
  ...{ name: entry.name, timezone: entry.timezone, rrule: entry.rrule ?? null, enabled: entry.enabled },
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
  JSON.stringify([host?.machine_id ?? null, host?.fqdn.toLowerCase(), group?.toLowerCase(), name]);
const textOf = ({ host, group, name, ...rest }: EntryInFile): string =>
  sortedText([host?.fqdn ?? '', host?.machine_id ?? '', group ?? '', name, rest]);

/** The windows and freezes that are deleted with these groups. */
export async function groupDependents(
  { db }: Pick<Context, 'db'>,
  groupIds: readonly string[],
): Promise<GroupDependent[]> {
  const rows = await EntryModel.query(db.reader).whereIn('group_id', [...groupIds]);
  return rows.flatMap(({ groupId, kind, name }) => (groupId === null ? [] : [{ groupId, kind, name }]));
}
