export const texts = {
  what: 'Packages with a pending security patch, by what is gained first: known-exploited CVEs, then what is beyond its service level, then severity, then the highest EPSS score, then the number of hosts.',
  none: 'No security patch is pending.',
  noneText: 'No host that you may see is known to lack one.',
  noneFits: 'No security patch is pending there.',
  showAll: 'Show all hosts',
  newJob: 'New job',
  gathering: 'Reading …',
  cut: 'The rest follows once these are patched; a group or a host shows its own.',
} as const;
