import { AppError } from '#server/shared/wire/appError.ts';
import type { PackageRequest, PackageSpec } from '../../backend.ts';
import { keptEntry, unknownEntry } from '../../shared/keptEntries.ts';
import type { KnownPackage } from '../read/catalogue.ts';
import { aptName, exactKey, lookUp, readIndex } from '../read/catalogue.ts';
import type { DpkgRow, Inventory } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import type { Upgradable } from './patches.ts';
import { findUpgradable, isSecurityUpdate, readAllPolicies, securityTarget } from './patches.ts';
import { findPinned } from '../read/pinned.ts';
import { originOf, readPolicies } from '../read/policy.ts';
import { mayRank, readPreferences } from '../read/preferences.ts';
import type { Pin } from './pins.ts';
import { instance, withPins } from './pins.ts';
import type { Resolved } from './resolved.ts';
import { resolutionError, resolve, resolveOrThrow, versionsOf } from './resolve.ts';
import { planUpgradeAll } from './upgradeAll.ts';
import type { AptContext } from '../aptContext.ts';

type PatchRequest = Extract<PackageRequest, { operation: 'patch' }>;

/** An exact version that a request asks for. */
interface Target {
  name: string;
  arch: string;
  version: string;
}

const exact = ({ name, arch, version }: Target) => `${name}:${arch}=${version}`;
/** Nothing may be removed, and only what the request needs may be installed. */
const installArgv = (targets: readonly Target[]) => ['--no-remove', 'install', '--', ...targets.map(exact)];

export async function planInstall(
  context: AptContext,
  inventory: Inventory,
  specs: readonly PackageSpec[],
  signal?: AbortSignal,
): Promise<Resolved> {
  const known = await lookUp(context, inventory, specs, signal);
  return planTargets(context, inventory, known, signal);
}

/** Like an install, but only for packages that are installed already. */
export async function planUpdate(
  context: AptContext,
  inventory: Inventory,
  specs: readonly PackageSpec[],
  signal?: AbortSignal,
): Promise<Resolved> {
  const known = await lookUp(context, inventory, specs, signal);
  const absent = known.find((one) => rowOf(inventory, one) === undefined);
  if (absent) {
    const message = `${absent.name} is not installed.`;
    throw new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [absent.name] } });
  }
  return planTargets(context, inventory, known, signal);
}

async function planTargets(
  context: AptContext,
  inventory: Inventory,
  known: readonly KnownPackage[],
  signal?: AbortSignal,
): Promise<Resolved> {
  const targets = known.map((one): Target => {
    const version = one.wanted ?? one.policy.candidate;
    if (version !== null) return { name: one.name, arch: one.arch, version };
    const message = `${one.name} has no version to install.`;
    throw new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [one.name] } });
  });
  const changing = targets.filter((target) => rowOf(inventory, target)?.version !== target.version);
  if (changing.length === 0) return { changes: [], keptBack: [] };
  assertNoneHeld(changing.flatMap((target) => rowOf(inventory, target) ?? []));
  const { changes } = await resolveOrThrow(context, inventory, installArgv(changing), signal);
  return { changes, keptBack: [] };
}

function assertNoneHeld(rows: readonly DpkgRow[]): void {
  const held = rows.filter((row) => row.held).map((row) => row.name);
  if (held.length === 0) return;
  const message = `Held on this host: ${held.join(', ')}.`;
  throw new AppError('PACKAGE_HELD', { message, details: { packages: held } });
}

/**
 * All patches, only the security ones, or chosen ones, without what is excluded. Packages that the host keeps back
 * stay back and are listed with the reason; the rest goes on.
 */
export async function planPatch(
  context: AptContext,
  inventory: Inventory,
  request: PatchRequest,
  signal?: AbortSignal,
): Promise<Resolved> {
  const { packages } = request;
  const resolved =
    packages === null
      ? await planAll(context, inventory, request, signal)
      : await planChosen(context, inventory, { ...request, packages }, signal);
  return withSuppressed(context, inventory, { request, resolved }, signal);
}

/**
 * The plan with the security updates that the host's preferences suppress, as kept back. A request for nothing but such
 * packages is refused: an empty success would look like a host that lacks nothing.
 */
