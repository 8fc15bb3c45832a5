import { type Context, work } from '#sdk';
import type {
  BeforeHostAnswer,
  BeforeHostAnswers,
  BeforeHostQuestion,
  BeforeRebootAnswer,
  HostQuestion,
  JobHolder,
} from '#sdk/patching.ts';

import { judge, type Judgement } from '../domain/judge.ts';
import { openAt, type Spans } from '../domain/openings.ts';
import { EntryModel, type EntryKind } from '../models.ts';
import { messageOf, restartMessage } from '../reasons.ts';
import type { Calendar } from './calendar.ts';
import type { Estimate, Estimates } from './estimates.ts';

export interface GateDeps {
  ctx: Context;
  calendar: Calendar;
  estimates: Estimates;
  /** The entries of one host; questions that come at the same moment share one read. */
  entriesOf(hostId: string): Promise<readonly EntryModel[] | undefined>;
}

/** What an administrator may let a job pass. */
export const WINDOW_GATES: readonly EntryKind[] = ['window', 'freeze'];

/** Says whether the work on these hosts may start now, by the windows of each host and its groups, and by freezes. */
export async function beforeHosts(deps: GateDeps, { hosts }: BeforeHostQuestion): Promise<BeforeHostAnswers> {
  const answers = new Map<string, BeforeHostAnswer>(hosts.map(({ hostId }) => [hostId, { verdict: 'go' }]));
  for (const { host, judgement, message, holds } of await judgeAll(deps, hosts)) {
    if (judgement.verdict === 'skip')
      answers.set(host.hostId, { verdict: 'skip', reason: judgement.reason, message, holds });
    if (judgement.verdict === 'wait')
      answers.set(host.hostId, {
        verdict: 'wait',
        state: 'waiting_window',
        reason: judgement.reason,
        message,
        holds,
        ...untilOf(judgement),
      });
  }
  return answers;
}

/**
 * Says whether the manager may restart the host now, after its work. Windows and freezes hold a restart as they hold
 * work. If every window is too short for it, it begins when any of them opens: the host cannot wait for ever.
 */
export async function beforeReboot(deps: GateDeps, question: HostQuestion): Promise<BeforeRebootAnswer> {
  const restart = { ...question, operation: 'reboot' } as const;
  let [judged] = question.operation === 'rollback' ? [] : await judgeAll(deps, [restart]);
  if (judged?.judgement.verdict === 'skip' && judged.judgement.reason === 'WINDOW_TOO_SHORT')
    [judged] = await judgeAll(deps, [restart], { isTimed: false });
  if (!judged || judged.judgement.verdict === 'go') return { verdict: 'go' };
  const { judgement, message, holds } = judged;
  if (judgement.verdict === 'skip')
    return { verdict: 'refuse', reason: judgement.reason, message: restartMessage(message) };
  return {
    verdict: 'wait',
    reason: 'REBOOT_WAITS',
    message: restartMessage(message),
    holds,
    ...untilOf(judgement),
  };
}

const untilOf = ({ untilMs, closesMs }: Extract<Judgement, { verdict: 'wait' }>) => ({
  ...(untilMs === null ? {} : { until: new Date(untilMs) }),
  ...(closesMs === null ? {} : { windowEndsAt: new Date(closesMs) }),
});

interface Judged {
  host: HostQuestion;
  judgement: Judgement;
  message: string;
  /** The freezes that hold; without one, the windows of which the first is to open. */
  holds: JobHolder[];
}

