/** What the page of certificates says. */
export const texts = {
  title: 'Certificates',
  what: 'Issued by the internal CA; renewed automatically 30 days before expiry.',
  authority: 'Certificate authority',
  key: {
    database: 'In the manager’s database, encrypted with the key in its data directory. Back up both.',
  },
  endsSoon:
    'The root expires within a year: replace it below. Hosts are moved to the new root automatically.',
  listLate: 'The revocation list is outdated, so agents may reject the manager. See the manager’s log.',
  timeline: 'Expiry of active certificates',
  within: 'Within a week',
  later: 'Later',
  none: 'No certificates match.',
} as const;

export const EXPIRES: Readonly<Record<string, readonly [days: number, label: string]>> = {
  '14d': [14, 'Within 14 days'],
  '30d': [30, 'Within 30 days'],
};

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** “8 Feb to 15 Feb”, in the reader's zone. */
export function weekText(index: number, { from, to }: { from: string; to: string | null }): string {
  if (index === 0) return texts.within;
  if (to === null) return texts.later;
  return `${days.format(new Date(from))} to ${days.format(new Date(to))}`;
}
