import { compareDebian } from '../../../server/plugin.ts';
import type { SourceVersion } from '../../packages/api.ts';
import { addBit, hasAny, hasBit, subtract } from './bits.ts';
import { isModular } from './csafTree.ts';
import { unsignedOf } from './debian.ts';
import { DECISIONS, type Decision, type OpenSources } from './openEntries.ts';

/** Where a CVE is open without a version that fixes it, and on which hosts. */
export interface OpenIn {
  source: string;
  release: string;
  decision: Decision;
  severityRank: number;
  /** Bits by the hosts' numbers. */
  hosts: Uint32Array;
  /** Other hosts, which have only set-aside packages of the source; null: none. */
  aside: Uint32Array | null;
}

/** A release of a distribution: the hosts that have it, the order of its versions, and what is open there. */
export interface OpenRelease {
  order: 'debian' | 'rpm';
  hosts: Uint32Array;
  blocks: readonly OpenSources[];
}

/** A package from backports has the version of unstable plus this suffix, and its fixes. */
const withoutBackport = (version: string): string => version.replace(/~bpo\d+\+\d+$/, '');

type Installed = Pick<SourceVersion, 'version' | 'hosts' | 'isApart'>;

/**
 * Where each CVE is open: on hosts that have a source package installed which a file calls open in their release. It
 * yields at each step, so that callers can let other work run: 10,000 unlike hosts take a good part of a second.
 */
export function* openIn(
  versions: readonly SourceVersion[],
  releases: ReadonlyMap<string, OpenRelease>,
): Generator<void, Map<string, OpenIn[]>> {
  const installed = yield* bySource(versions);
  const found = new Map<string, OpenIn[]>();
  for (const [release, { order, hosts, blocks }] of releases)
    for (const block of blocks)
      for (const [source, cves] of Object.entries(block)) {
        const own = installed[order].get(source);
        if (!own) continue;
        const known = new Map<string, Pick<OpenIn, 'hosts' | 'aside'>>();
        for (const [cve, [severityRank, decision, mendedIn]] of Object.entries(cves)) {
          const key = mendedIn ?? '';
          const affected = known.get(key) ?? (yield* affectedBy(own, mendedIn, hosts));
          known.set(key, affected);
          yield;
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

function* bySource(
  versions: readonly SourceVersion[],
): Generator<void, Record<OpenRelease['order'], ReadonlyMap<string, Installed[]>>> {
  const found = { debian: new Map<string, Installed[]>(), rpm: new Map<string, Installed[]>() };
  const add = (order: OpenRelease['order'], source: string, one: Installed): void => {
    const known = found[order].get(source);
    if (known) known.push(one);
    else found[order].set(source, [one]);
  };
  for (const { source, version, order, ...where } of versions) {
    if (order === 'debian') {
      const own = unsignedOf({ name: source, version });
      add('debian', own.name, { version: withoutBackport(own.version), ...where });
    }
    // What documents say of a package does not hold for the package of that name in a module's stream.
    if (order === 'rpm' && !isModular(version)) add('rpm', source, { version, ...where });
    yield;
  }
  return found;
}

/**
 * `hosts` have an affected package that is not set aside; `aside` have an affected one, but only set-aside packages of
 * the source, in whatever version.
 */
function* affectedBy(
  installed: readonly Installed[],
  mendedIn: string | null,
  inRelease: Uint32Array,
): Generator<void, Pick<OpenIn, 'hosts' | 'aside'>> {
  const [apart, plain] = [
    installed.filter(({ isApart }) => isApart),
    installed.filter((one) => !one.isApart),
  ];
  const hosts = yield* below(plain, mendedIn, inRelease);
  if (apart.length === 0) return { hosts, aside: null };
  const aside = yield* below(apart, mendedIn, inRelease);
  subtract(aside, mendedIn === null ? hosts : yield* below(plain, null, inRelease));
  return { hosts, aside: hasAny(aside) ? aside : null };
}

/** Hosts of the release that have a version below `mendedIn`; null: any version. */
function* below(
  installed: readonly Installed[],
  mendedIn: string | null,
  inRelease: Uint32Array,
): Generator<void, Uint32Array> {
  const affected = new Uint32Array(inRelease.length);
  for (const { version, hosts } of installed) {
    if (mendedIn === null || compareDebian(version, mendedIn) < 0)
      for (const numbers of hosts)
        for (const number of numbers) if (hasBit(inRelease, number)) addBit(affected, number);
    yield;
  }
  return affected;
}
