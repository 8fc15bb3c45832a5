import { AppError } from '../../../../server/shared/wire/appError.ts';
import type { JobEnv, TransactionResult } from '../../backend.ts';
import { waitForLocks } from '../../shared/lock.ts';
import { failed } from '../../job/failures.ts';
import { assertPrivileged } from '../../shared/context.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { assertReleasable } from '../read/excluded.ts';
import { readRpmInventory, rpmKey } from '../read/inventory.ts';
import { lookUp } from '../read/lookUp.ts';
import type { RpmContext } from '../rpmContext.ts';
import { rpmEnv } from '../rpmContext.ts';

/** Holds or releases installed packages; judged by the list of locks afterwards, and safe to repeat. */
export async function setHold(
  context: RpmContext,
  driver: RpmDriver,
  names: readonly string[],
  held: boolean,
  env: JobEnv,
): Promise<TransactionResult> {
  assertPrivileged(context);
  const inventory = await readRpmInventory(context);
  const specs = names.map((name) => ({ name }));
  const known = await lookUp(context, driver, inventory, specs);
  const absent = known.find(({ row }) => row === undefined);
  if (absent) {
    const message = `${absent.name} is not installed.`;
    throw new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [absent.name] } });
  }
  if (!held) assertReleasable(known);
  const before = await driver.heldKeys(context, inventory);
  const rows = known.flatMap(({ row }) => (row && before.has(rpmKey(row)) !== held ? [row] : []));
  if (rows.length === 0) return { changes: [], failure: null, reversible: null };
  const argv = await driver.holdArgv(rows, held);
  const locked = await waitForLocks(driver.locks);
  if (locked) return failed(locked);
  env.safePoint();
  const result = await env.runDetached('hold', { argv, env: rpmEnv, timeLimitMs: context.timeLimitMs });
  const after = await driver.heldKeys(context, inventory);
  const wrong = rows.filter((row) => after.has(rpmKey(row)) !== held).map(({ name }) => name);
  if (wrong.length === 0) return { changes: [], failure: null, reversible: null };
  if (result.lost) return failed({ code: 'INTERRUPTED', message: 'The change of holds was cut off.' });
  const message = `The hold of ${wrong.join(', ')} did not change: ${result.outputTail.trim().slice(-500)}`;
  return failed(driver.classify(result.outputTail) ?? { code: 'INTERNAL_ERROR', message });
}
