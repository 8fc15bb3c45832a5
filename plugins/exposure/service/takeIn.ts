import { type Context, newId, standings, tables, type Tx } from '#sdk';
import type { PatchState } from '#sdk/hosts.ts';
import { CountChanges, type CountedPatch } from '../domain/counts.ts';
import type { ToldAdvisory } from '../domain/advisory.ts';
import {
  findingChanges,
  openCves,
  advisoriesOf,
  openPatches,
  toldAdvisories,
  type OpenCve,
  type OpenPatch,
} from '../domain/standing.ts';
import { FLAP_MS, ROW_LIMITS, withinRoom } from '../domain/rowLimits.ts';
import { DataSetModel, ExceptionModel, FindingModel, PatchModel } from '../models.ts';
import { keepAdvisories } from './advisoryRows.ts';
import { COUNTED, writeCounts } from './counts.ts';
import { countCves, type CveNews } from './cveRows.ts';
import type { PatchNames, Ranks } from './patchNames.ts';
import { SCORED } from './scores.ts';
import { countStandings, takeTurn } from './standings.ts';

/** Hosts of one transaction: it holds SQLite's only connection. */
const HOSTS = 20;
/** CVEs and patches of one transaction: the first list of a host, or one that it makes up, may have ten thousand of each. */
const ROWS = 1_000;

/**
 * Takes in what the due hosts lack now: compares it with the stored rows, and opens, changes and closes rows. A host
 * stays due until all of its list is written, so the next transaction, also after a crash, compares again and finds the
 * rest. A row's lock lets managers take turns. Resolves with how many hosts it looked at; 0 when none is due.
 */
export async function takeInSome(ctx: Context, names: PatchNames): Promise<number> {
  return ctx.tx((tx) => takeIn(ctx, tx, names), { name: 'exposure.takeIn', durable: false });
}

async function takeIn(ctx: Context, tx: Tx, names: PatchNames): Promise<number> {
  await takeTurn(tx);
  const due = (await tx
    .knex('exposure_due')
    .orderBy('host_id')
    .limit(HOSTS)
    .forUpdate()
    .select('host_id')) as { host_id: string }[];
  const ids = due.map(({ host_id: id }) => id);
  if (ids.length === 0) return noneIsDue(tx);
  const work = await readWork(ctx, tx, { ids, names });
  const states = new Map(work.states.map((state) => [state.hostId, state]));
  const writes = new Writes();
  const taken: string[] = [];
  for (const id of ids) {
    const state = states.get(id);
    if (state) judge(work, state, writes);
    else await forget(tx, { id, work, writes });
    if (writes.isFull) break;
    taken.push(id);
  }
  await tx.knex('exposure_due').whereIn('host_id', taken).delete();
  await write(tx, writes, work.now);
  await countStandings(tx, ids.slice(0, taken.length + 1), work.now);
  return ids.length;
}

/** When no host is due, every host has what imported files say, and those that all CVEs have as well are done. */
async function noneIsDue({ knex }: Tx): Promise<0> {
  const pending = await DataSetModel.query(knex).where('scored_after', SCORED);
  for (const { kind } of pending) await DataSetModel.query(knex).findById(kind).patch({ scoredAfter: null });
  return 0;
}

interface Work {
  now: Date;
  levels: standings.ServiceLevels;
  states: PatchState[];
  /** Hosts that were taken in before, with what was cut then: a new row on them is opened at the present time. */
  known: Map<string, number | null>;
  /** Rows that were opened within a day, by host; of a host whose first list is not taken in, all of its rows. */
  newFindings: Map<string, number>;
  newPatches: Map<string, number>;
  findings: Map<string, FindingModel[]>;
  patches: Map<string, PatchModel[]>;
  exceptions: Map<string, ExceptionModel[]>;
  /** Severity ranks of CVEs that an imported file names. */
  ranks: Ranks;
}

