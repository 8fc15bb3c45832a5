import { api, must } from '../../api.ts';
import type { LiveEvent } from '../../live.ts';
import type { Schemas } from '../../schema.ts';

type Job = Schemas['Job'];
export type JobHost = Schemas['JobHost'];

/** A job as the page holds it: what was read, with the live events on top. */
export interface JobState {
  job: Job;
  /** By host id, in the order of their names. */
  hosts: Map<string, JobHost>;
}

const PAGE_HOSTS = 500;

/** The job, then all of its hosts: events after `job.last_seq` bring both up to date. */
export async function readJob(id: string, signal: AbortSignal): Promise<JobState> {
  const path = { id };
  const job = await must(api.GET('/api/v1/jobs/{id}', { params: { path }, signal }));
  const hosts = new Map<string, JobHost>();
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: PAGE_HOSTS, ...(cursor ? { cursor } : {}) };
    const page: Schemas['JobHostList'] = await must(
      api.GET('/api/v1/jobs/{id}/hosts', { params: { path, query }, signal }),
    );
    for (const host of page.hosts) hosts.set(host.host_id, host);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { job, hosts };
}

/** The state after these events, as a new object; lines of logs are not part of it. */
export function applyEvents(state: JobState, events: readonly LiveEvent[]): JobState {
  let { job } = state;
  const hosts = new Map(state.hosts);
  for (const { kind, data } of events) {
    if (kind === 'job.updated' && data.job_id === job.id) {
      const { job_id: _id, ...changes } = data;
      job = { ...job, ...changes };
    } else if (kind === 'job.host.updated' && data.job_id === job.id) {
      const before = hosts.get(data.host.host_id);
      if (!before || before.updated_at <= data.host.updated_at) hosts.set(data.host.host_id, data.host);
    }
  }
  return { job, hosts };
}

const RETRYABLE: ReadonlySet<string> = new Set(['failed', 'timedout', 'cancelled', 'skipped']);
const FAILED: ReadonlySet<string> = new Set(['failed', 'timedout', 'rollback_failed']);

export function retryable(hosts: Iterable<JobHost>): JobHost[] {
  return [...hosts].filter(({ state }) => RETRYABLE.has(state));
}

export function hasFailed({ state }: JobHost): boolean {
  return FAILED.has(state);
}

/** Hosts that the job changed, which a rollback would bring back. */
export function changed(hosts: Iterable<JobHost>): JobHost[] {
  return [...hosts].filter(({ changes, state }) => changes.length > 0 && state !== 'rolled_back');
}
