import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import type { HostIds } from '../../hosts/api.ts';
import { totalOf, type StateCounts } from '../domain/jobStates.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import type { WaveProgress } from '../domain/waves.ts';
import { JobHostModel, type JobModel, type Rows } from '../models.ts';
import type { HostsPort } from '../ports.ts';

/** What the caller may see of jobs, for one call. */
export interface Sight {
  scope: HostScope;
  /** The hosts that the caller may see; null: all, deleted ones included. */
  ids: HostIds | null;
  hosts: HostsPort;
}

export async function sightOf(hosts: HostsPort, scope: HostScope): Promise<Sight> {
  return { scope, ids: await hosts.idsIn(scope), hosts };
}

/** Objection takes knex's query builders too, but its types do not say so. */
const subselect = (ids: HostIds, knex: Knex): Rows<JobHostModel> =>
  ids(knex) as unknown as Rows<JobHostModel>;

/** Narrows a query of job hosts to the hosts that the caller may see. */
export function seenOnly(query: Rows<JobHostModel>, knex: Knex, { ids }: Sight): Rows<JobHostModel> {
  return ids ? query.whereIn('host_id', subselect(ids, knex)) : query;
}

/** The jobs that hold a visible host, as a subselect of their ids; null: all. */
export function jobsSeen(knex: Knex, { ids }: Sight): Rows<JobHostModel> | null {
  return ids && JobHostModel.query(knex).select('job_id').whereIn('host_id', subselect(ids, knex));
}

/** Throws JOB_NOT_FOUND when the job holds no visible host: for the caller it does not exist. */
export async function requireSeen(knex: Knex, jobId: string, sight: Sight): Promise<void> {
  if (!sight.ids) return;
  const one = await seenOnly(JobHostModel.query(knex).where('job_id', jobId), knex, sight)
    .select('id')
    .first();
  if (!one) throw new AppError('JOB_NOT_FOUND');
}

/**
 * The proof that a caller may see every host of a job. What changes a job as a whole takes it as a parameter, and only
 * the check itself makes one: so nothing that holds all hosts of a job can be written for a caller of some.
 */
export class WholeJob {
  readonly jobId: string;
  /** Makes the type one that no object literal has. */
  readonly #isProved = true;

  private constructor(jobId: string) {
    this.jobId = jobId;
  }

  /** Throws JOB_NOT_FOUND (no host is visible) or JOB_OUT_OF_SCOPE (some are not). */
  static async require(knex: Knex, jobId: string, sight: Sight): Promise<WholeJob> {
    const { ids } = sight;
    if (!ids) return new WholeJob(jobId);
    await requireSeen(knex, jobId, sight);
    const other = await JobHostModel.query(knex)
      .select('id')
      .where('job_id', jobId)
      .whereNotIn('host_id', subselect(ids, knex))
      .first();
    if (other) throw new AppError('JOB_OUT_OF_SCOPE');
    return new WholeJob(jobId);
  }

  /** Whether it is the proof for this job. */
  isOf(jobId: string): boolean {
    return this.#isProved && this.jobId === jobId;
  }
}

/** The jobs with the counts of the visible hosts only; empty counts for a job without any. */
export async function cutJobs(knex: Knex, jobs: readonly JobModel[], sight: Sight): Promise<JobModel[]> {
  if (!sight.ids) return [...jobs];
  const counts = await seenCounts(
    knex,
    jobs.map(({ id }) => id),
    sight,
  );
  return jobs.map((job) => {
    const { counts: own = {}, waves } = counts.get(job.id) ?? {};
    return Object.assign(job.$clone(), {
      counts: own,
      hostsTotal: totalOf(own),
      waves: job.waves && cutWaves(job.waves, waves ?? new Map()),
    });
  });
}

/** The counts of a job that the caller may see. */
export interface SeenCounts {
  counts: StateCounts;
  /** By the number of the wave. */
  waves: Map<number, StateCounts>;
}

/** The waves with the counts of the visible hosts; these do not leave out forgiven or harmless failures. */
export function cutWaves(
  waves: readonly WaveProgress[],
  counts: ReadonlyMap<number, StateCounts>,
): WaveProgress[] {
  return waves.map((wave, index) => ({
    ...wave,
    counts: counts.get(index + 1) ?? {},
    unharmed: 0,
    from: null,
  }));
}

/** The number of visible hosts in each state, by job and wave. */
export async function seenCounts(
  knex: Knex,
  jobIds: readonly string[],
  sight: Sight,
): Promise<Map<string, SeenCounts>> {
  const query = JobHostModel.query(knex).whereIn('job_id', [...jobIds]);
  const rows = await seenOnly(query, knex, sight)
    .select('job_id', 'wave', 'state')
    .count('* as hosts')
    .groupBy('job_id', 'wave', 'state')
    .castTo<{ jobId: string; wave: number | null; state: JobHostState; hosts: number | string }[]>();
  const seen = new Map<string, SeenCounts>();
  for (const { jobId, wave, state, hosts } of rows) {
    const { counts, waves } = seen.get(jobId) ?? { counts: {}, waves: new Map<number, StateCounts>() };
    counts[state] = (counts[state] ?? 0) + Number(hosts);
    if (wave !== null) waves.set(wave, { ...waves.get(wave), [state]: Number(hosts) });
    seen.set(jobId, { counts, waves });
  }
  return seen;
}
