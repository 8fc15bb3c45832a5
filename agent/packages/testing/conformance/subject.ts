/** What the conformance suite is told of a package manager, and what its parts get. */
import type { suite } from 'uvu';
import type { Image, LabHost, RepoFamily } from '../../../../test/support/lab.ts';
import type { PackageHost } from '../labBackend.ts';

/** A host to hold a backend to, and the words in which package managers differ. */
export interface Subject {
  image: Image;
  family: RepoFamily;
  /** Architecture of packages that run everywhere. */
  anyArch: 'all' | 'noarch';
  /** Whether repositories carry advisories with severity and CVEs. */
  advisories: boolean;
  /** What a removal with `purge` answers where there is none. */
  purge: boolean;
  /** A kernel update: its package, the release that runs, and what the evidence for a reboot must say. */
  kernel: { request: string; running: string; evidence: RegExp };
  /** Matches the command line of a maintainer script that runs, for pgrep. */
  scriptPattern: string;
  /** What the package manager locks while it works. */
  lockFile: string;
  /** Lists patches on a read-only disk, too. */
  readsReadOnly: boolean;
  /** Fills the disk when a transaction has begun: after it was planned, checked and fetched, and before its end. */
  fillDuring: (host: LabHost) => Promise<{ filled: Promise<void>; clear: () => Promise<void> }>;
  /** Makes the next transaction stand still when it has changed some of its packages and others not, until the next boot. */
  stopMidway: (host: LabHost) => Promise<{ reached: () => Promise<boolean>; clear: () => Promise<void> }>;
  /** The package manager itself waits while a daemon that a script started keeps the script's output open. */
  waitsForDaemons: boolean;
  /** Names of the scripts that lab-failpre and lab-failpost fail in. */
  failing: { before: string; after: string };
}

/** What the tests of one subject share. */
export interface Conformance {
  subject: Subject;
  host: () => PackageHost;
  /** `name:arch` of a lab package. */
  key: (name: string) => string;
}

type Suite = ReturnType<typeof suite>;
export type Part = (test: Suite, conformance: Conformance) => void;
