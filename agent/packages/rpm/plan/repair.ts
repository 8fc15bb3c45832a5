import type { RpmDriver } from '../rpmDriver.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { nevra, rpmKey } from '../read/inventory.ts';
import { readUnmet } from '../read/unmet.ts';
import type { RpmContext } from '../rpmContext.ts';
import { assertManageable } from './lifeline.ts';
import type { Resolved } from './resolved.ts';
import { refusal } from './resolveUpgrades.ts';

/**
 * What the package manager would do to mend broken dependencies: the first of the driver's ways that it accepts, else
 * the removal of what needs the missing. Throws the refusal of that where it is refused too.
 */
export async function planRepair(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  signal?: AbortSignal,
): Promise<Resolved> {
  const broken = await readUnmet(context, signal);
  if (broken.length === 0) return { changes: [], command: null, keptBack: [] };
  const names = new Set(broken.map(({ name }) => name));
  const targets = inventory.rows.filter(({ name }) => names.has(name)).map(nevra);
  // Where no source has what is missing, what needs it has to go; so does apt.
  const ways = [...driver.repairs(broken), { verb: 'remove' as const, targets, excludes: [] }];
  for (const command of ways) {
    const { changes, error, skipped } = await driver.resolve(context, inventory, command, signal);
    if (command.verb === 'remove' && error !== null) throw refusal(driver, { changes, error, skipped });
    if (error !== null || changes.length === 0) continue;
    assertManageable(context, driver, changes);
    const arriving = changes.filter(({ from }) => from === null).map(rpmKey);
    return { changes, command, keptBack: [], automatic: arriving };
  }
  return { changes: [], command: null, keptBack: [] };
}
