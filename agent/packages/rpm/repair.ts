import type { JobEnv } from '../backend.ts';
import { waitForLocks } from '../lock.ts';
import { scriptletEnder } from './scriptlets.ts';
import type { RpmCommand, RpmDriver } from './driver.ts';
import { findDuplicates, readDuplicates } from './duplicates.ts';
import { nevra, readRpmInventory } from './inventory.ts';
import { findUnmet } from './judge.ts';
import type { RpmRecord } from './record.ts';
import type { RpmContext } from './system.ts';
import { query, rpmEnv, runWithoutJob } from './system.ts';

/** What a cut between the halves of an update has left, in words. */
export async function findProblems(context: RpmContext): Promise<string[]> {
  const duplicates = await findDuplicates(context, await readRpmInventory(context));
  if (duplicates.length === 0) return [];
  return [`an update was cut off: superseded versions are left of ${duplicates.join(', ')}`];
}

/**
 * Finishes updates that were cut off between the new version's arrival and the old one's end: the superseded
 * version goes, and the newer one is set up again. Does nothing while another package manager works. Returns
 * what is still wrong, in words.
 */
export async function repair(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv | null,
  step = 'repair',
): Promise<string[]> {
  if ((await findProblems(context)).length === 0) return [];
  const locked = await waitForLocks(driver.locks);
  if (locked) return [locked.message];
  env?.log('agent', 'repairing: superseded versions are removed');
  const argv = driver.duplicatesArgv(await readDuplicates(context));
  if (env) await runStep(context, env, step, argv);
  else await runWithoutJob(context, step, argv);
  return findProblems(context);
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
  await repair(context, driver, env, 'repair-cut');
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
