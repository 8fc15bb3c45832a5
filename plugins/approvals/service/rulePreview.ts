import { type Context, type HostScope, scopeWithin } from '#sdk';
import type { WaitingWork } from '#sdk/patching.ts';
import type { RuleDraft } from '../models.ts';
import { possibleApprovers, type PossibleApprovers } from './approvers.ts';
import { isCovered } from './gate.ts';
import { accountOf, type Viewer } from './read.ts';
import { rulesOperation } from './rules.ts';

type Draft = Pick<RuleDraft, 'operations' | 'groupIds'>;

/** What a rule would do as of now. */
export interface RulePreview extends PossibleApprovers {
  /** Jobs with hosts that have not begun: these hosts would be skipped. The first to start come first. */
  jobs: { id: string; name: string | null; hosts: number; scheduleAt: Date | null }[];
  /** Policies whose next runs would wait for an approval, those that start first come first. */
  policies: { id: string; name: string; startsAt: Date; hosts: number }[];
}

const DAY_MS = 86_400_000;
const AHEAD_MS = 31 * DAY_MS;

/** Says what a rule would do, of which nothing is saved: whom it leaves to approve, which work it stops and holds. */
export async function previewRule(ctx: Context, draft: Draft, author: Viewer): Promise<RulePreview> {
  const ruled: HostScope = draft.groupIds.length === 0 ? 'all' : { groupIds: draft.groupIds };
  const within = scopeWithin(ruled, author.scope);
  const authorIds = [accountOf(author.actor) ?? ''];
  const sees = (scope: HostScope): boolean => seesGroups(scope, draft);
  const people = await possibleApprovers(ctx, { authorIds, sees });
  const jobs = await jobsUnder(ctx, draft, within);
  const policies = await policiesUnder(ctx, draft, { within, viewer: author });
  return { ...people, jobs, policies: policies.found, isCut: people.isCut || policies.isCut };
}

function seesGroups(scope: HostScope, { groupIds }: Draft): boolean {
  if (scope === 'all') return true;
  return 'groupIds' in scope && groupIds.length > 0 && groupIds.every((one) => scope.groupIds.includes(one));
}

async function jobsUnder(ctx: Context, draft: Draft, within: HostScope): Promise<RulePreview['jobs']> {
  const waiting = await ctx.core.patching.workInWaiting(within);
  const ruled = waiting.filter((work) => rulesOperation(draft, work));
  const found: RulePreview['jobs'] = [];
  for (const [id, hosts] of Map.groupBy(ruled, ({ jobId }) => jobId)) {
    const [{ jobName: name, scheduleAt, round }] = hosts as [WaitingWork, ...WaitingWork[]];
    if (await isCovered(ctx, { jobId: id, round })) continue;
    found.push({ id, name, hosts: hosts.length, scheduleAt });
  }
  return found.sort((a, b) => (a.scheduleAt?.getTime() ?? 0) - (b.scheduleAt?.getTime() ?? 0));
}

async function policiesUnder(
  ctx: Context,
  draft: Draft,
  { within, viewer }: { within: HostScope; viewer: Viewer },
): Promise<{ found: RulePreview['policies']; isCut: boolean }> {
  const from = ctx.clock.now();
  const to = new Date(from.getTime() + AHEAD_MS);
  const answers = await ctx.hooks.ask('approvals.recurringWork', { from, to, viewer, within });
  const found = answers
    .flatMap(({ answer }) => answer.work)
    .filter((work) => work.hostIds.length > 0 && rulesOperation(draft, work))
    .flatMap(({ id, name, startsAt: [first], hostIds }) =>
      first ? [{ id, name, startsAt: first, hosts: hostIds.length }] : [],
    );
  found.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return { found, isCut: answers.some(({ answer }) => answer.isCut) };
}
