import { versions } from '#sdk';
import type { PatchItem } from '#sdk/hosts.ts';
import type { FixedIn } from '../api.ts';
import type { SourceFixes } from './packageEntries.ts';

/** A patch of a host as a change from one version of a source package to another. */
export interface SourceChange {
  source: string;
  from: string;
  to: string;
}

/** Signed kernels have source packages of their own, whose versions have `+` for the last `-` (`6.1.90+1`). */
const SIGNED_KERNEL = /^linux-signed-[a-z0-9]+$/;
/** Cuts off the suffix of a rebuild (`+b1`), which leaves the source unchanged. */
const withoutRebuild = (version: string): string => version.replace(/\+b\d+$/, '');

/**
 * The source that a patch changes; null: not known. If the agent does not tell it (an older one), the source is assumed
 * to have the package's name: right for many packages; for the others the tracker has no CVEs.
 */
export function sourceChangeOf(patch: PatchItem): SourceChange | null {
  const source = patch.source ?? {
    name: patch.name,
    current_version: withoutRebuild(patch.current_version),
    available_version: withoutRebuild(patch.available_version),
  };
  const to = targetOf(patch, source.available_version);
  if (to === null) return null;
  const own = (version: string) => unsignedOf({ name: source.name, version });
  return { source: own(to).name, from: own(source.current_version).version, to: own(to).version };
}

/** Debian's releases from the ninth on: versions have their numbers in suffixes. */
export const DEBIAN_RELEASES = ['stretch', 'buster', 'bullseye', 'bookworm', 'trixie', 'forky', 'duke'];
/** The release that newer versions reach first. */
export const UNSTABLE = 'sid';
const FIRST = 9;
const OWN = /[+~]deb(\d+)u\d+/g;
const BACKPORT = /~bpo(\d+)\+\d+$/;

/** Where a package comes from, by its version. */
export interface Origin {
  release: string;
  /** False for a backport that names only the release that it is for: it may come from a later one than this. */
  isExact: boolean;
}

/**
 * The release that a version's suffix names: `+deb12u3` that release itself, `~bpo12+1` the release after it, which
 * backports are rebuilt from. Null: it names none, so the package is of its host's release.
 */
export function originOf(version: string): Origin | null {
  const own = [...version.matchAll(OWN)].at(-1)?.[1];
  if (own !== undefined) return { release: nameOf(Number(own)), isExact: true };
  const backport = BACKPORT.exec(version)?.[1];
  return backport === undefined ? null : { release: nameOf(Number(backport) + 1), isExact: false };
}

/** A release without a name yet is in no file. */
const nameOf = (number: number): string => DEBIAN_RELEASES[number - FIRST] ?? `debian-${number}`;

interface Source {
  name: string;
  version: string;
}

/** The source under the tracker's name: that of signed kernels is `linux`. */
export function unsignedOf({ name, version }: Source): Source {
  return SIGNED_KERNEL.test(name)
    ? { name: 'linux', version: version.replace(/\+(\d+)$/, '-$1') }
    : { name, version };
}

/** Tells whether the name that a host has for a source means one of these sources. */
export function sourcesNamed(names: Iterable<string>): { has(source: string): boolean } {
  const own = new Set(names);
  return { has: (name) => own.has(unsignedOf({ name, version: '' }).name) };
}

/**
 * The version that fixes the CVEs; null: not known. The agent tells only the source of the newest version, and the
 * security version may be lower.
 */
function targetOf(patch: PatchItem, available: string): string | null {
  if (patch.security_version === null) return available;
  return available === withoutRebuild(patch.available_version)
    ? withoutRebuild(patch.security_version)
    : null;
}

/**
 * The CVEs that a change of a source fixes: their fixed version is above `from` and not above `to`, in the release that
 * `to` names, else in the host's. If `from` is of another release, it must be known not to have the fix of that one.
 */
export function mendedBy(
  { from, to }: SourceChange,
  release: string,
  tracked: Readonly<Record<string, SourceFixes>>,
): NamedCve[] {
  const target = originOf(to)?.release ?? release;
  const origin = originOf(from)?.release ?? release;
  return Object.entries(tracked).flatMap(([cve, [severityRank, fixed]]) => {
    // The host itself names its release, so it may be any name, even one that every object has.
    const toldOf = (name: string) => (Object.hasOwn(fixed, name) ? fixed[name] : undefined);
    const version = toldOf(target) ?? null;
    if (
      version === null ||
      versions.compareDebian(version, from) <= 0 ||
      versions.compareDebian(version, to) > 0
    )
      return [];
    return origin === target || isBelow(from, toldOf(origin)) ? [{ cve, severityRank }] : [];
  });
}

/** Whether the version is known not to have the fix of its release; what is not told is not known. */
const isBelow = (version: string, fixed: FixedIn | undefined): boolean =>
  fixed === null || (fixed !== undefined && versions.compareDebian(version, fixed) < 0);

export interface NamedCve {
  cve: string;
  severityRank: number;
}
