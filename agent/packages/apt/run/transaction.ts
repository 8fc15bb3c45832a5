import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { asDiskAllows } from '../../shared/diskFull.ts';
import type { DetachedResult, JobEnv, PackageChange } from '../../backend.ts';
import { asCutOff } from '../../shared/failures.ts';
import type { Verdict } from '../../shared/failures.ts';
import { cleanArchives } from './archives.ts';
import { guardOptions, guardStopped, guardWaits } from './guard.ts';
import { withArchitectures } from '../read/architectures.ts';
import type { Inventory } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import { judge } from './judge.ts';
import { hookOptions } from './preconfigure.ts';
import { restoreAutoMarks } from '../read/marks.ts';
import type { AptRecord } from '../aptRecord.ts';
import { readLock, waitForLock } from './lock.ts';
import { repair, settle } from './repair.ts';
import { scriptEnder } from './scripts.ts';
import { terminalOptions } from './terminal.ts';
import { aptEnv, fetchOptions, transactionOptions } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

const transactionStep = 'transaction';
/**
 * Old kernels are removed by a call of their own: a single call would unpack the new ones before it removes the old.
 */
const firstStep = 'transaction-kernels';
const againStep = 'repair-again';

/** Runs, or follows, the recorded calls of apt. After a failure it configures the packages that were left unpacked. */
export async function transact(context: AptContext, env: JobEnv, record: AptRecord): Promise<DetachedResult> {
  const first = record.first ? await runApt(context, env, firstStep, record.first) : null;
  if (first !== null && first.exitCode !== 0)
    env.log('agent', 'the old kernels are still there: nothing else is done');
  const done = first === null || first.exitCode === 0;
  const result = done ? await runApt(context, env, transactionStep, record.argv) : first;
  if (!result.lost && result.exitCode !== 0) {
    await asDiskAllows(env, 'what other packages wait for', () => settle(context, env));
  }
  return result;
}

const firstDir = (dir: string) => path.join(dir, 'first');

/** Makes and returns the folder for the guard of the first of two commands. */
export async function makeFirstDir(dir: string): Promise<string> {
  await mkdir(firstDir(dir), { recursive: true, mode: 0o700 });
  return firstDir(dir);
}

async function runApt(
  context: AptContext,
  env: JobEnv,
  step: typeof firstStep | typeof transactionStep | typeof againStep,
  command: readonly string[],
): Promise<DetachedResult> {
  const dir = step === firstStep ? firstDir(env.dir) : env.dir;
  const hooks = [...(await hookOptions(dir)), ...guardOptions(dir), ...(await terminalOptions(dir))];
  const result = await env.runDetached(step, {
    argv: await withArchitectures(['apt-get', ...transactionOptions, ...fetchOptions, ...hooks, ...command]),
    env: aptEnv,
    timeLimitMs: context.timeLimitMs,
    onTimeLimit: scriptEnder((text) => env.log('agent', text)),
    onStatus: (line) => report(env, line),
  });
  return asCutOff(result);
}

/**
 * Repairs after a transaction that was cut off. If only apt is gone, dpkg goes on without it, perhaps for long: first
 * its end is awaited, for until then nothing can be repaired or judged. A rollback is completed from its own files:
 * apt would take for a half unpacked package what its sources offer by now, a version that nobody asked for.
 */
export async function repairAfterCut(
  context: AptContext,
  env: JobEnv,
  { argv }: Pick<AptRecord, 'argv'>,
): Promise<string[]> {
  if (await readLock()) env.log('agent', 'waiting for what still holds the package manager’s lock');
  await waitForLock(context.timeLimitMs);
  const hasFiles = argv.some((word) => word.startsWith('/') && word.endsWith('.deb'));
  return repair(context, env, 'repair', hasFiles ? () => runApt(context, env, againStep, argv) : undefined);
}

/** Judges the transaction by dpkg's database, and restores the automatic marks. */
export async function judgeTransaction(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
  { result, after }: { result: DetachedResult; after: Inventory },
): Promise<Verdict & Pick<AptRecord, 'left'>> {
  const stopped = (await guardStopped(firstDir(env.dir))) || (await guardStopped(env.dir));
  const begun = await begunEntries(env, record, result);
  const { others, ...verdict } = judge(record, after, result, { stopped, begun });
  if (others.length > 0) env.log('agent', `changed meanwhile, but not by this job: ${listed(others)}`);
  await restoreAutoMarks(context, env, after, [...record.autoBefore, ...record.automatic]);
  return { ...verdict, left: leftStates(verdict.changes, after) };
}

/**
 * The planned changes that apt may have begun. After a cut all of them count: what the guards have noted may not have
 * reached the disk.
 */
async function begunEntries(
  env: JobEnv,
  { entries, first }: AptRecord,
  { lost }: DetachedResult,
): Promise<AptRecord['entries']> {
  if (lost || !(await guardWaits(env.dir))) return entries;
  const firstBegan = first && !(await guardWaits(firstDir(env.dir)));
  return firstBegan ? entries.filter(({ to }) => to === null) : [];
}

function listed(changes: readonly PackageChange[]): string {
  return changes.map(({ name, from, to }) => `${name} ${from ?? '-'} > ${to ?? '-'}`).join(', ');
}

/** Removes from apt's cache the superseded packages that this agent's jobs fetched. */
export async function tidyCache(
  context: AptContext,
  env: JobEnv,
  { entries }: AptRecord,
  after: Inventory,
): Promise<void> {
  await asDiskAllows(env, 'the cleaning of the cache', () =>
    cleanArchives(context, env, after, entries),
  ).catch((error: unknown) => env.log('agent', `apt's cache was not cleaned: ${String(error)}`));
}

/** The state of each changed package now; a rollback goes ahead only from that state. */
export function leftStates(changes: readonly PackageChange[], after: Inventory): AptRecord['left'] {
  return Object.fromEntries(
    changes.map(({ name, arch }) => {
      const row = after.byKey.get(instanceKey(name, arch, after.nativeArch));
      const state = row ? { version: row.version, status: row.status, held: row.held } : null;
      return [`${name}:${arch}`, state];
    }),
  );
}

/** apt's status lines: `dlstatus:N:percent:text`, `pmstatus:package:percent:text`, `pmerror:package:percent:text`. */
function report(env: JobEnv, line: string): void {
  const [, kind, name, percent, text = ''] = /^(\w+):([^:]*(?::\w+)?):([\d.]+):(.*)$/.exec(line) ?? [];
  if (kind === 'pmstatus') env.progress(Math.round(45 + Number(percent) / 2), text);
  if (kind === 'dlstatus') env.progress(45, text);
  if (kind === 'pmerror') env.log('agent', `dpkg: ${name}: ${text}`);
}
