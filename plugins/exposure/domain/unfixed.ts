import { compareDebian } from '../../../server/plugin.ts';
import type { SourceVersion } from '../../packages/api.ts';
import { addBit, hasAny, hasBit } from './bits.ts';
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
}

/** A release of a distribution: which hosts have it, and what is open there. */
export interface OpenRelease {
  hosts: Uint32Array;
  blocks: readonly OpenSources[];
}

/** A package that was taken from backports has the version of unstable with such an end, and its fixes. */
const withoutBackport = (version: string): string => version.replace(/~bpo\d+\+\d+$/, '');

type Installed = Pick<SourceVersion, 'version' | 'hosts'>;

/** By CVE, where it is open on a host: a source package is installed there that the tracker says is open in its release. */
export function openIn(
  versions: readonly SourceVersion[],
  releases: ReadonlyMap<string, OpenRelease>,
): Map<string, OpenIn[]> {
  const installed = bySource(versions);
  const found = new Map<string, OpenIn[]>();
  for (const [release, { hosts, blocks }] of releases)
    for (const block of blocks)
      for (const [source, cves] of Object.entries(block)) {
        const own = installed.get(source);
        if (!own) continue;
        const known = new Map<string, Uint32Array>();
        for (const [cve, [severityRank, decision, mendedIn]] of Object.entries(cves)) {
          const key = mendedIn ?? '';
          const affected = known.get(key) ?? below(own, mendedIn, hosts);
          known.set(key, affected);
          if (!hasAny(affected)) continue;
          const one = {
            ...{ source, release, severityRank, hosts: affected },
            decision: DECISIONS[decision] ?? 'none',
          };
          const others = found.get(cve);
          if (others) others.push(one);
          else found.set(cve, [one]);
        }
      }
  return found;
}

function bySource(versions: readonly SourceVersion[]): ReadonlyMap<string, Installed[]> {
  const found = new Map<string, Installed[]>();
  for (const { source, version, order, hosts } of versions) {
    if (order !== 'debian') continue;
    const own = unsignedOf({ name: source, version });
    const known = found.get(own.name);
    const one = { version: withoutBackport(own.version), hosts };
    if (known) known.push(one);
    else found.set(own.name, [one]);
  }
  return found;
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
