/** Characters that the fonts have and that are read from left to right. */
const SHOWN =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u0300-\u034e\u0350-\u036f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u214f\u2190-\u21ff\u2200-\u22ff]/u;

/**
 * A text for the PDF. Characters that are neither Latin, Greek nor Cyrillic are shown by their code point, so that none
 * vanishes, runs the wrong way round, or is a box that may mean anything.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  let shown = '';
  // Composed first: one letter is one glyph where the font has it.
  for (const letter of text.normalize('NFC')) {
    const codePoint = letter.codePointAt(0) ?? 0;
    shown += SHOWN.test(letter) && hasGlyph(codePoint) ? letter : codeOf(codePoint);
  }
  return shown;
}

const codeOf = (codePoint: number): string => `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
