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

/** What a cut between the halves of an update has left, in words. */
export async function findProblems(context: RpmContext): Promise<string[]> {
  const duplicates = await readDuplicates(context);
  if (duplicates.length === 0) return [];
  const own = leftBy(await knownExchanges(context), duplicates);
  const others = duplicates.filter((one) => !own.includes(one));
  const names = (some: readonly Duplicate[]) =>
    [...new Set(some.map(({ newest }) => rpmKey(newest)))].join(', ');
  return [
    ...(own.length > 0 ? [`an update was cut off: superseded versions are left of ${names(own)}`] : []),
    ...(others.length > 0
      ? [`no job has left them, so none removes them: superseded versions lie beside: ${names(others)}`]
      : []),
  ];
}

async function knownExchanges(context: RpmContext): Promise<Exchange[]> {
  return [...(await readUnfinished(context)).values()].flat();
}

/**
 * Finishes updates of this agent's jobs that were cut off between the new version's arrival and the old one's end: the
 * newer one is set up again, and the superseded version goes. What others have left side by side stays. Does nothing
 * while another package manager works. Returns what is still wrong, in words.
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
    // Mostly they went with that. Of what is there twice in one version, rpm would take away both.
    const left = (await findOwn()).filter(({ superseded, newest }) => superseded.version !== newest.version);
    if (left.length > 0) await act(context, env, `${step}-end`, eraseArgv(left));
  }
  await forgetFinished(context);
  return findProblems(context);
}

/** All at once; where that fails (one of them cannot be had any more), one by one. */
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

/** These versions and nothing else: a package manager would take along what it thinks needs them. */
function eraseArgv(duplicates: readonly Duplicate[]): string[] {
  // rpm takes no epoch here.
  const bare = ({ superseded }: Duplicate) =>
    nevra({ ...superseded, version: superseded.version.replace(/^\d+:/, '') });
  return ['rpm', '-e', '--nodeps', '--', ...duplicates.map(bare)];
}

/** Jobs of which nothing is left half done are no concern of later repairs. */
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
 * After a transaction that was cut off: superseded versions go; and a package whose files are the new version's
 * while the database still has the old one (it was being unpacked) is brought to the new version after all.
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

/** Whether files other than configuration differ from what the database says of the package. */
async function isDamaged(context: RpmContext, installed: string): Promise<boolean> {
  const { stdout } = await query(context, ['rpm', '-V', '--nodeps', '--noscripts', installed]);
  return stdout.split('\n').some((line) => /^(?:..5......|missing )/.test(line) && !/^\S+ +c /.test(line));
}

function runStep(context: RpmContext, env: JobEnv, step: string, argv: readonly string[]) {
  const onTimeLimit = scriptletEnder(env);
  return env.runDetached(step, { argv, env: rpmEnv, timeLimitMs: context.timeLimitMs, onTimeLimit });
}
