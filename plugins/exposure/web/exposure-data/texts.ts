import { bytesText, countText, plural } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';

export const texts = {
  what: 'Import vulnerability data that repositories don’t provide: exploitation, scores, fixes. Upload files as plain text, gzip or zstd (CSAF documents also as tar), or enable automatic download.',
  notMine: 'Only administrators can import files.',
  unread:
    'The plugin exposure-feeds is disabled on this manager, so files cannot be imported. Imported data stays in effect.',
  never: 'Not imported',
  applied: 'Applied to all CVEs.',
  applying: 'Applying to CVEs; this may take a few minutes.',
  old: 'Outdated: import a newer file.',
  file: 'File',
  fetchedAt: 'Downloaded at',
  fetchedHelp: 'The file has no date of its own. Default: now.',
  start: 'Import',
  starting: 'Importing …',
  cancel: 'Cancel',
  cancelled: 'The import was cancelled. Nothing was changed.',
  noFile: 'Choose a file first.',
  empty: 'This file is empty.',
  checking: 'Upload complete. The manager checks the file first; nothing changes if anything is wrong.',
  olderTitle: (name: string) => `Import this file for ${name} anyway?`,
  olderMore: 'The current data is replaced. Do this only if the current data is wrong.',
  olderAction: 'Import anyway',
  source: 'Source',
  published: 'Dated',
  imported: 'Imported',
  rows: 'Rows',
  version: 'Version',
  sha: 'SHA-256 of the file',
  affected: 'Open without a fix',
  notRead: 'Unknown: import the file again.',
} as const;

export const fetchTexts = {
  title: 'Automatic download',
  group: (name: string): string => `Automatic download of ${name}`,
  off: 'Automatic download is disabled.',
  switchOn: 'Enable in settings',
  askForIt: 'An administrator can enable it in the settings.',
  last: 'Last download',
  result: 'Result',
  isNewest: 'Up to date',
  failed: 'Download failed.',
  next: 'Next download',
  nextTurn: 'within the hour',
  fetch: 'Download now',
  fetching: 'Downloading …',
  underWay:
    'Downloading and checking the file; this may take a few minutes and continues when you leave this page.',
  othersUnderWay: 'A download or import is already in progress.',
  stays: 'The current data is kept.',
  done: (name: string): string => `${name} downloaded: up to date.`,
} as const;

/** The limit in the OpenAPI contract. */
export const MOST_BYTES = 192 * 1024 * 1024;

export const tooLargeText = (file: File): string =>
  `This file has ${bytesText(file.size)}; the limit is ${bytesText(MOST_BYTES)}. Compress it with gzip or zstd.`;

export const sendingText = (sent: number, all: number): string =>
  `${bytesText(sent)} of ${bytesText(all)} sent.`;

export const doneText = (name: string, rows: number): string => `${name} imported: ${plural(rows, 'row')}.`;

/** Cuts the API's query out of the manager's message: here a button stands for it. */
export const withoutQuery = (message: string): string => message.replace(/\s*\?older=true takes it\.?/, '');

/** What counts of the affected products, then what was left out and why. */
export function affectedText(affected: Schemas['ExposureAffected']): string {
  const { open, mended, elsewhere, modules, unnamed } = affected;
  const left = [
    [mended, 'fixed by another statement of the file'],
    [elsewhere, 'for other products or containers'],
    [modules, 'for module streams'],
    [unnamed, 'without a package name'],
  ] as const;
  const parts = left.flatMap(([count, why]) => (count === 0 ? [] : `${countText(count)} ${why}`));
  const kept = plural(open, 'statement');
  return parts.length === 0 ? kept : `${kept}; skipped: ${parts.join(', ')}`;
}
