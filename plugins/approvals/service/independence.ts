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
  const { independence_days: days } = await ctx.settings.get(approverSection);
  const since = new Date(askedAt.getTime() - days * DAY_MS);
  const own = await handsOn(ctx, accountId, since);
  const found = new Set<string>();
  for (const id of new Set(authorIds)) if (!own.isDisjointFrom(await handsOn(ctx, id, since))) found.add(id);
  return found;
}

/** The account itself, and all that have had it in hand. */
async function handsOn(ctx: Context, accountId: string, since: Date): Promise<Set<string>> {
  const hands = new Set([accountId]);
  // A set goes on over what is added meanwhile.
  for (const id of hands) for (const by of await whoActedOn(ctx, id, since)) hands.add(by);
  return hands;
}

async function whoActedOn(ctx: Context, accountId: string, from: Date): Promise<string[]> {
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
  const acted = rows.flatMap(({ content }) =>
    content?.actor.kind === 'user' ? (content.actor.id ?? []) : [],
  );
  return [...hands, ...acted];
}
