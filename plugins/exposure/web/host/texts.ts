import { plural } from '#web/core/format.ts';

export const texts = {
  open: 'Open CVEs that a patch fixes',
  withoutFix: 'Open CVEs without a fix',
  withoutFixHint:
    'No source of this host fixes these yet: there is nothing to patch, and no service level counts them.',
  setAside: (count: number): string =>
    `${plural(count, 'more CVE')} without a fix ${count === 1 ? 'is' : 'are'} not counted: from their sources this host has only packages that the settings set aside, such as kernel headers.`,
  unknown: (count: number): string =>
    `Of ${plural(count, 'more CVE')} without a fix it is not known: the packages are of another release than this host, and the tracker's file does not say whether that has ${count === 1 ? 'it' : 'them'}.`,
  old: 'The security state of this host is unknown: its patches cannot be read now. All below is from the list that was read',
  oldMeans: 'What was opened or closed since is not known.',
  exploited: 'Of them known to be exploited',
  late: 'Patches beyond their service level',
  cves: 'CVEs of this host',
  noCves: 'No open CVE is known of this host.',
  noCvesText:
    'Its package sources name no CVE with a patch that is pending. The sources of Debian and Ubuntu name none themselves; those of Debian are known once the file of its security tracker is imported. So that does not mean that there is none.',
  patches: 'Pending security patches and their service levels',
  order: 'Order to patch of this host',
  exceptions: 'Exceptions of this host',
  notKnown: 'Not known',
  noneKnown: 'None known',
} as const;
