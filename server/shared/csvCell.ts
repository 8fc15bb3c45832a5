/** What spreadsheets take for a formula, also in the full-width forms that some read alike. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * One text as a cell of a CSV file (RFC 4180). Spreadsheets calculate a text that begins like a formula, after blanks
 * too: an apostrophe before it makes it text (OWASP, CSV injection).
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
