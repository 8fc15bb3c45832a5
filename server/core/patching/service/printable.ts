import { codePoint, withoutControls } from '../../../shared/wire/controls.ts';

/** Marks, embeddings, overrides and isolates that would change the order of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * One line of a host's text for a file that may be shown in a terminal. Escape sequences are removed, and remaining
 * control characters, line feeds too, are replaced by their code, `⟨U+001B⟩`.
 */
export const printable = (text: string): string =>
  withoutControls(text.replace(/[\r\n]+$/, ''))
    .replaceAll('\n', codePoint)
    .replace(DIRECTIONS, codePoint)
    .toWellFormed();
