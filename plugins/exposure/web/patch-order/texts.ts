export const texts = {
  what: 'Missing security patches by advisory, ranked by known exploited CVEs, overdue patches, severity, EPSS score and number of hosts.',
  severity:
    'Severity: as the distribution rates the patches; where it publishes no rating, the highest of the CVEs.',
  none: 'No missing security patches',
  noneText: 'No host in your scope is known to miss one.',
  noneFits: 'No missing security patches match.',
  showAll: 'Show all',
} as const;
