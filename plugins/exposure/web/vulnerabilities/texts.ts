import { countText } from '#web/core/format.ts';

export const texts = {
  what: 'CVEs that a pending security patch fixes, as the package sources of the hosts name them; and, apart from them, those that no source fixes yet.',
  limits:
    '“Not known” is not “no”. Whether a CVE is exploited is known only of those that an imported catalogue lists. The sources of Debian and Ubuntu name no CVEs themselves: those of Debian are known once the file of its security tracker is imported, and without one their patches count below as hosts with security patches, not as CVEs. What no source fixes yet is known of Debian by the same file, of Enterprise Linux and SUSE by the CSAF documents of Red Hat and SUSE, and by what is installed; nothing can be patched there yet, so no service level counts it.',
  none: 'No open CVE is known.',
  noneText:
    'No source of these hosts names a CVE with a patch that is pending. That does not mean that there is none.',
  noneFits: 'No CVE fits these filters.',
  cvesOpen: 'Open CVEs that a patch fixes',
  withoutFix: 'Open CVEs without a fix',
  withoutFixUnknown: 'Not known: no file says it of these hosts',
  noneWithoutFix: 'No CVE without a fix is known.',
  noneWithoutFixText:
    'They are known only of hosts whose packages were read, once the file for their distribution is imported: for Debian its security tracker, for Enterprise Linux and SUSE the VEX documents in CSAF. So there may be some all the same.',
  exploitedOpen: 'Of them known to be exploited',
  hostsAffected: 'Hosts with pending security patches',
  unnamed: 'Pending patches that name no CVE',
  hostsBeyond: 'Hosts beyond their service level',
  noneListed: 'None known',
  notKnown: 'Not known: the catalogue of exploited ones is not imported',
  notRecorded: 'Not recorded',
} as const;

export const judgedText = (hosts: number): string =>
  `CVEs without a fix are known of ${countText(hosts)} ${hosts === 1 ? 'host' : 'hosts'}, by the imported files of their distributions; of other hosts it is not known what has no fix.`;

/** Follows the number of CVEs. */
export const setAsideText = (cves: number): string =>
  `; ${countText(cves)} more ${cves === 1 ? 'is' : 'are'} only in packages that the settings set aside, such as kernel headers`;

/** Follows the number of CVEs. */
export const unknownText = (cves: number): string =>
  `; of ${countText(cves)} more it is not known, for the packages are of another release than their hosts`;

export const guessedText = (hosts: number): string =>
  hosts === 1
    ? 'The agent of one of them is too old to tell source packages, so that CVEs may be missing: update it.'
    : `The agents of ${countText(hosts)} of them are too old to tell source packages, so that CVEs may be missing: update them.`;
