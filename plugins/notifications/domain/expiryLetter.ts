import type { ExpiryContent } from './contents.ts';
import type { Letter } from './letterForm.ts';
import { counted, groupWords, localTime, plainLine } from './text.ts';

type Item = ExpiryContent['items'][number];

const MAX_NAME = 253;
const MAX_TODO = 600;

/** What ends, to be put before “ends” or “has ended”. */
const SUBJECTS: Readonly<Record<Item['kind'], (name: string) => string>> = {
  host: (name) => `the certificate of ${name}`,
  manager: () => 'the manager’s certificate',
  listener: () => 'the manager’s listener certificate',
  custom: (name) => `your certificate for ${name}`,
  root: (name) => `the root ${name}`,
  revocation_list: () => 'the revocation list',
};

/** The letter begins with what must be done about the most urgent item; the list says it for each of the others. */
export function expiryLetter({ items, total, groups }: ExpiryContent, managerUrl: string): Letter {
  const [first] = items;
  return {
    subject: first ? subjectOf(first, total) : '',
    first: first ? plainLine(first.todo, MAX_TODO) : '',
    more: [
      ...(first ? [`${capital(nameOf(first))} ${whenOf(first)}.`] : []),
      ...(total > 1
        ? [
            `${counted(total, 'certificate or list', 'certificates or lists')} expire soon or have expired; see below for what to do.`,
          ]
        : []),
      ...(groups.length > 0 ? [`This notification covers only the hosts of ${groupWords(groups)}.`] : []),
    ],
    list:
      total < 2
        ? null
        : {
            title: 'Expiring',
            items: items.map((item) => ({
              name: capital(nameOf(item)),
              what: `${whenOf(item)}. ${plainLine(item.todo, MAX_TODO)}`,
            })),
            unnamed: total - items.length,
            rest: (count) => `And ${counted(count, 'more', 'more')}: see Certificates.`,
          },
    link: { text: 'Open certificates', url: `${managerUrl}/certificates` },
  };
}

function subjectOf(first: Item, total: number): string {
  const others = total > 1 ? ` and ${total - 1} more` : '';
  if (first.hasEnded) return `Act now: ${nameOf(first)} has expired${others}`;
  const time = first.daysLeft === 0 ? 'today' : `within ${counted(first.daysLeft, 'day')}`;
  return `Act ${time}: ${nameOf(first)} expires${others}`;
}

const nameOf = ({ kind, name }: Item): string => plainLine(SUBJECTS[kind](name), MAX_NAME);

const whenOf = ({ endsAt, hasEnded }: Item): string =>
  `${hasEnded ? 'expired' : 'expires'} on ${localTime(new Date(endsAt), 'UTC')}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
