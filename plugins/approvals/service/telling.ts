import type { Context, Tx } from '#sdk';
import { ApprovalHostModel, type ApprovalModel } from '../models.ts';

/**
 * Sends a live event once the transaction has committed. It names the first host of the run, so that it reaches
 * everybody who may approve: they see all of its hosts.
 */
export async function tellChanged(
  { live }: Pick<Context, 'live'>,
  tx: Tx,
  { id, state, planJobId, runJobId }: ApprovalModel,
): Promise<void> {
  const first = await ApprovalHostModel.query(tx.knex).findOne({ approval_id: id }).orderBy('position');
  const data = { approval_id: id, state, plan_job_id: planJobId, run_job_id: runJobId };
  live.tell(tx, 'approval.updated', data, first ? { hostId: first.hostId } : undefined);
}

export const forAudit = (row: ApprovalModel) => ({
  state: row.state,
  approval_hash: row.approvalHash,
  plan_job_id: row.planJobId,
  operation: row.operation,
  hosts_total: row.hostsTotal,
  requested_by: row.requester.name,
  ...(row.retriesUntil ? { retries_until: row.retriesUntil.toISOString() } : {}),
});
