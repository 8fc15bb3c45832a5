import { type Context, type HostScope, newId, scopeWithin, work } from '#sdk';
import type { Viewer } from '../api.ts';
import { openAt, type Span, type Spans } from '../domain/openings.ts';
import { EntryModel } from '../models.ts';
import { alikeOf, entriesOfAll, type Alike } from './alike.ts';
import type { Calendar, KnownSpans } from './calendar.ts';
import { unsavedEntry, type EntryDraft, type EntryPlace } from './entries.ts';
import { judgeBy, NOTHING_PASSED } from './verdict.ts';
import { listAllWindows } from './windows.ts';

/** How many openings of an entry are looked at, and how far ahead. */
const MOST_OPENINGS = 5;
const LONGEST_AHEAD_MS = 90 * 86_400_000;
const MOST_NAMED = 5;
/** Runs are judged for at most this long in all. */
const LONGEST_WORK_MS = 1_500;

/** What will begin in an opening of a window, or would have begun during a freeze. */
export interface OutlookRun {
  kind: 'policy' | 'job';
  id: string;
  /** Null: the job has none. */
  name: string | null;
  startMs: number;
}

/** A freeze that an opening meets. */
export interface OutlookFreeze {
  id: string;
  name: string;
  covers: 'whole' | 'part';
}

export interface OutlookOpening extends Span {
  runs: OutlookRun[];
  runsTotal: number;
  freezes: OutlookFreeze[];
}

/** The next openings of a window or a freeze, each with what happens in it. */
export interface Outlook {
  entry: EntryModel;
  openings: OutlookOpening[];
  /** Not everything was looked at: an opening without a run may have one. */
  isCut: boolean;
}

interface OutlookAsked {
  entries: readonly EntryModel[];
  /** An entry among them that is not saved, with its openings. */
  draft?: { entry: EntryModel; spans: Spans };
  /** The hosts that count: those of the viewer, or some of them. */
  within: HostScope;
}

const MOST_WINDOWS = 100;

/** The outlooks of the enabled windows that open next, of those that the viewer may see. */
export async function windowOutlooks(
  ctx: Context,
  calendar: Calendar,
  viewer: Viewer,
): Promise<{ outlooks: Outlook[]; isCut: boolean }> {
  const windows = await listAllWindows(ctx, viewer.scope);
  const next = await calendar.nextOf(windows, ctx.clock.now());
  const startOf = ({ id }: EntryModel): number => next.get(id)?.startMs ?? Infinity;
  const opening = windows.filter(({ id }) => next.has(id)).sort((a, b) => startOf(a) - startOf(b));
  const entries = opening.slice(0, MOST_WINDOWS);
  const outlooks = await outlooksOf(ctx, calendar, { entries, within: viewer.scope }, viewer);
  return { outlooks, isCut: opening.length > MOST_WINDOWS };
}

/** An entry that may not be saved, with its openings. */
export interface DraftAsked {
  place: EntryPlace;
  draft: EntryDraft;
  spans: Spans;
  /** The saved entry that it would replace. */
  id?: string;
}

/**
 * The outlook of a draft; null for what is disabled and for a window without an owner. Throws HOST_NOT_FOUND and
 * GROUP_NOT_FOUND for an owner that the viewer may not see.
 */
export async function draftOutlook(
  ctx: Context,
  calendar: Calendar,
  { place, draft, spans, id = newId() }: DraftAsked,
  viewer: Viewer,
): Promise<Outlook | null> {
  const { kind, hostId, groupId } = place;
  if (hostId !== null) await ctx.core.hosts.require(hostId, viewer.scope);
  if (groupId !== null) await ctx.core.hosts.requireGroup(groupId, viewer.scope);
  const isOwnerless = hostId === null && groupId === null;
  if (!draft.enabled || (kind === 'window' && isOwnerless)) return null;
  const ofOwner: HostScope = hostId !== null ? { hostIds: [hostId] } : groupScope(groupId);
  const entry = unsavedEntry(place, draft, id);
  const within = scopeWithin(ofOwner, viewer.scope);
  const asked = { entries: [entry], draft: { entry, spans }, within };
  const [outlook] = await outlooksOf(ctx, calendar, asked, viewer);
  return outlook ?? null;
}

const groupScope = (groupId: string | null): HostScope =>
  groupId === null ? 'all' : { groupIds: [groupId] };

