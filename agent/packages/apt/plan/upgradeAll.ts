import { keptEntry } from '../../shared/keptEntries.ts';
import type { AptContext } from '../aptContext.ts';
import { aptName } from '../read/catalogue.ts';
import type { DpkgRow, Inventory } from '../read/inventory.ts';
import { findUpgradable, readAllPolicies, upgradeArgv } from './patches.ts';
import { explainKept, keptRows, rowsNamed } from './keptRows.ts';
import type { Pin } from './pins.ts';
import { instance, withPins } from './pins.ts';
import { downgradeWanted, hasPlanHook, resolutionError, resolve } from './resolve.ts';
import type { Resolved } from './resolved.ts';

/** Every upgrade that the host itself would do with these pins, without removing or downgrading anything. */
export async function planUpgradeAll(
  context: AptContext,
  inventory: Inventory,
  { options, pins }: { options: readonly string[]; pins: readonly Pin[] },
  signal?: AbortSignal,
): Promise<Resolved> {
  const resolution = await resolve(context, inventory, [...options, ...upgradeArgv], signal);
  const stays = rowsNamed(inventory, resolution.downgraded);
  if (stays.length > 0 && !stays.some((row) => isPinned(inventory, pins, row)))
    return planWithoutDowngrades(context, inventory, { pins, stays }, signal);
  if (resolution.error !== null) throw resolutionError(resolution);
  const phased = hasPlanHook(inventory) ? [] : await readPhased(context, inventory, pins, signal);
  const kept = [...keptRows(inventory, resolution), ...phased];
  const names = phased.map(({ name, arch }) => aptName(name, arch, inventory.nativeArch));
  const question = { kept, deferred: [...resolution.deferred, ...names], options };
  const reasons = await explainKept(context, inventory, question, signal);
  return {
    changes: resolution.changes,
    keptBack: kept.map((row) => keptEntry(row, reasons.get(row) ?? 'DEPENDENCY')),
  };
}

const isPinned = (inventory: Inventory, pins: readonly Pin[], row: DpkgRow) => {
  const { name, arch } = instance(inventory, row);
  return pins.some((pin) => pin.name === name && pin.arch === arch);
};

/** One package that the host's preferences would downgrade makes apt refuse all upgrades: `stays` are kept as they are. */
async function planWithoutDowngrades(
  context: AptContext,
  inventory: Inventory,
  { pins, stays }: { pins: readonly Pin[]; stays: readonly DpkgRow[] },
  signal?: AbortSignal,
): Promise<Resolved> {
  const all = [...pins, ...stays.map((row) => ({ ...instance(inventory, row), version: row.version }))];
  const resolved = await withPins(all, (options) =>
    planUpgradeAll(context, inventory, { options, pins: all }, signal),
  );
  const kept = stays.map((row) =>
    keptEntry(row, 'HELD', `A patch downgrades nothing, but ${downgradeWanted}`),
  );
  return { ...resolved, keptBack: [...kept, ...resolved.keptBack] };
}

/**
 * The phased updates, which apt 2.2 pins down until it is this host's turn without saying that it keeps them back.
 * Packages that the plan itself pins (excluded, or no security update) are not among them.
 */
async function readPhased(
  context: AptContext,
  inventory: Inventory,
  pins: readonly Pin[],
  signal?: AbortSignal,
): Promise<DpkgRow[]> {
  const upgradable = findUpgradable(inventory, await readAllPolicies(context, inventory, signal));
  const pinned = new Set(pins.map(({ name, arch }) => `${name}:${arch}`));
  return upgradable
    .filter(({ policy, offered }) => offered.phasedPercent !== null && offered.version !== policy.candidate)
    .map(({ row }) => row)
    .filter((row) => !pinned.has(`${row.name}:${instance(inventory, row).arch}`));
}
