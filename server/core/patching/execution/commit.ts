import { decide, type HostPolicy, type NextPosition } from '../domain/decide.ts';
import type { ActiveState } from '../domain/jobHostStates.ts';
import { hasPostGate, type JobOperation } from '../domain/jobSpec.ts';
import type { JobHostModel, JobModel } from '../models.ts';
import { addLog, packLog } from '../service/appendLog.ts';
import type { JobTx } from '../service/jobTx.ts';
import type { HostWork, Unwritten } from './hostWork.ts';
import type { HostWrites } from './hostWrites.ts';
import { LeaseLost } from './leaseLost.ts';
import type { StepResult } from './steps.ts';

const CHANGE_PACKAGES: readonly JobOperation[] = [
  ...(['patch', 'install', 'update', 'remove', 'rollback', 'agent_update', 'connection'] as const),
];

/**
 * Writes what the agent said last, the decision and the new state in one transaction, which other hosts may share.
 * Throws `LeaseLost` when another manager has taken the host over.
 */
export async function commitOutcome(writes: HostWrites, work: HostWork, result: StepResult): Promise<void> {
  // An acceptance can be asked for again by the key; any later result must survive a power cut.
  const durable = result.outcome.kind !== 'accepted';
  let unwritten: Unwritten | null = null;
  const run = (jobTx: JobTx): Promise<JobHostModel> =>
    writeOutcome(jobTx, { work, result, unwritten: (unwritten ??= work.takeUnwritten()) });
  try {
    const row = await writes.write({ work, name: 'patching.commitOutcome', durable, run });
    if (!row) throw new LeaseLost();
  } catch (error) {
    if (unwritten && !(error instanceof LeaseLost)) work.giveBack(unwritten);
    throw error;
  }
}

interface Committed {
  work: HostWork;
  result: StepResult;
  unwritten: Unwritten;
}

async function writeOutcome(jobTx: JobTx, { work, result, unwritten }: Committed): Promise<JobHostModel> {
  const { row } = work;
  const policy = policyOf(jobTx.job);
  const { next } = decide(positionOf(row, result), result.outcome, jobTx.now, policy);
  work.job = jobTx.job;
  if (policy.cancelling) work.wantCancel();
  const { agentSeq, progress, message } = unwritten;
  const log = unwritten.lines.length > 0 ? await addLog(jobTx, row, packLog(row, unwritten.lines)) : {};
  const columns = { ...result.set, ...columnsOf(row, next), ...planReason(result, next) };
  const changed = await jobTx.changeHost(row, next.state, {
    agentSeq,
    progress,
    message,
    ...log,
    ...columns,
  });
  // Thrown, so that the transaction takes back the lines that it wrote before.
  if (!changed) throw new LeaseLost();
  return changed;
}

function policyOf({ operation, spec, state, endRequestedAt }: JobModel): HostPolicy {
  return {
    operation,
    reboot: spec.reboot,
    dryRun: spec.dryRun,
    postGate: hasPostGate(spec),
    changesPackages: CHANGE_PACKAGES.includes(operation) && !spec.dryRun,
    // A plan changes nothing; its setting is for its run.
    rollbackOnFailure: spec.rollbackOnFailure && operation !== 'rollback' && !spec.dryRun,
    cancelling: state === 'cancelling',
    ending: endRequestedAt !== null,
  };
}

function positionOf(row: JobHostModel, { set }: StepResult) {
  const changed =
    (set.changes ?? row.changes ?? []).length > 0 && (set.undoJobIds ?? row.undoJobIds) !== null;
  return { state: row.state as ActiveState, retriesUsed: row.retriesUsed, changed };
}

/** The approval reads this reason instead of the plan, which is long. */
function planReason({ set }: StepResult, { state }: NextPosition): Partial<JobHostModel> {
  return state === 'completed' && set.plan?.cut ? { reason: 'PLAN_TOO_LARGE' } : {};
}

/** The counters of retries and repetitions follow from the host's next state. */
function columnsOf(row: JobHostModel, next: NextPosition): Partial<JobHostModel> {
  const { state, reason, failure, nextAttemptAt, stepDeadlineAt } = next;
  const columns: Partial<JobHostModel> = { reason, nextAttemptAt };
  if (failure !== undefined) columns.error = failure;
  if (state === 'retry_wait') columns.retriesUsed = row.retriesUsed + 1;
  if (state === row.state && nextAttemptAt) {
    // The step failed and is repeated, under a key of its own.
    const [retriesUsed, repetition] = [row.retriesUsed + 1, row.repetition + 1];
    return { ...columns, retriesUsed, repetition, stepJobId: null, stepDeadlineAt };
  }
  if (state === row.state) return columns;
  if (state === 'rolling_back')
    return { ...columns, retriesUsed: 0, repetition: 0, stepJobId: null, stepDeadlineAt };
  return { ...columns, stepDeadlineAt };
}
