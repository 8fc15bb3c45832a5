import type { Offer } from '../../rpm/rpmDriver.ts';
import type { RpmInventory } from '../../rpm/read/inventory.ts';
import { newest, nevra, rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { compareEvr } from '../../rpm/read/version.ts';
import { readCandidates } from './candidates.ts';
import type { Found } from './search.ts';
import { searchInstalled, searchNames } from './search.ts';
import { readSizes } from './sizes.ts';
import type { Update } from './updates.ts';

/** Every version on offer of packages of exactly these names. */
export async function offersOf(
  context: RpmContext,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Offer[]> {
  return toOffers(await searchNames(context, names, signal));
}

/** What is newer than the installed version; security updates may lie below what the host's own rules choose. */
export async function newerOffers(
  context: RpmContext,
  inventory: RpmInventory,
  signal?: AbortSignal,
): Promise<Offer[]> {
  const candidates = await readCandidates(context, null, signal);
  const names = [...candidates.values()].map(({ name }) => name);
  const offers = names.length === 0 ? [] : await toOffers(await searchNames(context, names, signal));
  return rank(
    offers.filter((one) => isNewer(inventory, one)),
    inventory,
    candidates,
  );
}

/** zypper is asked only where there is anything newer to choose. */
export async function ranked(
  context: RpmContext,
  inventory: RpmInventory,
  offers: readonly Offer[],
  signal?: AbortSignal,
): Promise<Offer[]> {
  const names = [...new Set(offers.filter((one) => isNewer(inventory, one)).map(({ name }) => name))];
  const candidates = names.length === 0 ? new Map() : await readCandidates(context, names, signal);
  return rank(offers, inventory, candidates);
}

function isNewer(inventory: RpmInventory, one: Pick<Offer, 'name' | 'arch' | 'version'>): boolean {
  const row = newest(inventory, rpmKey(one));
  return row !== undefined && compareEvr(one.version, row.version) > 0;
}

async function toOffers(found: readonly Found[]): Promise<Offer[]> {
  const sizes = await readSizes([...new Set(found.map(({ name }) => name))]);
  return found.flatMap(({ name, arch, version, repository }) => {
    if (repository === null) return [];
    const size = sizes.get(nevra({ name, arch, version }));
    const { downloadSizeBytes = 0, installedSizeBytes = 0, vendor = null } = size ?? {};
    return [{ name, arch, version, repository, downloadSizeBytes, installedSizeBytes, vendor }];
  });
}

function rank(
  offers: readonly Offer[],
  inventory: RpmInventory,
  candidates: ReadonlyMap<string, Update>,
): Offer[] {
  const byVersion = new Map(offers.map((one) => [nevra(one), one]));
  return offers.map((one) => {
    const chosen = candidates.get(rpmKey(one));
    const highest = chosen?.version ?? newest(inventory, rpmKey(one))?.version;
    const isHigher = highest !== undefined && compareEvr(one.version, highest) > 0;
    const onDemand = isHigher || isForeign(one, chosen && byVersion.get(nevra(chosen)));
    return onDemand ? { ...one, onDemand } : one;
  });
}

/** Whether the version is another vendor's than the one that the host's rules choose; an exact request would take it. */
export function isForeign(
  one: Pick<Offer, 'vendor'> | undefined,
  chosen: Pick<Offer, 'vendor'> | undefined,
): boolean {
  return Boolean(one?.vendor && chosen?.vendor && one.vendor !== chosen.vendor);
}

/** The repository that offers the very version that is installed. */
export async function readOrigins(context: RpmContext, signal?: AbortSignal): Promise<Map<string, string>> {
  const found = await searchInstalled(context, signal);
  return new Map(found.flatMap((one) => (one.repository === null ? [] : [[rpmKey(one), one.repository]])));
}
