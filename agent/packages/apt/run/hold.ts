import type { JobEnv, TransactionResult } from '../../backend.ts';
import { failed } from '../../job/failures.ts';
import { assertPrivileged } from '../../shared/context.ts';
import { lookUp } from '../read/catalogue.ts';
import { classify, lastErrors } from '../classify.ts';
import { instanceKey, readInventory } from '../read/inventory.ts';
import { waitForLock } from './lock.ts';
import { aptEnv } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** Holds or releases installed packages; judged by dpkg's own selection, and safe to repeat. */
export async function setHold(
  context: AptContext,
  names: readonly string[],
  held: boolean,
  env: JobEnv,
): Promise<TransactionResult> {
  assertPrivileged(context);
  const inventory = await readInventory(context);
  const specs = names.map((name) => ({ name }));
  const known = await lookUp(context, inventory, specs);
  const keys = known.map(({ name, arch }) => instanceKey(name, arch, inventory.nativeArch));
  const absent = keys.find((key) => !inventory.byKey.has(key));
  if (absent !== undefined) {
    const details = { packages: [absent] };
    return failed({ code: 'PACKAGE_NOT_FOUND', message: `${absent} is not installed.`, details });
  }
  const locked = await waitForLock();
  if (locked) return failed(locked);
  env.safePoint();
  const argv = ['apt-mark', held ? 'hold' : 'unhold', '--', ...keys];
  const result = await env.runDetached('hold', { argv, env: aptEnv, timeLimitMs: context.timeLimitMs });
  const after = await readInventory(context);
  const wrong = keys.filter((key) => after.byKey.get(key)?.held !== held);
  if (wrong.length === 0) return { changes: [], failure: null, reversible: null };
  if (result.lost) return failed({ code: 'INTERRUPTED', message: 'apt-mark was cut off.' });
  const message = lastErrors(result.outputTail) || `The selection of ${wrong.join(', ')} did not change.`;
  return failed(classify(result.outputTail) ?? { code: 'INTERNAL_ERROR', message });
}
