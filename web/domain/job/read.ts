import { api, must } from '../../core/api.ts';
import { loadSentences } from '../../core/errors/sentences.ts';
import type { Schemas } from '../../core/schema.ts';
import { withKnownPlan, type JobHost, type JobState, type Plans } from './state.ts';

const PAGE_HOSTS = 500;

/** The job, then all of its hosts: events after `job.last_seq` bring both up to date. */
export async function readJob(id: string, signal: AbortSignal): Promise<JobState> {
  const path = { job_id: id };
  // The page of a job needs the sentences: it tells why hosts failed.
  const sentences = loadSentences();
  const job = await must(api.GET('/api/v1/jobs/{job_id}', { params: { path }, signal }));
  const hosts = new Map<string, JobHost>();
  const plans: Plans = new Map();
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: PAGE_HOSTS, ...(cursor ? { cursor } : {}) };
    const page: Schemas['JobHostList'] = await must(
      api.GET('/api/v1/jobs/{job_id}/hosts', { params: { path, query }, signal }),
    );
    for (const host of page.hosts) hosts.set(host.host_id, withKnownPlan(host, plans));
    cursor = page.next_cursor;
  } while (cursor !== null);
  await sentences;
  return { job, hosts, plans };
}
