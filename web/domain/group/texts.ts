import { plural } from '../../core/format.ts';

export const groupTexts = {
  listed: 'Listed by hand',
  byRule: 'By rule',
  previewWaits: 'Fill in every value, and the hosts show here.',
  previewNone: 'No host fits now. One that fits later joins by itself.',
  previewFound: (count: number): string => `${plural(count, 'host')} would be in the group now:`,
  changes: 'Waiting for confirmation',
  changesText:
    'By what these hosts say of themselves they would enter or leave groups that limit what people may see or do. They stay as they were until an administrator decides; approval rules and freezes hold meanwhile for those that would enter, too. If a host was not upgraded, find out why it says so.',
  direction: { entering: 'would enter', leaving: 'would leave' },
  changeState: { waiting: 'waits', rejected: 'kept as it was' },
  confirm: 'Confirm',
  reject: 'Keep as it was',
  decided: { confirm: 'The changes are confirmed', reject: 'The hosts stay as they were' },
  administratorsDecide: 'An administrator confirms or rejects it.',
  previewMore: (count: number): string => `and ${plural(count, 'more host', 'more hosts')}`,
};