/**
 * What will begin in the next openings of these entries: runs of policies and waiting jobs, as far as the viewer may
 * see them, each at the opening in which the gate would let its hosts begin; and the freezes that the openings meet.
 */
async function outlooksOf(
  ctx: Context,
  calendar: Calendar,
  { entries, draft, within }: OutlookAsked,
  viewer: Viewer,
): Promise<Outlook[]> {
  const now = ctx.clock.now();
  const saved = entries.filter((entry) => entry !== draft?.entry);
  const own = new Map<string, Spans>(await calendar.knownSpansOf(saved, now));
  if (draft) own.set(draft.entry.id, draft.spans);
  const outlooks = entries.map((entry) => {
    const openings = openingsOf(own.get(entry.id) ?? [], now);
    return { entry, openings, isCut: false };
  });
  const lastMs = Math.max(...outlooks.flatMap(({ openings }) => openings.map(({ endMs }) => endMs)), 0);
  if (lastMs === 0) return outlooks;

  const planned = await plannedUntil(ctx, { now, to: new Date(lastMs), within }, viewer);
  const hostIds = new Set(planned.work.flatMap((one) => one.hostIds));
  for (const { hostId } of entries) if (hostId !== null) hostIds.add(hostId);
  const alike = await alikeOf(ctx, [...hostIds], draft?.entry ?? null);
  const all = entriesOfAll(new Set(alike.values()));
  const known = await calendar.knownOf(
    all.filter((entry) => entry !== draft?.entry),
    now,
  );
  const spans = new Map<string, Spans>([...known].map(([id, one]) => [id, one.spans] as const));
  if (draft) spans.set(draft.entry.id, draft.spans);
  const isShort = await work.inTurns(placed(outlooks, { planned: planned.work, alike, spans }));
  markDense(outlooks, { sets: new Set(alike.values()), known });
  for (const outlook of outlooks) outlook.isCut ||= planned.isCut || isShort;
  await addFreezes(ctx, { outlooks, alike, calendar, now });
  return outlooks;
}

/**
 * Marks what an entry makes uncertain that opens so often that its known openings end before the last one that is
 * looked at: later runs on its hosts might begin in it.
 */
function markDense(
  outlooks: readonly Outlook[],
  { sets, known }: { sets: ReadonlySet<Alike>; known: ReadonlyMap<string, KnownSpans> },
): void {
  const firstUnknown = new Map<string, number>();
  for (const { entries } of sets) {
    const firstMs = Math.min(...entries.map(({ id }) => known.get(id)?.nextStartMs ?? Infinity));
    for (const { id } of entries) firstUnknown.set(id, Math.min(firstUnknown.get(id) ?? Infinity, firstMs));
  }
  for (const outlook of outlooks) {
    const lastMs = outlook.openings.at(-1)?.endMs ?? 0;
    outlook.isCut = (firstUnknown.get(outlook.entry.id) ?? Infinity) < lastMs;
  }
}

const openingsOf = (spans: Spans, now: Date): OutlookOpening[] =>
  spans
    .filter(({ startMs, endMs }) => endMs > now.getTime() && startMs - now.getTime() < LONGEST_AHEAD_MS)
    .slice(0, MOST_OPENINGS)
    .map(({ startMs, endMs }) => ({ startMs, endMs, runs: [], runsTotal: 0, freezes: [] }));

/** Work that will want to begin: the starts of a policy, or a job that is scheduled or waits. */
interface Planned extends Pick<OutlookRun, 'kind' | 'id' | 'name'> {
  startsMs: readonly number[];
  hostIds: readonly string[];
  keepsWindows: boolean;
}

async function plannedUntil(
  ctx: Context,
  { now, to, within }: { now: Date; to: Date; within: HostScope },
  viewer: Viewer,
): Promise<{ work: Planned[]; isCut: boolean }> {
  const question = { from: now, to, viewer, within };
  const answers = await ctx.hooks.ask('maintenance-windows.plannedWork', question);
  const recurring = answers.flatMap(({ answer }) =>
    answer.work.map(({ startsAt, ...one }) => ({ ...one, startsMs: startsAt.map((at) => at.getTime()) })),
  );
  const waiting = ctx.mayCall('jobs:read', viewer.actor) ? await ctx.core.patching.workInWaiting(within) : [];
  const ofJobs = [...Map.groupBy(waiting, ({ jobId }) => jobId)].map(([id, rows]) => ({
    kind: 'job' as const,
    id,
    name: rows[0]?.jobName ?? null,
    keepsWindows: rows[0]?.keepsWindows ?? true,
    startsMs: [Math.max(rows[0]?.scheduleAt?.getTime() ?? 0, now.getTime())],
    hostIds: rows.map(({ hostId }) => hostId),
  }));
  return { work: [...recurring, ...ofJobs], isCut: answers.some(({ answer }) => answer.isCut) };
}

