/**
 * What every package backend must do on a real host of the lab, whatever its package manager. A lab test calls
 * {@link conformance} with its subject; what is special about one package manager is tested beside it.
 */
import { suite } from 'uvu';
import { lab } from '#test/support/lab.ts';
import { brokenTests } from './broken.ts';
import { crashTests } from './crash.ts';
import { faultTests } from './faults.ts';
import { holdTests } from './holds.ts';
import { listTests } from './lists.ts';
import { sourceTests } from './sources.ts';
import { planTests } from './plans.ts';
import { transactionTests } from './transactions.ts';
import { PackageHost } from '../labBackend.ts';
import { ThirdParty } from '../thirdParty.ts';
import { unknownTests } from './unknown.ts';
import type { Part, Subject } from './subject.ts';

const parts: Readonly<Record<string, Part>> = {
  lists: listTests,
  plans: planTests,
  holds: holdTests,
  transactions: transactionTests,
  faults: faultTests,
  sources: sourceTests,
  broken: brokenTests,
  unknown: unknownTests,
  crash: crashTests,
};

/** Where repository files lie; null: apt, whose folder is the same everywhere. */
function vendorFolder({ family, image }: Subject) {
  if (family === 'deb') return null;
  return image === 'suse' ? '/etc/zypp/repos.d' : '/etc/yum.repos.d';
}

/** Registers and runs the whole suite on one host; `CONFORMANCE=plans,holds` in the environment selects parts of it. */
export function conformance(subject: Subject): void {
  const test = suite(`conformance of ${subject.image}`);
  let host: PackageHost;
  let vendor: ThirdParty;
  test.before(async () => {
    await lab.startRepo('t0', subject.family);
    vendor = await ThirdParty.start(subject.family);
    host = new PackageHost(await lab.up('conform', '10.77.0.11', { image: subject.image }), subject.image);
  });
  test.before.each(() => host.fresh('all'));
  test.after(async () => {
    await vendor?.stop();
    await lab.down();
  });
  const shared = {
    subject,
    host: () => host,
    key: (name: string) => `${name}:${subject.anyArch}`,
    vendor: () => vendor,
    addVendor: () => vendor.addTo(host.host, vendorFolder(subject)),
  };
  const wanted = process.env['CONFORMANCE']?.split(',') ?? Object.keys(parts);
  for (const name of wanted) parts[name]?.(test, shared);
  test.run();
}
