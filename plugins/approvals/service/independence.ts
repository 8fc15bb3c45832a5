import type { components } from '../../../generated/manager.ts';
import type { Context } from '../../../server/plugin.ts';
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

/**
 * The accounts that have made, enabled or re-roled this one, or reset its credentials, shortly before something was
 * asked (`approvers.independence_days`) or since; and those that have done so to these, so that no chain of fresh
 * accounts hides who is at its end. Read from the audit log, which nobody can edit.
 */
export async function makersOf(ctx: Context, accountId: string, askedAt: Date): Promise<ReadonlySet<string>> {
  const { independence_days: days } = await ctx.settings.get(approverSection);
  const since = new Date(askedAt.getTime() - days * DAY_MS);
  const makers = new Set<string>();
  const left = [accountId];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    for (const by of await whoActedOn(ctx, id, since)) {
      if (by === accountId || makers.has(by)) continue;
      makers.add(by);
      left.push(by);
    }
  }
  return makers;
}

async function whoActedOn(ctx: Context, accountId: string, from: Date): Promise<string[]> {
  const pages = await Promise.all(
    ACTS.map((action) => ctx.audit.list({ action, resource: accountId, from, limit: MOST_ROWS })),
  );
  // A tool has no fresh sign-in, which all of these acts ask for.
  return pages.flatMap(({ rows }) =>
    rows.flatMap(({ content }) => (content?.actor.kind === 'user' ? (content.actor.id ?? []) : [])),
  );
}
