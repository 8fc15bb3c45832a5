import { hostScopeOf, type Context } from '../../server/plugin.ts';
import type { Hub } from './hub.ts';
import type { LiveEvent } from './messages.ts';
import type { Recipients } from './models.ts';

/** Events that features tell go to this manager's subscribers of the fleet. */
export interface Tellings {
  /** To those whose role has the permission, and who see the host; where there is none, who see all. */
  send(event: LiveEvent, whom: Recipients): void;
}

export function createTellings(ctx: Context, hub: Hub): Tellings {
  let told = Promise.resolve();

  async function sendNow(event: LiveEvent, { permission, hostId }: Recipients): Promise<void> {
    for (const client of [...hub.clients()]) {
      if (!client.followsFleet || !ctx.live.maySee(permission, client.actor)) continue;
      const scope = await hostScopeOf(ctx.hooks, client.actor);
      const sees =
        scope === 'all' || (hostId !== null && (await ctx.core.hosts.visible([hostId], scope)).has(hostId));
      if (sees && !client.isClosed) client.send(event);
    }
  }

  return {
    // One after the other, so that none overtakes another while a scope is asked for.
    send(event, whom) {
      told = told
        .then(() => sendNow(event, whom))
        .catch((error: unknown) =>
          ctx.log.warn({ error, kind: event.kind }, 'a live event could not be told'),
        );
    },
  };
}
