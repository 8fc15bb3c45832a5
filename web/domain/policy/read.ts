import { api, must } from '../../core/api.ts';
import { deleteOnce, ifMatch, saveOnce, startOnce } from '../../core/edits.ts';
import type { Schemas } from '../../core/schema.ts';

export type Policy = Schemas['Policy'];
export type PolicyRun = Schemas['PolicyRun'];
export type PolicyBody = Schemas['CreatePolicyRequest'];

export const readPolicy = (policyId: string, signal?: AbortSignal): Promise<Policy> =>
  must(api.GET('/api/v1/policies/{policy_id}', { params: { path: { policy_id: policyId } }, signal }));

export const addPolicy = (body: PolicyBody): Promise<Policy> =>
  startOnce(['/policies', body], (header) =>
    must(api.POST('/api/v1/policies', { params: { header }, body })),
  );

/** Saves a policy. Throws 412 `PRECONDITION_FAILED`: somebody has changed it since. */
export const savePolicy = (policy: Policy, body: Schemas['UpdatePolicyRequest']): Promise<Policy> =>
  saveOnce(body, {
    save: () => must(api.PUT('/api/v1/policies/{policy_id}', { params: versionOf(policy), body })),
    read: () => readPolicy(policy.id),
  });

export async function deletePolicy(policy: Policy): Promise<void> {
  await deleteOnce(must(api.DELETE('/api/v1/policies/{policy_id}', { params: versionOf(policy) })));
}

const versionOf = ({ id, edit_version: version }: Policy) => ({
  path: { policy_id: id },
  header: ifMatch(version),
});
