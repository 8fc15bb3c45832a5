import type { PatchState } from '#sdk/hosts.ts';

/** A publisher of documents, and the hosts that they are about. */
export interface CsafVendor {
  name: string;
  /** The domain of the publisher's namespace, or its end. */
  domain: string;
  /** The release that a product's CPE names, as `releasesOf` spells it; null: none that hosts have. */
  releaseOfCpe(cpe: string): string | null;
  /** The releases that a host takes its packages from; empty: the host is not of this vendor. */
  releasesOf(osName: string): string[];
  /** Another release that hosts of this one take packages from too; null: none. */
  besideOf(release: string): string | null;
  /** The source packages that a package was built from, as hosts may name them; empty: its purl does not tell. */
  sourcesOf(built: Built): string[];
}

/** A package as its purl has it: `version` is '' where it has none. */
interface Built {
  name: string;
  version: string;
  arch: string | null;
  /** File name of its source package. */
  upstream: string | null;
}

const RED_HAT_CPE = /^cpe:(?:\/|2\.3:)[oa]:redhat:([a-z0-9_]+):(\d{1,2})(?:\.(\d{1,2}))?(?::|$)/;
/** Products for minor releases with extended support, which have versions of their own. */
const EXTENDED = new Set([
  'rhel_eus',
  'rhel_e4s',
  'rhel_aus',
  'rhel_tus',
  'rhel_eus_long_life',
  'enterprise_linux_eus',
]);
const MAIN = new Set(['enterprise_linux', 'rhel_els']);
/** Distributions that are rebuilt from Red Hat's sources have its versions. */
const EL_HOST =
  /^(Red Hat Enterprise Linux|AlmaLinux|Rocky Linux|CentOS Linux|CentOS Stream|Oracle Linux Server)\b[^\d]*(\d{1,2})(?:\.(\d{1,2}))?\b/;

const redHat: CsafVendor = {
  name: 'Red Hat',
  domain: 'redhat.com',
  releaseOfCpe(cpe) {
    const [, product = '', major, minor] = RED_HAT_CPE.exec(cpe) ?? [];
    if (MAIN.has(product)) return `el${major}`;
    return EXTENDED.has(product) && minor !== undefined ? `el${major}.${minor}` : null;
  },
  releasesOf(osName) {
    const [, product, major, minor] = EL_HOST.exec(osName) ?? [];
    if (major === undefined) return [];
    const isOwn = product === 'Red Hat Enterprise Linux' && minor !== undefined;
    return [`el${major}`, ...(isOwn ? [`el${major}.${minor}`] : [])];
  },
  besideOf: (release) => (release.includes('.') ? release.slice(0, release.indexOf('.')) : null),
  // Its documents name source packages and the packages built from them, but not which was built from which.
  sourcesOf: ({ name, arch }) => (arch === 'src' ? [name] : []),
};

const SUSE_CPE =
  /^cpe:(?:\/|2\.3:)[oa]:(suse|opensuse):([a-z0-9_.-]+)(?::(\d{1,2})(?:\.(\d{1,2}))?)?(?::([a-z0-9.]+))?/;
const SLE_HOST =
  /^SUSE Linux Enterprise (?:Server|Desktop|High Performance Computing)\b[^\d]*(\d{2})(?:[ -]SP(\d)|\.(\d))?\b/;
const MICRO_HOST = /^SUSE Linux (?:Enterprise )?Micro (\d{1,2}\.\d{1,2})\b/;
const LEAP_HOST = /^openSUSE Leap (\d{2})\.(\d{1,2})\b/;
/** From 15.3 on, Leap has the unchanged packages of the SLE service pack with the same number. */
const LEAP_OF_SLE = [15, 3] as const;
const isOfSle = (major: number, minor: number): boolean =>
  major === LEAP_OF_SLE[0] && minor >= LEAP_OF_SLE[1];
/** `openssl-3.src.rpm`, `pcre-8.39-8.3.1.src.rpm`: releases of SUSE have a dot. */
const SOURCE_FILE = /^([!-~]+?)(?:-\d[^-]*-\d+\.[^-]*)?\.(?:no)?src\.rpm$/;
/** Each kernel flavour is built from a source package of its own name, but documents call it `kernel-source`. */
const KERNEL = /^kernel-[a-z0-9_]+$/;

const suse: CsafVendor = {
  name: 'SUSE',
  domain: 'suse.com',
  releaseOfCpe(cpe) {
    const [, vendor, product = '', major, minor, more = ''] = SUSE_CPE.exec(cpe) ?? [];
    if (vendor === 'opensuse') {
      if (product === 'tumbleweed') return 'tumbleweed';
      return product === 'leap' && minor !== undefined ? `leap${major}.${minor}` : null;
    }
    if (vendor === undefined || major === undefined) return null;
    if (/^(sle|sl|suse)-?micro/.test(product)) return minor === undefined ? null : `slmicro${major}.${minor}`;
    if (!/^(suse_)?sle/.test(product)) return null;
    // cpe:/o:suse:sles:15:sp6, cpe:/o:suse:sles:16:16.0:server
    const pack = /^sp(\d)$/.exec(more)?.[1] ?? /^\d{2}\.(\d)$/.exec(more)?.[1] ?? minor ?? '0';
    return `sle${major}.${pack}`;
  },
  releasesOf(osName) {
    if (osName.startsWith('openSUSE Tumbleweed')) return ['tumbleweed'];
    const [, micro] = MICRO_HOST.exec(osName) ?? [];
    if (micro !== undefined) return [`slmicro${micro}`];
    const [, major, minor] = LEAP_HOST.exec(osName) ?? [];
    if (major !== undefined && minor !== undefined) {
      const isSle = isOfSle(Number(major), Number(minor));
      return [`leap${major}.${minor}`, ...(isSle ? [`sle${major}.${minor}`] : [])];
    }
    const [, sle, pack, dot] = SLE_HOST.exec(osName) ?? [];
    return sle === undefined ? [] : [`sle${sle}.${pack ?? dot ?? '0'}`];
  },
  besideOf(release) {
    const [, major, minor] = /^leap(\d+)\.(\d+)$/.exec(release) ?? [];
    return major !== undefined && isOfSle(Number(major), Number(minor)) ? `sle${major}.${minor}` : null;
  },
  sourcesOf({ name, version, upstream }) {
    // For packages without a version some purls split the name: `libjavascriptcoregtk@4_0-18`.
    const own = version === '' || /-\d+\./.test(version) ? name : `${name}-${version}`;
    const source = upstream === null ? own : (SOURCE_FILE.exec(upstream)?.[1] ?? own);
    return KERNEL.test(own) && own !== source ? [source, own] : [source];
  },
};

export const CSAF_VENDORS = { 'csaf-redhat': redHat, 'csaf-suse': suse } as const;
export type CsafKind = keyof typeof CSAF_VENDORS;
export const CSAF_KINDS = Object.keys(CSAF_VENDORS) as CsafKind[];

/** The publisher whose documents cover a host, and the host's releases in them; null: none does. */
export function csafOf({
  osName,
}: Pick<PatchState, 'osName'>): { kind: CsafKind; releases: string[] } | null {
  for (const kind of CSAF_KINDS) {
    const releases = CSAF_VENDORS[kind].releasesOf(osName ?? '');
    if (releases.length > 0) return { kind, releases };
  }
  return null;
}
