import { work } from '#sdk';
import type { PackagesService } from '../api.ts';
import type { FleetIndex } from '../index/fleetIndex.ts';
import { packagesBySource, sourcesOf } from '../index/sources.ts';

/** What is installed, by the sources that it was built from. */
export const sourcesService = (index: FleetIndex): PackagesService => ({
  async sources(isWanted, isApart = () => false) {
    await index.refresh();
    return work.inTurns(sourcesOf(index.snapshot(), { isWanted, isApart }));
  },
  async revision() {
    await index.refresh();
    return index.revision;
  },
  async ofSources(hostIds, isWanted) {
    await index.refresh();
    return packagesBySource(index, hostIds, isWanted);
  },
});
