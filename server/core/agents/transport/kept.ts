import type { components } from '../../../../generated/agent.ts';
import { AGENT_LIMITS, fitting, keptDetails } from '../../../shared/wire/agentLimits.ts';
import type { AgentOperationId } from '../transport.ts';

type Schemas = components['schemas'];

/**
 * What is kept of an answer that fits the contract, by the table of limits: what a contract allows is more than
 * a manager of thousands of hosts can hold. `bodyBytes`: of the answer, so that short ones are not measured. Lists of packages and logs are read page by page, and plans and
 * changes are cut where they are kept (core/patching), because what was cut of them must not be approved.
 */
export function kept(operationId: AgentOperationId, data: unknown, bodyBytes: number): unknown {
  switch (operationId) {
    case 'getJob':
      return keptJob(data as Schemas['JobDetail']);
    case 'listPatches':
      return keptPatches(data as Schemas['PatchList'], bodyBytes);
    default:
      return data;
  }
}

/** Its log and packages are read by other calls, or by nobody. */
function keptJob(job: Schemas['JobDetail']): Schemas['JobDetail'] {
  const { error } = job;
  return { ...job, logs: [], packages: [], error: error && keptError(error) };
}

export function keptError(error: Schemas['JobError']): Schemas['JobError'] {
  const { details, ...rest } = error;
  return details ? { ...rest, details: keptDetails(details) as Schemas['JobError']['details'] } : rest;
}

/** The totals tell how many there are, also of those that were left out. */
function keptPatches(list: Schemas['PatchList'], bodyBytes: number): Schemas['PatchList'] {
  const { patches, total } = list;
  const { entries, bytes } = AGENT_LIMITS.patches;
  if (patches.length <= entries && bodyBytes <= bytes) return list;
  const { kept: some } = fitting(patches, AGENT_LIMITS.patches);
  if (some.length === patches.length) return list;
  return { ...list, patches: some, total: Math.max(total ?? 0, patches.length) };
}
