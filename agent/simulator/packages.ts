import { createHash } from 'node:crypto';
import type { FakePackage } from '../testing/fakePackages.ts';

/** The packages that a simulated host has installed, and how its package manager behaves. */
export interface SimulatedPackages {
  /** Number of installed packages. Default 400. */
  installed?: number;
  /** How many of them have an update, and how many of those are security updates. Defaults 40 and 10. */
  patches?: number;
  security?: number;
  /** One CVE, rated important, for each of the first security updates. */
  cves?: readonly string[];
  /** Names of the first ones, those with updates first; the rest are `sim-0000` and so on. */
  named?: readonly string[];
  /** Packages whose change requires a restart. */
  rebootAfter?: readonly string[];
  /** How long a list, a plan and each of a job's two steps take. Default 0. */
  latencyMs?: number;
}

const mends = (cve: string | undefined): Partial<FakePackage> =>
  cve === undefined ? {} : { severity: 'important', advisories: [{ id: `SIM-${cve}`, cves: [cve] }] };

const templates = new Map<string, Map<string, FakePackage>>();
const shared = new WeakSet<Map<string, FakePackage>>();

/** The packages of a fresh host. The same description gives the same map: copy it before changing anything. */
export function templateOf({
  installed = 400,
  patches = 40,
  security = 10,
  named = [],
  cves = [],
}: SimulatedPackages): Map<string, FakePackage> {
  const shape = JSON.stringify([installed, patches, security, named, cves]);
  const known = templates.get(shape);
  if (known) return known;
  const made = new Map(
    Array.from({ length: installed }, (_, index): [string, FakePackage] => [
      `${named[index] ?? `sim-${String(index).padStart(4, '0')}`}:all`,
      {
        version: '1.0',
        ...(index < patches ? { available: '1.1', security: index < security } : {}),
        ...mends(index < security ? cves[index] : undefined),
      },
    ]),
  );
  return share(shape, made);
}

/** The one list with this content, which nobody may change. */
export function sharedOf(packages: Map<string, FakePackage>): Map<string, FakePackage> {
  if (shared.has(packages)) return packages;
  const text = JSON.stringify([...packages].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const content = createHash('sha256').update(text).digest('base64url');
  return templates.get(content) ?? share(content, packages);
}

function share(key: string, packages: Map<string, FakePackage>): Map<string, FakePackage> {
  packages.set = () => {
    throw new Error('these packages are shared: change those of ownPackages()');
  };
  shared.add(packages);
  templates.set(key, packages);
  return packages;
}
