export const texts = {
  what: 'CVEs that a pending security patch mends, as the package sources of the hosts name them.',
  limits:
    '“Not known” is not “no”. Whether a CVE is exploited is known only of those that an imported catalogue lists. The sources of Debian and Ubuntu name no CVEs themselves: those of Debian are known once the file of its security tracker is imported, and without one their patches count below as hosts with security patches, not as CVEs. What no source mends yet is not here.',
  none: 'No open CVE is known.',
  noneText:
    'No source of these hosts names a CVE with a patch that is pending. That does not mean that there is none.',
  noneFits: 'No CVE fits these filters.',
  cvesOpen: 'Open CVEs',
  exploitedOpen: 'Of them known to be exploited',
  hostsAffected: 'Hosts with pending security patches',
  unnamed: 'Pending patches of which nobody names a CVE',
  hostsBeyond: 'Hosts beyond their service level',
  noneListed: 'None known',
  notKnown: 'Not known: the catalogue of exploited ones is not imported',
  notRecorded: 'Not recorded',
} as const;
