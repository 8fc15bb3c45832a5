import { compareDebian, type PatchItem, type PatchState } from '../../../server/plugin.ts';
import type { TrackedCve } from './tracker.ts';

/** A patch of a host as a change from one version of a source package to another. */
export interface SourceChange {
  source: string;
  from: string;
  to: string;
}

/** PRETTY_NAME in `/etc/os-release`: `Debian GNU/Linux 12 (bookworm)`. */
const DEBIAN = /^Debian GNU\/Linux \S+ \(([a-z]+)\)$/;

/** The tracker's name for the host's release; null: the host is no Debian, or its release has no name yet. */
export const releaseOf = ({ osName }: Pick<PatchState, 'osName'>): string | null =>
  DEBIAN.exec(osName ?? '')?.[1] ?? null;

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

/** The CVEs that a change of a source fixes in a release: their fixed version is above `from` and not above `to`. */
export function mendedBy(
  { from, to }: SourceChange,
  release: string,
  tracked: Readonly<Record<string, TrackedCve>>,
): NamedCve[] {
  return Object.entries(tracked).flatMap(([cve, [severityRank, fixed]]) => {
    // The host itself names its release, so it may be any name, even one that every object has.
    const version = Object.hasOwn(fixed, release) ? fixed[release] : undefined;
    if (version === undefined) return [];
    const isMended = compareDebian(version, from) > 0 && compareDebian(version, to) <= 0;
    return isMended ? [{ cve, severityRank }] : [];
  });
}

export interface NamedCve {
  cve: string;
  severityRank: number;
}
