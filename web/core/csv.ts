/** What a cell can hold; null and undefined are empty. */
export type CsvValue = string | number | boolean | null | undefined;

/** One field by RFC 4180; a number stays as it is. */
function field(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What spreadsheets take for a formula, also in the full-width forms that some read alike; as the manager's own files. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * A spreadsheet runs text that begins like a formula, after blanks too, and a host can choose such a name: an apostrophe
 * before it makes it text (OWASP, CSV Injection). A plain negative number is no formula.
 */
function harmless(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return FORMULA.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
}

/** A CSV file by RFC 4180: lines end in CRLF, the first one names the columns. */
export function csvOf(lines: readonly (readonly CsvValue[])[]): string {
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

/** `hosts-2026-11-22.csv`; the day is that of UTC. */
export function csvFileName(name: string, now: Date): string {
  return `${name}-${now.toISOString().slice(0, 10)}.csv`;
}

/** Hands a text to the browser as a file, with a byte order mark, by which spreadsheets know that it is UTF-8. */
export function saveFile(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
