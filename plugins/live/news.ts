import type { Context, FeatureSetup } from '../../server/plugin.ts';
import type { Hub } from './hub.ts';
import type { Note } from './models.ts';
import type { Relay } from './relay.ts';

/** To the clients of this manager. */
export function tellHere({ fleet, jobChanged }: Hub, note: Note): void {
  if (note.kind === 'job') jobChanged(note.jobId, note.seq);
  else if (note.kind === 'host') fleet.hostChanged(note.hostId);
  else fleet.tell(note.event, note.to);
}

/** What happens on this manager: told here at once, and to the others. */
export function liveListeners(ctx: Context, hub: Hub, relay: Relay): FeatureSetup<'live'>['events'] {
  const tell = (note: Note): void => {
    tellHere(hub, note);
    relay.publish(note);
  };
  const base = () => ({ seq: null, at: ctx.clock.now().toISOString() });
  return {
    'patching.jobChanged': ({ jobId, seq }) => tell({ kind: 'job', jobId, seq }),
    'hosts.hostCreated': ({ hostId }) => tell({ kind: 'host', hostId }),
    'hosts.hostUpdated': ({ hostId }) => tell({ kind: 'host', hostId }),
    'hosts.fleetChanged': ({ status }) =>
      tell({ kind: 'event', to: 'all', event: { ...base(), kind: 'fleet.updated', data: status } }),
    'enrollment.requestCreated': ({ request }) =>
      tell({ kind: 'event', to: 'admins', event: { ...base(), kind: 'enrollment.created', data: request } }),
  };
}
