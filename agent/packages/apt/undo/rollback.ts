import type { JobEnv, JobFailure, TransactionResult } from '../../backend.ts';
import { failed, noLongerStored } from '../../job/failures.ts';
import { recordedResult } from '../../job/transactionRecord.ts';
import { nothingToRestore } from '../../job/reversibility.ts';
import { assertPrivileged } from '../../shared/context.ts';
import { instanceKey, readInventory } from '../read/inventory.ts';
import { execute, makeReady } from '../run/job.ts';
import { diffStates } from '../run/judge.ts';
import { waitForLock } from '../run/lock.ts';
import { isInterrupted } from '../read/problems.ts';
import type { AptRecord } from '../aptRecord.ts';
import { readRecord } from '../aptRecord.ts';
import { collectFiles } from './files.ts';
import { finishRollback } from './finish.ts';
import { findMoved, prepareRollback } from './plan.ts';
import type { AptContext } from '../aptContext.ts';
import { leftStates, runTransaction } from '../run/transaction.ts';

/**
 * Undoes a job in one apt call, to the exact versions before it, from the stored packages. Nothing is touched
 * (ROLLBACK_CONFLICT) when a package has moved since, a stored package is gone, or apt would have to change
 * anything that the job did not. A job that changed nothing has nothing to restore.
 */
export async function rollback(
  context: AptContext,
  original: Readonly<Record<string, unknown>>,
  env: JobEnv,
): Promise<TransactionResult> {
  assertPrivileged(context);
  const own = readRecord(env.saved);
  const recorded = readRecord(original);
  if (own && recorded) {
    const result = own.phase === 'done' ? recordedResult(own) : await runTransaction(context, env, own);
    return finishRollback(context, env, recorded, result);
  }
  const record = await judgedRecord(context, recorded);
  if (!record || record.changes.length === 0) {
    env.log('agent', 'nothing to restore');
    return { changes: [], failure: null, reversible: nothingToRestore };
  }
  const unready = await makeReadyForRollback(context, env, record);
  if (unready) return failed(unready);
  const inventory = await readInventory(context);
  const moved = findMoved(record, inventory);
  if (moved) return failed(moved);
  const { files, missing } = await collectFiles(context, env, record);
  const lacking = noLongerStored(missing);
  if (lacking) return failed(lacking);
  const prepared = await prepareRollback(context, inventory, record, files);
  if ('code' in prepared) return failed(prepared);
  await env.setPlan(prepared.plan);
  return finishRollback(context, env, record, await execute(context, env, prepared, { local: files }));
}

/** A job that never came to judge its transaction is judged now, by what its record says of the time before. */
async function judgedRecord(context: AptContext, record: AptRecord | null): Promise<AptRecord | null> {
  if (record?.phase !== 'transaction') return record;
  const inventory = await readInventory(context);
  const planned = new Set(
    record.entries.map(({ name, arch }) => instanceKey(name, arch, inventory.nativeArch)),
  );
  const changes = diffStates(record.before, inventory).filter(({ name, arch }) =>
    planned.has(instanceKey(name, arch, inventory.nativeArch)),
  );
  return { ...record, phase: 'done', changes, left: leftStates(changes, inventory) };
}

/**
 * The database is made whole first, unless the broken packages are the job's own: a repair would only run the
 * failing script again, while the old version is what mends it.
 */
async function makeReadyForRollback(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
): Promise<JobFailure | null> {
  const failing = Object.values(record.left).some((state) => state !== null && state.status !== 'installed');
  // After a cut nothing works before dpkg's own journal is replayed.
  return failing && !(await isInterrupted()) ? waitForLock() : makeReady(context, env);
}
