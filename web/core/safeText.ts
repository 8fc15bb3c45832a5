/**
 * Text from hosts counts as hostile: package scripts print colours, and names hold whatever their makers liked. Lit
 * escapes HTML; this takes care of the rest. Show host text through {@link safeLine} only.
 */

/**
 * Terminal escapes: CSI; the strings of OSC, DCS and the like; the short escapes. Bounded, so that no input takes long.
 */
const ANSI =
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|[ -/]{0,8}[0-OQ-WYZ\\`-~])/g;
/** Marks, embeddings, overrides and isolates that would change the order of the text around them. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Invisible characters, with which two names could look alike. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]/g;
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g;

/** A line of a log is at most 16 KiB on the wire; longer text is cut to this many characters. */
export const LONGEST_LINE = 16_384;

/**
 * One harmless line: escapes are removed, invisible characters and those that turn text become symbols, and long text
 * is cut.
 */
export function safeLine(text: string, longest = LONGEST_LINE): string {
  const cut = text.length > longest;
  const head = cut ? text.slice(0, longest) : text;
  const clean = lastOverwrite(head)
    .replace(ANSI, '')
    .replace(BIDI, codePoint)
    .replace(INVISIBLE, codePoint)
    .replace(CONTROL, picture)
    .toWellFormed();
  return cut ? `${clean} … (${text.length - longest} more characters)` : clean;
}

/** A name or a short fact of a host, safe to show. */
export function safeName(text: string | null | undefined): string {
  return safeLine(text ?? '', 256);
}

/** What a terminal would show in the end: progress bars rewrite their line with carriage returns. */
function lastOverwrite(text: string): string {
  const trimmed = text.replace(/[\r\n]+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('\r') + 1);
}

/** A character as its code point: “⟨U+202E⟩”. */
function codePoint(char: string): string {
  return `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A control character as its Unicode picture: ␀ for NUL. */
function picture(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : codePoint(char);
}
