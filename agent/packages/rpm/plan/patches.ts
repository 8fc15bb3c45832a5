import type { AvailablePatch, InstalledPackage } from '../../backend.ts';
import { failedSources } from '../../shared/sources/access.ts';
import { leftOut, withKeptBySource } from '../../shared/sources/around.ts';
import type { Advisory, Offer, RpmDriver } from '../rpmDriver.ts';
import { unlessAllExcluded } from '../read/excluded.ts';
import type { RpmInventory, RpmRow } from '../read/inventory.ts';
import { newest, readRpmInventory, rpmKey } from '../read/inventory.ts';
import { newerOffers } from '../read/offers.ts';
import { contextsWithout } from './withoutSources.ts';
import { rpmSources } from '../refresh.ts';
import { resolveUpgrades } from './resolveUpgrades.ts';
import type { RpmContext } from '../rpmContext.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';

/** A package with a newer version on offer. */
export interface Upgradable {
  row: RpmRow;
  /** Newer versions, the newest last; excluded ones only where the host excludes them all. None: see `suppressed`. */
  offers: Offer[];
  /** The security update that the host's own rules keep it from: none of `offers` has the fix. */
  suppressed: Offer | null;
  /** Advisories about versions above the installed one. */
  advisories: Advisory[];
  /** Whether the repository of its newest version publishes advisories; true where that was not asked. */
  advised: boolean;
  held: boolean;
}

/** The packages with a newer version among the offers; with `advised`, also the advisories about those versions. */
export async function readUpgradable(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  { offers, advised }: { offers: readonly Offer[]; advised: boolean },
  signal?: AbortSignal,
): Promise<Upgradable[]> {
  const [told, held] = await Promise.all([
    advised ? readTold(context, driver, signal) : null,
    driver.heldKeys(context, inventory),
  ]);
  return findUpgradable(inventory, offers, { told, held });
}

/** What the repositories say of security. */
interface Told {
  advisories: Advisory[];
  advising: ReadonlySet<string>;
}

async function readTold(context: RpmContext, driver: RpmDriver, signal?: AbortSignal): Promise<Told> {
  const [advisories, advising] = await Promise.all([
    driver.advisories(context, signal),
    driver.advising(context, signal),
  ]);
  return { advisories, advising };
}

export function findUpgradable(
  inventory: RpmInventory,
  offers: readonly Offer[],
  { told, held }: { told: Told | null; held: ReadonlySet<string> },
): Upgradable[] {
  const { advisories, advising } = told ?? { advisories: [] };
  const byKey = new Map<string, Offer[]>();
  for (const offer of offers) byKey.set(rpmKey(offer), [...(byKey.get(rpmKey(offer)) ?? []), offer]);
  return [...byKey].flatMap(([key, found]) => {
    const row = newest(inventory, key);
    if (!row) return [];
    const above = found
      .filter((one) => compareEvr(one.version, row.version) > 0)
      .toSorted((a, b) => compareEvr(a.version, b.version));
    const sorted = unlessAllExcluded(above.filter((one) => !one.onDemand));
    const concerning = advisories.filter((advisory) => fixedVersion(advisory, row) !== null);
    const suppressed = suppressedFix({ row, offers: sorted, advisories: concerning }, above);
    if (sorted.length === 0 && suppressed === null) return [];
    return [
      {
        row,
        offers: sorted,
        suppressed,
        advisories: concerning,
        advised: concerning.length > 0 || advising?.has(sorted.at(-1)?.repository ?? '') !== false,
        held: held.has(key) || sorted.some(({ excludedIn }) => excludedIn !== undefined),
      },
    ];
  });
}

/** The highest version with every security fix that only the host's rules keep away; null where an offer has them. */
function suppressedFix(
  one: Pick<Upgradable, 'row' | 'offers' | 'advisories'>,
  above: readonly Offer[],
): Offer | null {
  const fixed = lastFix(one);
  const isFixed = ({ version }: Offer) => fixed !== null && compareEvr(version, fixed) >= 0;
  return one.offers.some(isFixed) ? null : (above.findLast(isFixed) ?? null);
}

/** What is said of such an update to people. */
export function suppressedMessage({ row, offers, suppressed }: Upgradable): string {
  const { version, repository, excludedIn } = suppressed as Offer;
  const update = `The security update to ${version} (${repository}) is not taken on this host:`;
  if (excludedIn !== undefined) return `${update} it is left out in ${excludedIn}.`;
  const chosen = offers.at(-1)?.version;
  const instead = chosen === undefined ? `leave it at ${row.version}` : `choose ${chosen}`;
  return `${update} its priorities of repositories ${instead}. An update job that names this version takes it.`;
}

/** The version that an advisory names for a package, if it is above the installed one. */
function fixedVersion({ packages }: Advisory, row: RpmRow): string | null {
  const found = packages.find(
    (one) => rpmKey(one) === rpmKey(row) && compareEvr(one.version, row.version) > 0,
  );
  return found?.version ?? null;
}

export function candidate({ offers }: Upgradable): Offer | undefined {
  return offers.at(-1);
}

