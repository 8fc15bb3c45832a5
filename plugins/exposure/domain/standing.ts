import type { Lack, PatchState } from '../../../server/plugin.ts';
import type { FindingModel, PatchModel } from '../models.ts';
import { rankOf } from './rank.ts';

/** A CVE that is open on a host, by what its list says. */
export interface OpenCve {
  cve: string;
  packages: { name: string; fixedVersion: string }[];
  severityRank: number;
  /** When the first of its packages was seen pending; null where that is not recorded. */
  since: Date | null;
}

/** A host's open patch, with what the list says of it besides the lack. */
export type OpenPatch = Pick<
  PatchModel,
  | 'name'
  | 'arch'
  | 'severityRank'
  | 'currentVersion'
  | 'availableVersion'
  | 'held'
  | 'cves'
  | 'openedAt'
  | 'dueAt'
>;

const MAX_PACKAGES = 20;
const CVE = /^CVE-\d{4}-\d{4,12}$/;

/** Each package that lacks a security patch once. */
export function openPatches({ security }: Pick<PatchState, 'security'>, lacks: readonly Lack[]): OpenPatch[] {
  const patches = new Map(security.map(({ patch }) => [`${patch.name}:${patch.arch}`, patch]));
  return lacks.flatMap(({ name, arch, severity, since, dueAt, held, cves }) => {
    const patch = patches.get(`${name}:${arch}`);
    if (!patch) return [];
    return {
      ...{ name, arch, held, openedAt: since, dueAt, severityRank: rankOf(severity) },
      cves: cves.filter((cve) => CVE.test(cve)).length,
      currentVersion: patch.current_version,
      availableVersion: patch.security_version ?? patch.available_version,
    };
  });
}

/**
 * Each CVE once, whatever number of packages it is in, as grave as its patches or as `ranks` says, whichever is more.
 * What does not look like a CVE is none.
 */
export function openCves(
  patches: readonly OpenPatch[],
  lacks: readonly Lack[],
  ranks: ReadonlyMap<string, number> = new Map(),
): OpenCve[] {
  const versions = new Map(
    patches.map(({ name, arch, availableVersion }) => [`${name}:${arch}`, availableVersion]),
  );
  const found = new Map<string, OpenCve>();
  for (const lack of lacks) {
    const fixedVersion = versions.get(`${lack.name}:${lack.arch}`) ?? '';
    for (const cve of lack.cves) {
      if (!CVE.test(cve)) continue;
      const before = found.get(cve);
      const now = before ? joined(before, lack, fixedVersion) : openCve(cve, lack, fixedVersion);
      found.set(cve, { ...now, severityRank: Math.max(now.severityRank, ranks.get(cve) ?? 0) });
    }
  }
  return [...found.values()];
}

function openCve(cve: string, { name, severity, since }: Lack, fixedVersion: string): OpenCve {
  return { cve, packages: [{ name, fixedVersion }], severityRank: rankOf(severity), since };
}

/** Open since the earliest; what is not recorded of one package is not recorded of the CVE. */
function joined(before: OpenCve, lack: Lack, fixedVersion: string): OpenCve {
  const { packages } = before;
  const isNew = packages.length < MAX_PACKAGES && packages.every(({ name }) => name !== lack.name);
  return {
    cve: before.cve,
    packages: isNew ? [...packages, { name: lack.name, fixedVersion }] : packages,
    severityRank: Math.max(before.severityRank, rankOf(lack.severity)),
    since: before.since && lack.since && (before.since < lack.since ? before.since : lack.since),
  };
}

export type StoredFinding = Pick<FindingModel, 'id' | 'cve' | 'package' | 'packages' | 'fixedVersion'>;

export interface FindingChanges {
  opened: OpenCve[];
  /** Of another package or version than before. */
  changed: { id: string; now: OpenCve }[];
  closed: { id: string; cve: string; by: 'PATCHED' | 'NOT_NAMED' }[];
}

/** What is to be written of a host's CVEs. A list that is not whole closes nothing: what it lacks may be in the rest. */
export function findingChanges(
  stored: readonly StoredFinding[],
  { cves, patches, isWhole }: { cves: readonly OpenCve[]; patches: readonly OpenPatch[]; isWhole: boolean },
): FindingChanges {
  const rows = new Map(stored.map((row) => [row.cve, row]));
  const now = new Set(cves.map(({ cve }) => cve));
  const pending = new Set(patches.map(({ name }) => name));
  const gone = isWhole ? stored.filter(({ cve }) => !now.has(cve)) : [];
  return {
    opened: cves.filter(({ cve }) => !rows.has(cve)),
    changed: cves.flatMap((one) => {
      const row = rows.get(one.cve);
      return row && !isSame(row, one) ? { id: row.id, now: one } : [];
    }),
    closed: gone.map(({ id, cve, packages }) => ({
      ...{ id, cve },
      by: packages.some((name) => pending.has(name)) ? 'NOT_NAMED' : 'PATCHED',
    })),
  };
}

function isSame({ fixedVersion, packages }: StoredFinding, { packages: now }: OpenCve): boolean {
  return (
    fixedVersion === (now[0]?.fixedVersion ?? null) &&
    packages.length === now.length &&
    packages.every((name, i) => name === now[i]?.name)
  );
}
