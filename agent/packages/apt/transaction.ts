import { asDiskAllows, explainedByDisk } from '../diskFull.ts';
import type { DetachedResult, JobEnv, TransactionResult } from '../backend.ts';
import { finalFailure } from '../outcome.ts';
import { recordedResult } from '../record.ts';
import { guardOptions, guardStopped } from './guard.ts';
import type { Inventory } from './inventory.ts';
import { instanceKey, readInventory } from './inventory.ts';
import { judge } from './judge.ts';
import { restoreAutoMarks } from './marks.ts';
import type { AptRecord } from './record.ts';
import { repair, settle } from './repair.ts';
import { scriptEnder } from './scripts.ts';
import { aptEnv, fetchOptions, transactionOptions } from './system.ts';
import type { AptContext } from './system.ts';

const transactionStep = 'transaction';

/**
 * Runs (or, after a restart, follows) the recorded transaction, judges it by the database, puts the automatic
 * marks right and completes the record. Everything it needs is in the record.
 */
export async function runTransaction(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
): Promise<TransactionResult> {
  const argv = ['apt-get', ...transactionOptions, ...fetchOptions, ...guardOptions(env.dir), ...record.argv];
  const result = await env.runDetached(transactionStep, {
    argv,
    env: aptEnv,
    timeLimitMs: context.timeLimitMs,
    onTimeLimit: scriptEnder((text) => env.log('agent', text)),
    onStatus: (line) => report(env, line),
  });
  if (result.lost) {
    await asDiskAllows(env, 'the repair', async () => {
      for (const problem of await repair(context, env)) env.log('agent', `still wrong: ${problem}`);
    });
  } else if (result.exitCode !== 0) {
    await asDiskAllows(env, 'what other packages wait for', () => settle(context, env));
  }
  return complete(context, env, record, result);
}

async function complete(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
  result: DetachedResult,
): Promise<TransactionResult> {
  env.progress(96, 'verifying');
  const after = await readInventory(context);
  const verdict = judge(record, after, result, await guardStopped(env.dir));
  await restoreAutoMarks(context, env, after, [...record.autoBefore, ...record.automatic]);
  const failure = finalFailure(await explainedByDisk(verdict), result, env, 'apt');
  const { changes } = verdict;
  const left = leftStates(changes, after);
  const done: AptRecord = { ...record, phase: 'done', changes, failure, left };
  // A rollback can judge from the record as it was, too.
  await asDiskAllows(env, 'the record of the outcome', () => env.save({ apt: done }));
  return recordedResult(done);
}

/** Where each changed package stands now; a rollback goes ahead only from there. */
export function leftStates(changes: TransactionResult['changes'], after: Inventory): AptRecord['left'] {
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
