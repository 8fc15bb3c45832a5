import type { JobEnv, JobFailure, TransactionResult } from '../../backend.ts';
import { failed, movedSince, noLongerStored } from '../../job/failures.ts';
import { recordedResult } from '../../job/transactionRecord.ts';
import { nothingToRestore } from '../../job/reversibility.ts';
import { StashRoom } from '../../job/stashRoom.ts';
import { assertPrivileged } from '../../shared/context.ts';
import { diffStates } from '../run/diff.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { arisenSince, findDuplicates, withoutSuperseded } from '../read/duplicates.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { readRpmInventory, rpmKey } from '../read/inventory.ts';
import { execute, makeReady } from '../run/job.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import { readRecord } from '../rpmRecord.ts';
import { collectFiles } from './files.ts';
import { prepareRollback } from './plan.ts';
import { spaceNeeds } from '../run/space.ts';
import type { RpmContext } from '../rpmContext.ts';
import { leftStates, runTransaction } from '../run/transaction.ts';

/**
 * Undoes a job, to the exact versions before it, from the stored packages. Nothing is touched
 * (ROLLBACK_CONFLICT) when a package has moved since, a stored package is gone, or the package manager would
 * have to change anything that the job did not. A job that changed nothing has nothing to restore.
 */
export async function rollback(
  context: RpmContext,
  driver: RpmDriver,
  original: Readonly<Record<string, unknown>>,
  env: JobEnv,
): Promise<TransactionResult> {
  assertPrivileged(context);
  const own = readRecord(env.saved);
  const recorded = readRecord(original);
  if (own) {
    return own.phase === 'done' ? recordedResult(own) : runTransaction(context, driver, env, own);
  }
  const record = await judgedRecord(context, recorded);
  if (!record || record.changes.length === 0) {
    env.log('agent', 'nothing to restore');
    return { changes: [], failure: null, reversible: nothingToRestore };
  }
  const unready = (await makeRoom(context, driver, env, record)) ?? (await makeReady(context, driver, env));
  if (unready) return failed(unready);
  const inventory = await readRpmInventory(context);
  const moved = findMoved(record, inventory);
  if (moved) return failed(moved);
  const { files, missing } = await collectFiles(context, driver, env, record);
  const lacking = noLongerStored(missing);
  if (lacking) return failed(lacking);
  const prepared = await prepareRollback(context, driver, inventory, record, files);
  if ('code' in prepared) return failed(prepared);
  await env.setPlan(prepared.plan);
  // What comes back counts as asked for by somebody; what had been installed automatically is marked so again.
  return execute(context, driver, env, prepared, { local: files, automatic: record.automatic });
}

/** A rollback writes hardly more than it takes away; what it restores from is never given up for it. */
function makeRoom(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  { stash }: RpmRecord,
): Promise<JobFailure | null> {
  return new StashRoom(context, env, { needs: spaceNeeds(driver), inUse: stash }).makeForJob();
}

/** A job that never came to judge its transaction is judged now, by what its record says of the time before. */
async function judgedRecord(context: RpmContext, record: RpmRecord | null): Promise<RpmRecord | null> {
  if (record?.phase !== 'transaction') return record;
  const found = await readRpmInventory(context);
  const duplicates = arisenSince(record.before, await findDuplicates(context, found));
  const inventory = withoutSuperseded(found, duplicates);
  const planned = new Set(record.entries.map(rpmKey));
  const changes = diffStates(record.before, inventory).filter((change) => planned.has(rpmKey(change)));
  return { ...record, phase: 'done', changes, left: leftStates(changes, inventory) };
}

/** Each package must still stand at the versions in which the job left it. */
function findMoved(record: RpmRecord, inventory: RpmInventory): JobFailure | null {
  const moved = Object.entries(record.left).flatMap(([key, left]) => {
    const found = (inventory.byKey.get(key) ?? []).map(({ version }) => version);
    return found.join(' ') === left.join(' ') ? [] : [{ name: key.split(':')[0] ?? key, left, found }];
  });
  return movedSince(moved);
}