async function readWork(
  ctx: Context,
  tx: Tx,
  { ids, names }: { ids: readonly string[]; names: PatchNames },
): Promise<Work> {
  const { knex } = tx;
  const known = (await knex('exposure_hosts').whereIn('host_id', ids).select('host_id', 'cut')) as {
    host_id: string;
    cut: number | null;
  }[];
  const now = ctx.clock.now();
  const taken = new Map(known.map((row) => [row.host_id, row.cut]));
  const brought = async (table: string): Promise<Map<string, number>> => {
    const hostIds = [...taken.keys()];
    const opened = await tables.broughtInADay(knex, { table, hostIds, at: 'opened_at', now });
    const all = (await knex(table)
      .whereIn(
        'host_id',
        ids.filter((id) => !taken.has(id)),
      )
      .groupBy('host_id')
      .select('host_id')
      .count({ brought: '*' })) as { host_id: string; brought: number }[];
    return new Map([...opened, ...all.map((row): [string, number] => [row.host_id, Number(row.brought)])]);
  };
  return {
    now,
    newFindings: await brought('exposure_findings'),
    newPatches: await brought('exposure_patches'),
    levels: await ctx.core.hosts.serviceLevels(tx),
    ...(await names.told(knex, await ctx.core.hosts.patchStatesIn(tx, ids))),
    known: taken,
    findings: byHost(await FindingModel.query(knex).whereIn('host_id', ids).where('open', 1)),
    patches: byHost(await PatchModel.query(knex).whereIn('host_id', ids).where('open', 1)),
    exceptions: byHost(await ExceptionModel.query(knex).whereIn('host_id', ids)),
  };
}

function byHost<Row extends { hostId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ hostId }) => hostId);
}

/** Gathers what is to be written for a batch of hosts. */
class Writes {
  #left = ROWS;
  /** There is more to write than one transaction does. */
  isFull = false;
  /** Hosts that were never taken in before. */
  readonly taken: string[] = [];
  /** How much of each host's list was left out, where that is another number than before. */
  readonly cut = new Map<string, number | null>();
  readonly newFindings: Partial<FindingModel>[] = [];
  readonly newPatches: Partial<PatchModel>[] = [];
  readonly changedFindings: { id: string; set: Partial<FindingModel> }[] = [];
  readonly changedPatches: { id: string; set: Partial<PatchModel> }[] = [];
  readonly closedFindings = { PATCHED: [] as string[], NOT_NAMED: [] as string[] };
  /** Findings that leave no row. */
  readonly flaps: string[] = [];
  readonly closedPatches: string[] = [];
  readonly packageCounts = new CountChanges('name');
  readonly advisoryCounts = new CountChanges('advisoryId');
  /** What hosts tell of the advisories of new and changed patches. */
  readonly told: ToldAdvisory[] = [];
  readonly cves = new Map<string, CveNews>();

  /** Those of the rows that this transaction may write. */
  take<Row>(rows: readonly Row[]): readonly Row[] {
    const some = rows.length > this.#left ? rows.slice(0, this.#left) : rows;
    this.#left -= some.length;
    this.isFull ||= some.length < rows.length;
    return some;
  }

  /** Notes a host whose open patches were `before` and are `now`. */
  note(before: readonly PatchModel[], now: readonly CountedPatch[]): void {
    this.packageCounts.note(before, now);
    this.advisoryCounts.note(before, now);
  }

  news(cve: string): CveNews {
    const known = this.cves.get(cve) ?? { hosts: 0, severityRank: 0, packages: [], openedAt: [] };
    this.cves.set(cve, known);
    return known;
  }
}

