export const texts = {
  noneFits: 'No host fits.',
  noneText: 'No host that you may see has this package as the filters say.',
  below: 'Older than version',
  history: 'What changed',
  update: (hosts: number): string => `Update on ${hosts} ${hosts === 1 ? 'host' : 'hosts'}`,
  gathering: 'The hosts are being gathered.',
  gatherFailed: 'Not all hosts could be read; try again.',
  unnamed: 'No package is named.',
  unnamedText: 'Choose one from the list of packages.',
} as const;
