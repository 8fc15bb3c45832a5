import type { components } from '#generated/manager.ts';
import { actors, type Context } from '#sdk';
import type {} from '../../users/api.ts';
import { approverSection } from '../settings.ts';

/** Acts after which an account may be another person's second self, for that person may know how to sign in as it. */
const ACTS = [
  'user.created',
  'user.enabled',
  'user.role_changed',
  'user.password_reset',
  'mfa.reset',
] as const satisfies readonly components['schemas']['AuditAction'][];

const DAY_MS = 86_400_000;
const MOST_ROWS = 500;

/** Whose independence is asked for: of an account, and of those that asked for something at that time. */
export interface Independence {
  accountId: string;
  authorIds: readonly string[];
  askedAt: Date;
}

/**
 * Those of the authors that may be one person with the account: whoever has made, enabled or re-roled an account, or
 * reset its credentials, shortly before something was asked (`approvers.independence_days`) or since, may sign in as it,
 * also through a chain of accounts. So the author may have the account in hand, the account the author, or a third both.
 * Of an account that single sign-on made or re-roled, that is whoever changed the settings of single sign-on.
 * Read from the audit log, which nobody can edit.
 */
export async function onePersonWith(
  ctx: Context,
  { accountId, authorIds, askedAt }: Independence,
): Promise<ReadonlySet<string>> {
  const judge = await independenceOf(ctx, [accountId, ...authorIds], askedAt);
  return new Set(authorIds.filter((authorId) => !judge.isIndependent({ accountId, authorId, askedAt })));
}

/** Two accounts, and when one of them asks for something. */
interface Pair {
  accountId: string;
  authorId: string;
  askedAt: Date;
}

export interface Judge {
  isIndependent(pair: Pair): boolean;
  /** From when on the one account may decide what the other asks for from then on, if nothing else is done to them. */
  independentAt(pair: Pair): Date;
}

/** Reads once what was done to these accounts, and judges what any of them asks for from `earliest` on. */
export async function independenceOf(
  ctx: Context,
  accountIds: readonly string[],
  earliest: Date,
): Promise<Judge> {
  const { independence_days: days } = await ctx.settings.get(approverSection);
  const beforeMs = days * DAY_MS;
  const acts = await actsAround(ctx, accountIds, new Date(earliest.getTime() - beforeMs));
  const isApart = ({ accountId, authorId }: Pair, sinceMs: number): boolean =>
    handsOn(acts, accountId, sinceMs).isDisjointFrom(handsOn(acts, authorId, sinceMs));
  return {
    isIndependent: (pair) => isApart(pair, pair.askedAt.getTime() - beforeMs),
    independentAt: (pair) => {
      const times = [pair.accountId, pair.authorId]
        .flatMap((id) => [...handsOn(acts, id, pair.askedAt.getTime() - beforeMs)])
        .flatMap((id) => (acts.get(id) ?? []).map(({ atMs }) => atMs))
        .filter(Number.isFinite)
        .sort((a, b) => a - b);
      const last = times.find((atMs) => isApart(pair, atMs + 1)) ?? times.at(-1);
      return new Date(Math.max(pair.askedAt.getTime(), (last ?? 0) + 1 + beforeMs));
    },
  };
}

/** Somebody had an account in hand: then, or (`Infinity`) at whatever time. */
interface Act {
  by: string;
  atMs: number;
}

/** The account itself, and all that have had it in hand since. */
function handsOn(acts: ReadonlyMap<string, readonly Act[]>, accountId: string, sinceMs: number): Set<string> {
  const hands = new Set([accountId]);
  // A set goes on over what is added meanwhile.
  for (const id of hands) for (const { by, atMs } of acts.get(id) ?? []) if (atMs >= sinceMs) hands.add(by);
  return hands;
}

/** What was done since to these accounts, and to those of whoever did it. */
async function actsAround(
  ctx: Context,
  accountIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, readonly Act[]>> {
  const acts = new Map<string, readonly Act[]>();
  const known = new Set(accountIds);
  for (const id of known) {
    const on = await actsOn(ctx, id, since);
    acts.set(id, on);
    for (const { by } of on) known.add(by);
  }
  return acts;
}

async function actsOn(ctx: Context, accountId: string, from: Date): Promise<Act[]> {
  const rowsOf = async (action: components['schemas']['AuditAction'], resource: string) =>
    (await ctx.audit.list({ action, resource, from, limit: MOST_ROWS })).rows;
  const rows = (await Promise.all(ACTS.map((action) => rowsOf(action, accountId)))).flat();
  const { kind, name } = actors.signOn;
  const isBySignOn = rows.some(({ content }) => content?.actor.kind === kind && content.actor.name === name);
  // Single sign-on makes accounts in nobody's name: they are in the hands of whoever has changed where it asks.
  if (isBySignOn) rows.push(...(await rowsOf('settings.updated', 'oidc')));
  // Of a service account whoever has had its secrets, at whatever time.
  const hands = (await ctx.useIfOn('users')?.handsOn(accountId)) ?? [];
  // A tool has no fresh sign-in, which all of these acts ask for.
  const acted = rows.flatMap(({ at, content }) =>
    content?.actor.kind === 'user' && content.actor.id !== null
      ? [{ by: content.actor.id, atMs: at.getTime() }]
      : [],
  );
  return [...hands.map((by) => ({ by, atMs: Infinity })), ...acted];
}
