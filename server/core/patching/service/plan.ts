import type { Knex } from 'knex';
import { AppError } from '../../../contract/appError.ts';
import { JobHostModel, JobModel } from '../models.ts';

/** A dry run that may be run as it is. Throws JOB_NOT_FOUND, PLAN_NOT_APPROVABLE. */
export async function planOf(
  knex: Knex,
  jobId: string,
): Promise<{ plan: JobModel; planned: JobHostModel[] }> {
  const plan = await JobModel.query(knex).findById(jobId);
  if (!plan) throw new AppError('JOB_NOT_FOUND', { details: { job_id: jobId } });
  if (!plan.spec.dryRun) throw notApprovable('The job is not a dry run.');
  if (plan.state !== 'completed') throw notApprovable('The dry run has not completed on every host.');
  // An agent takes a hash with patches alone; running another plan without its hash could do something else.
  if (plan.operation !== 'patch')
    throw notApprovable(`Plans of operation ${plan.operation} cannot be run by their hash.`);
  const planned = await JobHostModel.query(knex)
    .where('job_id', jobId)
    .whereNotNull('plan_hash')
    .orderBy('position');
  if (planned.length === 0) throw notApprovable('No host of the job has a plan.');
  return { plan, planned };
}

const notApprovable = (message: string): AppError => new AppError('PLAN_NOT_APPROVABLE', { message });
