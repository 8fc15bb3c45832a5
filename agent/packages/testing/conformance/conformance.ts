/**
 * What every package backend has to show on a real host of the lab, whatever package manager it drives. A lab
 * test calls {@link conformance} with its subject; what is peculiar to one package manager is tested beside it.
 */
import { suite } from 'uvu';
import { lab } from '../../../../test/support/lab.ts';
import type { Image, LabHost, RepoFamily } from '../../../../test/support/lab.ts';
import { crashTests } from './crash.ts';
import { faultTests } from './faults.ts';
import { holdTests } from './holds.ts';
import { listTests } from './lists.ts';
import { sourceTests } from './sources.ts';
import { planTests } from './plans.ts';
import { transactionTests } from './transactions.ts';
import { PackageHost } from '../labBackend.ts';

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

const parts: Readonly<Record<string, Part>> = {
  lists: listTests,
  plans: planTests,
  holds: holdTests,
  transactions: transactionTests,
  faults: faultTests,
  sources: sourceTests,
  crash: crashTests,
};

/** Registers and runs the whole suite on one host; `CONFORMANCE=plans,holds` in the environment takes parts of it. */
export function conformance(subject: Subject): void {
  const test = suite(`conformance of ${subject.image}`);
  let host: PackageHost;
  test.before(async () => {
    await lab.startRepo('t0', subject.family);
    host = new PackageHost(await lab.up('conform', '10.77.0.11', { image: subject.image }), subject.image);
  });
  test.before.each(() => host.fresh('all'));
  test.after(() => lab.down());
  const shared = { subject, host: () => host, key: (name: string) => `${name}:${subject.anyArch}` };
  const wanted = process.env['CONFORMANCE']?.split(',') ?? Object.keys(parts);
  for (const name of wanted) parts[name]?.(test, shared);
  test.run();
}
