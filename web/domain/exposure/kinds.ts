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
    what: 'Which CVEs are known to be exploited.',
    source: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
    fetchedFrom: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  },
  epss: {
    name: 'EPSS',
    what: 'How likely it is that a CVE is exploited within 30 days.',
    source: 'https://www.first.org/epss/data_stats',
    fetchedFrom: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  },
  'debian-tracker': {
    name: 'Debian security tracker',
    what: 'Which CVEs the pending security patches of Debian fix (apt itself names none), and which have no fix there yet. Send it as gzip; plain it is larger than what is taken.',
    source: 'https://security-tracker.debian.org/tracker/',
    fetchedFrom: 'https://security-tracker.debian.org/tracker/data/json',
    isOfDistribution: true,
    isUndated: true,
  },
  'csaf-redhat': {
    name: 'CSAF of Red Hat',
    what: 'Which CVEs the patches of Enterprise Linux and its rebuilds fix, which have no fix there yet (VEX documents alone say so), how severe they are (severity, CVSS), and since when they are public. JSON documents of CSAF 2.0, one or many in one file or in a tar archive, plain, as gzip or as zstd.',
    source: 'https://security.access.redhat.com/data/csaf/v2/vex/',
    fetchedFrom: '',
    isOfDistribution: true,
  },
  'csaf-suse': {
    name: 'CSAF of SUSE',
    what: 'Which CVEs the patches of SUSE Linux Enterprise and openSUSE fix, which have no fix there yet (VEX documents alone say so), how severe they are, and since when they are public. JSON documents of CSAF 2.0, one or many in one file or in a tar archive, plain, as gzip or as zstd.',
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