/** Judges the hosts, except in dry runs and rollbacks; returns nothing when no window or freeze can concern them. */
async function judgeAll(
  deps: GateDeps,
  hosts: readonly HostQuestion[],
  { isTimed = true }: { isTimed?: boolean } = {},
): Promise<Judged[]> {
  const { ctx, calendar, estimates } = deps;
  const gated = hosts.filter(({ operation, spec }) => operation !== 'rollback' && !spec.dryRun);
  const found = await foundFor(deps, gated);
  if (found.length === 0) return [];
  const isOfGroups = found.some(({ groupId }) => groupId !== null);
  const hostIds = isOfGroups ? gated.map(({ hostId }) => hostId) : [];
  const groups = await ctx.core.hosts.groupIdsOf(hostIds);
  const entering = await ctx.core.hosts.enteringGroupIdsOf(hostIds);
  // Entries of other groups are left out: one that cannot be evaluated must block only the hosts it concerns.
  const groupIds = new Set([...groups.values(), ...entering.values()].flat());
  const entries = found.filter(({ groupId }) => groupId === null || groupIds.has(groupId));
  const now = gated[0]?.previewAt ?? ctx.clock.now();
  const spans = await calendar.spansOf(entries, now);
  const passedBy = await ctx.core.patching.overrides.passedBy(gated, WINDOW_GATES);
  const past = isTimed ? await estimates.of(gated) : new Map<string, Estimate>();
  return gated.map((host) => {
    const { hostId } = host;
    const own = entries.filter((entry) =>
      concerns(entry, hostId, [
        ...(groups.get(hostId) ?? []),
        // A group's windows could widen when work may begin, so only its freezes hold before an administrator has decided.
        ...(entry.kind === 'freeze' ? (entering.get(hostId) ?? []) : []),
      ]),
    );
    const passes = passedBy(host);
    const windows = own.filter(({ kind }) => kind === 'window');
    const freezes = passes.has('freeze') ? [] : own.filter(({ kind }) => kind === 'freeze');
    const isBound = host.spec.respectWindows && !passes.has('window') && windows.length > 0;
    const estimate = past.get(host.hostId) ?? null;
    const judgement = judge({
      nowMs: now.getTime(),
      windows: isBound ? spansOf(windows, spans) : null,
      freezes: spansOf(freezes, spans),
      estimateMs: estimate?.p95Ms ?? null,
      waitingSinceMs: waitingSince(host),
    });
    const holding = holdingFreezes(freezes, spans, now.getTime());
    const freezeName = holding[0]?.name ?? null;
    const message = judgement.verdict === 'go' ? '' : messageOf(judgement, { estimate, freezeName });
    return { host, judgement, message, holds: holdersOf(judgement, { holding, windows, spans }) };
  });
}

async function foundFor(
  { ctx, entriesOf }: GateDeps,
  hosts: readonly HostQuestion[],
): Promise<readonly EntryModel[]> {
  const [first, ...others] = hosts.map(({ hostId }) => hostId);
  if (first === undefined) return [];
  return others.length > 0 ? entriesFor(ctx, [first, ...others]) : ((await entriesOf(first)) ?? []);
}

/** Reads entries for many hosts together: restarts are asked about one by one, and hundreds of them at once. */
export function entriesOfEach(ctx: Context): GateDeps['entriesOf'] {
  return work.batchedCalls(async (hostIds: readonly string[]) => {
    const entries = await entriesFor(ctx, hostIds);
    return new Map(
      hostIds.map((id) => [id, entries.filter(({ hostId }) => hostId === null || hostId === id)] as const),
    );
  });
}

/** The enabled entries of these hosts, of all groups and of the fleet. */
function entriesFor({ db }: Context, hostIds: readonly string[]): Promise<EntryModel[]> {
  return EntryModel.query(db.reader)
    .where('enabled', 1)
    .where((own) => void own.whereNull('host_id').orWhereIn('host_id', [...hostIds]))
    .execute();
}

function concerns(entry: EntryModel, hostId: string, groupIds: readonly string[]): boolean {
  if (entry.hostId !== null) return entry.hostId === hostId;
  return entry.groupId === null || groupIds.includes(entry.groupId);
}

const spansOf = (entries: readonly EntryModel[], spans: ReadonlyMap<string, Spans>): Spans[] =>
  entries.map(({ id }) => spans.get(id) ?? []);

const waitingSince = ({ waiting }: HostQuestion): number | null =>
  waiting?.by === 'maintenance-windows' ? waiting.since.getTime() : null;

/** The running freezes, the one that ends last first. */
function holdingFreezes(
  freezes: readonly EntryModel[],
  spans: ReadonlyMap<string, Spans>,
  nowMs: number,
): EntryModel[] {
  const holding = freezes.flatMap((freeze) => {
    const span = openAt([spans.get(freeze.id) ?? []], nowMs);
    return span ? [{ freeze, endMs: span.endMs }] : [];
  });
  return holding.sort((a, b) => b.endMs - a.endMs).map(({ freeze }) => freeze);
}

interface Entries {
  holding: readonly EntryModel[];
  windows: readonly EntryModel[];
  spans: ReadonlyMap<string, Spans>;
}

/**
 * The freezes that hold; without one, the windows that open at the time that the host waits for, or else all; all, too,
 * where none will do.
 */
function holdersOf(judgement: Judgement, { holding, windows, spans }: Entries): JobHolder[] {
  if (judgement.verdict === 'go') return [];
  if (judgement.verdict === 'skip') return windows.map(({ id, name }) => ({ kind: 'window', id, name }));
  if (judgement.reason === 'FREEZE') return holding.map(({ id, name }) => ({ kind: 'freeze', id, name }));
  const { untilMs } = judgement;
  const opening = windows.filter(
    ({ id }) => untilMs !== null && openAt([spans.get(id) ?? []], untilMs) !== null,
  );
  const named = opening.length > 0 ? opening : windows;
  return named.map(({ id, name }) => ({ kind: 'window', id, name }));
}
