import type { Offer } from '../../rpm/rpmDriver.ts';
import type { RpmInventory } from '../../rpm/read/inventory.ts';
import { newest, nevra, readRpmInventory, rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { compareEvr } from '../../rpm/read/version.ts';
import { readCandidates } from './candidates.ts';
import type { Found } from './search.ts';
import { searchInstalled, searchNames } from './search.ts';
import type { PackageSizes } from './sizes.ts';
import { readSizes } from './sizes.ts';
import type { Update } from './updates.ts';

/** Every version on offer of packages of exactly these names. */
export async function offersOf(
  context: RpmContext,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Offer[]> {
  const found = (await searchNames(context, names, signal)).filter(({ repository }) => repository !== null);
  const inventory = await readRpmInventory(context, signal);
  const hasNewer = found.some((one) => isNewer(inventory, one));
  const candidates = hasNewer ? await readCandidates(context, signal) : new Map<string, Update>();
  return toOffers(found, inventory, candidates);
}

/** What is newer than the installed version; security updates may lie below what the host's own rules choose. */
export async function newerOffers(
  context: RpmContext,
  inventory: RpmInventory,
  signal?: AbortSignal,
): Promise<Offer[]> {
  const candidates = await readCandidates(context, signal);
  const names = [...candidates.values()].map(({ name }) => name);
  const found = names.length === 0 ? [] : await searchNames(context, names, signal);
  return toOffers(
    found.filter((one) => one.repository !== null && isNewer(inventory, one)),
    inventory,
    candidates,
  );
}

function isNewer(inventory: RpmInventory, one: Found): boolean {
  const row = newest(inventory, rpmKey(one));
  return row !== undefined && compareEvr(one.version, row.version) > 0;
}

async function toOffers(
  found: readonly Found[],
  inventory: RpmInventory,
  candidates: ReadonlyMap<string, Update>,
): Promise<Offer[]> {
  const sizes = await readSizes([...new Set(found.map(({ name }) => name))]);
  return found.map(({ name, arch, version, repository }) => {
    const size = sizes.get(nevra({ name, arch, version }));
    const installed = newest(inventory, rpmKey({ name, arch }))?.version;
    const chosen = candidates.get(rpmKey({ name, arch }));
    const highest = chosen?.version ?? installed;
    const isHigher = highest !== undefined && compareEvr(version, highest) > 0;
    const onDemand = isHigher || isForeign(size, chosen && sizes.get(nevra(chosen)));
    return {
      name,
      arch,
      version,
      repository: repository ?? '',
      downloadSizeBytes: size?.downloadSizeBytes ?? 0,
      installedSizeBytes: size?.installedSizeBytes ?? 0,
      ...(onDemand && { onDemand }),
    };
  });
}

/** Whether the version is another vendor's than the one that the host's rules choose; an exact request would take it. */
export function isForeign(
  one: Pick<PackageSizes, 'vendor'> | undefined,
  chosen: Pick<PackageSizes, 'vendor'> | undefined,
): boolean {
  return Boolean(one?.vendor && chosen?.vendor && one.vendor !== chosen.vendor);
}

/** The repository that offers the very version that is installed. */
export async function readOrigins(context: RpmContext, signal?: AbortSignal): Promise<Map<string, string>> {
  const found = await searchInstalled(context, signal);
  return new Map(found.flatMap((one) => (one.repository === null ? [] : [[rpmKey(one), one.repository]])));
}
