import { bytesText, countText, plural } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';

export const texts = {
  what: 'Files that tell what the package sources of the hosts do not: which CVEs are exploited, how likely and how severe the others are, and what fixes them. Fetch them where there is internet, carry them here, and import them as they are, plain, as gzip or zstd, and documents of CSAF as tar archives too; or let the manager fetch them by URL.',
  notMine: 'Only administrators import files.',
  unread:
    'No plugin reads such files on this manager: exposure-feeds is switched off. What was imported stays in effect.',
  never: 'Never imported. What it would tell is not known.',
  applied: 'All known CVEs have what it says.',
  applying: 'Known CVEs are getting what it says; this takes up to some minutes.',
  old: 'This is old: fetch a newer file.',
  file: 'File',
  fetchedAt: 'Fetched at',
  fetchedHelp: 'The file does not say how old it is. Left empty, it counts as fetched now.',
  start: 'Import',
  starting: 'Importing …',
  cancel: 'Cancel',
  cancelled: 'The import was cancelled. Nothing was changed.',
  noFile: 'Choose a file first.',
  empty: 'This file is empty.',
  checking:
    'The whole file is with the manager, which checks it first and changes nothing if anything is wrong.',
  olderTitle: (name: string) => `Take this file for ${name} all the same?`,
  olderMore: 'What the present one says is then gone. Take it only if the present one is wrong.',
  olderAction: 'Take it',
  source: 'Where it is published',
  published: 'Dated',
  imported: 'Imported',
  rows: 'Rows',
  version: 'Version',
  sha: 'SHA-256 of the file',
  affected: 'Open without a fix',
  notRead: 'Not read: import the file again.',
} as const;

export const fetchTexts = {
  title: 'Fetched by URL',
  group: (name: string): string => `${name} fetched by URL`,
  off: 'The manager does not fetch it: that is switched off.',
  switchOn: 'Switch it on in the settings',
  askForIt: 'An administrator can switch it on in the settings.',
  last: 'Fetched last',
  result: 'What came of it',
  isNewest: 'The newest is here.',
  failed: 'Nothing was fetched.',
  next: 'Fetched next',
  nextTurn: 'within the hour',
  fetch: 'Fetch now',
  fetching: 'Fetching …',
  underWay:
    'The manager fetches it and checks it whole, which takes up to some minutes. It goes on when you leave this page.',
  othersUnderWay:
    'It is being fetched or imported at this moment, by somebody else or by the manager itself.',
  stays: 'What was here before stays.',
  done: (name: string): string => `${name} was fetched: the newest is here.`,
} as const;

/** The limit in the OpenAPI contract. */
export const MOST_BYTES = 192 * 1024 * 1024;

export const tooLargeText = (file: File): string =>
  `This file has ${bytesText(file.size)}; a manager takes ${bytesText(MOST_BYTES)} at most. Send it as gzip or zstd.`;

export const sendingText = (sent: number, all: number): string =>
  `${bytesText(sent)} of ${bytesText(all)} sent.`;

export const doneText = (name: string, rows: number): string =>
  `${name} is imported, with ${countText(rows)} rows.`;

/** Cuts the API's query out of the manager's message: here a button stands for it. */
export const withoutQuery = (message: string): string => message.replace(/\s*\?older=true takes it\.?/, '');

/** What counts of the affected products, then what was left out and why. */
export function affectedText(affected: Schemas['ExposureAffected']): string {
  const { open, mended, elsewhere, modules, unnamed } = affected;
  const left = [
    [mended, 'fixed by another statement of the file'],
    [elsewhere, 'of other products or in containers'],
    [modules, 'of streams of modules'],
    [unnamed, 'named as no package'],
  ] as const;
  const parts = left.flatMap(([count, why]) => (count === 0 ? [] : `${countText(count)} ${why}`));
  const kept = plural(open, 'statement');
  return parts.length === 0 ? kept : `${kept}; left out: ${parts.join(', ')}`;
}
