import type { Account, ChangedBy } from '../../identity/api.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import { JobModel } from '../models.ts';
import { endSome, endWaiting } from './endWaiting.ts';
import { JobTx, type JobDeps } from './jobTx.ts';

/**
 * Cancels the jobs that a person, or a tool of his, has scheduled and that have not begun. Hosts end after the commit;
 * what a killed manager leaves, the next sweep goes on with.
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
  const now = await deps.db.now(tx.knex);
  for (const job of jobs) {
    const jobTx = new JobTx(deps, tx, job, now, { name: 'patching.cancelScheduled', by });
    const resource = { kind: 'job', id: job.id, name: job.name } as const;
    deps.audit.record(tx, { ...by, action: 'job.cancel_requested', resource });
    jobTx.changeJob('cancelling', { cancelRequestedAt: now });
    await endSome(jobTx);
    await jobTx.finish();
    tx.afterCommit(() => endWaiting(deps, job.id, by));
  }
}