function judge(work: Work, state: PatchState, writes: Writes): void {
  const { hostId } = state;
  // It is not known what the host lacks: its rows stay as they are.
  if (state.polledAt === null || state.patchesTotal === null) return;
  const lacks = standings.lacksOf(state, { madeAt: work.now, levels: work.levels, excepted: new Set() });
  const advisories = advisoriesOf(state);
  const patches = openPatches(state, lacks, advisories);
  const isWhole = lacks.length >= (state.securityTotal ?? 0);
  const unclear = new Set(state.unclear.map(({ name }) => name));
  const isKnown = work.known.has(hostId);
  const roomOf = (brought: Map<string, number>): number =>
    (isKnown ? ROW_LIMITS.newADay : ROW_LIMITS.open) - (brought.get(hostId) ?? 0);
  const { cut: cutPatches, news } = judgePatches(
    { ...work, hostId, isWhole, unclear, room: roomOf(work.newPatches) },
    patches,
    writes,
  );
  writes.told.push(...toldAdvisories(advisories, lacks, news));
  const stored = work.findings.get(hostId) ?? [];
  const changes = findingChanges(stored, {
    cves: openCves(patches, lacks, work.ranks),
    patches,
    isWhole,
    unclear,
    owesRestart: state.rebootRequired === true,
  });
  const left = ROW_LIMITS.open - stored.length + changes.closed.length;
  const { kept, cut } = withinRoom(changes.opened, Math.min(left, roomOf(work.newFindings)));
  noteCut(work, writes, { hostId, cut: cut + cutPatches });
  const closed = writes.take(changes.closed);
  const changed = writes.take(changes.changed);
  for (const one of writes.take(kept)) {
    const openedAt = isKnown ? work.now : one.since;
    writes.newFindings.push({ id: newId(), hostId, cve: one.cve, open: 1, openedAt, ...told(one) });
    noteOpen(writes.news(one.cve), one).openedAt.push(openedAt);
    writes.news(one.cve).hosts += 1;
  }
  for (const { id, now } of changed) {
    writes.changedFindings.push({ id, set: told(now) });
    noteOpen(writes.news(now.cve), now);
  }
  const openedAt = new Map(stored.map((row) => [row.id, row.openedAt]));
  for (const { id, cve, by } of closed) {
    const since = openedAt.get(id);
    const isFlap = by === 'NOT_NAMED' && since && work.now.getTime() - since.getTime() < FLAP_MS;
    (isFlap ? writes.flaps : writes.closedFindings[by]).push(id);
    writes.news(cve).hosts -= 1;
  }
  // Only then are new rows opened at the present time, and counted by the day.
  if (!isKnown && !writes.isFull) writes.taken.push(hostId);
}

function noteCut(
  { known }: Pick<Work, 'known'>,
  writes: Writes,
  { hostId, cut }: { hostId: string; cut: number },
): void {
  const now = cut === 0 ? null : cut;
  if (now !== (known.get(hostId) ?? null)) writes.cut.set(hostId, now);
}

function told({ packages }: OpenCve): Pick<FindingModel, 'package' | 'packages' | 'fixedVersion'> {
  const [first] = packages;
  return {
    package: first?.name ?? '',
    packages: packages.map(({ name }) => name),
    fixedVersion: first?.fixedVersion ?? null,
  };
}

function noteOpen(news: CveNews, { packages, severityRank }: OpenCve): CveNews {
  news.severityRank = Math.max(news.severityRank, severityRank);
  news.packages.push(...packages);
  return news;
}

/** Returns how many patches are not recorded, and those that are written anew. */
function judgePatches(
  {
    hostId,
    isWhole,
    unclear,
    patches: stored,
    exceptions,
    room,
  }: Pick<Work, 'patches' | 'exceptions'> & {
    hostId: string;
    isWhole: boolean;
    unclear: ReadonlySet<string>;
    room: number;
  },
  patches: readonly OpenPatch[],
  writes: Writes,
): { cut: number; news: OpenPatch[] } {
  const excepted = new Map((exceptions.get(hostId) ?? []).map((row) => [row.package, row.expiresAt]));
  const rows = new Map((stored.get(hostId) ?? []).map((row) => [`${row.name}:${row.arch}`, row]));
  const keyOf = ({ name, arch }: Pick<OpenPatch, 'name' | 'arch'>): string => `${name}:${arch}`;
  const withException = (patch: OpenPatch): OpenPatch & Pick<PatchModel, 'exceptedUntil'> => ({
    ...patch,
    exceptedUntil: patch.held ? (excepted.get(patch.name) ?? null) : null,
  });
  const before = stored.get(hostId) ?? [];
  const { kept, cut } = withinRoom(
    patches.filter((patch) => !rows.has(keyOf(patch))),
    room,
  );
  const lacked = new Set(patches.map(keyOf));
  // What is pending and may be for security, as it was once known to be, is not gone.
  const isGone = (row: PatchModel): boolean => isWhole && !lacked.has(keyOf(row)) && !unclear.has(row.name);
  const changed = patches.flatMap((patch) => {
    const row = rows.get(keyOf(patch));
    const now = withException(patch);
    return row && !isSamePatch(row, now) ? [{ row, now }] : [];
  });
  const closed = new Set(writes.take(before.filter(isGone)));
  const set = new Map(writes.take(changed).map(({ row, now }) => [row, now]));
  const added = writes.take(kept).map(withException);
  writes.closedPatches.push(...[...closed].map(({ id }) => id));
  for (const [{ id }, now] of set) writes.changedPatches.push({ id, set: now });
  for (const patch of added) writes.newPatches.push({ id: newId(), hostId, open: 1, ...patch });
  const left = before.filter((row) => !closed.has(row)).map((row) => set.get(row) ?? row);
  writes.note(before, [...left, ...added]);
  return { cut, news: [...set.values(), ...added] };
}

