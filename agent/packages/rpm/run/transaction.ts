import type { DetachedResult, JobEnv, PackageChange, PlanEntry, TransactionResult } from '../../backend.ts';
import { finalFailure } from '../../job/failures.ts';
import { recordedResult } from '../../job/transactionRecord.ts';
import { asDiskAllows, explainedByDisk } from '../../shared/diskFull.ts';
import { scriptletEnder } from './scriptlets.ts';
import type { RpmStates } from './diff.ts';
import type { RpmChange, RpmCommand, RpmDriver } from '../rpmDriver.ts';
import { arisenSince, findDuplicates, withoutSuperseded } from '../read/duplicates.ts';
import { noteFinished } from './exchanges.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { readRpmInventory, rpmKey } from '../read/inventory.ts';
import { judge } from './judge.ts';
import { restoreAutomatic } from './marks.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import { repairAfterCut } from './repair.ts';
import type { RpmContext } from '../rpmContext.ts';
import { rpmEnv } from '../rpmContext.ts';

/** Changes of a command that no entry of the plan foresees; null when there are none. */
export async function findStray(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  command: RpmCommand,
  entries: readonly PlanEntry[],
): Promise<RpmChange[] | null> {
  const text = (change: PackageChange) => `${rpmKey(change)} ${change.from} ${change.to}`;
  const planned = new Set(entries.map(text));
  const { changes } = await driver.resolve(context, inventory, command);
  const stray = changes.filter((change) => !planned.has(text(change)));
  return stray.length === 0 ? null : stray;
}

/**
 * Runs (or, after a restart, follows) the recorded commands, judges them by the database, puts the automatic
 * marks right and completes the record. Everything it needs is in the record.
 */
export async function runTransaction(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  record: RpmRecord,
): Promise<TransactionResult> {
  let result: DetachedResult = { exitCode: 0, lost: false, timeLimitHit: false, outputTail: '' };
  for (const [i, command] of record.commands.entries()) {
    if (i > 0 && (await wouldStray(context, driver, env, command, record.entries))) break;
    env.progress(i === 0 ? 45 : 80, 'changing packages');
    result = await env.runDetached(`transaction${i === 0 ? '' : `-${i}`}`, {
      argv: driver.argv(command, 'run'),
      env: rpmEnv,
      timeLimitMs: context.timeLimitMs,
      onTimeLimit: scriptletEnder(env),
    });
    if (result.lost) break;
  }
  if (result.lost) {
    await asDiskAllows(env, 'the repair', async () => {
      const problems = await repairAfterCut(context, driver, env, record);
      for (const problem of problems) env.log('agent', `still wrong: ${problem}`);
    });
  }
  return complete(context, driver, env, record, result);
}

/** The second command can only be foretold now: what it would do besides stays undone, and is judged as missing. */
async function wouldStray(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  command: RpmCommand,
  entries: readonly PlanEntry[],
): Promise<boolean> {
  const inventory = await readRpmInventory(context);
  const stray = await findStray(context, driver, inventory, command, entries);
  if (stray === null) return false;
  env.log('agent', `not done, for it would change more: ${stray.map(({ name }) => name).join(', ')}`);
  return true;
}

async function complete(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  record: RpmRecord,
  result: DetachedResult,
): Promise<TransactionResult> {
  env.progress(96, 'verifying');
  const after = await readRpmInventory(context);
  const duplicates = arisenSince(record.before, await findDuplicates(context, after));
  const verdict = judge(driver, { ...record, after, duplicates, result });
  // An upgrade leaves the marks as they are.
  if (record.commands.some(({ verb }) => verb === 'install' || verb === 'files')) {
    await restoreAutomatic(context, driver, env, after, record.automatic);
  }
  if (duplicates.length === 0)
    await asDiskAllows(env, 'the note of its end', () => noteFinished(context, env.jobId));
  const failure = finalFailure(await explainedByDisk(verdict), result, env, driver.name);
  const { changes } = verdict;
  const left = leftStates(changes, withoutSuperseded(after, duplicates));
  const done: RpmRecord = { ...record, phase: 'done', changes, failure, left };
  // A rollback can judge from the record as it was, too.
  await asDiskAllows(env, 'the record of the outcome', () => env.save({ rpm: done }));
  return recordedResult(done);
}

/** Where each changed package stands now; a rollback goes ahead only from there. */
export function leftStates(changes: readonly PackageChange[], { byKey }: RpmInventory): RpmStates {
  const versions = (change: PackageChange) => (byKey.get(rpmKey(change)) ?? []).map(({ version }) => version);
  return Object.fromEntries(changes.map((change) => [rpmKey(change), versions(change)]));
}
