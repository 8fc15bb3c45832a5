import { plural } from '../../core/format.ts';

export const groupTexts = {
  listed: 'Listed by hand',
  byRule: 'By rule',
  previewWaits: 'Fill in every value, and the hosts show here.',
  previewNone: 'No host fits now. One that fits later joins by itself.',
  previewFound: (count: number): string => `${plural(count, 'host')} would be in the group now:`,
  changes: 'Waiting for confirmation',
  changesText:
    'These hosts report facts that would move them into or out of groups used by approval rules, freezes or scopes. Their membership stays as it was until an administrator decides; approval rules and freezes already apply to hosts that would enter. If a host was not upgraded, find out why it reports something else.',
  direction: { entering: 'would enter', leaving: 'would leave' },
  changeState: { waiting: 'waits', rejected: 'kept as it was' },
  confirm: 'Confirm',
  reject: 'Keep as it was',
  decided: { confirm: 'The changes are confirmed', reject: 'The hosts stay as they were' },
  administratorsDecide: 'An administrator confirms or rejects it.',
  previewMore: (count: number): string => `and ${plural(count, 'more host', 'more hosts')}`,
};
