import type { Account, ChangedBy } from '../../identity/api.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { JobModel } from '../models.ts';
import { endSome, endWaiting } from './endWaiting.ts';
import { JobTx, type JobDeps } from './jobTx.ts';

/**
 * Cancels the scheduled jobs of an account and of its tools. Most hosts end after the commit; if the manager is killed
 * meanwhile, the next sweep continues.
 */
export async function cancelScheduledOf(
  deps: JobDeps,
  tx: Tx,
  { account, by }: { account: Account; by: ChangedBy },
): Promise<void> {
  const jobs = await JobModel.query(tx.knex)
    .where('state', 'scheduled')
    .where((his) => his.where('created_by_id', account.id).orWhere('created_by_owner_id', account.id))
    .orderBy('id')
    .forUpdate();
  for (const job of jobs) await cancelOne(deps, tx, job, by);
}

/**
 * Cancels a job that is still scheduled. False: it has started, has ended or is gone; then nothing is written. The row
 * of an existing job stays locked until the end of the transaction.
 */
export async function cancelScheduled(
  deps: JobDeps,
  tx: Tx,
  { jobId, by }: { jobId: string; by: ChangedBy },
): Promise<boolean> {
  const job = await JobModel.query(tx.knex).findById(jobId).forUpdate();
  if (job?.state !== 'scheduled') return false;
  await cancelOne(deps, tx, job, by);
  return true;
}

async function cancelOne(deps: JobDeps, tx: Tx, job: JobModel, by: ChangedBy): Promise<void> {
  const now = await deps.db.now(tx.knex);
  const jobTx = new JobTx(deps, tx, job, now, { name: 'patching.cancelScheduled', by });
  const resource = { kind: 'job', id: job.id, name: job.name } as const;
  deps.audit.record(tx, { ...by, action: 'job.cancel_requested', resource });
  jobTx.cancelScheduled();
  await endSome(jobTx);
  await jobTx.finish();
  tx.afterCommit(() => endWaiting(deps, job.id, by));
}
