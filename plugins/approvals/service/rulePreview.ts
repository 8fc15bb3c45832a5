import { type Actor, actors, type Context, type HostScope, scopeWithin } from '#sdk';
import type { Account } from '#sdk/identity.ts';
import type { WaitingWork } from '#sdk/patching.ts';
import type { RuleDraft } from '../models.ts';
import { isCovered } from './gate.ts';
import { independenceOf } from './independence.ts';
import { accountOf, DECIDING, type Viewer } from './read.ts';
import { rulesOperation } from './rules.ts';

type Draft = Pick<RuleDraft, 'operations' | 'groupIds'>;

/** Somebody who could approve but for an act that is too recent. */
export interface Dependent {
  account: Account;
  /** What the author asks for from then on, this account can approve. */
  independentAt: Date;
}

/** What a rule would do as of now. */
export interface RulePreview {
  /** Who can approve what the author asks for now, on all hosts of the rule. */
  approvers: Account[];
  dependent: Dependent[];
  /** Jobs with hosts that have not begun: these hosts would be skipped. The first to start come first. */
  jobs: { id: string; name: string | null; hosts: number; scheduleAt: Date | null }[];
  /** Policies whose next runs would wait for an approval, those that start first come first. */
  policies: { id: string; name: string; startsAt: Date; hosts: number }[];
  /** There is more than was looked at. */
  isCut: boolean;
}

const DAY_MS = 86_400_000;
const AHEAD_MS = 31 * DAY_MS;
/** Accounts that are looked at: each costs some looks into the audit log. */
const MOST_ACCOUNTS = 50;

/** Says what a rule would do, of which nothing is saved: whom it leaves to approve, which work it stops and holds. */
export async function previewRule(ctx: Context, draft: Draft, author: Viewer): Promise<RulePreview> {
  const ruled: HostScope = draft.groupIds.length === 0 ? 'all' : { groupIds: draft.groupIds };
  const within = scopeWithin(ruled, author.scope);
  const people = await peopleFor(ctx, draft, author.actor);
  const jobs = await jobsUnder(ctx, draft, within);
  const policies = await policiesUnder(ctx, draft, { within, viewer: author });
  return { ...people, jobs, policies: policies.found, isCut: people.isCut || policies.isCut };
}

async function peopleFor(
  ctx: Context,
  draft: Draft,
  author: Actor,
): Promise<Pick<RulePreview, 'approvers' | 'dependent' | 'isCut'>> {
  const authorId = accountOf(author) ?? '';
  const { accounts, isCut } = await deciders(ctx, draft, authorId);
  const askedAt = ctx.clock.now();
  const judge = await independenceOf(ctx, [authorId, ...accounts.map(({ id }) => id)], askedAt);
  const approvers: Account[] = [];
  const dependent: Dependent[] = [];
  for (const account of accounts) {
    const pair = { accountId: account.id, authorId, askedAt };
    if (judge.isIndependent(pair)) approvers.push(account);
    else dependent.push({ account, independentAt: judge.independentAt(pair) });
  }
  dependent.sort((a, b) => a.independentAt.getTime() - b.independentAt.getTime());
  return { approvers, dependent, isCut };
}

/** Enabled accounts that may approve and see all hosts of the rule, without the author's own; administrators first. */
async function deciders(
  ctx: Context,
  draft: Draft,
  authorId: string,
): Promise<{ accounts: Account[]; isCut: boolean }> {
  const { accounts, roles } = ctx.core.identity;
  const found: Account[] = [];
  for (const role of (await roles.holding([DECIDING])).sort(adminFirst)) {
    const page = await accounts.page({ role, sort: 'username', limit: MOST_ACCOUNTS });
    for (const account of page.accounts) {
      if (account.disabled || account.id === authorId || !(await seesAll(ctx, account, draft))) continue;
      if (found.length === MOST_ACCOUNTS) return { accounts: found, isCut: true };
      found.push(account);
    }
    if (page.nextCursor !== null) return { accounts: found, isCut: true };
  }
  return { accounts: found, isCut: false };
}

const adminFirst = (a: string, b: string): number => Number(b === 'admin') - Number(a === 'admin');

async function seesAll(
  ctx: Context,
  { id, username: name, role }: Account,
  { groupIds }: Draft,
): Promise<boolean> {
  const permissions = await ctx.core.identity.roles.permissionsOf(role);
  const actor: Actor = { ...actors.withoutSession, kind: 'user', id, name, role, permissions };
  const scope = await actors.hostScopeOf(ctx.hooks, actor);
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
