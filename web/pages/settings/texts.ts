export const texts = {
  intro: 'They hold for everybody, on every manager of this database, from two seconds after they are saved.',
  none: 'Nothing can be set on this manager.',
  isStandard: 'This is the standard value.',
  standard: (length: string): string => `Standard: ${length}.`,
};
