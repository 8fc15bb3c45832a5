import type { JobHostState } from '../domain/jobHostStates.ts';
import type { HoldEffect, JobPreview, NamedHost, PreviewHold } from '../domain/jobPreview.ts';
import type { JobRequest } from '../domain/jobSpec.ts';
import type { JobHostModel, JobModel } from '../models.ts';
import type { HostInfo } from '../ports.ts';
import type { Caller } from '../service/caller.ts';
import { refusalOf, workOf, type CreateDeps } from '../service/create.ts';
import { heldIn } from '../service/holders.ts';
import { draftRows } from '../service/insertJob.ts';
import { placed } from '../service/places.ts';
import type { EngineDeps } from './deps.ts';
import { busyHosts, HOST_BUSY } from './startHosts.ts';
import { foreseeHosts, type HeldBack } from './verdicts.ts';

/** Hosts of one question to the gates. */
const BATCH = 500;
const MOST_HOLDS = 50;
const MOST_HOSTS = 20;
const MOST_HOSTS_OF_HOLD = 5;

type PreviewDeps = EngineDeps & Pick<CreateDeps, 'ctx'>;

/**
 * What would hold the job of this request, by the gates that decide once it runs; nothing is written, and a dry run is
 * judged as its run. Reads 500 hosts at a time: 10,000 take seconds. Throws as `createJob` for what the request names.
 */
export async function previewJob(
  deps: PreviewDeps,
  request: JobRequest,
  caller: Pick<Caller, 'actor' | 'scope'>,
): Promise<JobPreview> {
  const work = await workOf(deps, request, { scope: caller.scope, isPreview: true });
  const asked = placed(work, { isUnattended: true });
  const known = await deps.hosts.getMany(asked.hosts.map(({ hostId }) => hostId));
  const refusal = await refusalOf(deps.ctx.hooks, { job: asked, infos: known, caller });
  const dbNow = await deps.ctx.db.now();
  const startsAt = asked.scheduleAt !== null && asked.scheduleAt > dbNow ? asked.scheduleAt : dbNow;
  const { job, rows } = draftRows({ ...asked, spec: { ...asked.spec, dryRun: false } }, caller, startsAt);
  const hosts = new Map(known.map((info) => [info.id, info]));
  const found = new Holds();
  for (let at = 0; at < rows.length; at += BATCH)
    await look(deps, { job, rows: rows.slice(at, at + BATCH), hosts, now: startsAt }, found);
  const counted = rows.flatMap(({ hostId }) => hosts.get(hostId) ?? []);
  return {
    hostsTotal: rows.length,
    hostsFree: rows.length - found.hostsHeld,
    hosts: rows.slice(0, MOST_HOSTS).map(named),
    ...found.listed(),
    refusal: refusal && { code: refusal.code, message: refusal.message },
    reboot: job.operation === 'reboot' ? 'always' : job.spec.reboot,
    hostsRebootRequired: counted.filter(({ rebootRequired }) => rebootRequired === true).length,
    hostsRebootUnknown: counted.filter(({ rebootRequired }) => rebootRequired === null).length,
  };
}

interface Looked {
  job: JobModel;
  rows: readonly JobHostModel[];
  hosts: ReadonlyMap<string, HostInfo>;
  now: Date;
}

async function look(deps: PreviewDeps, which: Looked, found: Holds): Promise<void> {
  const ids = which.rows.map(({ hostId }) => hostId);
  const busy = await busyHosts(deps.ctx.db.reader, ids);
  for (const { row, verdicts } of await foreseeHosts(deps, which)) {
    const all: HeldBack[] = busy.has(row.hostId) ? [...verdicts, HOST_BUSY] : verdicts;
    const info = which.hosts.get(row.hostId);
    if (all.length > 0 || info?.isUnreachable) found.hostsHeld += 1;
    found.add(row, all);
    if (info?.isUnreachable) found.warn(row, 'HOST_UNREACHABLE');
    if (info?.problems.includes('DISK_LOW')) found.warn(row, 'DISK_LOW');
  }
}

const EFFECTS: Readonly<Partial<Record<JobHostState, HoldEffect>>> = { skipped: 'skip', failed: 'fail' };
/** Reasons that concern a host by itself, not a gate. */
const OF_HOSTS: readonly string[] = ['DUPLICATE_IDENTITY', 'HOST_REMOVED', 'MAINTENANCE_MODE'];

/** Gathers what holds the hosts: one line for each thing, reason and time, however many hosts there are. */
class Holds {
  readonly #lines = new Map<string, PreviewHold>();
  /** Hosts that do not start at once: held, or without an answer. */
  hostsHeld = 0;

  add(row: JobHostModel, verdicts: readonly HeldBack[]): void {
    for (const { to, set, holds = null } of verdicts) {
      const reason = set.reason ?? '';
      const state = OF_HOSTS.includes(reason) ? 'pending' : to;
      const { hostId, fqdn } = row;
      const nextAttemptAt = to === 'waiting_window' ? (set.nextAttemptAt ?? null) : null;
      const group = {
        state,
        reason,
        heldBy: holds,
        waitsForTag: holds?.[0]?.name ?? null,
        hostId,
        fqdn,
        nextAttemptAt,
        hosts: 1,
      };
      // Of a tag the message names a host that the caller may not see.
      const message = reason === 'TAG_UNHEALTHY' ? '' : (set.error?.message ?? set.message ?? '');
      const more = { effect: EFFECTS[to] ?? 'wait', reason, message, endsAt: set.windowEndAt ?? null };
      for (const held of heldIn(group)) this.#count(row, { ...held, ...more });
    }
  }

  warn(row: JobHostModel, reason: string): void {
    const none = { id: null, name: null, until: null, endsAt: null, message: '' };
    this.#count(row, { kind: 'host', ...none, reason, effect: 'warn' });
  }

  /** What concerns the most hosts first. */
  listed(): Pick<JobPreview, 'holds' | 'holdsTotal'> {
    const lines = [...this.#lines.values()].sort((a, b) => b.hostsTotal - a.hostsTotal);
    return { holds: lines.slice(0, MOST_HOLDS), holdsTotal: lines.length };
  }

  #count(row: JobHostModel, hold: Omit<PreviewHold, 'hosts' | 'hostsTotal'>): void {
    const { effect, kind, id, name, reason, until } = hold;
    // A host is named by its line's hosts, so all hosts with the same reason share one line.
    const ofHosts = kind === 'host' ? { id: null, name: null } : { id, name };
    const key = JSON.stringify([effect, kind, ofHosts.id, ofHosts.name, reason, until]);
    const line = this.#lines.get(key) ?? { ...hold, ...ofHosts, hostsTotal: 0, hosts: [] };
    line.hostsTotal += 1;
    if (line.hosts.length < MOST_HOSTS_OF_HOLD) line.hosts.push(named(row));
    this.#lines.set(key, line);
  }
}

const named = ({ hostId, fqdn }: JobHostModel): NamedHost => ({ hostId, fqdn });
