export const texts = {
  noneFits: 'No host fits.',
  noneText: 'No host that you may see has this package as the filters say.',
  below: 'Older than version',
  unnamed: 'No package is named.',
  unnamedText: 'Choose one from the list of packages.',
} as const;
