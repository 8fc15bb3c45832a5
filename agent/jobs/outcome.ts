/** How a job ends, judged from what its executor returned or threw. Pure. */
import { agentErrors } from '../../server/shared/wire/agentErrors.ts';
import { AppError } from '../../server/shared/wire/appError.ts';
import type { ErrorCatalogue } from '../../server/shared/wire/appError.ts';
import { diskErrorCode } from '../files/atomic.ts';
import { JobCancelled } from '../packages/backend.ts';
import type { JobFailure, PackageChange, Reversibility, TransactionResult } from '../packages/backend.ts';
import type { JobRecord, TerminalStatus } from '../journal/record.ts';

export interface Outcome {
  status: TerminalStatus;
  message: string;
  error: JobFailure | null;
  changes: PackageChange[];
  reversible: Reversibility | null;
}

const catalogue: ErrorCatalogue = agentErrors;

const NOTHING_TO_RESTORE: Reversibility = {
  verdict: 'yes',
  reasons: [{ code: 'NOTHING_TO_RESTORE', package: null, message: 'No package changed.' }],
};

const NOT_A_CHANGE: Reversibility = {
  verdict: 'no',
  reasons: [{ code: 'NOT_A_CHANGE', package: null, message: 'This operation has no undo.' }],
};

const UNKNOWN_SOURCES: Reversibility = {
  verdict: 'no',
  reasons: [
    {
      code: 'NOT_STASHED',
      package: null,
      message: 'What is needed to restore the packages was not recorded.',
    },
  ],
};

/** Operations whose jobs change no package versions. */
const WITHOUT_UNDO = new Set(['refresh', 'reboot', 'hold', 'unhold']);

/** Whether there is nothing that a rollback of this ended job could restore. */
export function changedNothing(record: JobRecord): boolean {
  if (record.changes.length > 0) return false;
  return record.dryRun || !record.inTransaction || WITHOUT_UNDO.has(record.operation);
}

function reversibleOf(record: JobRecord, result: TransactionResult): Reversibility | null {
  if (record.dryRun) return null;
  if (WITHOUT_UNDO.has(record.operation)) return NOT_A_CHANGE;
  if (result.changes.length === 0)
    return result.hasChangedConnection ? result.reversible : NOTHING_TO_RESTORE;
  return result.reversible ?? UNKNOWN_SOURCES;
}

/** The state for a failure: `timedout` and `cancelled` only when no package changed. */
function endOf(failure: JobFailure, changed: boolean): Pick<Outcome, 'status' | 'error'> {
  if (failure.code === 'TIMED_OUT' && !changed) return { status: 'timedout', error: failure };
  if (failure.code === 'CANCELLED_PARTWAY' && !changed) return { status: 'cancelled', error: null };
  return { status: 'failed', error: failure };
}

/** The outcome of a job that ran to its end. */
export function outcomeOf(record: JobRecord, result: TransactionResult): Outcome {
  const base = { changes: result.changes, reversible: reversibleOf(record, result) };
  const { failure } = result;
  if (failure === null)
    return { ...base, status: 'completed', error: null, message: summary(record, result) };
  return { ...base, ...endOf(failure, result.changes.length > 0), message: failure.message };
}

/** The failure that a thrown error stands for. What changed is not known then, so no changes are reported. */
export function failureOf(error: unknown): JobFailure {
  if (error instanceof AppError) {
    const message = error.params.message ?? catalogue[error.code]?.message ?? 'The job failed.';
    return { code: error.code, message, ...(error.details ? { details: error.details } : {}) };
  }
  const diskCode = diskErrorCode(error);
  if (diskCode === 'NO_SPACE') return { code: diskCode, message: 'There is not enough disk space.' };
  if (diskCode === 'READ_ONLY') return { code: diskCode, message: 'The file system is read-only.' };
  return { code: 'INTERNAL_ERROR', message: 'Something went wrong inside the agent; its log says more.' };
}

/** The outcome of a job whose executor threw. */
export function outcomeOfError(record: JobRecord, error: unknown): Outcome {
  const nothing: TransactionResult = { changes: [], failure: null, reversible: null };
  if (error instanceof JobCancelled) {
    return {
      status: 'cancelled',
      message: 'Cancelled',
      error: null,
      changes: [],
      reversible: reversibleOf(record, nothing),
    };
  }
  const outcome = outcomeOf(record, { ...nothing, failure: failureOf(error) });
  const unknown = record.inTransaction && !record.dryRun && !WITHOUT_UNDO.has(record.operation);
  return unknown ? { ...outcome, status: 'failed', reversible: UNKNOWN_SOURCES } : outcome;
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function summary(record: JobRecord, { changes, hasChangedConnection }: TransactionResult): string {
  if (record.dryRun) return planSummary(record);
  switch (record.operation) {
    case 'refresh':
      return 'Package lists refreshed';
    case 'reboot':
      return 'Restarted';
    case 'hold':
      return 'Held';
    case 'unhold':
      return 'Released';
    case 'connection':
      return hasChangedConnection ? 'Connected the other way' : 'Nothing to do';
    case 'rollback':
      if (hasChangedConnection) return 'Connected as before';
      return changes.length === 0 ? 'Nothing to restore' : `${plural(changes.length, 'package')} restored`;
    case 'install':
    case 'update':
    case 'remove':
    case 'patch':
    case 'agent_update':
      return changes.length === 0 ? 'Nothing to do' : `${plural(changes.length, 'package')} changed`;
  }
}

function planSummary({ plan }: JobRecord): string {
  const counts = (['install', 'upgrade', 'downgrade', 'remove'] as const)
    .map((action) => ({
      action,
      count: plan?.entries.filter((entry) => entry.action === action).length ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .map(({ action, count }) => `${count} to ${action}`);
  const keptBack = plan?.keptBack.length ? [`${plan.keptBack.length} kept back`] : [];
  return [...counts, ...keptBack].join(', ') || 'Nothing to do';
}
