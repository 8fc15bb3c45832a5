import { countText, plural } from '#web/core/format.ts';

/** “2 requests are skipped: …”; empty when none is. */
const skippedText = (skipped: number): string =>
  skipped === 0
    ? ''
    : ` ${plural(skipped, 'request')} with a warning ${skipped === 1 ? 'is' : 'are'} skipped.`;

/** What the page of enrollments says. */
export const texts = {
  title: 'Enrollments',
  what: 'Approve a host only if its fingerprint matches the agent’s.',
  requests: 'Requests',
  add: 'Add a host',
  tokens: 'Tokens',
  history: 'History',
  noRequest: 'No pending requests',
  appears: 'New requests appear here automatically.',
  nobody: 'Expired',
  unknown: 'not recorded',
  noHistory: 'No decided requests',
  kept: 'Decided requests are kept for 30 days.',
  noToken: 'No enrollment tokens.',
  network: 'An address, or a network such as 10.0.4.0/24. Default: any.',
  nameFirst: 'Enter a name.',
  usesWrong: (most: number) => `Enter a number from 1 to ${countText(most)}.`,
  openHost: (name: string) => `Open ${name}`,
  firstReport: 'waiting for its first report',
  hasReported: 'it has reported',
  several: 'Decide several requests',
  selectAll: (shown: number) => (shown === 1 ? 'Select the request' : `Select all ${countText(shown)} shown`),
  approveMany: (count: number) => `Approve ${countText(count)} …`,
  denyMany: (count: number) => `Deny ${countText(count)} …`,
  approveQuestion: (count: number, skipped: number) => ({
    title: `Approve ${plural(count, 'request')}?`,
    text: `Approve only hosts whose fingerprints match their agents’.${skippedText(skipped)}`,
    action: 'Approve',
  }),
  denyQuestion: (count: number) => ({
    title: `Deny ${plural(count, 'request')}?`,
    text: 'These requests cannot be approved later. The hosts can request enrollment again.',
    action: 'Deny',
  }),
  progress: (decision: 'approve' | 'deny', done: number, all: number) =>
    `${decision === 'approve' ? 'Approving' : 'Denying'}: ${countText(done)} of ${countText(all)} …`,
  decided: (decision: 'approve' | 'deny', requests: string) =>
    `${requests} ${decision === 'approve' ? 'approved' : 'denied'}`,
  undecided: (count: number) => `${plural(count, 'request')} not decided:`,
  warned: 'The request has a warning and needs a decision of its own.',
} as const;
