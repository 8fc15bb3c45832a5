import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DetachedResult, JobEnv } from '../backend.ts';
import { isConfigured, readInventory } from './inventory.ts';
import { waitForLock } from './lock.ts';
import { isInterrupted, readProblems } from './problems.ts';
import { scriptEnder } from './scripts.ts';
import { aptEnv, transactionOptions } from './system.ts';
import type { AptContext } from './system.ts';

/** Conffiles that the host changed keep the host's text. */
const configureArgv = ['dpkg', '--force-confdef', '--force-confold', '--configure', '-a'];
const fixArgv = ['apt-get', ...transactionOptions, '--fix-broken', '--no-remove', 'install'];

/** Whether dpkg's database needs work before anything else can be done. */
export async function needsRepair(context: AptContext): Promise<boolean> {
  if (await isInterrupted()) return true;
  const { rows } = await readInventory(context);
  return rows.some((row) => !isConfigured(row));
}

/**
 * Finishes what a crash or a failed script has left: `dpkg --configure -a` (which answers 0 for packages that
 * were cut off while unpacking, and leaves them), then `apt-get --fix-broken install` without removing anything.
 * Does nothing while another package manager works. Returns what is still wrong, in words.
 */
export async function repair(context: AptContext, env: JobEnv | null, prefix = 'repair'): Promise<string[]> {
  if (!(await needsRepair(context))) return [];
  const locked = await waitForLock();
  if (locked) return [locked.message];
  env?.log('agent', 'repairing the package database');
  const start = (step: string, argv: readonly string[]) =>
    env ? runStep(context, env, `${prefix}-${step}`, argv) : runApart(context, step, argv);
  await start('configure', configureArgv);
  const { rows } = await readInventory(context);
  // A script that has just failed again would only fail once more.
  if (rows.some((row) => row.needsReinstall || ['half-installed', 'unpacked'].includes(row.status))) {
    await start('fix', fixArgv);
  }
  return readProblems();
}

/**
 * After a transaction that failed: one failing preinst makes apt stop, with other packages unpacked and not set
 * up, their services stopped. These are configured by name; the scripts that failed are not run again.
 */
export async function settle(context: AptContext, env: JobEnv): Promise<void> {
  const { rows } = await readInventory(context);
  const unpacked = rows.filter((row) => row.status === 'unpacked' && !row.needsReinstall);
  if (unpacked.length === 0) return;
  env.log('agent', `configuring what was left unpacked: ${unpacked.map(({ name }) => name).join(', ')}`);
  const names = unpacked.map(({ name, arch }) => `${name}:${arch}`);
  await runStep(context, env, 'settle', [...configureArgv.slice(0, -1), '--', ...names]);
}

function runStep(
  context: AptContext,
  env: JobEnv,
  step: string,
  argv: readonly string[],
): Promise<DetachedResult> {
  const onTimeLimit = scriptEnder((text) => env.log('agent', text));
  return env.runDetached(step, { argv, env: aptEnv, timeLimitMs: context.timeLimitMs, onTimeLimit });
}

/** Without a job: in a session of its own, with its output in a file, so that the end of the agent doesn't reach it. */
async function runApart(context: AptContext, step: string, argv: readonly string[]): Promise<void> {
  await mkdir(context.stashDir, { recursive: true, mode: 0o700 });
  const log = path.join(context.stashDir, `.repair-${step}.log`);
  const apart = ['setsid', '--fork', '--wait', 'sh', '-c', 'exec "$@" >"$0" 2>&1 3>/dev/null', log];
  await context.run([...apart, ...argv], { env: aptEnv, timeoutMs: context.timeLimitMs });
}