function isSamePatch(row: PatchModel, now: Partial<PatchModel>): boolean {
  return Object.entries(now).every(([name, value]) => {
    const before = row[name as keyof PatchModel] as unknown;
    if (before instanceof Date && value instanceof Date) return before.getTime() === value.getTime();
    return before === value;
  });
}

/** Deletes all rows of a host that is gone, as many as one transaction may. */
async function forget(
  { knex }: Tx,
  { id, work, writes }: { id: string; work: Work; writes: Writes },
): Promise<void> {
  const patches = work.patches.get(id) ?? [];
  const findings = writes.take(work.findings.get(id) ?? []);
  for (const { cve } of findings) writes.news(cve).hosts -= 1;
  const gone = writes.take(patches);
  writes.note(patches, patches.slice(gone.length));
  await deleteRows(knex, 'exposure_findings', findings);
  await deleteRows(knex, 'exposure_patches', gone);
  for (const table of ['exposure_findings', 'exposure_patches']) {
    if (writes.isFull) return;
    const rows = (await knex(table)
      .where('host_id', id)
      .limit(ROWS + 1)
      .select('id')) as { id: string }[];
    await deleteRows(knex, table, writes.take(rows));
  }
  if (writes.isFull) return;
  for (const table of ['exposure_exceptions', 'exposure_hosts'])
    await knex(table).where('host_id', id).delete();
}

async function deleteRows(knex: Tx['knex'], table: string, rows: readonly { id: string }[]): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK)
    await knex(table)
      .whereIn(
        'id',
        rows.slice(at, at + CHUNK).map(({ id }) => id),
      )
      .delete();
}

/** Ids of one statement. */
const CHUNK = 500;

async function write(tx: Tx, writes: Writes, now: Date): Promise<void> {
  const { knex } = tx;
  if (writes.taken.length > 0)
    await knex('exposure_hosts')
      .insert(writes.taken.map((id) => ({ host_id: id, taken_at: now })))
      .onConflict('host_id')
      .ignore();
  for (const [id, cut] of writes.cut) await knex('exposure_hosts').where('host_id', id).update({ cut });
  await deleteRows(
    knex,
    'exposure_findings',
    writes.flaps.map((id) => ({ id })),
  );
  for (const by of ['PATCHED', 'NOT_NAMED'] as const)
    await close(tx, 'exposure_findings', { ids: writes.closedFindings[by], set: { closed_by: by }, now });
  await close(tx, 'exposure_patches', { ids: writes.closedPatches, set: {}, now });
  for (const { id, set } of writes.changedFindings) await FindingModel.query(knex).findById(id).patch(set);
  for (const { id, set } of writes.changedPatches) await PatchModel.query(knex).findById(id).patch(set);
  await tables.insertModels(FindingModel, knex, writes.newFindings);
  await tables.insertModels(PatchModel, knex, writes.newPatches);
  await countCves(tx, writes.cves);
  await keepAdvisories(tx, writes.told);
  await writeCounts(tx, COUNTED.name, writes.packageCounts.list());
  await writeCounts(tx, COUNTED.advisoryId, writes.advisoryCounts.list());
}

async function close(
  { knex }: Tx,
  table: string,
  { ids, set, now }: { ids: readonly string[]; set: object; now: Date },
): Promise<void> {
  for (let at = 0; at < ids.length; at += CHUNK)
    await knex(table)
      .whereIn('id', ids.slice(at, at + CHUNK))
      .update({ ...set, open: null, closed_at: now });
}
