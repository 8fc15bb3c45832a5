/** CSI sequences; the strings of OSC, DCS and the like; the short escapes. Bounded, so that no input takes long. */
const ESCAPES =
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|[ -/]{0,8}[0-OQ-WYZ\\`-~])/g;
/** Control characters other than tab and line feed, including C1 and line separators. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Whether a JSON text may hold some: as they are, or by escapes. */
const HINT = /\\u00(?:[01][0-9a-f]|7f|[89][0-9a-f])|\\u202[89]|\\[bfr]|[\u007f-\u009f\u2028\u2029]/i;

/**
 * The text without escape sequences (which set a terminal's title, fill its clipboard and worse), and with the codes of
 * other control characters, `⟨U+0007⟩`, but for tabs and line feeds.
 */
export const withoutControls = (text: string): string =>
  text.replace(ESCAPES, '').replace(CONTROLS, codePoint);

/** A character by its code, `⟨U+001B⟩`. */
export const codePoint = (char: string): string =>
  `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** Lines of a job's log are the output of programs as it was: readers get them by `downloadJobHostLog`, or clean them. */
const RAW: ReadonlySet<string> = new Set(['logs']);

/**
 * A JSON text whose author is not trusted, without control characters in its texts, log lines aside. The text must have
 * passed `isExcessive`. Throws SyntaxError.
 */
export function parsedWithoutControls(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return HINT.test(json) ? cleaned(value) : value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return withoutControls(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      withoutControls(key),
      RAW.has(key) ? (item as unknown) : cleaned(item),
    ]),
  );
}
