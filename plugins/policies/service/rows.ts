import type { Context, Tx } from '../../../server/plugin.ts';
import { PolicyModel } from '../models.ts';
import { policyNotFound } from './visibility.ts';

/** Locks the policy's row until the end of the transaction and returns it. Throws POLICY_NOT_FOUND. */
export async function lockPolicy(tx: Tx, id: string): Promise<PolicyModel> {
  const policy = await PolicyModel.query(tx.knex).findById(id).forUpdate();
  if (!policy) throw policyNotFound(id);
  return policy;
}

export const resourceOf = ({ id, name }: PolicyModel) => ({ kind: 'policy', id, name }) as const;

export function tellPolicy({ live }: Context, tx: Tx, policyId: string, runId: string | null = null): void {
  live.tell(tx, 'policy.updated', { policy_id: policyId, run_id: runId });
}
