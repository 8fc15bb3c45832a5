/** The packages of a package manager in memory, by `name:arch`: installed, on offer and requested ones. */
import { readFileSync } from 'node:fs';
import { planHash } from '../packages/shared/plan.ts';
import type {
  AvailablePatch,
  InstalledPackage,
  PackageChange,
  PackageRequest,
  Plan,
  PlanEntry,
  Reversibility,
} from '../packages/backend.ts';

export interface FakePackage {
  /** null: not installed. */
  version: string | null;
  /** The newest version on offer; absent: the installed one. */
  available?: string;
  held?: boolean;
  security?: boolean;
  severity?: string;
  advisories?: { id: string; cves: string[] }[];
}

export const REVERSIBLE: Reversibility = { verdict: 'yes', reasons: [] };

/** The installed versions; `dbFile` (lines `name:arch=version`) overrides `packages`. */
export function installedIn(
  packages: ReadonlyMap<string, FakePackage>,
  dbFile: string | null,
): [string, string][] {
  if (dbFile) {
    const lines = readFileSync(dbFile, 'utf8').trim().split('\n');
    return lines.map((line) => line.split('=') as [string, string]);
  }
  return [...packages].flatMap(([key, { version }]) =>
    version === null ? [] : [[key, version] as [string, string]],
  );
}

/** The changes that a request would make. */
export function entriesOf(
  request: PackageRequest,
  packages: ReadonlyMap<string, FakePackage>,
  installed: ReadonlyMap<string, string>,
): PlanEntry[] {
  if (request.operation === 'repair') return [];
  const named =
    request.packages?.map((entry) => (typeof entry === 'string' ? { name: entry } : entry)) ?? null;
  return [...packages].flatMap(([key, fake]): PlanEntry[] => {
    const spec = named?.find(({ name }) => name === key || name === nameArch(key).name);
    if (named && !spec) return [];
    const from = installed.get(key) ?? null;
    if (request.operation === 'remove')
      return from ? [{ action: 'remove', ...nameArch(key), from, to: null }] : [];
    const wanted = (spec && 'version' in spec ? spec.version : undefined) ?? fake.available ?? from;
    if (!wanted || wanted === from || (request.operation === 'patch' && (from === null || fake.held)))
      return [];
    return [{ action: from ? 'upgrade' : 'install', ...nameArch(key), from, to: wanted }];
  });
}

/** A row of the package list. */
export function installedRow(key: string, version: string, fake: FakePackage | undefined): InstalledPackage {
  return {
    ...nameArch(key),
    version,
    held: fake?.held ?? false,
    origin: 'Fake',
    section: 'misc',
    installedSizeBytes: 1024,
    availableVersion: fake?.available && fake.available !== version ? fake.available : null,
  };
}

/** A row of the patch list; null when nothing newer is on offer. */
export function patchRow(key: string, version: string, fake: FakePackage | undefined): AvailablePatch | null {
  if (!fake?.available || fake.available === version) return null;
  return {
    ...nameArch(key),
    currentVersion: version,
    availableVersion: fake.available,
    security: fake.security ?? false,
    securityVersion: null,
    severity: fake.severity ?? null,
    advisories: fake.advisories ?? [],
    origin: 'Fake',
    downloadSizeBytes: 100,
    held: fake.held ?? false,
    phased: false,
    keptBackReason: fake.held ? 'HELD' : null,
  };
}

/** Splits `name:arch`. */
export function nameArch(key: string): { name: string; arch: string } {
  const [name = '', arch = ''] = key.split(':');
  return { name, arch };
}

/** The change that an entry makes when it is carried out. */
export const changeOf = ({ name, arch, from, to }: PlanEntry): PackageChange => ({ name, arch, from, to });

/** The packages that a patch leaves out because they are held. */
export function keptBackOf(
  request: PackageRequest,
  packages: ReadonlyMap<string, FakePackage>,
): Plan['keptBack'] {
  if (request.operation !== 'patch') return [];
  return [...packages].flatMap(([key, { version, available, held }]) =>
    held && version !== null && available !== undefined && available !== version
      ? [{ ...nameArch(key), reason: 'HELD' as const, message: `${key} is held` }]
      : [],
  );
}

/** The plan of these entries; it is reversible. */
export function planOf(entries: PlanEntry[], keptBack: Plan['keptBack'] = []): Plan {
  return {
    entries,
    keptBack,
    downloadSizeBytes: 0,
    diskChangeBytes: 0,
    rebootExpected: false,
    reversible: REVERSIBLE,
    planHash: planHash(entries),
  };
}