async function withSuppressed(
  context: AptContext,
  inventory: Inventory,
  { request: { packages, exclude }, resolved }: { request: PatchRequest; resolved: Resolved },
  signal?: AbortSignal,
): Promise<Resolved> {
  if (!mayRank(await readPreferences())) return resolved;
  const asked = inventory.rows.filter(
    (row) => (packages === null || isNamed(row, packages)) && !isNamed(row, exclude),
  );
  const names = asked.map(({ name, arch }) => aptName(name, arch, inventory.nativeArch));
  const pinned = await findPinned(inventory, await readPolicies(context, names, inventory, signal));
  const told = new Set(resolved.keptBack.map(({ name, arch }) => `${name}:${arch}`));
  const more = pinned.filter(({ row }) => !told.has(`${row.name}:${row.arch}`));
  if (packages !== null && more.length > 0 && resolved.changes.length + resolved.keptBack.length === 0) {
    const details = { packages: more.map(({ row }) => row.name) };
    const message = more.map((one) => `${one.row.name}: ${one.message}`).join(' ');
    throw new AppError('PACKAGE_HELD', { message, details });
  }
  const kept = more.map(({ row, message }) => keptEntry(row, 'PINNED', message));
  return { ...resolved, keptBack: [...resolved.keptBack, ...kept] };
}

async function planAll(
  context: AptContext,
  inventory: Inventory,
  { securityOnly, exclude }: PatchRequest,
  signal?: AbortSignal,
): Promise<Resolved> {
  if (!securityOnly && exclude.length === 0)
    return planUpgradeAll(context, inventory, { options: [], pins: [] }, signal);
  const policies = await readAllPolicies(context, inventory, signal);
  const upgradable = findUpgradable(inventory, policies);
  const pins = upgradable.flatMap((one): Pin[] => {
    const security = securityOnly ? securityTarget(one) : null;
    const stays = isNamed(one.row, exclude) || (securityOnly && security === null);
    if (!stays && security === null) return [];
    return [{ ...instance(inventory, one.row), version: stays ? one.row.version : (security ?? '') }];
  });
  const resolved = await withPins(pins, (options) =>
    planUpgradeAll(context, inventory, { options, pins }, signal),
  );
  const excluded = upgradable.filter(
    (one) => isNamed(one.row, exclude) && (!securityOnly || securityTarget(one) !== null),
  );
  const unknown = securityOnly ? unknownEntries(upgradable, exclude) : [];
  return { ...resolved, keptBack: [...excludedEntries(excluded), ...resolved.keptBack, ...unknown] };
}

async function planChosen(
  context: AptContext,
  inventory: Inventory,
  { packages, securityOnly, exclude }: PatchRequest & { packages: string[] },
  signal?: AbortSignal,
): Promise<Resolved> {
  if (!securityOnly && exclude.length === 0) {
    const plain = await planPlainly(context, inventory, packages, signal);
    if (plain) return plain;
  }
  const known = await lookUp(
    context,
    inventory,
    packages.map((name) => ({ name })),
    signal,
    securityOnly,
  );
  const policies = new Map(
    known.map((one) => [instanceKey(one.name, one.arch, inventory.nativeArch), one.policy]),
  );
  const upgradable = findUpgradable(inventory, policies);
  const wanted = upgradable.filter((one) => !securityOnly || securityTarget(one) !== null);
  const excluded = wanted.filter((one) => isNamed(one.row, exclude));
  const chosen = wanted.filter((one) => !excluded.includes(one));
  const free = chosen.filter((one) => !one.row.held && (one.offered.phasedPercent ?? 100) >= 100);
  if (chosen.length > 0 && chosen.every((one) => one.row.held)) assertNoneHeld(chosen.map(({ row }) => row));
  const stuck = chosen.filter((one) => !free.includes(one));
  const keptBack = [
    ...excludedEntries(excluded),
    ...stuck.map(({ row }) => keptEntry(row, row.held ? 'HELD' : 'PHASED')),
    ...(securityOnly ? unknownEntries(upgradable, exclude) : []),
  ];
  const rest = await withPins(excludePins(inventory, exclude), (options) =>
    resolveChosen(context, inventory, { chosen: free, securityOnly, options }, signal),
  );
  return { changes: rest.changes, keptBack: [...keptBack, ...rest.keptBack] };
}

