export const texts = {
  noneFits: 'No hosts match.',
  noneText: 'No host in your scope has this package with these filters.',
  below: 'Older than version',
  history: 'History',
  update: (hosts: number): string => `Update on ${hosts} ${hosts === 1 ? 'host' : 'hosts'}`,
  gathering: 'Loading hosts …',
  gatherFailed: 'Not all hosts could be read; try again.',
  unnamed: 'No package selected',
  unnamedText: 'Select one from the list of packages.',
} as const;
