import { hostScopeOf, type Actor, type Context, type FeatureSetup } from '../../server/plugin.ts';
import { Audience } from './audience.ts';
import { CLOSE, type LiveClient } from './client.ts';
import type { Hub } from './hub.ts';

/** What a connection asks for, when somebody judges from which address it may. */
export const STREAM = { operationId: 'openJobStream', permission: 'ticket', anyAddress: false } as const;

/**
 * Each actor as it stands now; null: the session ended, the user is gone or disabled, the token was revoked, or what
 * they may do has changed (they connect anew, and get what they may have now).
 */
export async function standing(ctx: Context, actors: readonly Actor[]): Promise<(Actor | null)[]> {
  const now = await ctx.core.identity.actorsNow(actors);
  return actors.map((actor, at) => {
    const current = now[at] ?? null;
    return current?.role === actor.role && current.restriction === actor.restriction ? current : null;
  });
}

/** Closes whoever may not stay, by what the database says: another manager, or the machine's owner, changed it. */
export async function checkAccess(ctx: Context, hub: Hub): Promise<void> {
  const clients = [...hub.clients()];
  const actors = await standing(
    ctx,
    clients.map(({ actor }) => actor),
  );
  clients.forEach((client, at) => {
    if (!actors[at]) shut(client);
  });
  for (const client of clients) if (await seesOthers(ctx, client)) shut(client);
}

/** Whether the client may see other hosts by now than when it subscribed; also when nobody can say. */
async function seesOthers(ctx: Context, { actor, audience, isClosed }: LiveClient): Promise<boolean> {
  if (isClosed || audience === null) return false;
  const now = await hostScopeOf(ctx.hooks, actor).catch(() => null);
  return now === null || new Audience(now).key !== audience.key;
}

/**
 * Closes whoever may not call any more from where it is: whoever judges addresses is asked about open connections as
 * about requests. Nobody is let stay for want of an answer.
 */
export async function checkAddresses(ctx: Context, hub: Hub): Promise<void> {
  if (!ctx.hooks.isAnswered('http.beforeRequest')) return;
  const known = new Map<string, Promise<boolean>>();
  const mayCall = (address: string): Promise<boolean> =>
    ctx.hooks.ask('http.beforeRequest', { ...STREAM, address }).then(
      () => true,
      () => false,
    );
  for (const client of [...hub.clients()]) {
    const { address } = client;
    const asked = known.get(address) ?? mayCall(address);
    known.set(address, asked);
    if (!(await asked)) client.close(CLOSE.policy, 'the address is not allowed');
  }
}

/** Closes at once whom this manager has put out, before whoever did it has the answer. */
export function accessListener(ctx: Context, hub: Hub): NonNullable<FeatureSetup<'live'>['events']> {
  return {
    // Which addresses may call hangs on settings, and this manager need not know on which.
    'settings.changed': () => checkAddresses(ctx, hub),
    'identity.accessEnded': ({ accountId, which }) => {
      const isMeant = ({ kind, id, ownerId, sessionId }: Actor): boolean => {
        if (kind === 'token')
          return ownerId === accountId && (!('ids' in which) || which.ids.some((ended) => ended === id));
        if (kind !== 'user' || id !== accountId) return false;
        return 'ids' in which ? which.ids.some((ended) => ended === sessionId) : sessionId !== which.exceptId;
      };
      for (const client of [...hub.clients()]) if (isMeant(client.actor)) shut(client);
    },
  };
}

const shut = (client: LiveClient): void => client.close(CLOSE.policy, 'the session has ended');
