export const texts = {
  title: 'Package to patch',
  order: 'Patch priorities',
  what: 'Hosts missing a security patch for this package, longest pending first.',
  installed: 'All hosts that have it installed',
  unnamed: 'No package selected',
  unnamedText: 'Select one from Patch priorities.',
} as const;
