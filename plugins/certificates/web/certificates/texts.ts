/** What the page of certificates says. */
export const texts = {
  title: 'Certificates',
  what: 'Issued by this manager’s own authority, renewed by themselves 30 days before they end.',
  authority: 'The authority',
  key: {
    database:
      'In the manager’s database, sealed with the key of its data directory: neither is of use alone. Back up both.',
  },
  endsSoon:
    'The root itself ends within a year: replace it, see below. Every host is moved to the new one by itself.',
  listLate: 'The revocation list is out of date, so agents may refuse the manager: see the manager’s log.',
  timeline: 'When active certificates end',
  within: 'Within a week',
  later: 'Later',
  none: 'No certificate fits these filters.',
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
