import { countText } from '#web/core/format.ts';

export const texts = {
  what: 'Open CVEs on your hosts: those fixed by a pending patch, and those without a fix yet.',
  limits:
    'Debian and Ubuntu repositories list no CVEs; for Debian, import the security tracker. CVEs without a fix need the security tracker (Debian) or CSAF documents (Enterprise Linux, SUSE).',
  none: 'No known open CVEs',
  noneText: 'The repositories of these hosts list no CVE for a pending patch. There may be others.',
  noneFits: 'No CVEs match.',
  cvesOpen: 'Fixable CVEs',
  withoutFix: 'CVEs without a fix',
  withoutFixUnknown: 'Unknown (no feed for these hosts)',
  noneWithoutFix: 'No known CVEs without a fix',
  noneWithoutFixText:
    'These need an imported feed for the distribution: the security tracker for Debian, VEX documents (CSAF) for Enterprise Linux and SUSE.',
  exploitedOpen: 'Known exploited',
  hostsAffected: 'Hosts missing security patches',
  unnamed: 'Pending patches without a CVE',
  hostsBeyond: 'Hosts out of SLA',
  noneListed: 'None known',
  notKnown: 'Unknown (CISA KEV not imported)',
  notRecorded: 'Not recorded',
} as const;

export const judgedText = (hosts: number): string =>
  `CVEs without a fix are known for ${countText(hosts)} ${hosts === 1 ? 'host' : 'hosts'}, from the imported feeds`;

/** Follows the number of CVEs. */
export const setAsideText = (cves: number): string =>
  `; ${countText(cves)} more ${cves === 1 ? 'is' : 'are'} only in packages that the settings ignore, such as kernel headers`;

/** Follows the number of CVEs. */
export const unknownText = (cves: number): string =>
  `; ${countText(cves)} more unknown, because the installed packages are from another release`;

export const guessedText = (hosts: number): string =>
  hosts === 1
    ? 'The agent of 1 of these hosts is too old to report source packages, so CVEs may be missing: update it.'
    : `The agents of ${countText(hosts)} of these hosts are too old to report source packages, so CVEs may be missing: update them.`;