/**
 * The lowest version on offer that holds every security fix: security updates lie below the newest version where
 * the repository has both. null when no advisory about security concerns the package.
 */
export function securityTarget(one: Upgradable): Offer | null {
  const fixed = lastFix(one);
  if (fixed === null) return null;
  return one.offers.find(({ version }) => compareEvr(version, fixed) >= 0) ?? null;
}

/** The lowest version that has every security fix; null without one. */
function lastFix({ row, advisories }: Pick<Upgradable, 'row' | 'advisories'>): string | null {
  const fixes = advisories
    .filter(({ security }) => security)
    .flatMap((advisory) => fixedVersion(advisory, row) ?? []);
  return fixes.toSorted(compareEvr).at(-1) ?? null;
}

/** Whether an update brings a fix of security; null: nobody can tell. */
export function isSecurityUpdate(one: Upgradable): boolean | null {
  if (one.suppressed !== null || securityTarget(one) !== null) return true;
  return one.advised ? false : null;
}

const severities = ['low', 'moderate', 'important', 'critical'] as const;

/** Reads offers, advisories and locks in parallel. */
async function listUpgradable(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  signal?: AbortSignal,
): Promise<Upgradable[]> {
  const [offers, told, held] = await Promise.all([
    newerOffers(context, driver, inventory, signal),
    readTold(context, driver, signal),
    driver.heldKeys(context, inventory),
  ]);
  return findUpgradable(inventory, offers, { told, held });
}

/**
 * Every package with a newer version, and why the host would not take it. An update that only a left-out source has
 * is listed from that source's last list, as kept back for that reason.
 */
export async function listPatches(
  context: RpmContext,
  driver: RpmDriver,
  signal?: AbortSignal,
): Promise<AvailablePatch[]> {
  const out = leftOut(await failedSources(context, rpmSources(context, driver)));
  const { without, whole } = await contextsWithout(context, driver, out);
  const patches = await listWith(without, driver, signal);
  const isMore = out.some(({ use }) => use === 'unfetchable');
  return isMore ? withKeptBySource(patches, await listWith(whole, driver, signal)) : patches;
}

async function listWith(
  context: RpmContext,
  driver: RpmDriver,
  signal?: AbortSignal,
): Promise<AvailablePatch[]> {
  const inventory = await readRpmInventory(context, signal);
  const upgradable = await listUpgradable(context, driver, inventory, signal);
  const free = upgradable.filter(({ held }) => !held);
  const targets = free.flatMap((one) => candidate(one) ?? []);
  const { skipped } = await resolveUpgrades(context, driver, inventory, { targets, excludes: [] }, signal);
  const reasons = new Map(skipped.map((one) => [rpmKey(one), one.reason]));
  return upgradable.map((one): AvailablePatch => {
    const patch = toPatch(one);
    if (one.held) return { ...patch, keptBackReason: 'HELD' };
    if (one.suppressed === null) return { ...patch, keptBackReason: reasons.get(rpmKey(one.row)) ?? null };
    return { ...patch, keptBackReason: 'PINNED', keptBackMessage: suppressedMessage(one) };
  });
}

function toPatch(one: Upgradable): Omit<AvailablePatch, 'keptBackReason'> {
  const { row, advisories, held } = one;
  // The security update that is missing, also where an ordinary job would take a version below it.
  const best = one.suppressed ?? candidate(one);
  const target = securityTarget(one);
  const grades = advisories.map(({ severity }) => (severity === null ? -1 : severities.indexOf(severity)));
  return {
    name: row.name,
    arch: row.arch,
    currentVersion: row.version,
    availableVersion: best?.version ?? row.version,
    security: isSecurityUpdate(one),
    securityVersion: target === null || target.version === best?.version ? null : target.version,
    severity: severities[Math.max(-1, ...grades)] ?? null,
    advisories: advisories.map(({ id, cves }) => ({ id, cves })),
    origin: best?.repository ?? null,
    downloadSizeBytes: best?.downloadSizeBytes ?? 0,
    held,
    phased: false,
  };
}

/** Every installed package, with its repository and the newest version on offer. */
export async function listPackages(
  context: RpmContext,
  driver: RpmDriver,
  signal?: AbortSignal,
): Promise<InstalledPackage[]> {
  const inventory = await readRpmInventory(context, signal);
  const [offers, held, origins] = await Promise.all([
    newerOffers(context, driver, inventory, signal),
    driver.heldKeys(context, inventory),
    driver.origins(context, signal),
  ]);
  const upgradable = findUpgradable(inventory, offers, { told: null, held });
  const best = new Map(upgradable.map((one) => [rpmKey(one.row), candidate(one)?.version ?? null]));
  const kept = new Set([...held, ...upgradable.filter((one) => one.held).map(({ row }) => rpmKey(row))]);
  return inventory.rows.map((row) => ({
    ...row,
    held: kept.has(rpmKey(row)),
    origin: origins.get(rpmKey(row)) ?? null,
    availableVersion: newest(inventory, rpmKey(row)) === row ? (best.get(rpmKey(row)) ?? null) : null,
  }));
}
