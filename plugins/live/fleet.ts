import type { Context, Host } from '../../server/plugin.ts';
import type { LiveClient } from './client.ts';
import type { Follower } from './feed.ts';
import type { JobEvent, LiveEvent } from './messages.ts';

/** Hosts change in bursts (a sweep of the poller): they are read and told together. */
const GATHER_MS = 250;
const MAX_JOBS = 200;
/** How far back a job is told that was not followed before: one transaction's worth of events. */
const FIRST_LOOK_BACK = 10;

/** What goes to subscribers of the fleet: no logs, no history. */
export interface Fleet {
  hasListeners(): boolean;
  jobChanged(jobId: string, seq: number): void;
  hostChanged(hostId: string): void;
  /** To everybody, or to administrators alone. */
  tell(event: LiveEvent, to: 'all' | 'admins'): void;
  stop(): void;
}

interface Parts {
  clients(): readonly LiveClient[];
  join(jobId: string, follower: Follower): void;
  leave(jobId: string, follower: Follower): void;
}

export function createFleet(ctx: Context, { clients, join, leave }: Parts): Fleet {
  const jobs = new Map<string, Follower>();
  const changedHosts = new Set<string>();
  let gathering: { clear(): void } | null = null;

  function deliver(jobId: string, event: JobEvent): void {
    if (event.kind === 'job.log') return;
    for (const client of clients()) if (!client.follows.has(jobId)) client.send(event);
  }

  function forget(jobId: string, follower: Follower): void {
    jobs.delete(jobId);
    leave(jobId, follower);
  }

  async function tellHosts(): Promise<void> {
    gathering = null;
    const ids = [...changedHosts];
    changedHosts.clear();
    if (clients().length === 0) return;
    for (const host of await ctx.core.hosts.getMany(ids)) tell(hostEvent(host, ctx.clock.now()), 'all');
  }

  function tell(event: LiveEvent, to: 'all' | 'admins'): void {
    for (const client of clients()) if (to === 'all' || client.actor.role === 'admin') client.send(event);
  }

  return {
    hasListeners: () => clients().length > 0,
    tell,
    jobChanged(jobId, seq) {
      const known = jobs.get(jobId);
      if (clients().length === 0) return known && forget(jobId, known);
      // Joining wakes the feed, which also serves a follower that is there already.
      const follower = known ?? {
        sentSeq: Math.max(0, seq - FIRST_LOOK_BACK),
        deliver: (event: JobEvent) => deliver(jobId, event),
      };
      jobs.delete(jobId);
      jobs.set(jobId, follower);
      join(jobId, follower);
      const [oldest] = jobs;
      if (jobs.size > MAX_JOBS && oldest) forget(...oldest);
    },
    hostChanged(hostId) {
      if (clients().length === 0) return;
      changedHosts.add(hostId);
      gathering ??= ctx.clock.setTimeout(() => {
        tellHosts().catch((error: unknown) => ctx.log.warn({ error }, 'changed hosts could not be told'));
      }, GATHER_MS);
    },
    stop: () => gathering?.clear(),
  };
}

function hostEvent(host: Host, now: Date): LiveEvent {
  return {
    seq: null,
    at: now.toISOString(),
    kind: 'host.updated',
    data: {
      host_id: host.id,
      health_status: host.healthStatus,
      status_reason: host.statusReason,
      health_check_status: host.healthCheckStatus,
      patches_total: host.patchesTotal,
      patches_security: host.patchesSecurity,
      reboot_required: host.rebootRequired,
      last_seen_at: host.lastSeenAt?.toISOString() ?? null,
      patches_polled_at: host.patchesPolledAt?.toISOString() ?? null,
    },
  };
}
