/** A publisher of documents, and how its products are named. */
export interface CsafVendor {
  name: string;
  /** The domain of the publisher's namespace, or its end. */
  domain: string;
  /** The release that a product's CPE names; null: none that hosts have. */
  releaseOfCpe(cpe: string): string | null;
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

const redHat: CsafVendor = {
  name: 'Red Hat',
  domain: 'redhat.com',
  releaseOfCpe(cpe) {
    const [, product = '', major, minor] = RED_HAT_CPE.exec(cpe) ?? [];
    if (MAIN.has(product)) return `el${major}`;
    return EXTENDED.has(product) && minor !== undefined ? `el${major}.${minor}` : null;
  },
  // Its documents name source packages and the packages built from them, but not which was built from which.
  sourcesOf: ({ name, arch }) => (arch === 'src' ? [name] : []),
};

const SUSE_CPE =
  /^cpe:(?:\/|2\.3:)[oa]:(suse|opensuse):([a-z0-9_.-]+)(?::(\d{1,2})(?:\.(\d{1,2}))?)?(?::([a-z0-9.]+))?/;
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
  sourcesOf({ name, version, upstream }) {
    // For packages without a version some purls split the name: `libjavascriptcoregtk@4_0-18`.
    const own = version === '' || /-\d+\./.test(version) ? name : `${name}-${version}`;
    const source = upstream === null ? own : (SOURCE_FILE.exec(upstream)?.[1] ?? own);
    return KERNEL.test(own) && own !== source ? [source, own] : [source];
  },
};

export const CSAF_VENDORS = { 'csaf-redhat': redHat, 'csaf-suse': suse } as const;
export type CsafKind = keyof typeof CSAF_VENDORS;
