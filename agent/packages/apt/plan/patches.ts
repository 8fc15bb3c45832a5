import type { AvailablePatch, InstalledPackage } from '../../backend.ts';
import { failedSources } from '../../shared/sources/access.ts';
import { leftOut, withKeptBySource } from '../../shared/sources/around.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import { aptName, exactKey, readIndex } from '../read/catalogue.ts';
import type { DpkgRow, Inventory, SourcePackage } from '../read/inventory.ts';
import { instanceKey, readInventory, toInstalled } from '../read/inventory.ts';
import { explainKept } from './keptRows.ts';
import type { Policy, PolicyVersion } from '../read/policy.ts';
import { findPinned } from '../read/pinned.ts';
import type { Pinned } from '../read/pinned.ts';
import { offeredVersion, originOf, readPolicies, securityOf } from '../read/policy.ts';
import { aptSources } from '../refresh.ts';
import { resolve } from './resolve.ts';
import type { AptContext } from '../aptContext.ts';
import { withoutSources } from './withoutSources.ts';

/** An upgrade that may bring in new packages and removes none: what the host itself would do. */
export const upgradeArgv: readonly string[] = ['--with-new-pkgs', 'upgrade'];

/** A package with a newer version on offer. */
export interface Upgradable {
  row: DpkgRow;
  policy: Policy;
  /** The version that the host's preferences choose, or a phased one that they will choose. */
  offered: PolicyVersion;
}

export async function readAllPolicies(
  context: AptContext,
  inventory: Inventory,
  signal?: AbortSignal,
): Promise<Map<string, Policy>> {
  const names = inventory.rows.map((row) => aptName(row.name, row.arch, inventory.nativeArch));
  return readPolicies(context, names, inventory, signal);
}

/** The packages whose candidate is newer: backports and versions pinned down are no updates. */
export function findUpgradable(inventory: Inventory, policies: ReadonlyMap<string, Policy>): Upgradable[] {
  return inventory.rows.flatMap((row) => {
    const policy = policies.get(instanceKey(row.name, row.arch, inventory.nativeArch));
    const offered = policy && offeredVersion(policy, row.version);
    return policy && offered ? [{ row, policy, offered }] : [];
  });
}

/**
 * The newest version from a security source above the installed one: it holds every fix, and may lie below the
 * candidate, which another source offers. Never one above the candidate: the host's preferences suppress it. null when
 * no such version is a security update.
 */
export function securityTarget({ row, policy, offered }: Upgradable): string | null {
  const fixed = policy.versions.filter(
    (version) =>
      securityOf(version) === true &&
      compareDebian(version.version, row.version) > 0 &&
      compareDebian(version.version, offered.version) <= 0,
  );
  const sorted = fixed.map(({ version }) => version).toSorted(compareDebian);
  return sorted.at(-1) ?? null;
}

/** Whether an update brings a fix of security; null: nobody can tell. */
export function isSecurityUpdate(one: Upgradable): boolean | null {
  return securityTarget(one) === null ? securityOf(one.offered) : true;
}

/**
 * Every package with a newer version, and why the host would not take it. An update that only a left-out source has
 * is listed from that source's last list, as kept back for that reason.
 */
export async function listPatches(context: AptContext, signal?: AbortSignal): Promise<AvailablePatch[]> {
  const out = leftOut(await failedSources(context, aptSources(context)));
  if (out.length === 0) return listWith(context, signal);
  const [patches, whole] = await Promise.all([
    withoutSources(context, out).then((without) => listWith(without, signal)),
    listWith(context, signal),
  ]);
  return withKeptBySource(patches, whole);
}

