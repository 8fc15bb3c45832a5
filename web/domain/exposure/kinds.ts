import { safeName } from '../../core/safeText.ts';

interface KindTexts {
  name: string;
  /** What is known once it is imported. */
  what: string;
  /** Where it is published; null where this UI does not know. */
  source: string | null;
  /**
   * Where the manager fetches its file unless somebody names another address; '' where nobody publishes it as one file.
   * Null: it is not fetched by URL.
   */
  fetchedFrom: string | null;
  /** It covers the packages of one distribution, so a fleet may not need it. */
  isOfDistribution?: boolean;
  /** Its file has no date, so the importer gives one. */
  isUndated?: boolean;
}

/**
 * Texts for what the manager can import. The manager tells which kinds there are; one without a text here is called by
 * its kind.
 */
const KINDS: Readonly<Record<string, KindTexts>> = {
  kev: {
    name: 'CISA KEV',
    what: 'CVEs known to be exploited.',
    source: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
    fetchedFrom: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  },
  epss: {
    name: 'EPSS',
    what: 'Probability that a CVE is exploited within 30 days.',
    source: 'https://www.first.org/epss/data_stats',
    fetchedFrom: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  },
  'debian-tracker': {
    name: 'Debian security tracker',
    what: 'CVEs fixed by Debian security patches (apt names none), and CVEs without a fix. Upload it as gzip: the plain file exceeds the size limit.',
    source: 'https://security-tracker.debian.org/tracker/',
    fetchedFrom: 'https://security-tracker.debian.org/tracker/data/json',
    isOfDistribution: true,
    isUndated: true,
  },
  'csaf-redhat': {
    name: 'CSAF of Red Hat',
    what: 'CVEs fixed by patches of Enterprise Linux and its rebuilds, CVEs without a fix (VEX documents only), severity, CVSS and publication dates. JSON documents of CSAF 2.0, one or many in one file or in a tar archive, plain, as gzip or as zstd.',
    source: 'https://security.access.redhat.com/data/csaf/v2/vex/',
    fetchedFrom: '',
    isOfDistribution: true,
  },
  'csaf-suse': {
    name: 'CSAF of SUSE',
    what: 'CVEs fixed by patches of SUSE Linux Enterprise and openSUSE, CVEs without a fix (VEX documents only), severity and publication dates. JSON documents of CSAF 2.0, one or many in one file or in a tar archive, plain, as gzip or as zstd.',
    source: 'https://ftp.suse.com/pub/projects/security/csaf-vex/',
    fetchedFrom: '',
    isOfDistribution: true,
  },
};

export const kindTexts = (kind: string): KindTexts =>
  (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? {
    name: safeName(kind).replaceAll(/[_-]/g, ' '),
    what: '',
    source: null,
    fetchedFrom: null,
  };

/** The kinds that have texts here, each with its kind. */
export const knownKinds: readonly (KindTexts & { kind: string })[] = Object.entries(KINDS).map(
  ([kind, texts]) => ({ kind, ...texts }),
);
