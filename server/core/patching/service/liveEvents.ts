import type { Knex } from 'knex';
import type { components } from '#generated/manager.ts';
import type { LiveJobEvent } from '../events.ts';
import { isEnded } from '../domain/jobHostStates.ts';
import { charsOf, JobEventModel, JobHostModel, JobModel, LogChunkModel } from '../models.ts';
import { totalOf } from '../domain/jobStates.ts';
import { countsToWire, heavyParts, wavesToWire, withoutDetails, type WireJobHost } from '../wire.ts';
import { expandLines } from './logLines.ts';
import { cutJobs, jobsSeen, type Sight } from './visibility.ts';

type Schemas = components['schemas'];

/** Events of a job after `seq`, in order, at most `limit`; empty when there are none, or no such job. */
export async function eventsAfter(
  knex: Knex,
  jobId: string,
  seq: number,
  limit: number,
): Promise<LiveJobEvent[]> {
  const rows = await JobEventModel.query(knex)
    .where('job_id', jobId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit);
  return Promise.all(rows.map((row) => eventOf(knex, row)));
}

/**
 * The part of a job's events that the caller may see: events of visible hosts, and events of the job with the current
 * counts of the visible hosts. Nothing if the job holds no visible host.
 */
export async function cutEvents(
  knex: Knex,
  { jobId, events, sight }: { jobId: string; events: readonly LiveJobEvent[]; sight: Sight },
): Promise<LiveJobEvent[]> {
  if (!sight.ids || events.length === 0) return [...events];
  const hostIds = new Set(events.flatMap((event) => hostOf(event) ?? []));
  const seen = await sight.hosts.visible([...hostIds], sight.scope);
  const whole = await JobModel.query(knex).findById(jobId);
  const [job] = whole ? await cutJobs(knex, [whole], sight) : [];
  return events.flatMap((event): LiveJobEvent[] => {
    if (event.kind !== 'job.updated') return seen.has(hostOf(event) ?? '') ? [event] : [];
    return job && job.hostsTotal > 0 ? [cutUpdate(event, job)] : [];
  });
}

/** `job`: with the counts of the visible hosts. */
function cutUpdate(event: Schemas['JobUpdatedEvent'], job: JobModel): LiveJobEvent {
  const told = new Set(event.data.wave_states?.map(({ number }) => number));
  const waves = wavesToWire(job).filter(({ number }) => told.has(number));
  const counts = { counts: countsToWire(job.counts), hosts_total: totalOf(job.counts) };
  const states = waves.length > 0 ? { wave_states: waves } : {};
  return { ...event, data: { ...event.data, ...counts, ...states } };
}

function hostOf(event: LiveJobEvent): string | null {
  switch (event.kind) {
    case 'job.updated':
      return null;
    case 'job.host.updated':
      return event.data.host.host_id;
    case 'job.log':
      return event.data.host_id;
  }
}

/** Number of the job's last event; null when there is no such job, or it holds no visible host. */
export async function lastSeq(knex: Knex, jobId: string, sight: Sight): Promise<number | null> {
  const seen = jobsSeen(knex, sight);
  if (seen && !(await seen.where('job_id', jobId).first())) return null;
  return (await JobModel.query(knex).select('last_seq').findById(jobId))?.lastSeq ?? null;
}

async function eventOf(knex: Knex, { jobId, seq, at, kind, data }: JobEventModel): Promise<LiveJobEvent> {
  const base = { seq, at: at.toISOString(), kind };
  switch (kind) {
    case 'job.updated':
      return { ...base, data } as Schemas['JobUpdatedEvent'];
    case 'job.host.updated':
      return {
        ...base,
        data: { job_id: jobId, host: await wholeHost(knex, jobId, data.host as WireJobHost) },
      } as Schemas['JobHostUpdatedEvent'];
    case 'job.log':
      return {
        ...base,
        data: await logData(knex, jobId, data as { host_id: string; first_seq: number }),
      } as Schemas['JobLogEvent'];
  }
}

/** The most characters of plan and changes together: an event must fit into the limit of a client's unsent data. */
const MAX_PARTS_CHARS = 128 * 1024;

/**
 * Plan and changes are long, so stored events do not repeat them; they are added once the host has ended. If they are
 * too long for an event they are left out (`parts_omitted`). The details of a failure are never included.
 */
async function wholeHost(knex: Knex, jobId: string, stored: WireJobHost): Promise<WireJobHost> {
  const host = withoutDetails(stored);
  if (!isEnded(host.state)) return { ...host, plan: null, changes: [] };
  const which = { job_id: jobId, host_id: host.host_id };
  const size = await JobHostModel.query(knex)
    .select(charsOf(['plan', 'changes']))
    .findOne(which)
    .castTo<{ chars: number } | undefined>();
  if (!size) return { ...host, plan: null, changes: [] };
  if (Number(size.chars) > MAX_PARTS_CHARS) return { ...host, plan: null, changes: [], parts_omitted: true };
  const row = await JobHostModel.query(knex).select('plan', 'changes').findOne(which);
  return { ...host, ...(row ? heavyParts(row) : { plan: null, changes: [] }) };
}

/** Lines that were cut or deleted meanwhile are missing. */
async function logData(
  knex: Knex,
  jobId: string,
  { host_id, first_seq }: { host_id: string; first_seq: number },
) {
  const chunk = await LogChunkModel.query(knex).findById([jobId, host_id, first_seq]);
  return { job_id: jobId, host_id, lines: chunk ? expandLines(chunk.lines) : [] };
}
