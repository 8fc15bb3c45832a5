export const texts = {
  none: 'No package data yet',
  noneText: 'The host reports its packages soon after enrollment, then daily and after each job.',
  noneFits: 'No packages match.',
  history: 'History',
  compare: 'Compare with another host',
  asOf: 'As of',
  failing: 'The host could not be read last time, so data may be stale. Reason:',
} as const;
