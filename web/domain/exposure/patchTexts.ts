export const patchTexts = {
  jobForAll: 'New job for all of these',
  jobForSome: 'New job for the selected',
  gathering: 'The hosts are being read …',
  onlyHeld:
    'Every one of these packages is held on its host, and no job installs what is held. Release it there, or except it until a day.',
  noneLate: 'No patch is late.',
  noneLateText:
    'No pending security patch that fits is beyond its service level. Patches for which it is not recorded when they became pending have no due time, and are not counted as late.',
  none: 'No pending security patch fits.',
  noneText: 'No host that you may see is known to lack one.',
} as const;
