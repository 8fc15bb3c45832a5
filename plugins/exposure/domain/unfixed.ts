import { compareDebian } from '../../../server/plugin.ts';
import type { SourceVersion } from '../../packages/api.ts';
import { addBit, hasAny, hasBit, subtract } from './bits.ts';
import { isModular } from './csafTree.ts';
import { unsignedOf } from './debian.ts';
import { DECISIONS, type Decision, type OpenSources } from './openEntries.ts';

/** Where a CVE is open without a version that mends it, and on which hosts. */
export interface OpenIn {
  source: string;
  release: string;
  decision: Decision;
  severityRank: number;
  /** By the hosts' numbers. */
  hosts: Uint32Array;
  /** Other hosts, which of the source have packages alone that are set aside; null: none. */
  aside: Uint32Array | null;
}

/** A release of a distribution: which hosts have it, by whose rules its versions are ordered, and what is open there. */
export interface OpenRelease {
  order: 'debian' | 'rpm';
  hosts: Uint32Array;
  blocks: readonly OpenSources[];
}

/** A package that was taken from backports has the version of unstable with such an end, and its fixes. */
const withoutBackport = (version: string): string => version.replace(/~bpo\d+\+\d+$/, '');

type Installed = Pick<SourceVersion, 'version' | 'hosts' | 'isApart'>;

/** By CVE, where it is open on a host: a source package is installed there that a file says is open in its release. */
export function openIn(
  versions: readonly SourceVersion[],
  releases: ReadonlyMap<string, OpenRelease>,
): Map<string, OpenIn[]> {
  const installed = { debian: debianSources(versions), rpm: rpmSources(versions) };
  const found = new Map<string, OpenIn[]>();
  for (const [release, { order, hosts, blocks }] of releases)
    for (const block of blocks)
      for (const [source, cves] of Object.entries(block)) {
        const own = installed[order].get(source);
        if (!own) continue;
        const known = new Map<string, Pick<OpenIn, 'hosts' | 'aside'>>();
        for (const [cve, [severityRank, decision, mendedIn]] of Object.entries(cves)) {
          const key = mendedIn ?? '';
          const affected = known.get(key) ?? affectedBy(own, mendedIn, hosts);
          known.set(key, affected);
          if (!affected.aside && !hasAny(affected.hosts)) continue;
          const one = {
            ...{ source, release, severityRank, ...affected },
            decision: DECISIONS[decision] ?? 'none',
          };
          const others = found.get(cve);
          if (others) others.push(one);
          else found.set(cve, [one]);
        }
      }
  return found;
}

type BySource = ReadonlyMap<string, Installed[]>;

const debianSources = (versions: readonly SourceVersion[]): BySource =>
  Map.groupBy(
    versions.flatMap(({ source: name, version, order, ...where }) => {
      if (order !== 'debian') return [];
      const own = unsignedOf({ name, version });
      return [{ name: own.name, version: withoutBackport(own.version), ...where }];
    }),
    ({ name }) => name,
  );

/** What is of a module's stream is not what documents say of the package of that name. */
const rpmSources = (versions: readonly SourceVersion[]): BySource =>
  Map.groupBy(
    versions.filter(({ order, version }) => order === 'rpm' && !isModular(version)),
    ({ source }) => source,
  );

/** Whoever has a package that is not set aside is among the others, whatever its version. */
function affectedBy(
  installed: readonly Installed[],
  mendedIn: string | null,
  inRelease: Uint32Array,
): Pick<OpenIn, 'hosts' | 'aside'> {
  const [apart, plain] = [
    installed.filter(({ isApart }) => isApart),
    installed.filter((one) => !one.isApart),
  ];
  const hosts = below(plain, mendedIn, inRelease);
  if (apart.length === 0) return { hosts, aside: null };
  const aside = below(apart, mendedIn, inRelease);
  subtract(aside, mendedIn === null ? hosts : below(plain, null, inRelease));
  return { hosts, aside: hasAny(aside) ? aside : null };
}

/** Hosts of the release that have a version below that one; null: any. */
function below(
  installed: readonly Installed[],
  mendedIn: string | null,
  inRelease: Uint32Array,
): Uint32Array {
  const affected = new Uint32Array(inRelease.length);
  for (const { version, hosts } of installed)
    if (mendedIn === null || compareDebian(version, mendedIn) < 0)
      for (const numbers of hosts)
        for (const number of numbers) if (hasBit(inRelease, number)) addBit(affected, number);
  return affected;
}
