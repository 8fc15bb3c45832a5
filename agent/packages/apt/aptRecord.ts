import type { TransactionRecord } from '../job/transactionRecord.ts';
import type { StashedFile } from '../shared/stashedFile.ts';

/** One outgoing package in the stash. */
export interface StashedDeb extends StashedFile {
  /** Where it came from; `installed`: rebuilt from the files on disk, unsigned. */
  source: 'cache' | 'repository' | 'installed';
}

/** A conffile of an affected package as it was before the job. */
export interface ConffileState {
  package: string;
  path: string;
  /** Hex; null when the file was missing. */
  sha256: string | null;
  /** Copy kept for a file that the job would delete; null when none was made. */
  copy: string | null;
}

/** State of one installed package. */
export interface PackageState {
  version: string;
  /** dpkg's word for it, e.g. installed, half-configured. */
  status: string;
  held: boolean;
}

/** What a job keeps in its journal under `apt`. */
export interface AptRecord extends TransactionRecord<StashedDeb> {
  /** An apt-get command to run first, with a guard of its own, without common options; null or absent: none. */
  first?: string[] | null;
  /** The apt-get command without common options. */
  argv: string[];
  /** `name:arch` of packages to mark as automatically installed afterwards, besides those that were marked before. */
  automatic: string[];
  /** Every installed package before the job, by `name:arch`. */
  before: Record<string, PackageState>;
  /** Automatic marks before the job, `name:arch` with the host's own architecture for `all`. */
  autoBefore: string[];
  nativeArch: string;
  conffiles: ConffileState[];
  /** Set with `done`: the state in which the job left each changed package, by `name:arch`; null: not installed. */
  left: Record<string, PackageState | null>;
}
