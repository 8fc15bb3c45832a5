import { plural } from '../../core/format.ts';

export const texts = {
  intro: 'They hold for everybody, on every manager of this database, from two seconds after they are saved.',
  none: 'Nothing can be set on this manager.',
  save: 'Save',
  undo: 'Undo my changes',
  saved: 'Saved.',
  isStandard: 'This is the standard value.',
  standard: (length: string): string => `Standard: ${length}.`,
  changed: (count: number): string => `${plural(count, 'change')} not saved.`,
  movedTitle: 'Somebody else has saved these settings meanwhile.',
  moved: (names: string): string =>
    `Changed since you opened the page: ${names}. Your own entries stand as you typed them; save again if they are still right.`,
};
