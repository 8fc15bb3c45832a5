export interface Period {
  /** Inclusive, ISO 8601. */
  from: string;
  /** Exclusive. */
  to: string;
}

const DAY_MS = 86_400_000;

const lastDays =
  (days: number) =>
  (now: Date): Period => ({
    from: new Date(now.getTime() - days * DAY_MS).toISOString(),
    to: now.toISOString(),
  });

/** Months before this one: a month is from its first day to the first of the next, in UTC. */
const months =
  (first: number, count: number) =>
  (now: Date): Period => {
    const at = (month: number): string =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1)).toISOString();
    return { from: at(first), to: at(first + count) };
  };

/** The quarter before this one. */
function lastQuarter(now: Date): Period {
  const month = now.getUTCMonth() % 3;
  return months(-month - 3, 3)(now);
}

/** The periods on offer, by the word that stands in the address. */
export const PERIODS: Readonly<Record<string, readonly [label: string, of: (now: Date) => Period]>> = {
  '30-days': ['Last 30 days', lastDays(30)],
  '7-days': ['Last 7 days', lastDays(7)],
  '90-days': ['Last 90 days', lastDays(90)],
  year: ['Last 365 days', lastDays(365)],
  'last-month': ['Last month', months(-1, 1)],
  'last-quarter': ['Last quarter', lastQuarter],
};

export const FIRST_PERIOD = '30-days';

/** The exact period in the address, as links in mails have it; null: there is none. */
export function exactOf(query: URLSearchParams): Period | null {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''].map((at) => Date.parse(at));
  if (from === undefined || to === undefined || !(from < to)) return null;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The chosen period; an unknown word is the first one. */
export function periodOf(word: string, now: Date): Period {
  const [, of] = PERIODS[word] ?? ['', lastDays(30)];
  return of(now);
}
