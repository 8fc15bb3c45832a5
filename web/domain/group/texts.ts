import { plural } from '../../core/format.ts';

export const groupTexts = {
  listed: 'Listed by hand',
  byRule: 'By rule',
  previewWaits: 'Fill in every value, and the hosts show here.',
  previewNone: 'No host fits now. One that fits later joins by itself.',
  previewFound: (count: number): string => `${plural(count, 'host')} would be in the group now:`,
  previewMore: (count: number): string => `and ${plural(count, 'more host', 'more hosts')}`,
};
