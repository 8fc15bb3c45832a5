/** What spreadsheets take for a formula at the beginning of a cell, also in the full-width forms that some read alike. */
const SIGNS = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]';
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|\\s*${SIGNS})`);
/**
 * The same where a spreadsheet begins another cell within the text: many countries' split at `;` whatever the file says,
 * and then know neither its commas nor its quotes.
 */
const INNER = new RegExp(`([;\\t\\r\\n]["'\\s]*)(?=${SIGNS})`, 'g');

/**
 * One text as a cell of a CSV file (RFC 4180), always in quotes. Spreadsheets calculate a text that begins like a
 * formula, after blanks too: an apostrophe before it makes it text (OWASP, CSV injection).
 */
export function csvCell(text: string): string {
  const guarded = text.replaceAll(INNER, "$1'");
  const safe = FORMULA.test(guarded) ? `'${guarded}` : guarded;
  return `"${safe.replaceAll('"', '""')}"`;
}
