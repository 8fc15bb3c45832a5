import type { JobEnv, PackageChange, TransactionResult } from '../../backend.ts';
import { conflict } from '../../shared/failures.ts';
import { restoreConffiles } from '../run/conffiles.ts';
import type { Inventory } from '../read/inventory.ts';
import { instanceKey, readInventory } from '../read/inventory.ts';
import { markKeys, restoreAutoMarks } from '../read/marks.ts';
import type { AptRecord } from '../aptRecord.ts';
import { verifyRepacked } from '../run/repack.ts';
import { aptEnv } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/**
 * Runs after the versions are restored: puts back automatic marks, holds and deleted conffiles, and compares the
 * files of rebuilt packages by hash. Safe to repeat.
 */
export async function finishRollback(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
  result: TransactionResult,
): Promise<TransactionResult> {
  const after = await readInventory(context);
  const changed = restoredKeys([...record.changes, ...result.changes.map(inverted)], after);
  if (changed.length === 0) return result;
  await restoreAutoMarks(
    context,
    env,
    after,
    changed.filter((key) => record.autoBefore.includes(key)),
  );
  await restoreHolds(context, env, record, after);
  for (const file of await restoreConffiles(context, env, record.conffiles)) {
    env.log('agent', `${file} is not what it was before the job (configuration is left as it is)`);
  }
  return result.failure ? result : verifyFiles(env, record, result);
}

const inverted = (change: PackageChange): PackageChange => ({ ...change, from: change.to, to: change.from });

/** The packages of a job that stand as before it, whichever attempt has put them back. */
function restoredKeys(changes: readonly PackageChange[], { byKey, nativeArch }: Inventory): string[] {
  const keys = changes.flatMap(({ name, arch, from }) => {
    const key = instanceKey(name, arch, nativeArch);
    return (byKey.get(key)?.version ?? null) === from ? [key] : [];
  });
  return [...new Set(keys)];
}

async function verifyFiles(
  env: JobEnv,
  record: AptRecord,
  result: TransactionResult,
): Promise<TransactionResult> {
  const conffiles = new Set(record.conffiles.map((state) => state.path));
  for (const stored of record.stash.filter(({ source }) => source === 'installed')) {
    const different = await verifyRepacked(stored.path, conffiles).catch((error: unknown) => {
      env.log('agent', `the files of ${stored.name} could not be compared: ${String(error)}`);
      return [];
    });
    if (different.length === 0) continue;
    const message = `Restored, but files of ${stored.name} differ: ${different.slice(0, 5).join(', ')}.`;
    const details = { packages: [stored.name], files: different.slice(0, 200) };
    return { ...result, failure: conflict(message, details) };
  }
  return result;
}

/** Holds again each package that lost its hold because it was removed and came back. */
async function restoreHolds(
  context: AptContext,
  env: JobEnv,
  record: AptRecord,
  after: Inventory,
): Promise<void> {
  const names = Object.entries(record.before)
    .filter(([, state]) => state.held)
    .map(([key]) => key);
  const lost = markKeys(names, after.nativeArch).filter((key) => after.byKey.get(key)?.held === false);
  if (lost.length === 0) return;
  const argv = ['apt-mark', 'hold', '--', ...lost];
  await env.runDetached('restore-holds', { argv, env: aptEnv, timeLimitMs: context.timeLimitMs });
}
