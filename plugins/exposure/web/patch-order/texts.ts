export const texts = {
  what: 'Packages with missing security patches, ranked by known exploited CVEs, overdue patches, severity, EPSS score and number of hosts.',
  none: 'No missing security patches',
  noneText: 'No host in your scope is known to miss one.',
  noneFits: 'No missing security patches match.',
  showAll: 'Show all hosts',
  newJob: 'New job',
  gathering: 'Reading …',
  cut: 'Filter by group or host to see the others.',
} as const;
