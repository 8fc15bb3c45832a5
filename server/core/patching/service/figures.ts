import type { Knex } from 'knex';
import { ts } from '#server/kernel/db/database.ts';
import { ENDED_STATES } from '../domain/jobHostStates.ts';
import { isJobEnded, JOB_STATES, type JobState } from '../domain/jobStates.ts';
import type { JobCounts } from '../api.ts';
import { dryRunOf, JobHostModel, JobModel } from '../models.ts';
import { awaitingApproval } from './waitingPlans.ts';
import { jobsSeen, type Sight } from './visibility.ts';

const DAY_MS = 86_400_000;
const MAX_JOB_IDS = 100;
/** Named one by one: an index finds states that are named, and reads all rows for those that are not. */
const UNENDED_JOB_STATES = JOB_STATES.filter((state) => !isJobEnded(state));

/** Ids of the jobs in which the host has not ended, at most 100. */
export async function unfinishedJobs(knex: Knex, hostId: string): Promise<string[]> {
  const rows = await JobHostModel.query(knex)
    .distinct('job_id')
    .where('host_id', hostId)
    .whereNotIn('state', [...ENDED_STATES])
    .limit(MAX_JOB_IDS);
  return rows.map(({ jobId }) => jobId);
}

/** The figures of the jobs, dry runs apart, with a host that the caller may see, as of `now`. */
export async function jobFigures(knex: Knex, now: Date, sight: Sight): Promise<JobCounts> {
  const since = ts(now.getTime() - DAY_MS);
  const seen = jobsSeen(knex, sight);
  const jobs = () => JobModel.query(knex).where((his) => seen && his.whereIn('id', seen.clone()));
  const rows = await jobs()
    .where((counted) =>
      counted
        .whereIn('state', UNENDED_JOB_STATES)
        .orWhere((ended) => ended.whereIn('state', ['failed', 'partial']).where('completed_at', '>=', since)),
    )
    .whereRaw(`${dryRunOf('patching_jobs')} = 0`)
    .select('state')
    .count('* as jobs')
    .groupBy('state')
    .castTo<{ state: JobState; jobs: number | string }[]>();
  const counts = new Map(rows.map(({ state, jobs: count }) => [state, Number(count)]));
  const count = (state: JobState): number => counts.get(state) ?? 0;
  const active = ['running', 'scheduled', 'pending', 'waiting_health_check', 'cancelling'] as const;
  return {
    jobsActive: active.reduce((sum, state) => sum + count(state), 0),
    jobsStopped: count('paused') + count('failed'),
    jobs: {
      running: count('running'),
      scheduled: count('scheduled'),
      pending: count('pending'),
      waiting_health_check: count('waiting_health_check'),
      cancelling: count('cancelling'),
      paused: count('paused'),
      failed: count('failed'),
      partial: count('partial'),
    },
    plansWaiting: await awaitingApproval(jobs(), knex, { now, sight }).resultSize(),
  };
}
