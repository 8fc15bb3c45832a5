import { type Actor, actors, type Context, type FeatureSetup } from '#sdk';
import { Audience } from './audience.ts';
import { CLOSE, type LiveClient } from './client.ts';
import type { Hub } from './hub.ts';

/** The operation that stands for a connection where the caller's address is judged. */
export const STREAM = { operationId: 'openJobStream', permission: 'ticket', anyAddress: false } as const;

/**
 * Each actor as it stands now; null: the session ended, the user is gone or disabled, the token was revoked, or the
 * actor's rights have changed (the client connects anew, with its present rights).
 */
export async function standing(ctx: Context, known: readonly Actor[]): Promise<(Actor | null)[]> {
  const now = await ctx.core.identity.actorsNow(known);
  return known.map((actor, at) => {
    const current = now[at] ?? null;
    return current && actors.rightsOf(current) === actors.rightsOf(actor) ? current : null;
  });
}

/**
 * Closes clients that may not stay, according to the database: another manager, or the machine's owner, may have
 * changed it.
 */
export async function checkAccess(ctx: Context, hub: Hub): Promise<void> {
  const clients = [...hub.clients()];
  const now = await standing(
    ctx,
    clients.map(({ actor }) => actor),
  );
  clients.forEach((client, at) => {
    if (!now[at]) shut(client);
  });
  for (const client of clients) if (await seesOthers(ctx, client)) shut(client);
}

/** Whether the client may see other hosts than when it subscribed; true also if that cannot be found out. */
async function seesOthers(ctx: Context, { actor, audience, isClosed }: LiveClient): Promise<boolean> {
  if (isClosed || audience === null) return false;
  const now = await actors.hostScopeOf(ctx.hooks, actor).catch(() => null);
  return now === null || new Audience(now).key !== audience.key;
}

/**
 * Closes clients whose address may not call any more: plugins that judge the addresses of requests are asked about open
 * connections, too. A client without an answer is closed.
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

/** Closes clients whose access this manager ends, before the request that ended it is answered. */
export function accessListener(ctx: Context, hub: Hub): NonNullable<FeatureSetup<'live'>['events']> {
  return {
    // Settings decide which addresses may call, and it is not known here which settings.
    'settings.changed': () => checkAddresses(ctx, hub),
    'identity.roleChanged': () => checkAccess(ctx, hub),
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
