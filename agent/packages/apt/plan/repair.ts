import type { AptContext } from '../aptContext.ts';
import type { Inventory } from '../read/inventory.ts';
import type { Resolved } from './resolved.ts';
import { resolveOrThrow } from './resolve.ts';

/**
 * What apt would do by itself to mend broken dependencies: it may install, upgrade and remove. Nothing where all are
 * met.
 */
export async function planRepair(
  context: AptContext,
  inventory: Inventory,
  signal?: AbortSignal,
): Promise<Resolved> {
  const argv = ['--fix-broken', '--no-install-recommends', 'install'];
  const { changes } = await resolveOrThrow(context, inventory, argv, signal);
  return { changes, keptBack: [] };
}
