import { compareDebian, type PatchItem, type PatchState } from '../../../server/plugin.ts';
import type { TrackedCve } from './tracker.ts';

/** A change from one version of a source package to another: what a patch of a host comes to. */
export interface SourceChange {
  source: string;
  from: string;
  to: string;
}

/** As `/etc/os-release` has it in PRETTY_NAME: `Debian GNU/Linux 12 (bookworm)`. */
const DEBIAN = /^Debian GNU\/Linux \S+ \(([a-z]+)\)$/;

/** The release that the tracker knows a host by; null: it is no Debian, or one that has no name yet. */
export const releaseOf = ({ osName }: Pick<PatchState, 'osName'>): string | null =>
  DEBIAN.exec(osName ?? '')?.[1] ?? null;

/** Signed kernels are built from sources of their own, of the same versions but for a sign (`6.1.90+1`). */
const SIGNED_KERNEL = /^linux-signed-[a-z0-9]+$/;
/** Built anew without a change of the source. */
const withoutRebuild = (version: string): string => version.replace(/\+b\d+$/, '');

/**
 * What source a patch changes; null: not known. Where the agent does not tell the source (an older one), it is taken for
 * one of the same name, which is right for many packages, and names nothing for the others.
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

/** The source whose versions the tracker knows: that of signed kernels is `linux`. */
export function unsignedOf({ name, version }: Source): Source {
  return SIGNED_KERNEL.test(name)
    ? { name: 'linux', version: version.replace(/\+(\d+)$/, '-$1') }
    : { name, version };
}

/** Whether hosts name one of these sources so. */
export function sourcesNamed(names: Iterable<string>): { has(source: string): boolean } {
  const own = new Set(names);
  return { has: (name) => own.has(unsignedOf({ name, version: '' }).name) };
}

/** The security version may lie below the newest one, whose source alone is told. */
function targetOf(patch: PatchItem, available: string): string | null {
  if (patch.security_version === null) return available;
  return available === withoutRebuild(patch.available_version)
    ? withoutRebuild(patch.security_version)
    : null;
}

/** The CVEs that a change of a source mends in a release: mended above the one version, and not above the other. */
export function mendedBy(
  { from, to }: SourceChange,
  release: string,
  tracked: Readonly<Record<string, TrackedCve>>,
): NamedCve[] {
  return Object.entries(tracked).flatMap(([cve, [severityRank, fixed]]) => {
    // The host says what its release is called, so that may be the name of anything.
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
