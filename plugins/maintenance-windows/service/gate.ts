import { type Context, work } from '#sdk';
import type {
  BeforeHostAnswer,
  BeforeHostAnswers,
  BeforeHostQuestion,
  BeforeRebootAnswer,
  HostQuestion,
  JobHolder,
} from '#sdk/patching.ts';

import type { Judgement } from '../domain/judge.ts';
import type { EntryKind, EntryModel } from '../models.ts';
import { messageOf, restartMessage } from '../reasons.ts';
import { entriesFor } from './alike.ts';
import type { Calendar } from './calendar.ts';
import type { Estimate, Estimates } from './estimates.ts';
import { concernedBy, judgeBy } from './verdict.ts';

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
  const { entries, of } = await concernedBy(
    ctx,
    gated.map(({ hostId }) => hostId),
    found,
  );
  const now = gated[0]?.previewAt ?? ctx.clock.now();
  const spans = await calendar.spansOf(entries, now);
  const passedBy = await ctx.core.patching.overrides.passedBy(gated, WINDOW_GATES);
  const past = isTimed ? await estimates.of(gated) : new Map<string, Estimate>();
  return gated.map((host) => {
    const estimate = past.get(host.hostId) ?? null;
    const { judgement, holding, holds } = judgeBy(of(host.hostId), spans, {
      nowMs: now.getTime(),
      keepsWindows: host.spec.respectWindows,
      passes: passedBy(host),
      estimateMs: estimate?.p95Ms ?? null,
      waitingSinceMs: waitingSince(host),
    });
    const freezeName = holding[0]?.name ?? null;
    const message = judgement.verdict === 'go' ? '' : messageOf(judgement, { estimate, freezeName });
    return { host, judgement, message, holds };
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

const waitingSince = ({ waiting }: HostQuestion): number | null =>
  waiting?.by === 'maintenance-windows' ? waiting.since.getTime() : null;
