import { actors, type Context } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import type { Audience } from './audience.ts';
import type { LiveClient } from './client.ts';
import type { Follower } from './feed.ts';
import type { JobEvent, LiveEvent } from './messages.ts';
import type { Recipients } from './models.ts';

/** Hosts change in bursts (a sweep of the poller): they are read and told together. */
const GATHER_MS = 250;
const MAX_JOBS = 200;
/** How many events back the first look at a job goes: those of one transaction. */
const FIRST_LOOK_BACK = 10;

/** What subscribers of the fleet get: no logs, no history. */
export interface Fleet {
  hasListeners(): boolean;
  jobChanged(jobId: string, seq: number): void;
  hostChanged(hostId: string): void;
  /** Sends a feature's event to those whose role has the permission, and who see the host (null: who see all hosts). */
  tell(event: LiveEvent, whom: Recipients): void;
  stop(): void;
}

interface Parts {
  clients(): readonly LiveClient[];
  join(jobId: string, follower: Follower): void;
  leave(jobId: string, follower: Follower): void;
}

export function createFleet(ctx: Context, { clients, join, leave }: Parts): Fleet {
  /** One follower for each job and audience. */
  const jobs = new Map<string, { jobId: string; follower: Follower }>();
  const changedHosts = new Set<string>();
  let told = Promise.resolve();
  let gathering: { clear(): void } | null = null;

  const audienceOf = ({ key }: Audience): LiveClient[] =>
    clients().filter(({ audience }) => audience?.key === key);

  const audiences = (): Audience[] => [
    ...new Map(clients().flatMap(({ audience }) => (audience ? [[audience.key, audience]] : []))).values(),
  ];

  function deliver(jobId: string, event: JobEvent, audience: Audience): void {
    if (event.kind === 'job.log') return;
    for (const client of audienceOf(audience)) if (!client.follows.has(jobId)) client.send(event);
  }

  function forget(key: string): void {
    const known = jobs.get(key);
    jobs.delete(key);
    if (known) leave(known.jobId, known.follower);
  }

  function followJob(jobId: string, seq: number, audience: Audience): void {
    const key = `${jobId} ${audience.key}`;
    // Joining wakes the feed, which also serves a follower that is there already.
    const follower = jobs.get(key)?.follower ?? {
      audience,
      sentSeq: Math.max(0, seq - FIRST_LOOK_BACK),
      deliver: (event: JobEvent) => deliver(jobId, event, audience),
    };
    jobs.delete(key);
    jobs.set(key, { jobId, follower });
    join(jobId, follower);
    const [oldest] = jobs.keys();
    if (jobs.size > MAX_JOBS && oldest !== undefined) forget(oldest);
  }

  async function tellHosts(): Promise<void> {
    gathering = null;
    const ids = [...changedHosts];
    changedHosts.clear();
    if (clients().length === 0) return;
    const hosts = await ctx.core.hosts.getMany(ids);
    const events = hosts.map((host) => ({ id: host.id, event: hostEvent(host, ctx.clock.now()) }));
    for (const audience of audiences()) {
      const seen = await ctx.core.hosts.visible(ids, audience.scope);
      const told = events.filter(({ id }) => seen.has(id));
      for (const client of audienceOf(audience)) for (const { event } of told) client.send(event);
    }
  }

  /** An event without a host is about all hosts: it is not for those who see only some. */
  async function sees({ scope }: Audience, { hostId, groupIds }: Recipients): Promise<boolean> {
    if (scope === 'all') return true;
    if (hostId !== null && groupIds) return actors.scopeHeld(scope, { id: hostId, groupIds });
    return hostId !== null && (await ctx.core.hosts.visible([hostId], scope)).has(hostId);
  }

  async function tellNow(event: LiveEvent, whom: Recipients): Promise<void> {
    for (const audience of audiences()) {
      if (!(await sees(audience, whom))) continue;
      for (const client of audienceOf(audience))
        if (ctx.mayCall(whom.permission, client.actor)) client.send(event);
    }
  }

  return {
    hasListeners: () => clients().length > 0,
    tell(event, whom) {
      // One after the other, so that none overtakes another while the database is asked who sees the host.
      told = told
        .then(() => tellNow(event, whom))
        .catch((error: unknown) =>
          ctx.log.warn({ error, kind: event.kind }, 'a live event could not be sent'),
        );
    },
    jobChanged(jobId, seq) {
      const here = audiences();
      for (const [key, { follower }] of [...jobs])
        if (!here.some((audience) => audience.key === follower.audience.key)) forget(key);
      for (const audience of here) followJob(jobId, seq, audience);
    },
    hostChanged(hostId) {
      if (clients().length === 0) return;
      changedHosts.add(hostId);
      gathering ??= ctx.clock.setTimeout(() => {
        tellHosts().catch((error: unknown) => ctx.log.warn({ error }, 'changed hosts could not be sent'));
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
      patches_severity: host.patchesSeverity,
      reboot_required: host.rebootRequired,
      problems: host.problems,
      maintenance_mode: host.maintenanceMode,
      last_seen_at: host.lastSeenAt?.toISOString() ?? null,
      patches_polled_at: host.patchesPolledAt?.toISOString() ?? null,
    },
  };
}
