/** After it no text of ISO 8601 has four digits for the year, and MariaDB stores nothing. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** The begin of the year 0. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');

/**
 * The time that a text from outside names; null where it names none that can be kept. A date-time by RFC 3339 may be a
 * leap second, which no `Date` can be, or lie outside of the years 0 to 9999 by its offset: an answer could not name
 * it, and on MariaDB the statement that writes it fails, with everything else in its transaction.
 */
export function timeOf(text: string): Date | null {
  const ms = Date.parse(text);
  return ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : null;
}
