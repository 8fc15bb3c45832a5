import { AppError } from '#server/shared/wire/appError.ts';
import type { HoldChange } from '../../job/steps.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { assertReleasable } from '../read/excluded.ts';
import { readRpmInventory, rpmKey } from '../read/inventory.ts';
import { lookUp } from '../read/lookUp.ts';
import type { RpmContext } from '../rpmContext.ts';

/** Holds or releases installed packages by version locks; null when all are so already. Throws PACKAGE_NOT_FOUND. */
export async function prepareHold(
  context: RpmContext,
  driver: RpmDriver,
  names: readonly string[],
  held: boolean,
): Promise<HoldChange | null> {
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
  if (rows.length === 0) return null;
  return {
    argv: await driver.holdArgv(rows, held),
    findWrong: async () => {
      const after = await driver.heldKeys(context, inventory);
      return rows.filter((row) => after.has(rpmKey(row)) !== held).map(({ name }) => name);
    },
    explain: (outputTail, wrong) => {
      const message = `The hold of ${wrong.join(', ')} did not change: ${outputTail.trim().slice(-500)}`;
      return driver.classify(outputTail) ?? { code: 'INTERNAL_ERROR', message };
    },
  };
}
