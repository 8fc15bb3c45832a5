import { AppError } from '#server/shared/wire/appError.ts';
import type { JobEnv, JobFailure, TransactionResult } from '../backend.ts';
import { asDiskAllows, explainedByDisk } from '../shared/diskFull.ts';
import { finalFailure } from '../shared/failures.ts';
import type { FamilyTypes, TransactionSteps, UndoSteps } from './steps.ts';
import type { JobFamily } from './transactionRecord.ts';
import { recordedResult } from './transactionRecord.ts';

/** The steps that a transaction needs. */
type Steps<T extends FamilyTypes> = TransactionSteps<T> &
  Pick<UndoSteps<T>, 'changesSince'> & {
    readonly family: JobFamily;
    readonly name: string;
  };

/** Resumes a job whose record was found at a restart: returns its verdict, or follows its transaction to the end. */
export async function resumeTransaction<T extends FamilyTypes>(
  steps: Steps<T>,
  env: JobEnv,
  record: T['record'],
): Promise<TransactionResult> {
  return record.phase === 'done' ? recordedResult(record) : runTransaction(steps, env, record);
}

/**
 * Runs the recorded transaction (after a restart: follows it), judges it by the database and completes the record.
 * The record holds everything that this needs.
 */
export async function runTransaction<T extends FamilyTypes>(
  steps: Steps<T>,
  env: JobEnv,
  record: T['record'],
): Promise<TransactionResult> {
  try {
    return await runToVerdict(steps, env, record);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return unfinished(steps, env, record, error);
  }
}

/**
 * A process that has to follow could not be started; systemd starts none while the host shuts down. What has changed by
 * then is told all the same: the next attempt may find nothing left to do, and nobody else would ever name it.
 */
async function unfinished<T extends FamilyTypes>(
  steps: Steps<T>,
  env: JobEnv,
  record: T['record'],
  { code, message, details }: AppError,
): Promise<TransactionResult> {
  const { changes, left } = await steps.changesSince(record, await steps.readInstalled());
  const failure: JobFailure =
    code === 'INTERNAL_ERROR'
      ? { code: 'INTERRUPTED', message: `The work could not be brought to its end: ${message}` }
      : { code, message, ...(details && { details }) };
  const done: T['record'] = { ...record, phase: 'done', changes, failure, left };
  await asDiskAllows(env, 'the record of the outcome', () => env.save({ [steps.family]: done }));
  return recordedResult(done);
}

async function runToVerdict<T extends FamilyTypes>(
  steps: Steps<T>,
  env: JobEnv,
  record: T['record'],
): Promise<TransactionResult> {
  const result = await steps.transact(env, record);
  if (result.lost) {
    await asDiskAllows(env, 'the repair', async () => {
      const problems = await steps.repairAfterCut(env, record);
      for (const problem of problems) env.log('agent', `still wrong: ${problem}`);
    });
  }
  env.progress(96, 'verifying');
  const after = await steps.readInstalled();
  const { changes, failure: found, left } = await steps.judge(env, record, { result, after });
  const verdict = await explainedByDisk({ changes, failure: found });
  const failure = finalFailure(verdict, result, env, steps.name);
  const done: T['record'] = { ...record, phase: 'done', changes, failure, left };
  // If this cannot be stored, a rollback judges from the earlier record.
  await asDiskAllows(env, 'the record of the outcome', () => env.save({ [steps.family]: done }));
  await steps.tidy?.(env, done, after);
  return recordedResult(done);
}
