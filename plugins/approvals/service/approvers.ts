import { type Actor, actors, type Context, type HostScope } from '#sdk';
import type { Account } from '#sdk/identity.ts';
import { independenceOf } from './independence.ts';
import { accountOf, DECIDING, type Viewer } from './read.ts';

/** Somebody who could approve but for an act that is too recent. */
export interface Dependent {
  account: Account;
  /** What the authors ask for from then on, this account can approve. */
  independentAt: Date;
}

/** Who can approve what is asked for now. */
export interface PossibleApprovers {
  /** Administrators first. */
  approvers: Account[];
  /** The soonest free first. */
  dependent: Dependent[];
  /** There is more than was looked at. */
  isCut: boolean;
}

/** Whose request it is, and whether somebody with this scope sees all of its hosts. */
interface Asked {
  authorIds: readonly string[];
  sees(scope: HostScope): boolean | Promise<boolean>;
}

/** Accounts that are looked at: each costs some looks into the audit log. */
const MOST_ACCOUNTS = 50;

/** Says who could approve what these authors ask for now, without the authors themselves. */
export async function possibleApprovers(ctx: Context, asked: Asked): Promise<PossibleApprovers> {
  const { authorIds } = asked;
  const { accounts, isCut } = await deciders(ctx, asked);
  const askedAt = ctx.clock.now();
  const judge = await independenceOf(ctx, [...authorIds, ...accounts.map(({ id }) => id)], askedAt);
  const approvers: Account[] = [];
  const dependent: Dependent[] = [];
  for (const account of accounts) {
    const pairs = authorIds.map((authorId) => ({ accountId: account.id, authorId, askedAt }));
    if (pairs.every((pair) => judge.isIndependent(pair))) approvers.push(account);
    else {
      const times = pairs.map((pair) => judge.independentAt(pair).getTime());
      dependent.push({ account, independentAt: new Date(Math.max(...times)) });
    }
  }
  dependent.sort((a, b) => a.independentAt.getTime() - b.independentAt.getTime());
  return { approvers, dependent, isCut };
}

/** Who could approve the run of a plan if the viewer asked for it now; the planner counts as an author, too. */
export function approversOfPlan(
  ctx: Context,
  { hostIds, plannedById }: { hostIds: readonly string[]; plannedById: string | null },
  { actor }: Viewer,
): Promise<PossibleApprovers> {
  const { hosts } = ctx.core;
  const authorIds = [...new Set([accountOf(actor), plannedById].filter((id) => id !== null))];
  const sees = async (scope: HostScope): Promise<boolean> =>
    scope === 'all' || (await hosts.visible([...hostIds], scope)).size === hostIds.length;
  return possibleApprovers(ctx, { authorIds, sees });
}

/** Enabled accounts that may approve and see all of the hosts, without the authors; administrators first. */
async function deciders(
  ctx: Context,
  { authorIds, sees }: Asked,
): Promise<{ accounts: Account[]; isCut: boolean }> {
  const { accounts, roles } = ctx.core.identity;
  const found: Account[] = [];
  for (const role of (await roles.holding([DECIDING])).sort(adminFirst)) {
    const page = await accounts.page({ role, sort: 'username', limit: MOST_ACCOUNTS });
    for (const account of page.accounts) {
      if (account.disabled || authorIds.includes(account.id)) continue;
      if (!(await sees(await scopeOf(ctx, account)))) continue;
      if (found.length === MOST_ACCOUNTS) return { accounts: found, isCut: true };
      found.push(account);
    }
    if (page.nextCursor !== null) return { accounts: found, isCut: true };
  }
  return { accounts: found, isCut: false };
}

const adminFirst = (a: string, b: string): number => Number(b === 'admin') - Number(a === 'admin');

async function scopeOf(ctx: Context, { id, username: name, role }: Account): Promise<HostScope> {
  const permissions = await ctx.core.identity.roles.permissionsOf(role);
  const actor: Actor = { ...actors.withoutSession, kind: 'user', id, name, role, permissions };
  return actors.hostScopeOf(ctx.hooks, actor);
}
