/** The distributions that data sets tell of, by the name that a host has in `PRETTY_NAME` of `/etc/os-release`. */

export interface HostReleases {
  /** How versions of its packages are compared. */
  order: 'debian' | 'rpm';
  /** The releases that the host takes its packages from. */
  releases: readonly string[];
}

/** `Debian GNU/Linux 12 (bookworm)`; a release of Debian that has no name yet is in no file. */
const DEBIAN_HOST = /^Debian GNU\/Linux \S+ \(([a-z]+)\)$/;
/** Distributions that are rebuilt from Red Hat's sources have its versions. */
const EL_HOST =
  /^(Red Hat Enterprise Linux|AlmaLinux|Rocky Linux|CentOS Linux|CentOS Stream|Oracle Linux Server)\b[^\d]*(\d{1,2})(?:\.(\d{1,2}))?\b/;
const SLE_HOST =
  /^SUSE Linux Enterprise (?:Server|Desktop|High Performance Computing)\b[^\d]*(\d{2})(?:[ -]SP(\d)|\.(\d))?\b/;
const MICRO_HOST = /^SUSE Linux (?:Enterprise )?Micro (\d{1,2}\.\d{1,2})\b/;
const LEAP_HOST = /^openSUSE Leap (\d{2}\.\d{1,2})\b/;

/** Null: no data set tells of such hosts. */
export function releasesOf(osName: string | null): HostReleases | null {
  const debian = DEBIAN_HOST.exec(osName ?? '')?.[1];
  if (debian !== undefined) return { order: 'debian', releases: [debian] };
  const releases = rpmReleases(osName ?? '');
  return releases.length > 0 ? { order: 'rpm', releases } : null;
}

function rpmReleases(osName: string): string[] {
  const [, product, major, minor] = EL_HOST.exec(osName) ?? [];
  if (major !== undefined) {
    // Releases with extended support have versions of their own.
    const isOwn = product === 'Red Hat Enterprise Linux' && minor !== undefined;
    return [`el${major}`, ...(isOwn ? [`el${major}.${minor}`] : [])];
  }
  if (osName.startsWith('openSUSE Tumbleweed')) return ['tumbleweed'];
  const micro = MICRO_HOST.exec(osName)?.[1];
  if (micro !== undefined) return [`slmicro${micro}`];
  const leap = LEAP_HOST.exec(osName)?.[1];
  if (leap !== undefined) {
    const own = `leap${leap}`;
    return [own, besideOf(own) ?? []].flat();
  }
  const [, sle, pack, dot] = SLE_HOST.exec(osName) ?? [];
  return sle === undefined ? [] : [`sle${sle}.${pack ?? dot ?? '0'}`];
}

/** Another release that hosts of this one take packages from too; null: none. */
export function besideOf(release: string): string | null {
  const extended = /^(el\d+)\.\d+$/.exec(release)?.[1];
  if (extended !== undefined) return extended;
  const [, major, minor] = /^leap(\d+)\.(\d+)$/.exec(release) ?? [];
  // From 15.3 on, Leap has the unchanged packages of the SLE service pack with the same number.
  return major === '15' && Number(minor) >= 3 ? `sle${major}.${minor}` : null;
}
