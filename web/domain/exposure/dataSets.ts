import { html, type TemplateResult } from 'lit';
import { features } from '../../core/features.ts';
import { plural } from '../../core/format.ts';
import type { Reading } from '../../core/reading.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

type List = Schemas['ExposureDataSetList'];

interface KindTexts {
  name: string;
  /** What is known once it is imported. */
  what: string;
  /** Where it is published; null where this UI does not know. */
  source: string | null;
  /** Its file does not tell of when it is, so the importer does. */
  isUndated?: boolean;
}

/** Words for what the manager can import. It tells which there are; one without words here is called by its kind. */
const KINDS: Readonly<Record<string, KindTexts>> = {
  kev: {
    name: 'CISA KEV',
    what: 'Which CVEs are known to be exploited.',
    source: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  },
  epss: {
    name: 'EPSS',
    what: 'How likely it is that a CVE is exploited within 30 days.',
    source: 'https://www.first.org/epss/data_stats',
  },
  'debian-tracker': {
    name: 'Debian security tracker',
    what: 'Which CVEs the pending security patches of Debian mend: apt itself names none. Send it as gzip; plain it is larger than what is taken.',
    source: 'https://security-tracker.debian.org/tracker/',
    isUndated: true,
  },
  'csaf-redhat': {
    name: 'CSAF of Red Hat',
    what: 'Which CVEs the patches of Enterprise Linux and its rebuilds mend, how grave they are (severity, CVSS), and since when they are public. One JSON document of CSAF 2.0 (VEX or advisory), or many one after another in one file, plain or as gzip; unpack an archive first and join its files.',
    source: 'https://security.access.redhat.com/data/csaf/v2/vex/',
  },
  'csaf-suse': {
    name: 'CSAF of SUSE',
    what: 'The same of SUSE Linux Enterprise and openSUSE, in the same form.',
    source: 'https://ftp.suse.com/pub/projects/security/csaf-vex/',
  },
};

export const DATA_PAGE = '/exposure-data';

export const kindTexts = (kind: string): KindTexts =>
  (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? {
    name: safeName(kind).replaceAll(/[_-]/g, ' '),
    what: '',
    source: null,
  };

/** Dates of files are days of UTC. */
const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

export const dayText = (at: string): string => days.format(new Date(at));

/** “less than a day old”, “1 day old”, “12 days old” */
export const ageText = (ageDays: number): string =>
  ageDays === 0 ? 'less than a day old' : `${plural(ageDays, 'day')} old`;

/** “EPSS of 24 November 2026 (1 day old); CISA KEV not imported.” */
export function datesText({ data_sets: sets, kinds }: List): string {
  const parts = kinds.map((kind) => {
    const { name } = kindTexts(kind);
    const set = sets.find((one) => one.kind === kind);
    return set ? `${name} of ${dayText(set.source_date)} (${ageText(set.age_days)})` : `${name} not imported`;
  });
  return `${parts.join('; ')}.`;
}

/** Of when the imported data is, under what rests on it. That it cannot be read is said, and is not “not imported”. */
export function dataDates(reading: Reading<List>): TemplateResult {
  const text =
    reading.value === undefined
      ? reading.error === null
        ? 'Reading of when the imported data is …'
        : 'Of when the imported data is could not be read.'
      : datesText(reading.value);
  const link = features.serves('listExposureDataSets') ? html` <a href=${DATA_PAGE}>Exposure data</a>` : '';
  return html`<p class="quiet small">${text}${link}</p>`;
}
