export const texts = {
  intro: 'Settings apply to all users and all managers on this database, within two seconds.',
  index: 'Sections of this tab',
  none: 'No settings on this manager',
  standard: (length: string): string => `Default: ${length}.`,
};
