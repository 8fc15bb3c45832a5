import type { KeptBackReason } from '../../backend.ts';
import type { DpkgRow, Inventory } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import type { Policy } from '../read/policy.ts';
import { offeredVersion, readVersions } from '../read/policy.ts';
import { aptName } from '../read/catalogue.ts';
import type { Resolution } from './resolve.ts';
import { resolve } from './resolve.ts';
import type { AptContext } from '../aptContext.ts';

/** The rows for the names in apt's summary. */
export function keptRows(inventory: Inventory, { keptBack, deferred }: Resolution): DpkgRow[] {
  return rowsNamed(inventory, [...keptBack, ...deferred]);
}

/** The rows for `name` or `name:arch`, as apt writes them in its summary. */
export function rowsNamed(inventory: Inventory, names: readonly string[]): DpkgRow[] {
  return names.flatMap((text) => {
    const [name = '', arch = 'all'] = text.split(':');
    return inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch)) ?? [];
  });
}

export interface KeptQuestion {
  kept: readonly DpkgRow[];
  deferred: readonly string[];
  /** Absent: they are read for packages that neither a hold nor phasing explains. */
  policies?: ReadonlyMap<string, Policy>;
  /** The apt options that the plan was made with (its pins). */
  options: readonly string[];
}

/**
 * Why the host's own resolver leaves these packages alone. Our upgrades never remove anything, so a package that only
 * a full upgrade would update is NEEDS_REMOVAL. Starts a process only for packages that neither a hold nor phasing
 * explains.
 */
export async function explainKept(
  context: AptContext,
  inventory: Inventory,
  { kept, deferred, policies, options }: KeptQuestion,
  signal?: AbortSignal,
): Promise<Map<DpkgRow, KeptBackReason>> {
  const { nativeArch } = inventory;
  const reasons = new Map<DpkgRow, KeptBackReason>();
  for (const row of kept) {
    if (row.held) reasons.set(row, 'HELD');
    else if (deferred.includes(aptName(row.name, row.arch, nativeArch))) reasons.set(row, 'PHASED');
  }
  const asked = kept.filter((row) => !reasons.has(row));
  if (asked.length === 0) return reasons;
  const names = asked.map((row) => aptName(row.name, row.arch, nativeArch));
  const known = policies ?? (await readVersions(context, names, inventory, signal));
  for (const row of asked) {
    const policy = known.get(instanceKey(row.name, row.arch, nativeArch));
    const offered = policy && offeredVersion(policy, row.version);
    if ((offered?.phasedPercent ?? 100) < 100) reasons.set(row, 'PHASED');
  }
  const rest = asked.filter((row) => !reasons.has(row));
  if (rest.length === 0) return reasons;
  const full = await resolve(context, inventory, [...options, 'dist-upgrade'], signal);
  const removes = full.changes.some((change) => change.to === null);
  const taken = new Set(full.changes.map(({ name, arch }) => instanceKey(name, arch, nativeArch)));
  for (const row of rest) {
    const inFull = taken.has(instanceKey(row.name, row.arch, nativeArch));
    reasons.set(row, inFull && removes ? 'NEEDS_REMOVAL' : 'DEPENDENCY');
  }
  return reasons;
}
