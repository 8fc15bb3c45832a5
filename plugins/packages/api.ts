/** What other plugins may use of the packages plugin: types only. */
import type { VersionOrder } from './domain/list.ts';

/** Hosts that have a package of one source in one version. */
export interface SourceVersion {
  source: string;
  version: string;
  order: VersionOrder;
  /** The packages installed from it are those listed apart: see {@link PackagesService.sources}. */
  isApart: boolean;
  /** Numbers of hosts, in sets that versions share; a host may be in several of them. */
  hosts: readonly Int32Array[];
}

export interface FleetSources {
  /** Ids of all hosts whose list is known; a host's number is its index here. */
  hosts: readonly string[];
  versions: SourceVersion[];
  /** Numbers of hosts that have packages, none of which tells its source: each package is taken for its own source. */
  untold: readonly number[];
}

/** An installed package with what it was built from. */
export interface SourcePackage {
  source: string;
  sourceVersion: string;
  name: string;
  arch: string;
  version: string;
}

/** Reads the index of the manager it runs on: with several managers, ask from what runs at the keeper. */
export interface PackagesService {
  /**
   * The versions in which the fleet has packages of the wanted sources, with their hosts, from the lists that are
   * committed now. It covers all hosts: a caller with a scope must limit the result. Packages for which `isApart` is
   * true are listed apart from the others of their source; a host may have both.
   */
  sources(
    isWanted: (source: string) => boolean,
    isApart?: (packageName: string) => boolean,
  ): Promise<FleetSources>;
  /** Grows whenever `sources` may give another answer. */
  revision(): Promise<number>;
  /** The packages of these hosts that were built from the wanted sources, by host. */
  ofSources(
    hostIds: readonly string[],
    isWanted: (source: string) => boolean,
  ): Promise<ReadonlyMap<string, SourcePackage[]>>;
}

declare module '#sdk' {
  interface Services {
    /** Which source packages are installed on the hosts. */
    packages: PackagesService;
  }
}
