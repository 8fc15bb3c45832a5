import { plural } from '#web/core/format.ts';

export const texts = {
  none: 'No host has been listed with this CVE.',
  noneFits: 'No row of this status.',
  notRecorded: 'Not recorded',
  open: 'Open',
  cvss: 'CVSS v3 score',
  published: 'Public since',
  notKnown: 'Not known',
  record: 'Published record',
  patched: 'Closed: the patch is no longer pending',
  notNamed: 'Closed: its source no longer names the CVE',
  closed: 'Closed',
  never: 'Never, on a host that you see',
  gathering: 'The hosts are being read.',
  gatherFailed: 'The hosts could not be read, so no job was begun.',
  withoutFix: 'Hosts without a fix',
  withoutFixUnknown: 'Not known',
  withoutFixHint:
    'No source of these hosts fixes it yet, so there is nothing to patch. The packages were built from a source that has it; not each of them need be affected.',
  setAside: (hosts: number): string =>
    `${plural(hosts, 'more host')} ${hosts === 1 ? 'is' : 'are'} not counted: from the affected sources ${hosts === 1 ? 'it has' : 'they have'} only packages that the settings set aside, such as kernel headers.`,
  unknown: (hosts: number): string =>
    `Of ${plural(hosts, 'more host')} it is not known: ${hosts === 1 ? 'its package is' : 'their packages are'} of another release than the host, and the tracker's file does not say whether that has the CVE.`,
  noneCounts: 'No host counts as having it.',
  mended: 'Hosts where a patch fixes it',
  closedMeanwhile: 'It is open on no host any more.',
} as const;
