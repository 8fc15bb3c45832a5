import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';

type Host = Schemas['Host'];
type Job = Schemas['Job'];

/** One thing that happened to a host, or will. */
export interface Happening {
  at: string;
  kind: 'job' | 'poll' | 'problem' | 'host';
  text: string;
  href: string | null;
}

export type HostOnTimeline = Pick<
  Host,
  | 'created_at'
  | 'last_seen_at'
  | 'last_polled_at'
  | 'patches_polled_at'
  | 'patches_refreshed_at'
  | 'certificate_expires_at'
  | 'problems'
  | 'ip_address'
  | 'moved_at'
  | 'moved_from'
>;
export type JobOnTimeline = Pick<
  Job,
  'id' | 'name' | 'operation' | 'dry_run' | 'state' | 'created_at' | 'completed_at'
>;

/** What the manager knows of a host and of its jobs, the newest first; what never happened is left out. */
export function timelineOf(host: HostOnTimeline, jobs: readonly JobOnTimeline[]): Happening[] {
  const told = (at: string | null, kind: Happening['kind'], text: string): Happening[] =>
    at === null ? [] : [{ at, kind, text, href: null }];
  const { problems } = host;
  // If the last poll is later than the last answer, nobody answered it.
  const isSilent = host.last_polled_at !== null && host.last_polled_at > (host.last_seen_at ?? '');
  const all = [
    ...told(host.certificate_expires_at, 'host', 'Certificate expires (renewed automatically)'),
    ...(isSilent ? told(host.last_polled_at, 'problem', 'Poll failed: the agent did not respond') : []),
    ...told(host.last_seen_at, 'poll', 'Agent last responded'),
    ...(problems.length > 0
      ? told(host.last_seen_at, 'problem', `${plural(problems.length, 'problem')} reported`)
      : []),
    ...told(host.patches_polled_at, 'poll', 'Patches last read'),
    ...told(host.patches_refreshed_at, 'poll', 'Package lists last updated'),
    ...told(host.moved_at, 'host', `Moved from ${host.moved_from} to ${host.ip_address}`),
    ...told(host.created_at, 'host', 'Enrolled'),
    ...jobs.flatMap(ofJob),
  ];
  return all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function ofJob(job: JobOnTimeline): Happening[] {
  const what = `${job.dry_run ? 'Plan' : 'Job'} “${job.name ?? job.operation}”`;
  const href = `/jobs/${job.id}`;
  const made: Happening = { at: job.created_at, kind: 'job', text: `${what} created`, href };
  if (job.completed_at === null) return [made];
  const state = job.state.replaceAll('_', ' ');
  return [made, { at: job.completed_at, kind: 'job', text: `${what} ended: ${state}`, href }];
}
