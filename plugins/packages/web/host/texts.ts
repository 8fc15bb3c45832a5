export const texts = {
  none: 'No packages are known yet.',
  noneText: 'The host tells what is installed soon after it has enrolled, then daily and after each job.',
  noneFits: 'No package fits.',
  history: 'What changed',
  compare: 'Compare with another host',
  asOf: 'As of',
  failing: 'The host could not be asked last time, so this may be old. The reason:',
} as const;
