export const texts = {
  none: 'No host has been listed with this CVE.',
  noneFits: 'No row of this status.',
  notRecorded: 'Not recorded',
  open: 'Open',
  record: 'Published record',
  patched: 'Closed: the patch is no longer pending',
  notNamed: 'Closed: its source no longer names the CVE',
  closed: 'Closed',
  never: 'Never, on a host that you see',
  gathering: 'The hosts are being read.',
  gatherFailed: 'The hosts could not be read, so no job was begun.',
  closedMeanwhile: 'It is open on no host any more.',
} as const;
