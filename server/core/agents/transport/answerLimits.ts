import type { components } from '#generated/agent.ts';
import { AGENT_LIMITS, fitting, keptDetails } from '#server/shared/wire/agentLimits.ts';
import type { AgentOperationId } from '../transport.ts';

type Schemas = components['schemas'];

/**
 * Cuts a valid answer to the table of limits: the contract allows more than a manager of thousands of hosts can hold.
 * `bodyBytes`: size of the answer, so that short ones need not be measured. Lists of packages and logs are read page
 * by page; plans and changes are cut where they are stored (core/patching), because a cut plan must not be approved.
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

/** Without log and packages: these are read by other calls, or not at all. */
function keptJob(job: Schemas['JobDetail']): Schemas['JobDetail'] {
  const { error } = job;
  return { ...job, logs: [], packages: [], error: error && keptError(error) };
}

/** Copies the known fields: an agent may add others of any size, and the error is stored and shown as it is. */
export function keptError({ code, message, retryable, details }: Schemas['JobError']): Schemas['JobError'] {
  const error = { code, message, retryable };
  return details ? { ...error, details: keptDetails(details) as Schemas['JobError']['details'] } : error;
}

/** The total still counts the patches that were left out. */
function keptPatches(list: Schemas['PatchList'], bodyBytes: number): Schemas['PatchList'] {
  const { patches, total } = list;
  const { entries, bytes } = AGENT_LIMITS.patches;
  if (patches.length <= entries && bodyBytes <= bytes) return list;
  const { kept: some } = fitting(patches, AGENT_LIMITS.patches);
  if (some.length === patches.length) return list;
  return { ...list, patches: some, total: Math.max(total ?? 0, patches.length) };
}
