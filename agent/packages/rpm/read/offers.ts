import { fileState } from '../../shared/offers/fileState.ts';
import { keptList } from '../../shared/offers/keptList.ts';
import { SortedList } from '../../shared/offers/sortedList.ts';
import type { RpmContext } from '../rpmContext.ts';
import type { Offer, RpmDriver } from '../rpmDriver.ts';
import type { RpmInventory } from './inventory.ts';
import { newest, rpmKey } from './inventory.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';

/** One offer as a line of the list; unknown fields are empty. */
function toLine(offer: Offer): string {
  const { name, arch, version, repository, downloadSizeBytes, installedSizeBytes, vendor, excludedIn } =
    offer;
  const fields = [name, arch, version, repository, downloadSizeBytes, installedSizeBytes, vendor, excludedIn];
  if (offer.onDemand) fields.push('on demand');
  return fields.map((field) => String(field ?? '').replace(/[\t\r\n]/g, ' ')).join('\t');
}

function parseLine(line: string): Offer {
  const [
    name = '',
    arch = '',
    version = '',
    repository = '',
    download,
    installed,
    vendor,
    excludedIn,
    onDemand,
  ] = line.split('\t');
  return {
    name,
    arch,
    version,
    repository,
    downloadSizeBytes: Number(download),
    installedSizeBytes: Number(installed),
    ...(vendor && { vendor }),
    ...(excludedIn && { excludedIn }),
    ...(onDemand && { onDemand: true }),
  };
}

/**
 * All offers for this host. They depend only on the repositories' metadata and the configuration, and callers compare
 * them with what is installed; so the list stays valid when jobs change packages. A signal does not end the reading,
 * for other callers may wait for it too.
 */
function readList(context: RpmContext, driver: RpmDriver): Promise<SortedList> {
  return keptList(context, {
    name: driver.name,
    options: context.sourceOptions ?? [],
    state: async () => fileState(await driver.offerFiles()),
    make: async () => {
      const { offers, whole } = await driver.readOffers(context);
      return { list: SortedList.of(offers.map(toLine)), whole };
    },
  });
}

/** Every version on offer of packages of exactly these names, not ranked ({@link RpmDriver.ranked}). */
export async function offersOf(
  context: RpmContext,
  driver: RpmDriver,
  names: Iterable<string>,
  signal?: AbortSignal,
): Promise<Offer[]> {
  const list = await readList(context, driver);
  signal?.throwIfAborted();
  return [...new Set(names)].flatMap((name) => list.linesOf(name).map(parseLine));
}

/** Every version on offer that is newer than an installed package, held or not, ranked. */
export async function newerOffers(
  context: RpmContext,
  driver: RpmDriver,
  inventory: RpmInventory,
  signal?: AbortSignal,
): Promise<Offer[]> {
  const names = inventory.rows.map(({ name }) => name);
  const offers = await offersOf(context, driver, names, signal);
  const newer = offers.filter((one) => isNewer(inventory, one));
  return driver.ranked(context, inventory, newer, signal);
}

/** Whether this version is above the newest installed one of its package. */
export function isNewer(inventory: RpmInventory, one: Pick<Offer, 'name' | 'arch' | 'version'>): boolean {
  const row = newest(inventory, rpmKey(one));
  return row !== undefined && compareEvr(one.version, row.version) > 0;
}
