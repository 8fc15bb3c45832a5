import type { Offer } from '../../rpm/rpmDriver.ts';
import type { RpmInventory } from '../../rpm/read/inventory.ts';
import { newest, nevra, rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';
import { isNewer } from '../../rpm/read/offers.ts';
import { readCandidates } from './candidates.ts';
import { readPrimary } from '../read/primary.ts';
import { hasMetadata, readNamedRepositories } from '../read/repositories.ts';
import type { Found } from '../read/search.ts';
import { searchInstalled, searchOffered } from '../read/search.ts';
import type { Update } from '../read/updates.ts';

/**
 * Every version that any enabled repository offers, from the lists that libzypp has fetched. If one of them has
 * another format, zypper itself is asked; then sizes and vendors are not known.
 */
export async function readOffers(
  context: RpmContext,
  signal?: AbortSignal,
): Promise<{ offers: Offer[]; whole: boolean }> {
  const offers: Offer[] = [];
  for (const { alias, name } of await readNamedRepositories(context, signal)) {
    if (!(await hasMetadata(alias))) continue;
    const entries = await readPrimary(alias);
    if (entries === null) return { offers: toOffers(await searchOffered(context, signal)), whole: true };
    for (const entry of entries) offers.push({ ...entry, repository: name });
  }
  return { offers, whole: true };
}

function toOffers(found: readonly Found[]): Offer[] {
  return found.flatMap(({ name, arch, version, repository }) =>
    repository === null
      ? []
      : [{ name, arch, version, repository, downloadSizeBytes: 0, installedSizeBytes: 0, vendor: null }],
  );
}

/** Marks the versions that the host's rules would not choose. Asks zypper only if there is a newer version. */
export async function ranked(
  context: RpmContext,
  inventory: RpmInventory,
  offers: readonly Offer[],
  signal?: AbortSignal,
): Promise<Offer[]> {
  const newer = offers.filter((one) => isNewer(inventory, one)).map(({ name }) => name);
  const candidates =
    newer.length === 0 ? new Map<string, Update>() : await readCandidates(context, newer, signal);
  const byVersion = new Map(offers.map((one) => [nevra(one), one]));
  return offers.map((one) => {
    const chosen = candidates.get(rpmKey(one));
    const highest = chosen?.version ?? newest(inventory, rpmKey(one))?.version;
    const isHigher = highest !== undefined && compareEvr(one.version, highest) > 0;
    const onDemand = isHigher || isForeign(one, chosen && byVersion.get(nevra(chosen)));
    return onDemand ? { ...one, onDemand } : one;
  });
}

/**
 * Whether the version has another vendor than the one that the host's rules choose; only an exact request would take
 * it.
 */
export function isForeign(
  one: Pick<Offer, 'vendor'> | undefined,
  chosen: Pick<Offer, 'vendor'> | undefined,
): boolean {
  return Boolean(one?.vendor && chosen?.vendor && one.vendor !== chosen.vendor);
}

/** The repository that offers exactly the installed version, by {@link rpmKey}. */
export async function readOrigins(context: RpmContext, signal?: AbortSignal): Promise<Map<string, string>> {
  const found = await searchInstalled(context, signal);
  return new Map(found.flatMap((one) => (one.repository === null ? [] : [[rpmKey(one), one.repository]])));
}
