import type { Context, FeatureSetup } from '#sdk';
import type { LiveEvent } from './messages.ts';
import type { Hub } from './hub.ts';
import type { Note } from './models.ts';
import type { Relay } from './relay.ts';

/** Tells a note to the clients of this manager. */
export function tellHere({ fleet, jobChanged }: Hub, note: Note): void {
  if (note.kind === 'job') jobChanged(note.jobId, note.seq);
  else if (note.kind === 'host') fleet.hostChanged(note.hostId);
  else fleet.tell(note.event, note);
}

/** Tells what happens on this manager to its own clients at once, and to the other managers. */
export function liveListeners(
  ctx: Context,
  here: (note: Note) => void,
  relay: Relay,
): FeatureSetup<'live'>['events'] {
  const tell = (note: Note): void => {
    here(note);
    relay.publish(note);
  };
  ctx.live.onTold(({ kind, data, ...whom }) => {
    const event = { seq: null, at: ctx.clock.now().toISOString(), kind, data } as LiveEvent;
    tell({ kind: 'event', event, ...whom });
  });
  return {
    'patching.jobChanged': ({ jobId, seq }) => tell({ kind: 'job', jobId, seq }),
    'hosts.hostCreated': ({ hostId }) => tell({ kind: 'host', hostId }),
    'hosts.hostUpdated': ({ hostId }) => tell({ kind: 'host', hostId }),
  };
}
