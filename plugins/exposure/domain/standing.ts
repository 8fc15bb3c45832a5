import type { standings } from '#sdk';
import type { PatchState } from '#sdk/hosts.ts';
import type { FindingModel, PatchModel } from '../models.ts';
import { advisoryOf, type ToldAdvisory } from './advisory.ts';
import { rankOf } from './rank.ts';

/** A CVE that is open on a host, according to the host's list of security patches. */
export interface OpenCve {
  cve: string;
  packages: { name: string; fixedVersion: string }[];
  severityRank: number;
  /** When the first of its packages was seen pending; null where that is not recorded. */
  since: Date | null;
}

/** An open patch of a host: fields of its lack, and the versions from the host's list. */
export type OpenPatch = Pick<
  PatchModel,
  | 'name'
  | 'arch'
  | 'advisoryId'
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

const keyOf = ({ name, arch }: Pick<PatchModel, 'name' | 'arch'>): string => `${name}:${arch}`;

/** What a host tells of its security patches, and what system it is. */
export type Told = Pick<PatchState, 'security' | 'osName' | 'osVersion'>;

/** The advisory of each security patch of a host, by the patch's name and architecture: worked out once, for all that asks. */
export type AdvisoriesOf = ReadonlyMap<string, ReturnType<typeof advisoryOf>>;

export const advisoriesOf = (state: Told): AdvisoriesOf =>
  new Map(state.security.map(({ patch }) => [keyOf(patch), advisoryOf(patch, state)]));

/** The open patches of a host: each package that lacks a security patch, once. */
export function openPatches(
  state: Told,
  lacks: readonly standings.Lack[],
  advisories: AdvisoriesOf,
): OpenPatch[] {
  const patches = new Map(state.security.map(({ patch }) => [keyOf(patch), patch]));
  return lacks.flatMap(({ name, arch, severity, since, dueAt, held, cves }) => {
    const key = keyOf({ name, arch });
    const [patch, advisory] = [patches.get(key), advisories.get(key)];
    if (!patch || !advisory) return [];
    return {
      name,
      arch,
      advisoryId: advisory.id,
      held,
      openedAt: since,
      dueAt,
      severityRank: rankOf(severity),
      cves: cves.filter((cve) => CVE.test(cve)).length,
      currentVersion: patch.current_version,
      availableVersion: patch.security_version ?? patch.available_version,
    };
  });
}

/** What the host tells of the advisories of these patches. */
export function toldAdvisories(
  advisories: AdvisoriesOf,
  lacks: readonly standings.Lack[],
  wanted: readonly Pick<PatchModel, 'name' | 'arch'>[],
): ToldAdvisory[] {
  const cves = new Map(lacks.map((lack) => [keyOf(lack), lack.cves.filter((cve) => CVE.test(cve))]));
  return wanted.flatMap((patch) => {
    const advisory = advisories.get(keyOf(patch));
    return advisory ? [{ ...advisory, cves: cves.get(keyOf(patch)) ?? [] }] : [];
  });
}

/**
 * The open CVEs of a host: each once, however many packages it is in, as grave as its gravest patch or as `ranks` says,
 * whichever is graver. Names that do not look like a CVE are left out.
 */
export function openCves(
  patches: readonly OpenPatch[],
  lacks: readonly standings.Lack[],
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

function openCve(cve: string, { name, severity, since }: standings.Lack, fixedVersion: string): OpenCve {
  return { cve, packages: [{ name, fixedVersion }], severityRank: rankOf(severity), since };
}

/** Open since the earliest of its packages; if one of them has no recorded time, the CVE has none. */
function joined(before: OpenCve, lack: standings.Lack, fixedVersion: string): OpenCve {
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
  /** Their packages or versions are not those of before. */
  changed: { id: string; now: OpenCve }[];
  closed: { id: string; cve: string; by: 'PATCHED' | 'NOT_NAMED' }[];
}

/** Packages whose new version runs only after a restart. */
const KERNEL = /^(?:linux-(?:image|modules|signed|unsigned)|kernel(?:-|$)|raspi-firmware$)/;

/**
 * The changes to write for a host's CVEs. An incomplete list closes nothing: missing CVEs may be in the rest. Nor is one
 * of a kernel closed while the host owes a restart: the kernel that has it still runs.
 * Nor is one closed of packages of which a patch is pending that may be for security (`unclear`: their names).
 */
export function findingChanges(
  stored: readonly StoredFinding[],
  {
    cves,
    patches,
    isWhole,
    owesRestart,
    unclear,
  }: {
    cves: readonly OpenCve[];
    patches: readonly OpenPatch[];
    isWhole: boolean;
    owesRestart: boolean;
    unclear: ReadonlySet<string>;
  },
): FindingChanges {
  const rows = new Map(stored.map((row) => [row.cve, row]));
  const now = new Set(cves.map(({ cve }) => cve));
  const pending = new Set(patches.map(({ name }) => name));
  const runs = ({ packages }: StoredFinding) => owesRestart && packages.some((name) => KERNEL.test(name));
  const isOver = (row: StoredFinding): boolean =>
    !now.has(row.cve) && !runs(row) && !row.packages.some((name) => unclear.has(name));
  const gone = isWhole ? stored.filter(isOver) : [];
  return {
    opened: cves.filter(({ cve }) => !rows.has(cve)),
    changed: cves.flatMap((one) => {
      const row = rows.get(one.cve);
      return row && !isSame(row, one) ? { id: row.id, now: one } : [];
    }),
    closed: gone.map(({ id, cve, packages }) => ({
      id,
      cve,
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
