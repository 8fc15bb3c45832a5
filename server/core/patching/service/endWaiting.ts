import { WAITING_STATES, type JobHostState } from '../domain/jobHostStates.ts';
import { JobHostModel, type JobModel } from '../models.ts';
import { withJob, type JobDeps, type JobTx, type JobTxOptions } from './jobTx.ts';

/** Hosts that end in one transaction: other writers get their turn between two transactions. */
export const END_BATCH = 100;

/** How waiting hosts end once a person has cancelled or ended the job; null: they go on waiting. */
function endOf({ state, endRequestedAt }: JobModel): { to: JobHostState; reason: string | null } | null {
  if (state === 'cancelling') return { to: 'cancelled', reason: null };
  if (state === 'paused' && endRequestedAt !== null) return { to: 'skipped', reason: 'JOB_ENDED' };
  return null;
}

/** Ends a batch of the waiting hosts of a job that is being cancelled or ended. True when there may be more. */
export async function endSome(jobTx: JobTx): Promise<boolean> {
  const end = endOf(jobTx.job);
  if (end === null) return false;
  const rows = await JobHostModel.query(jobTx.tx.knex)
    .where('job_id', jobTx.job.id)
    .whereIn('state', [...WAITING_STATES])
    .orderBy('position')
    .limit(END_BATCH);
  await jobTx.changeHosts(rows, end.to, { set: { reason: end.reason, nextAttemptAt: null } });
  return rows.length === END_BATCH;
}

/** Ends all of them, batch after batch. If the manager is killed meanwhile, the next sweep continues. */
export async function endWaiting(deps: JobDeps, jobId: string, by?: JobTxOptions['by']): Promise<void> {
  while (await withJob(deps, jobId, { name: 'patching.endHosts', by }, endSome));
}
