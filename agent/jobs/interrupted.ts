import type { Journal } from '../journal/journal.ts';
import type { PackageBackend, PlanEntry } from '../packages/backend.ts';
import { planHash as hashOf } from '../packages/shared/plan.ts';
import type { JobRecord } from './record.ts';

const CAN_BE_APPROVED: ReadonlySet<string> = new Set(['patch', 'install', 'update', 'remove']);

/** Whether this is an ended job that was to run that approved plan and was interrupted in it. */
function wasInterrupted({ request, error, inTransaction }: JobRecord, planHash: string): boolean {
  return (
    inTransaction && error?.code === 'INTERRUPTED' && 'planHash' in request && request.planHash === planHash
  );
}

/**
 * The entries of an approved plan that a job of this agent had begun to carry out when it was interrupted; null when
 * there was none. Read from the journal, for the hash is all that the manager sends.
 */
export async function interruptedEntries(
  journal: Pick<Journal, 'summaries' | 'read' | 'readFile'>,
  backend: Pick<PackageBackend, 'plannedEntries'>,
  planHash: string,
): Promise<PlanEntry[] | null> {
  for (const { jobId, operation, status } of journal.summaries()) {
    if (!CAN_BE_APPROVED.has(operation) || status !== 'failed') continue;
    const record = await journal.read(jobId).catch(() => null);
    if (!record || !wasInterrupted(record, planHash)) continue;
    const entries = backend.plannedEntries(await journal.readFile(jobId, 'saved').catch(() => ({})));
    // A second attempt has the rest alone in its record; the first one has all.
    if (entries !== null && hashOf(entries) === planHash) return entries;
  }
  return null;
}
