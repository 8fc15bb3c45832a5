export const texts = {
  title: 'Package to patch',
  order: 'Order to patch',
  what: 'Hosts that lack a security patch of this package, the longest pending first.',
  installed: 'All hosts that have it installed',
  unnamed: 'No package is named.',
  unnamedText: 'Choose one from the order to patch.',
} as const;