interface Placing {
  planned: readonly Planned[];
  alike: ReadonlyMap<string, Alike>;
  spans: ReadonlyMap<string, Spans>;
}

/** Adds each run to the openings in which it would begin; returns true where the time was over before. */
function* placed(outlooks: readonly Outlook[], { planned, alike, spans }: Placing): Generator<void, boolean> {
  const byId = new Map(outlooks.map((outlook) => [outlook.entry.id, outlook] as const));
  const began = performance.now();
  for (const one of planned) {
    const sets = new Set(one.hostIds.flatMap((id) => alike.get(id) ?? []));
    for (const { entries } of sets) {
      const concerned = entries.flatMap(({ id }) => byId.get(id) ?? []);
      if (concerned.length === 0) continue;
      for (const startMs of one.startsMs) {
        if (performance.now() - began > LONGEST_WORK_MS) return true;
        place({ kind: one.kind, id: one.id, name: one.name, startMs }, concerned, {
          beginsMs: beginOf(startMs, { entries, spans, keepsWindows: one.keepsWindows }),
        });
        yield;
      }
    }
  }
  return false;
}

/** When the gate would let these hosts begin; null: never, as far as is known. */
function beginOf(
  nowMs: number,
  { entries, spans, keepsWindows }: Alike & Pick<Placing, 'spans'> & { keepsWindows: boolean },
): number | null {
  const situation = { nowMs, keepsWindows, passes: NOTHING_PASSED, estimateMs: null, waitingSinceMs: null };
  const { judgement } = judgeBy(entries, spans, situation);
  if (judgement.verdict === 'go') return nowMs;
  return judgement.verdict === 'wait' ? judgement.untilMs : null;
}

/** A window has the runs that begin in it; a freeze those that start in it, and wait for its end. */
function place(
  run: OutlookRun,
  outlooks: readonly Outlook[],
  { beginsMs }: { beginsMs: number | null },
): void {
  for (const { entry, openings } of outlooks) {
    const atMs = entry.kind === 'freeze' ? run.startMs : beginsMs;
    const opening = openings.find(({ startMs, endMs }) => atMs !== null && startMs <= atMs && atMs < endMs);
    if (!opening) continue;
    if (opening.runs.some(({ id, startMs }) => id === run.id && startMs === run.startMs)) continue;
    opening.runsTotal += 1;
    if (opening.runs.length < MOST_NAMED) opening.runs.push(run);
  }
}

/** Adds to the openings of windows the freezes of all their hosts: those of the fleet, of the host or of the group. */
async function addFreezes(
  ctx: Context,
  asked: { outlooks: readonly Outlook[]; alike: ReadonlyMap<string, Alike>; calendar: Calendar; now: Date },
): Promise<void> {
  const { outlooks, alike, calendar, now } = asked;
  const windows = outlooks.filter(({ entry, openings }) => entry.kind === 'window' && openings.length > 0);
  if (windows.length === 0) return;
  const freezes = await EntryModel.query(ctx.db.reader).where({ kind: 'freeze', enabled: 1 });
  const spans = await calendar.knownSpansOf(freezes, now);
  for (const { entry, openings } of windows) {
    const ofIt = new Set((alike.get(entry.hostId ?? '')?.entries ?? []).map(({ id }) => id));
    const concerned = freezes.filter(
      ({ id, groupId }) => groupId === null || groupId === entry.groupId || ofIt.has(id),
    );
    for (const opening of openings)
      for (const freeze of concerned) {
        const covers = coverOf(spans.get(freeze.id) ?? [], opening);
        if (covers && opening.freezes.length < MOST_NAMED)
          opening.freezes.push({ id: freeze.id, name: freeze.name, covers });
      }
  }
}

function coverOf(freeze: Spans, { startMs, endMs }: Span): 'whole' | 'part' | null {
  const held = openAt([freeze], startMs);
  if (held && held.endMs >= endMs) return 'whole';
  return freeze.some((span) => span.startMs < endMs && span.endMs > startMs) ? 'part' : null;
}
