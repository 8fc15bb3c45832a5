import type { JobEnv } from '../../backend.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { newest } from '../read/inventory.ts';
import { runApart } from '../rpmContext.ts';
import type { RpmContext } from '../rpmContext.ts';

/**
 * Restores the marks after a transaction: a package named exactly counts as requested by the user, so the changed
 * packages that had been installed automatically (`wanted`) are marked again.
 */
export async function restoreAutomatic(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  inventory: RpmInventory,
  wanted: readonly string[],
): Promise<void> {
  if (wanted.length === 0) return;
  const now = await driver.automaticKeys(context);
  const rows = [...new Set(wanted)]
    .filter((key) => !now.has(key))
    .flatMap((key) => newest(inventory, key) ?? []);
  const argv = rows.length === 0 ? null : driver.markAutomaticArgv(rows);
  if (argv === null) return;
  const { exitCode } = await runApart(context, env, 'marks', argv);
  if (exitCode !== 0) env.log('agent', `marking packages as automatic ended with ${exitCode}`);
}
