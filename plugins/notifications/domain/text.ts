import { MOST_NAMED } from './contents.ts';

/**
 * A text from hosts and people as it is shown: on one line, shortened, without invisible characters and without halves
 * of a sign, which receivers of JSON may refuse.
 */
export function plainLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return cut(line, maxLength).toWellFormed();
}

/**
 * The first signs of a text, with an ellipsis where some are left out; counted as UTF-16, which is what the strictest
 * receivers count, and never half of a sign.
 */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** “1 host”, “1,200 hosts”. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** “Sunday 18 January 2026 at 02:00 (Europe/Berlin)”. */
export function localTime(at: Date, timeZone: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const date = new Intl.DateTimeFormat('en-GB', { ...day, timeZone }).format(at).replace(',', '');
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at);
  return `${date} at ${clock} (${timeZone})`;
}

const MAX_NAME = 120;

/** “group “web””, “groups “web”, “db” and 3 more”. */
export function groupWords(groups: readonly string[]): string {
  const named = groups.slice(0, MOST_NAMED).map((name) => `“${plainLine(name, MAX_NAME)}”`);
  const more = groups.length - named.length;
  return `${counted(groups.length, 'group').replace(/^\S+ /, '')} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