/**
 * The usual case in two processes: every chosen package is installed, not held, and has an update that apt takes as
 * it is. null when one of them needs a closer look (held, phased, refused, nothing new).
 */
async function planPlainly(
  context: AptContext,
  inventory: Inventory,
  packages: readonly string[],
  signal?: AbortSignal,
): Promise<Resolved | null> {
  const rows = packages.map((name) => inventory.rows.filter((row) => row.name === name));
  if (rows.length === 0 || rows.some((found) => found.length !== 1 || found[0]?.held)) return null;
  const chosen = rows.flat().map((row) => instance(inventory, row));
  const argv = ['--no-remove', 'install', '--', ...chosen.map(({ name, arch }) => `${name}:${arch}`)];
  const { changes, error } = await resolve(context, inventory, argv, signal);
  const taken = new Set(changes.map(({ name, arch }) => instanceKey(name, arch, inventory.nativeArch)));
  if (error !== null || !chosen.every(({ name, arch }) => taken.has(`${name}:${arch}`))) return null;
  const index = await readIndex(context, changes.flatMap(versionsOf), signal);
  const incoming = changes.map((change) => index.get(exactKey({ ...change, version: change.to ?? '' })));
  if (incoming.some((entry) => (entry?.phasedPercent ?? 100) < 100)) return null;
  return { changes, keptBack: [], index };
}

interface Chosen {
  chosen: readonly Upgradable[];
  securityOnly: boolean;
  options: readonly string[];
}

/**
 * Resolves all at once. If apt refuses, it tries them one by one: those it takes go on, the others are kept back with
 * the reason.
 */
async function resolveChosen(
  context: AptContext,
  inventory: Inventory,
  { chosen, securityOnly, options }: Chosen,
  signal?: AbortSignal,
): Promise<Resolved> {
  if (chosen.length === 0) return { changes: [], keptBack: [] };
  const target = (one: Upgradable): Target => {
    const version = (securityOnly ? securityTarget(one) : null) ?? one.offered.version;
    return { ...instance(inventory, one.row), version };
  };
  const attempt = (some: readonly Upgradable[]) =>
    resolve(context, inventory, [...options, ...installArgv(some.map(target))], signal);
  const whole = await attempt(chosen);
  if (whole.error === null) return { changes: whole.changes, keptBack: [] };
  const taken: Upgradable[] = [];
  const keptBack: Resolved['keptBack'] = [];
  let changes: Resolved['changes'] = [];
  let refusal = whole;
  for (const one of chosen) {
    const next = await attempt([...taken, one]);
    if (next.error === null) {
      taken.push(one);
      changes = next.changes;
      continue;
    }
    refusal = next;
    const removes = next.changes.some((change) => change.to === null);
    keptBack.push(keptEntry(one.row, removes ? 'NEEDS_REMOVAL' : 'DEPENDENCY'));
  }
  // None of the requested packages can be updated: that is a failure with a reason, not an empty success.
  if (taken.length === 0) throw resolutionError(refusal);
  return { changes, keptBack };
}

function excludePins(inventory: Inventory, exclude: readonly string[]): Pin[] {
  return inventory.rows
    .filter((row) => isNamed(row, exclude))
    .map((row) => ({ ...instance(inventory, row), version: row.version }));
}

function isNamed(row: DpkgRow, names: readonly string[]): boolean {
  return names.includes(row.name) || names.includes(`${row.name}:${row.arch}`);
}

function excludedEntries(excluded: readonly Upgradable[]): Resolved['keptBack'] {
  return excluded.map(({ row }) => keptEntry(row, 'EXCLUDED'));
}

/** What a job of security updates leaves out because nobody can tell whether it is one. */
function unknownEntries(upgradable: readonly Upgradable[], exclude: readonly string[]): Resolved['keptBack'] {
  return upgradable
    .filter((one) => isSecurityUpdate(one) === null && !isNamed(one.row, exclude))
    .map(({ row, offered }) => unknownEntry(row, originOf(offered)));
}

function rowOf(inventory: Inventory, { name, arch }: { name: string; arch: string }): DpkgRow | undefined {
  return inventory.byKey.get(instanceKey(name, arch, inventory.nativeArch));
}
