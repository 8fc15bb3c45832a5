import type { Journal } from '../journal/journal.ts';
import type { PackageBackend, PlanEntry, Reversibility } from '../packages/backend.ts';
import { planHash as hashOf } from '../packages/shared/plan.ts';
import type { JobRecord } from '../journal/record.ts';

const CAN_BE_APPROVED: ReadonlySet<string> = new Set(['patch', 'install', 'update', 'remove']);

/** Whether this job was to run that approved plan and was interrupted while running it. */
function wasInterrupted({ request, error, inTransaction }: JobRecord, planHash: string): boolean {
  return (
    inTransaction && error?.code === 'INTERRUPTED' && 'planHash' in request && request.planHash === planHash
  );
}

/**
 * The entries of an approved plan whose transaction an earlier job of this agent began and did not finish; null when
 * there is no such job. Read from the journal, because the manager sends only the hash.
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
    // The record of a second attempt holds only the rest of the plan; that of the first one holds all entries.
    if (entries !== null && hashOf(entries) === planHash) return entries;
  }
  return null;
}

const CAN_BE_PROMISED: ReadonlySet<string> = new Set([...CAN_BE_APPROVED, 'agent_update']);

/**
 * What the approved plan said about a rollback, from the dry run that made it; null when this agent no longer has that
 * job.
 */
export async function promisedReversibility(
  journal: Pick<Journal, 'summaries' | 'read'>,
  planHash: string,
): Promise<Reversibility | null> {
  for (const { jobId, operation, status } of journal.summaries()) {
    if (!CAN_BE_PROMISED.has(operation) || status !== 'completed') continue;
    const record = await journal.read(jobId).catch(() => null);
    if (record?.dryRun && record.plan?.planHash === planHash) return record.plan.reversible;
  }
  return null;
}
