import type { JobEnv } from '../../backend.ts';
import { waitForLocks } from '../../shared/lock.ts';
import { scriptletEnder } from './scriptlets.ts';
import type { Duplicate, RpmCommand, RpmDriver } from '../rpmDriver.ts';
import { readDuplicates } from '../read/duplicates.ts';
import type { Exchange } from './exchanges.ts';
import { exchangesOf, leftBy, noteFinished, readUnfinished } from './exchanges.ts';
import type { RpmRow } from '../read/inventory.ts';
import { nevra, readRpmInventory, rpmKey } from '../read/inventory.ts';
import { findUnmet } from './judge.ts';
import type { RpmRecord } from '../rpmRecord.ts';
import type { RpmContext } from '../rpmContext.ts';
import { query, rpmEnv, runWithoutJob } from '../rpmContext.ts';

/** What a cut in the middle of an update has left, in words. */
export async function findProblems(context: RpmContext): Promise<string[]> {
  const duplicates = await readDuplicates(context);
  if (duplicates.length === 0) return [];
  const own = leftBy(await knownExchanges(context), duplicates);
  const others = duplicates.filter((one) => !own.includes(one));
  const names = (some: readonly Duplicate[]) =>
    [...new Set(some.map(({ newest }) => rpmKey(newest)))].join(', ');
  return [
    ...(own.length > 0
      ? [`an update was cut off, and old versions are still installed beside the new ones of ${names(own)}`]
      : []),
    ...(others.length > 0
      ? [
          `old versions are installed beside the new ones of ${names(others)}; no job left them, so remove them by hand`,
        ]
      : []),
  ];
}

async function knownExchanges(context: RpmContext): Promise<Exchange[]> {
  return [...(await readUnfinished(context)).values()].flat();
}

/**
 * Finishes updates of this agent's jobs that were cut off after the new version was installed and before the old one
 * was removed: reinstalls the new version and removes the superseded one. Duplicates that others have left stay. Does
 * nothing while another package manager works. Returns what is still wrong, in words.
 */
export async function repair(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv | null,
  { step = 'repair', cut = [] }: { step?: string; cut?: readonly Exchange[] } = {},
): Promise<string[]> {
  const findOwn = async () =>
    leftBy([...cut, ...(await knownExchanges(context))], await readDuplicates(context));
  const own = await findOwn();
  if (own.length > 0) {
    const locked = await waitForLocks(driver.locks);
    if (locked) return [locked.message];
    env?.log('agent', 'repairing: superseded versions are removed');
    await setUpAgain(context, driver, env, { step, rows: [...new Set(own.map(({ newest }) => newest))] });
    // Most were removed with the reinstall. If one version is there twice, `rpm -e` would remove both.
    const left = (await findOwn()).filter(({ superseded, newest }) => superseded.version !== newest.version);
    if (left.length > 0) await act(context, env, `${step}-end`, eraseArgv(left));
  }
  await forgetFinished(context);
  return findProblems(context);
}

/** Reinstalls all at once; if that fails (one of them may no longer be available), one by one. */
async function setUpAgain(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv | null,
  { step, rows }: { step: string; rows: readonly RpmRow[] },
): Promise<void> {
  const exitCode = await act(context, env, step, driver.reinstallArgv(rows));
  if (exitCode === 0 || rows.length === 1) return;
  for (const [i, row] of rows.entries()) {
    await act(context, env, `${step}-each-${i + 1}`, driver.reinstallArgv([row]));
  }
}

/** Removes exactly these versions: a package manager would also remove what seems to depend on them. */
function eraseArgv(duplicates: readonly Duplicate[]): string[] {
  // `rpm -e` takes no epoch.
  const bare = ({ superseded }: Duplicate) =>
    nevra({ ...superseded, version: superseded.version.replace(/^\d+:/, '') });
  return ['rpm', '-e', '--nodeps', '--', ...duplicates.map(bare)];
}

/** Deletes the records of jobs that left nothing half done. */
async function forgetFinished(context: RpmContext): Promise<void> {
  const duplicates = await readDuplicates(context);
  for (const [jobId, exchanges] of await readUnfinished(context)) {
    if (leftBy(exchanges, duplicates).length === 0) await noteFinished(context, jobId);
  }
}

async function act(
  context: RpmContext,
  env: JobEnv | null,
  step: string,
  argv: readonly string[],
): Promise<number | null> {
  if (!env) return runWithoutJob(context, step, argv);
  return (await runStep(context, env, step, argv)).exitCode;
}

/**
 * After a transaction that was cut off: removes superseded versions. A package whose files are of the new version
 * while the database still has the old one (it was cut off while unpacking) is upgraded after all.
 */
export async function repairAfterCut(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  record: RpmRecord,
): Promise<string[]> {
  await repair(context, driver, env, { step: 'repair-cut', cut: exchangesOf(record) });
  const unmet = findUnmet(record.entries, await readRpmInventory(context)).filter(
    ({ from, to }) => from !== null && to !== null,
  );
  const damaged: string[] = [];
  for (const entry of unmet) {
    const installed = nevra({ ...entry, version: entry.from ?? '' });
    if (await isDamaged(context, installed)) damaged.push(nevra({ ...entry, version: entry.to ?? '' }));
  }
  const [command] = record.commands;
  if (damaged.length > 0 && command && command.verb !== 'files') {
    env.log('agent', `finishing what was being unpacked: ${damaged.join(', ')}`);
    const finish: RpmCommand = { ...command, targets: damaged };
    await runStep(context, env, 'repair-finish', driver.argv(finish, 'run'));
  }
  return findProblems(context);
}

/** Whether files other than configuration differ from the database's record of the package. */
async function isDamaged(context: RpmContext, installed: string): Promise<boolean> {
  const { stdout } = await query(context, ['rpm', '-V', '--nodeps', '--noscripts', installed]);
  return stdout.split('\n').some((line) => /^(?:..5......|missing )/.test(line) && !/^\S+ +c /.test(line));
}

function runStep(context: RpmContext, env: JobEnv, step: string, argv: readonly string[]) {
  const onTimeLimit = scriptletEnder(env);
  return env.runDetached(step, { argv, env: rpmEnv, timeLimitMs: context.timeLimitMs, onTimeLimit });
}
