/** What other plugins may know of the packages: types alone. */
import type { VersionOrder } from './domain/list.ts';

/** Hosts that have a package of one source in one version. */
export interface SourceVersion {
  source: string;
  version: string;
  order: VersionOrder;
  /** What is installed of it are packages to be told apart: see {@link PackagesService.sources}. */
  isApart: boolean;
  /** Numbers of hosts, in sets that versions share; a host may be in several of them. */
  hosts: readonly Int32Array[];
}

export interface FleetSources {
  /** Ids of all hosts whose list is known; a host's number is its place here. */
  hosts: readonly string[];
  versions: SourceVersion[];
  /** Numbers of hosts that have packages of which none tells its source: each is taken for its own. */
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

export interface PackagesService {
  /**
   * In which versions the fleet has packages of the wanted sources, and on which hosts, by the lists that are committed
   * now. Counted over all hosts: what a scoped caller may know of it is the caller's to cut. Packages that `isApart` names
   * are told apart from the others of their source: a host may have both.
   */
  sources(
    isWanted: (source: string) => boolean,
    isApart?: (packageName: string) => boolean,
  ): Promise<FleetSources>;
  /** Grows whenever `sources` may answer otherwise. */
  revision(): Promise<number>;
  /** The packages of these hosts that were built from the wanted sources, by host. */
  ofSources(
    hostIds: readonly string[],
    isWanted: (source: string) => boolean,
  ): Promise<ReadonlyMap<string, SourcePackage[]>>;
}

declare module '../../server/plugin.ts' {
  interface Services {
    packages: PackagesService;
  }
}
