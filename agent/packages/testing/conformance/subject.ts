/** What the conformance suite must know about a package manager, and what its parts receive. */
import type { suite } from 'uvu';
import type { LabHost, RepoFamily } from '#test/support/lab.ts';
import type { Image } from '#test/support/labImages.ts';
import type { PackageHost } from '../labBackend.ts';
import type { ThirdParty } from '../thirdParty.ts';

/** A host to test a backend on, and the respects in which package managers differ. */
export interface Subject {
  image: Image;
  family: RepoFamily;
  /** Architecture of packages that run everywhere. */
  anyArch: 'all' | 'noarch';
  /** Whether repositories carry advisories with severity and CVEs. */
  advisories: boolean;
  /** Whether the package manager can purge when it removes. */
  purge: boolean;
  /** A kernel update: its package, the release that runs, and what the evidence for a reboot must say. */
  kernel: { request: string; running: string; evidence: RegExp };
  /** Matches the command line of a maintainer script that runs, for pgrep. */
  scriptPattern: string;
  /** The file that the package manager locks while it works. */
  lockFile: string;
  /** Whether patches can be listed on a read-only disk. */
  readsReadOnly: boolean;
  /**
   * Fills the disk during a transaction: after the plan, the checks and the download, and before the transaction's
   * end.
   */
  fillDuring: (host: LabHost) => Promise<{ filled: Promise<void>; clear: () => Promise<void> }>;
  /** Makes the next transaction stop halfway, with some of its packages changed, until the next boot. */
  stopMidway: (host: LabHost) => Promise<{ reached: () => Promise<boolean>; clear: () => Promise<void> }>;
  /** Whether the package manager waits while a daemon that a script started keeps the script's output open. */
  waitsForDaemons: boolean;
  /** The scripts in which lab-failpre and lab-failpost fail. */
  failing: { before: string; after: string };
}

/** What the tests of one subject share. */
export interface Conformance {
  subject: Subject;
  host: () => PackageHost;
  /** `name:arch` of a lab package. */
  key: (name: string) => string;
  /** The second repository, one for all parts: a part publishes in it before it reads. */
  vendor: () => ThirdParty;
  /** Makes the host know the second repository. */
  addVendor: () => Promise<void>;
}

type Suite = ReturnType<typeof suite>;
export type Part = (test: Suite, conformance: Conformance) => void;
