import { AppError } from '#server/shared/wire/appError.ts';
import type { PackageRequest, PackageSpec } from '../../backend.ts';
import type { Offer, RpmCommand, RpmDriver } from '../rpmDriver.ts';
import { upgradeTarget } from '../rpmDriver.ts';
import { bestOf, heldError } from '../read/excluded.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { nevra, rpmKey } from '../read/inventory.ts';
import { assertManageable } from './lifeline.ts';
import type { KnownRpm } from '../read/lookUp.ts';
import { lookUp } from '../read/lookUp.ts';
import type { Resolved } from './resolved.ts';
import { assertNothingRemoved, refusal } from './resolveUpgrades.ts';
import type { RpmContext } from '../rpmContext.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';

type RemoveRequest = Extract<PackageRequest, { operation: 'remove' }>;

const nothing: Resolved = { changes: [], command: null, keptBack: [] };

export async function planInstall(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  specs: readonly PackageSpec[],
  signal?: AbortSignal,
): Promise<Resolved> {
  const known = await lookUp(context, driver, inventory, specs, signal);
  return planTargets(context, driver, inventory, known, signal);
}

/** Like an install, but only for packages that are installed already. */
export async function planUpdate(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  specs: readonly PackageSpec[],
  signal?: AbortSignal,
): Promise<Resolved> {
  const known = await lookUp(context, driver, inventory, specs, signal);
  const absent = known.find((one) => one.row === undefined);
  if (absent) {
    const message = `${absent.name} is not installed.`;
    throw new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [absent.name] } });
  }
  return planTargets(context, driver, inventory, known, signal);
}

async function planTargets(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  known: readonly KnownRpm[],
  signal?: AbortSignal,
): Promise<Resolved> {
  const ranked = await rankFree(context, driver, inventory, known, signal);
  const targets = ranked.flatMap((one) => targetOf(one) ?? []);
  if (targets.length === 0) return nothing;
  const held = await driver.heldKeys(context, inventory);
  const stuck = targets.filter((target) => held.has(rpmKey(target)) || target.excludedIn !== undefined);
  if (stuck.length > 0) throw heldError(stuck);
  const rising = known.every(
    ({ row, wanted }) => row && (wanted === null || compareEvr(wanted, row.version) >= 0),
  );
  const exact = targets.every((target) => upgradeTarget(driver, inventory, target) === nevra(target));
  // `upgrade` keeps the mark of an automatic install.
  const verb = rising && exact ? 'upgrade' : 'install';
  const command: RpmCommand = { verb, targets: targets.map(nevra), excludes: [] };
  const resolution = await driver.resolve(context, inventory, command, signal);
  if (resolution.error !== null) throw refusal(driver, resolution);
  assertNothingRemoved(resolution.changes, inventory);
  const reached = new Set(
    resolution.changes.map(({ name, arch, to }) => nevra({ name, arch, version: to ?? '' })),
  );
  const missed = targets.filter((target) => !reached.has(nevra(target))).map(({ name }) => name);
  const [words] = resolution.skipped.flatMap(({ message }) => message ?? []);
  if (missed.length > 0 && words !== undefined) throw refusal(driver, { ...resolution, error: words });
  if (missed.length > 0) {
    const message = `${missed.join(', ')}: what the new version needs cannot be installed, or other packages would have to be removed.`;
    throw new AppError('CONFLICT', { message, details: { packages: missed } });
  }
  return { changes: resolution.changes, command, keptBack: [], known: knownOffers(known) };
}

/** Ranks the offers of packages requested without a version; an exact version overrides the host's own rules. */
async function rankFree(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  known: readonly KnownRpm[],
  signal?: AbortSignal,
): Promise<KnownRpm[]> {
  const free = known.filter(({ wanted }) => wanted === null);
  const offers = free.flatMap((one) => one.offers);
  const ranked = await driver.ranked(context, inventory, offers, signal);
  return known.map((one) => {
    if (one.wanted !== null) return one;
    return { ...one, offers: ranked.filter((offer) => rpmKey(offer) === rpmKey(one)) };
  });
}

function knownOffers(known: readonly KnownRpm[]): Resolved['known'] {
  return { names: known.map(({ name }) => name), offers: known.flatMap(({ allOffers }) => allOffers) };
}

/** The exact version to install; null when it is installed already or nothing newer is on offer. */
function targetOf({ name, row, offers, wanted }: KnownRpm): Offer | null {
  if (wanted !== null) {
    if (row?.version === wanted) return null;
    const offer = offers.find(({ version }) => version === wanted);
    if (offer) return offer;
  }
  const best = bestOf(offers, row);
  if (best && wanted === null) return best;
  if (row) return null;
  const message = `${name} has no version to install.`;
  throw new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [name] } });
}

/**
 * Removes the named packages that are installed, and what depends on them. `autoremove` also removes what this
 * removal makes superfluous. rpm has no purge: a changed configuration file stays as `.rpmsave`.
 */
export async function planRemove(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  request: RemoveRequest,
  signal?: AbortSignal,
): Promise<Resolved> {
  if (request.purge) {
    const message = 'This package manager has no purge: changed configuration stays as .rpmsave.';
    throw new AppError('UNSUPPORTED', { message });
  }
  const known = await lookUp(context, driver, inventory, request.packages, signal);
  const rows = known.flatMap((one) => inventory.byKey.get(rpmKey(one)) ?? []);
  if (rows.length === 0) return nothing;
  const verb = request.autoremove ? 'autoremove' : 'remove';
  const command: RpmCommand = { verb, targets: rows.map(nevra), excludes: [] };
  const resolution = await driver.resolve(context, inventory, command, signal);
  if (resolution.error !== null) throw refusal(driver, resolution);
  assertManageable(context, driver, resolution.changes);
  return { changes: resolution.changes, command, keptBack: [] };
}
