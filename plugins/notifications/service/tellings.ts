import type { Context } from '#sdk';
import { FACTS } from '../domain/contents.ts';
import type { Recipient, Telling } from '../domain/audience.ts';
import { RuleModel, WebhookModel } from '../models.ts';
import { readMail } from '../settings.ts';

/** Who is to be told of what at this moment, without what is switched off. */
export async function currentTellings(ctx: Context): Promise<Telling[]> {
  const { isOn, recipients } = await readMail(ctx);
  const rules = await RuleModel.query(ctx.db.reader).where('enabled', 1);
  const enabled = await WebhookModel.query(ctx.db.reader).where('enabled', 1).select('id');
  const webhooks = new Set(enabled.map(({ id }) => id));
  const mails = (addresses: readonly string[]): Recipient[] =>
    isOn ? addresses.map((address) => ({ channel: 'mail', address })) : [];
  const whole: Telling = { facts: FACTS, groupIds: [], to: mails(recipients) };
  const ruled = rules.map(({ facts, groupIds, recipients: addresses, webhookIds }): Telling => {
    const calls = webhookIds.filter((id) => webhooks.has(id));
    const to: Recipient[] = calls.map((webhookId) => ({ channel: 'webhook', webhookId }));
    return { facts, groupIds, to: [...mails(addresses), ...to] };
  });
  return [whole, ...ruled].filter(({ to }) => to.length > 0);
}

/** Which hosts belong to which groups, read together. */
export interface Membership {
  /** Whether the host is in one of these groups; null: any host is. */
  has(hostId: string, groupIds: readonly string[] | null): boolean;
  /** Names of the groups, sorted. */
  names(groupIds: readonly string[] | null): string[];
}

/** How many hosts one question holds. */
const BATCH = 500;

/** Which of these hosts are in these groups; without groups, nothing is asked. */
export async function membershipOf(
  { core }: Context,
  { groupIds: asked, hostIds }: { groupIds: readonly string[]; hostIds: readonly string[] },
): Promise<Membership> {
  const wanted = new Set(asked);
  const groups = new Map<string, readonly string[]>();
  const names = new Map<string, string>();
  if (wanted.size > 0)
    for (let at = 0; at < hostIds.length; at += BATCH)
      for (const [hostId, ids] of await core.hosts.groupIdsOf(hostIds.slice(at, at + BATCH)))
        groups.set(hostId, ids);
  for (const id of wanted) {
    const group = await core.hosts.requireGroup(id, 'all').catch(() => null);
    if (group) names.set(id, group.name);
  }
  return {
    has: (hostId, groupIds) =>
      groupIds === null || (groups.get(hostId) ?? []).some((id) => groupIds.includes(id)),
    names: (groupIds) => (groupIds ?? []).flatMap((id) => names.get(id) ?? []).sort(),
  };
}
