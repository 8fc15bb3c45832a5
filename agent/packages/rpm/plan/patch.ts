import { AppError } from '#server/shared/wire/appError.ts';
import type { PackageRequest } from '../../backend.ts';
import { keptEntry, unknownEntry } from '../../shared/keptEntries.ts';
import type { RpmDriver, Skipped } from '../rpmDriver.ts';
import { excludedMessage, heldError } from '../read/excluded.ts';
import type { RpmInventory } from '../read/inventory.ts';
import { rpmKey } from '../read/inventory.ts';
import { lookUp } from '../read/lookUp.ts';
import { newerOffers, offersOf } from '../read/offers.ts';
import type { Upgradable } from './patches.ts';
import { candidate, isSecurityUpdate, readUpgradable, securityTarget, suppressedMessage } from './patches.ts';
import type { Resolved } from './resolved.ts';
import { refusal, resolveUpgrades } from './resolveUpgrades.ts';
import type { RpmContext } from '../rpmContext.ts';

type PatchRequest = Extract<PackageRequest, { operation: 'patch' }>;

/**
 * All patches, only the security ones, or chosen ones, without what is excluded. Packages that the host keeps back
 * stay back and are listed with the reason; the rest goes on. Nothing is ever removed.
 */
export async function planPatch(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  { packages, securityOnly, exclude }: PatchRequest,
  signal?: AbortSignal,
): Promise<Resolved> {
  const chosen = packages && (await chosenKeys(context, driver, inventory, packages, signal));
  const names = chosen && [...chosen].map((key) => key.split(':')[0] ?? '');
  const offers = names && (await offersOf(context, driver, names, signal));
  const ranked = offers
    ? await driver.ranked(context, inventory, offers, signal)
    : await newerOffers(context, driver, inventory, signal);
  const mayHide = ranked.some(({ onDemand, excludedIn }) => onDemand || excludedIn !== undefined);
  const question = { offers: ranked, advised: securityOnly || mayHide };
  const found = await readUpgradable(context, driver, inventory, question, signal);
  const asked = found.filter(({ row }) => chosen?.has(rpmKey(row)) !== false);
  const upgradable = asked.filter((one) =>
    securityOnly ? securityTarget(one) !== null : one.offers.length > 0,
  );
  const suppressed = asked.filter((one) => one.suppressed !== null && !one.held && !isExcluded(one, exclude));
  const unknown = asked.filter(
    (one) => securityOnly && isSecurityUpdate(one) === null && !isExcluded(one, exclude),
  );
  const excluded = upgradable.filter((one) => isExcluded(one, exclude));
  const wanted = upgradable.filter((one) => !isExcluded(one, exclude));
  const held = wanted.filter((one) => one.held);
  if (chosen !== null && wanted.length > 0 && held.length === wanted.length)
    throw heldError(held.map((one) => ({ ...candidate(one), ...one.row })));
  if (chosen !== null && upgradable.length === 0 && suppressed.length > 0) throw suppressedError(suppressed);
  const targets = wanted
    .filter((one) => !one.held)
    .flatMap((one) => (securityOnly ? securityTarget(one) : candidate(one)) ?? []);
  const upgrades = { targets, excludes: excludedNames(inventory, exclude) };
  const resolved = await resolveUpgrades(context, driver, inventory, upgrades, signal);
  // None of the requested packages can be updated: that is a failure with a reason, not an empty success.
  if (chosen !== null && targets.length > 0 && resolved.command === null)
    throw cannot(driver, resolved.skipped);
  return {
    changes: resolved.changes,
    command: resolved.command,
    ...(names && offers && { known: { names, offers } }),
    keptBack: [
      ...excluded.map(({ row }) => keptEntry(row, 'EXCLUDED')),
      ...held.map((one) => keptEntry(one.row, 'HELD', excludedMessage(candidate(one)))),
      ...resolved.skipped.map((one) => keptEntry(one, one.reason, one.message)),
      ...suppressed.map((one) => keptEntry(one.row, 'PINNED', suppressedMessage(one))),
      ...unknown.map((one) => unknownEntry(one.row, candidate(one)?.repository)),
    ],
  };
}

async function chosenKeys(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  packages: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  // Installed packages of exactly that name need no lookup.
  const installed = new Set(inventory.rows.flatMap((row) => [row.name, `${row.name}:${row.arch}`]));
  if (packages.every((name) => installed.has(name))) {
    const rows = inventory.rows.filter(
      (row) => packages.includes(row.name) || packages.includes(`${row.name}:${row.arch}`),
    );
    return new Set(rows.map(rpmKey));
  }
  const specs = packages.map((name) => ({ name }));
  return new Set((await lookUp(context, driver, inventory, specs, signal)).map(rpmKey));
}

function isExcluded({ row }: Pick<Upgradable, 'row'>, exclude: readonly string[]): boolean {
  return exclude.includes(row.name) || exclude.includes(`${row.name}:${row.arch}`);
}

/** Names of installed packages only: any other word in the request never reaches the package manager. */
function excludedNames({ rows }: RpmInventory, exclude: readonly string[]): string[] {
  return [...new Set(rows.filter((row) => isExcluded({ row }, exclude)).map(({ name }) => name))];
}

/** Nothing but such packages was asked for: an empty success would look like a host that lacks nothing. */
function suppressedError(suppressed: readonly Upgradable[]): AppError {
  const message = suppressed.map((one) => `${one.row.name}: ${suppressedMessage(one)}`).join(' ');
  return new AppError('PACKAGE_HELD', {
    message,
    details: { packages: suppressed.map(({ row }) => row.name) },
  });
}

function cannot(driver: RpmDriver, skipped: readonly Skipped[]): AppError {
  const words = skipped.flatMap(({ message }) => message ?? []);
  if (words.length > 0 && words.length === skipped.length) {
    return refusal(driver, { changes: [], skipped: [], error: words.join('\n') });
  }
  const names = skipped.map(({ name }) => name);
  const removing = skipped.every(({ reason }) => reason === 'NEEDS_REMOVAL');
  const message = removing
    ? `Other packages would have to be removed for ${names.join(', ')}.`
    : `${names.join(', ')}: what the new version needs cannot be installed.`;
  return new AppError('CONFLICT', { message, details: { packages: names } });
}
