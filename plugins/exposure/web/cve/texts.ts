import { plural } from '#web/core/format.ts';

export const texts = {
  none: 'No hosts with this CVE',
  noneFits: 'No hosts with this status',
  notRecorded: 'Not recorded',
  open: 'Open',
  cvss: 'CVSS v3 score',
  published: 'Published',
  notKnown: 'Not known',
  record: 'Published record',
  patched: 'Fixed',
  notNamed: 'No longer listed by the repository',
  closed: 'Closed',
  never: 'Never, on hosts in your scope',
  listed: 'Known exploited, listed in CISA KEV on',
  fixes: 'Fixes by advisory',
  noFixes: 'No missing patch fixes this CVE any more',
  hosts: 'Hosts',
  withoutFix: 'Hosts without a fix',
  withoutFixUnknown: 'Not known',
  withoutFixHint:
    'No repository of these hosts has a fix yet. The packages are built from an affected source package; not every one of them need be affected.',
  setAside: (hosts: number): string =>
    `${plural(hosts, 'more host')} ${hosts === 1 ? 'is' : 'are'} not counted: ${hosts === 1 ? 'it has' : 'they have'} only packages that the settings ignore, such as kernel headers.`,
  unknown: (hosts: number): string =>
    `${plural(hosts, 'more host')}: unknown, because the installed ${hosts === 1 ? 'package is' : 'packages are'} from another release than the host.`,
  noneCounts: 'No host is counted as affected.',
  mended: 'Hosts with a fix available',
} as const;
