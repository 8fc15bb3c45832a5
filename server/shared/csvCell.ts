/** Also in the full-width forms that some spreadsheets read alike. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * One text as a cell of a CSV file (RFC 4180). Spreadsheets calculate what begins with one of these, behind blanks
 * too: an apostrophe makes it text (OWASP, CSV injection).
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