async function listWith(context: AptContext, signal?: AbortSignal): Promise<AvailablePatch[]> {
  const inventory = await readInventory(context, signal);
  const policies = await readAllPolicies(context, inventory, signal);
  const pinned = await findPinned(inventory, policies);
  const suppressed = new Set(pinned.map(({ row }) => row));
  const upgradable = findUpgradable(inventory, policies).filter(({ row }) => !suppressed.has(row));
  if (upgradable.length + pinned.length === 0) return [];
  const offers = [
    ...upgradable.map(({ row, offered }) => ({ row, ...offered })),
    ...pinned.map(versionOf),
  ].map(({ row, version }) => ({ name: row.name, arch: row.arch, version }));
  const [plan, index] = await Promise.all([
    resolve(context, inventory, upgradeArgv, signal),
    readIndex(context, offers, signal),
  ]);
  const taken = new Set(plan.changes.map(({ name, arch }) => instanceKey(name, arch, inventory.nativeArch)));
  const kept = upgradable
    .map(({ row }) => row)
    .filter((row) => !taken.has(instanceKey(row.name, row.arch, inventory.nativeArch)));
  const question = { kept, deferred: plan.deferred, policies, options: [] };
  const reasons = await explainKept(context, inventory, question, signal);
  const withIndex = (
    patch: Omit<AvailablePatch, 'downloadSizeBytes'>,
    { source }: DpkgRow,
  ): AvailablePatch => {
    const { name, arch, availableVersion: version } = patch;
    const entry = index.get(exactKey({ name, arch, version }));
    return {
      ...patch,
      downloadSizeBytes: entry?.sizeBytes ?? 0,
      ...(entry ? sourceTold(source, entry.source) : {}),
    };
  };
  return [
    ...upgradable.map((one) =>
      withIndex({ ...toPatch(one), keptBackReason: reasons.get(one.row) ?? null }, one.row),
    ),
    ...pinned.map((one) => withIndex(toPinnedPatch(one), one.row)),
  ];
}

const versionOf = ({ row, fix }: Pinned) => ({ row, version: fix.version });

/** The security update that is missing, also where an ordinary job would take a version below it. */
function toPinnedPatch({ row, fix, message }: Pinned): Omit<AvailablePatch, 'downloadSizeBytes'> {
  const { name, arch, version: currentVersion, held } = row;
  return {
    name,
    arch,
    currentVersion,
    availableVersion: fix.version,
    held,
    phased: false,
    security: true,
    securityVersion: null,
    severity: null,
    advisories: [],
    origin: originOf(fix),
    keptBackReason: 'PINNED',
    keptBackMessage: message,
  };
}

/** Empty where the newer version was built from another source package: their versions do not compare. */
function sourceTold(current: SourcePackage, available: SourcePackage): Pick<AvailablePatch, 'source'> {
  const { name, version: currentVersion } = current;
  return name === available.name
    ? { source: { name, currentVersion, availableVersion: available.version } }
    : {};
}

function toPatch(one: Upgradable): Omit<AvailablePatch, 'keptBackReason' | 'downloadSizeBytes'> {
  const { row, offered } = one;
  const target = securityTarget(one);
  return {
    name: row.name,
    arch: row.arch,
    currentVersion: row.version,
    availableVersion: offered.version,
    security: isSecurityUpdate(one),
    securityVersion: target === offered.version ? null : target,
    severity: null,
    advisories: [],
    origin: originOf(offered),
    held: row.held,
    phased: (offered.phasedPercent ?? 100) < 100,
  };
}

/** Every installed package, with its source and the version that the host prefers. */
export async function listPackages(context: AptContext, signal?: AbortSignal): Promise<InstalledPackage[]> {
  const inventory = await readInventory(context, signal);
  const policies = await readAllPolicies(context, inventory, signal);
  return inventory.rows.map((row) => {
    const policy = policies.get(instanceKey(row.name, row.arch, inventory.nativeArch));
    const current = policy?.versions.find(({ version }) => version === row.version);
    const newer = policy?.candidate && compareDebian(policy.candidate, row.version) > 0;
    return toInstalled(row, originOf(current), newer ? policy.candidate : null);
  });
}
