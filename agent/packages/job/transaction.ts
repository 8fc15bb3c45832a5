import type { JobEnv, TransactionResult } from '../backend.ts';
import { asDiskAllows, explainedByDisk } from '../shared/diskFull.ts';
import { finalFailure } from './failures.ts';
import type { FamilyTypes, TransactionSteps } from './steps.ts';
import type { JobFamily } from './transactionRecord.ts';
import { recordedResult } from './transactionRecord.ts';

/** What of a package manager's steps a transaction needs. */
type Steps<T extends FamilyTypes> = TransactionSteps<T> & {
  readonly family: JobFamily;
  readonly name: string;
};

/** A job whose record was found at a restart: its verdict, or its transaction followed to the end. */
export async function resumeTransaction<T extends FamilyTypes>(
  steps: Steps<T>,
  env: JobEnv,
  record: T['record'],
): Promise<TransactionResult> {
  return record.phase === 'done' ? recordedResult(record) : runTransaction(steps, env, record);
}

/**
 * Runs (or, after a restart, follows) the recorded transaction, judges it by the database and completes the record.
 * Everything it needs is in the record.
 */
export async function runTransaction<T extends FamilyTypes>(
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
  // A rollback can judge from the record as it was, too.
  await asDiskAllows(env, 'the record of the outcome', () => env.save({ [steps.family]: done }));
  await steps.tidy?.(env, done, after);
  return recordedResult(done);
}
