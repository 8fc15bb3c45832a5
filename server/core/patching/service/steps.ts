import type { Knex } from 'knex';
import type { components } from '#generated/manager.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { HostStepModel, JobHostModel } from '../models.ts';
import { findSeenJob } from './read.ts';
import { seenOnly, type Sight } from './visibility.ts';

type Step = components['schemas']['JobHostStep'];

/** The most steps in one answer: retries by hand have no limit. */
const MOST_STEPS = 1_000;

/** The states that a host of a job went through, in order. Throws JOB_NOT_FOUND, JOB_HOST_NOT_FOUND. */
export async function hostSteps(
  knex: Knex,
  { jobId, hostId, sight }: { jobId: string; hostId: string; sight: Sight },
): Promise<Step[]> {
  const job = await findSeenJob(knex, jobId, sight);
  const which = { job_id: jobId, host_id: hostId };
  const host = await seenOnly(JobHostModel.query(knex).where(which), knex, sight).select('id').first();
  if (!host) throw new AppError('JOB_HOST_NOT_FOUND');
  const rows = await HostStepModel.query(knex).where(which).orderBy('version', 'desc').limit(MOST_STEPS);
  const first = { state: 'pending', attempt: 0, reason: null, at: job.createdAt } as const;
  const known = rows.length < MOST_STEPS ? [first, ...rows.reverse()] : rows.reverse();
  return known.map(({ state, attempt, reason, at }, index) => ({
    state,
    attempt,
    reason,
    started_at: at.toISOString(),
    ended_at: known[index + 1]?.at.toISOString() ?? null,
  }));
}

/** How often the host's work has begun in the job, by itself and by people's retries. */
export async function attemptsOf(
  knex: Knex,
  { jobId, hostId }: Pick<JobHostModel, 'jobId' | 'hostId'>,
): Promise<number> {
  const which = { job_id: jobId, host_id: hostId, state: 'dispatching' } as const;
  return HostStepModel.query(knex).where(which).resultSize();
}
