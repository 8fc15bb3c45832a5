import type { LiveEvent } from '../../core/live.ts';
import type { Schemas } from '../../core/schema.ts';
import { isToApprove, planKey } from './planGroups.ts';
import { mergedWaves } from './waves.ts';

type Job = Schemas['Job'];
export type JobHost = Schemas['JobHost'];

/** A job as the page holds it: what was read, with the live events on top. */
export interface JobState {
  job: Job;
  /** By host id, in the order of their names. */
  hosts: Map<string, JobHost>;
  plans: Plans;
}

/** Plans by their hash and system, so that a thousand hosts with the same plan hold it once. */
export type Plans = Map<string, NonNullable<JobHost['plan']>>;

/** The host with the known plan of its hash and system; a new one becomes known. */
export function withKnownPlan(host: JobHost, plans: Plans): JobHost {
  const { plan, plan_hash: hash } = host;
  if (!plan || !hash) return host;
  const key = planKey(hash, plan);
  const known = plans.get(key);
  if (known) return { ...host, plan: known };
  plans.set(key, plan);
  return host;
}

/** Whether an event left out the long parts of a host, so that the job must be read again. */
export function omitsParts(events: readonly LiveEvent[]): boolean {
  return events.some(({ kind, data }) => kind === 'job.host.updated' && data.host.parts_omitted === true);
}

/** The state after these events, as a new object; lines of logs are not part of it. */
export function applyEvents(state: JobState, events: readonly LiveEvent[]): JobState {
  let { job } = state;
  const { plans } = state;
  const hosts = new Map(state.hosts);
  for (const { kind, data } of events) {
    if (kind === 'job.updated' && data.job_id === job.id) {
      const { job_id: _id, ...changes } = data;
      job = { ...job, ...changes, wave_states: mergedWaves(job.wave_states, changes.wave_states) };
    } else if (kind === 'job.host.updated' && data.job_id === job.id) {
      const before = hosts.get(data.host.host_id);
      if (!before || before.updated_at <= data.host.updated_at)
        hosts.set(data.host.host_id, withKnownPlan(data.host, plans));
    }
  }
  if (job.dry_run) {
    const left = [...hosts.values()].filter((host) => isToApprove(host, job));
    job = { ...job, hosts_to_approve: left.length };
  }
  return { job, hosts, plans };
}

const RETRYABLE: ReadonlySet<string> = new Set(['failed', 'timedout', 'cancelled', 'skipped']);
const FAILED: ReadonlySet<string> = new Set(['failed', 'timedout', 'rollback_failed']);

export function retryable(hosts: Iterable<JobHost>): JobHost[] {
  return [...hosts].filter((host) => RETRYABLE.has(host.state) && !isAccepted(host));
}

/** Whether a person has left it as it stands: nothing more is offered for it. */
export function isAccepted({ reason }: Pick<JobHost, 'reason'>): boolean {
  return reason === 'ACCEPTED';
}

/** Whether an approval rule kept its work from beginning. */
export const isStoppedByRule = ({ state, reason }: Pick<JobHost, 'state' | 'reason'>): boolean =>
  state === 'skipped' && reason === STOPPED_BY_RULE;

/** The reason of what an approval rule stopped, of hosts and of whole jobs. */
export const STOPPED_BY_RULE = 'APPROVAL_REQUIRED';

/** Whether it can be left as it stands. */
export function isAcceptable(host: JobHost): boolean {
  return hasFailed(host) && !isAccepted(host);
}

export function hasFailed({ state }: JobHost): boolean {
  return FAILED.has(state);
}

/** Hosts that the job changed, which a rollback would bring back. */
export function changed(hosts: Iterable<JobHost>): JobHost[] {
  return [...hosts].filter(
    (host) => host.changes.length > 0 && host.state !== 'rolled_back' && !isAccepted(host),
  );
}

const HOST_ENDED: ReadonlySet<string> = new Set([
  'completed',
  'failed',
  'timedout',
  'cancelled',
  'skipped',
  'rolled_back',
  'rollback_failed',
]);

/** Whether nothing more happens to the host by itself. */
export function isHostEnded({ state }: Pick<JobHost, 'state'>): boolean {
  return HOST_ENDED.has(state);
}
