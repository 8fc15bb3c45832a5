import { plural } from '../../core/format.ts';

export const groupTexts = {
  listed: 'Manual',
  byRule: 'Rule-based',
  nextRow: 'Rows left empty at the end are ignored.',
  previewWaits: 'Enter a value to see the matching hosts.',
  previewPart: 'The preview ignores conditions without a value.',
  previewNone: 'No hosts match now. Hosts that match later join automatically.',
  previewFound: (count: number): string => `${plural(count, 'host')} would be in the group:`,
  changes: 'Waiting for confirmation',
  changesText:
    'These hosts report facts that would move them into or out of groups used by approval rules, freezes or scopes. Their membership does not change until an administrator decides; approval rules and freezes already apply to hosts that would enter. If a host was not upgraded, find out why its facts changed.',
  direction: { entering: 'would enter', leaving: 'would leave' },
  changeState: { waiting: 'pending', rejected: 'unchanged' },
  confirm: 'Confirm',
  reject: 'Reject',
  decided: { confirm: 'Changes confirmed', reject: 'Changes rejected' },
  administratorsDecide: 'An administrator must confirm or reject the change.',
  searchIsLess:
    'The search of the host list covers names, addresses and IDs. A rule can only compare the host name, so the group may have fewer hosts than the list.',
  previewMore: (count: number): string => `and ${plural(count, 'more host', 'more hosts')}`,
};
