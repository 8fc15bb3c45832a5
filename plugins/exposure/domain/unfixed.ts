import { versions } from '#sdk';
import type { SourceVersion } from '../../packages/api.ts';
import type { Decision } from '../api.ts';
import { addBit, hasAny, hasBit, merge, subtract } from './bits.ts';
import { originOf, unsignedOf, type Origin } from './debian.ts';
import { DECISIONS, NEVER, type OpenEntry, type OpenSources } from './openEntries.ts';

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
  /** Other hosts, whose package is of a release of which the file does not tell whether it has the CVE; null: none. */
  unknown: Uint32Array | null;
}

type Affected = Pick<OpenIn, 'hosts' | 'aside' | 'unknown'>;

/** A release of a distribution: the hosts that have it, the order of its versions, and what is open there. */
export interface OpenRelease {
  order: 'debian' | 'rpm';
  hosts: Uint32Array;
  blocks: readonly OpenSources[];
}

/** A package from backports has the version of unstable plus this suffix, and its fixes. */
const withoutBackport = (version: string): string => version.replace(/~bpo\d+\+\d+$/, '');

/** The release of a package that was built for a module's stream shows it: `1.module+el8.10.0+22271+6a48b0b9`. */
const isModular = (version: string): boolean => /\.module[+_]/.test(version);

interface Installed extends Pick<SourceVersion, 'version' | 'hosts' | 'isApart'> {
  /** Null: it is of the release of its host. */
  origin: Origin | null;
}

/**
 * Where each CVE is open: on hosts that have a source package installed which a file calls open in the release that the
 * package comes from: that of the host, if its version names no other. It yields at each step, so that callers can let
 * other work run: 10,000 unlike hosts take a good part of a second.
 */
export function* openIn(
  versions: readonly SourceVersion[],
  releases: ReadonlyMap<string, OpenRelease>,
): Generator<void, Map<string, OpenIn[]>> {
  const installed = yield* bySource(versions);
  const anyDebian = debianHosts(releases.values());
  const found = new Map<string, OpenIn[]>();
  for (const [release, { order, hosts, blocks }] of releases) {
    const place = { release, hosts, others: order === 'debian' ? anyDebian : hosts };
    const isHere = hasAny(hosts);
    for (const block of blocks)
      for (const [source, cves] of Object.entries(block)) {
        const own = installed[order]
          .get(source)
          ?.filter(({ origin }) => isHere || origin?.release === release);
        if (!own || own.length === 0) continue;
        const foreign = foreignTo(release, own);
        const known = new Map<string, Affected>();
        for (const [cve, entry] of Object.entries(cves)) {
          const [severityRank, decision, mendedIn, byRelease] = entry;
          const key = [mendedIn, ...foreign.map((name) => byRelease?.[name])].join(' ');
          const affected = known.get(key) ?? (yield* affectedBy(own, entry, place));
          known.set(key, affected);
          yield;
          if (!affected.aside && !affected.unknown && !hasAny(affected.hosts)) continue;
          const one = {
            source,
            release,
            severityRank,
            ...affected,
            decision: DECISIONS[decision] ?? 'none',
          };
          const others = found.get(cve);
          if (others) others.push(one);
          else found.set(cve, [one]);
        }
      }
  }
  return found;
}

/** Hosts of all releases of Debian. */
function debianHosts(releases: Iterable<OpenRelease>): Uint32Array {
  const own = [...releases].filter(({ order }) => order === 'debian');
  const all = new Uint32Array(own[0]?.hosts.length ?? 0);
  for (const { hosts } of own) merge(all, hosts);
  return all;
}

/** The other releases that packages of these versions come from. */
const foreignTo = (release: string, installed: readonly Installed[]): string[] => [
  ...new Set(
    installed.flatMap(({ origin }) => (origin && origin.release !== release ? [origin.release] : [])),
  ),
];

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
      const origin = originOf(own.version);
      add('debian', own.name, { version: withoutBackport(own.version), origin, ...where });
    }
    // What documents say of a package does not hold for the package of that name in a module's stream.
    if (order === 'rpm' && !isModular(version)) add('rpm', source, { version, origin: null, ...where });
    yield;
  }
  return found;
}

/** The release that is asked about: its hosts, and all that may have a package of it. */
interface Place {
  release: string;
  hosts: Uint32Array;
  others: Uint32Array;
}

/**
 * `hosts` have an affected package that is not set aside; `aside` have an affected one, but only set-aside packages of
 * the source, in whatever version; of `unknown` nobody can tell.
 */
function* affectedBy(
  installed: readonly Installed[],
  entry: OpenEntry,
  place: Place,
): Generator<void, Affected> {
  const [apart, plain] = [
    installed.filter(({ isApart }) => isApart),
    installed.filter((one) => !one.isApart),
  ];
  const having = (some: readonly Installed[], standing: Standing) =>
    hostsOf(
      some.filter((one) => standingOf(one, entry, place.release) === standing),
      place,
    );
  const hosts = yield* having(plain, 'open');
  const unknown = yield* having(plain, 'unknown');
  subtract(unknown, hosts);
  const affected = { hosts, unknown: hasAny(unknown) ? unknown : null };
  if (apart.length === 0) return { ...affected, aside: null };
  const aside = yield* having(apart, 'open');
  subtract(aside, yield* hostsOf(plain, place));
  return { ...affected, aside: hasAny(aside) ? aside : null };
}

type Standing = 'open' | 'not_open' | 'unknown';

/** How a version stands to a CVE that is open in the release. */
function standingOf({ version, origin }: Installed, entry: OpenEntry, release: string): Standing {
  const [, , mendedIn, byRelease] = entry;
  if (mendedIn !== null && versions.compareDebian(version, mendedIn) >= 0) return 'not_open';
  if (!origin || origin.release === release) return 'open';
  const fixed = byRelease?.[origin.release];
  if (fixed === undefined) return 'unknown';
  // Where it is open in that release, it is counted there.
  if (fixed === null) return 'not_open';
  if (versions.compareDebian(version, fixed) < 0) return 'open';
  // A backport from a later release may be above the fix of this one, and lack it.
  return origin.isExact || fixed === NEVER ? 'not_open' : 'unknown';
}

/** Hosts of the release that have one of the packages, and others that have one which comes from it. */
function* hostsOf(
  installed: readonly Installed[],
  { release, hosts: inRelease, others }: Place,
): Generator<void, Uint32Array> {
  const found = new Uint32Array(inRelease.length);
  for (const { hosts, origin } of installed) {
    const within = origin?.release === release ? others : inRelease;
    for (const numbers of hosts)
      for (const number of numbers) if (hasBit(within, number)) addBit(found, number);
    yield;
  }
  return found;
}
