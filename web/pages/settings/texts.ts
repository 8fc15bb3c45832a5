export const texts = {
  intro:
    'These settings apply to everybody, on every manager that uses this database, two seconds after they are saved.',
  none: 'Nothing can be set on this manager.',
  isStandard: 'This is the standard value.',
  standard: (length: string): string => `Standard: ${length}.`,
};
