import type { DetachedResult, JobEnv, PackageChange, PlanEntry } from '../../backend.ts';
import { asCutOff } from '../../shared/failures.ts';
import type { Verdict } from '../../shared/failures.ts';
import { asDiskAllows } from '../../shared/diskFull.ts';
import { scriptletEnder } from './scriptlets.ts';
import type { RpmStates } from '../read/diff.ts';
import type { RpmChange, RpmCommand, RpmDriver } from '../rpmDriver.ts';
import { arisenSince, findDuplicates, withoutSuperseded } from '../read/duplicates.ts';
import { noteFinished } from './exchanges.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { readRpmInventory, rpmKey, newest } from '../read/inventory.ts';
import { judge } from './judge.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import type { RpmContext } from '../rpmContext.ts';
import { rpmEnv, runApart } from '../rpmContext.ts';

/** The changes of a command that the plan does not contain; null when there are none. */
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

/** Runs, or follows, the recorded commands one after the other. */
export async function transact(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  record: RpmRecord,
): Promise<DetachedResult> {
  let result: DetachedResult = { exitCode: 0, lost: false, timeLimitHit: false, outputTail: '' };
  for (const [i, command] of record.commands.entries()) {
    if (i > 0 && (await wouldStray(context, driver, env, command, record.entries))) break;
    env.progress(i === 0 ? 45 : 80, 'changing packages');
    const ended = await env.runDetached(`transaction${i === 0 ? '' : `-${i}`}`, {
      argv: driver.argv(command, 'run'),
      env: rpmEnv,
      timeLimitMs: context.timeLimitMs,
      onTimeLimit: scriptletEnder(env),
    });
    result = asCutOff(ended);
    if (result.lost) break;
  }
  return result;
}

/**
 * What the second command does is known only now. If it would change more than planned, it is not run, and the
 * verdict counts its changes as missing.
 */
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
  env.log(
    'agent',
    `not done, because it would change other packages too: ${stray.map(({ name }) => name).join(', ')}`,
  );
  return true;
}

/** Judges the transaction by rpm's database, and restores the automatic marks. */
export async function judgeTransaction(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  record: RpmRecord,
  { result, after }: { result: DetachedResult; after: RpmInventory },
): Promise<Verdict & Pick<RpmRecord, 'left'>> {
  const duplicates = arisenSince(record.before, await findDuplicates(context, after));
  const verdict = judge(driver, { ...record, after, duplicates, result });
  // The record has none where the commands keep them.
  if (record.commands.some(({ verb }) => verb !== 'remove' && verb !== 'autoremove')) {
    const changed = new Set(record.entries.map(rpmKey));
    const wanted = record.automatic.filter((key) => changed.has(key));
    await restoreAutomatic(context, driver, env, after, wanted);
  }
  if (duplicates.length === 0)
    await asDiskAllows(env, 'the note of its end', () => noteFinished(context, env.jobId));
  return { ...verdict, left: leftStates(verdict.changes, withoutSuperseded(after, duplicates)) };
}

/** The versions of each changed package now; a rollback goes ahead only from these. */
export function leftStates(changes: readonly PackageChange[], { byKey }: RpmInventory): RpmStates {
  const versions = (change: PackageChange) => (byKey.get(rpmKey(change)) ?? []).map(({ version }) => version);
  return Object.fromEntries(changes.map((change) => [rpmKey(change), versions(change)]));
}

/**
 * Restores the marks after a transaction: a package named exactly counts as requested by the user, so the changed
 * packages that had been installed automatically (`wanted`) are marked again.
 */
async function restoreAutomatic(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  inventory: RpmInventory,
  wanted: readonly string[],
): Promise<void> {
  if (wanted.length === 0) return;
  const now = await driver.automaticKeys(context);
  const rows = [...new Set(wanted)]
    .filter((key) => !now.has(key))
    .flatMap((key) => newest(inventory, key) ?? []);
  const argv = rows.length === 0 ? null : driver.markAutomaticArgv(rows);
  if (argv === null) return;
  const { exitCode } = await runApart(context, env, 'marks', argv);
  if (exitCode !== 0) env.log('agent', `marking packages as automatic ended with ${exitCode}`);
}
