import type { Knex } from 'knex';
import { ts } from '../../../kernel/db/database.ts';
import { ENDED_STATES } from '../domain/jobHostStates.ts';
import { ENDED_JOB_STATES } from '../domain/jobStates.ts';
import { JobHostModel, JobModel } from '../models.ts';
import { jobsSeen, type Sight } from './sight.ts';

const DAY_MS = 86_400_000;
const MAX_JOB_IDS = 100;

/** Jobs in which the host's part has not ended. */
export async function unfinishedJobs(knex: Knex, hostId: string): Promise<string[]> {
  const rows = await JobHostModel.query(knex)
    .distinct('job_id')
    .where('host_id', hostId)
    .whereNotIn('state', [...ENDED_STATES])
    .limit(MAX_JOB_IDS);
  return rows.map(({ jobId }) => jobId);
}

/** Jobs with a host of his that have not ended, and those that are paused or failed within the last 24 hours. */
export async function jobFigures(
  knex: Knex,
  now: Date,
  sight: Sight,
): Promise<{ jobsActive: number; jobsStopped: number }> {
  const since = ts(now.getTime() - DAY_MS);
  const seen = jobsSeen(knex, sight);
  const jobs = () => JobModel.query(knex).where((his) => seen && his.whereIn('id', seen.clone()));
  const jobsActive = await jobs()
    .whereNotIn('state', ['paused', ...ENDED_JOB_STATES])
    .resultSize();
  const jobsStopped = await jobs()
    .where((stopped) =>
      stopped
        .where('state', 'paused')
        .orWhere((failed) => failed.where('state', 'failed').where('completed_at', '>=', since)),
    )
    .resultSize();
  return { jobsActive, jobsStopped };
}
