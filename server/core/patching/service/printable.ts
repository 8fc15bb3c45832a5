/** CSI sequences; the strings of OSC, DCS and the like; the short escapes. Bounded, so that no input takes long. */
const ESCAPES =
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|[ -/]{0,8}[0-OQ-WYZ\\`-~])/g;
/** Control characters other than the tab, including C1 and line separators. */
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Marks, embeddings, overrides and isolates that would change the order of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * One line of a host's text for a file that may be shown in a terminal. Escape sequences (which set titles, fill the
 * clipboard and worse) are removed, and remaining control characters are replaced by their code, `⟨U+001B⟩`.
 */
export function printable(text: string): string {
  return text
    .replace(/[\r\n]+$/, '')
    .replace(ESCAPES, '')
    .replace(CONTROLS, codePoint)
    .replace(DIRECTIONS, codePoint)
    .toWellFormed();
}

function codePoint(char: string): string {
  return `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
