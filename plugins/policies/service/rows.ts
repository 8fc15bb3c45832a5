import { AppError, Editable, type Context, type Tx } from '#sdk';
import { PolicyModel } from '../models.ts';

export const policyEdits = new Editable(PolicyModel, {
  kind: 'policy',
  full: 'POLICY_LIMIT_REACHED',
  fields: [
    ...(['name', 'timezone', 'rrule', 'daysAfter', 'target', 'spec'] as const),
    ...(['catchUp', 'maxLateSecs', 'planLeadSecs'] as const),
  ],
  audited: ({ scope, pausedAt }) => ({ scope: scope.hosts, pausedAt }),
  notFound: (id) => new AppError('POLICY_NOT_FOUND', { details: { policy_id: id } }),
});

/** Locks the policy's row until the end of the transaction and returns it. Throws POLICY_NOT_FOUND. */
export const lockPolicy = (tx: Tx, id: string): Promise<PolicyModel> => policyEdits.locked(tx, id, null);

export function tellPolicy({ live }: Context, tx: Tx, policyId: string, runId: string | null = null): void {
  live.tell(tx, 'policy.updated', { policy_id: policyId, run_id: runId });
}
