import { browserStore, type TextStore } from '../core/browserStore.ts';

/** What a key asks the shell to do. */
export type KeyCommand =
  | { is: 'palette' }
  | { is: 'filter' }
  | { is: 'shortcuts' }
  | { is: 'go'; path: string };

export interface KeyPress {
  key: string;
  /** Ctrl or, on a Mac, Command. */
  isCommand: boolean;
  isAlt: boolean;
  /** Whether the focus is in a field or in a dialog, where letters are text. */
  isTyping(): boolean;
  atMs: number;
}

/** What single letters do. */
export interface Letters {
  areOn(): boolean;
  /** The page that a letter leads to. */
  pathOf(letter: string): string | undefined;
}

const LETTERS = 'fleetmend.letterShortcuts';
/** How long `g` waits for its letter. */
const PREFIX_MS = 1_500;

/**
 * Whether single letters do something: they do unless the person switched them off (WCAG 2.1.4); Ctrl-K always does.
 */
export function lettersAreOn(store: TextStore = browserStore): boolean {
  return store.getItem(LETTERS) !== 'off';
}

export function switchLetters(on: boolean, store: TextStore = browserStore): void {
  if (on) store.removeItem(LETTERS);
  else store.setItem(LETTERS, 'off');
}

const FIRST_KEYS = new Set(['g', '/', '?']);

/**
 * Reads key after key: `g` is the first half of `g h`. Null: the key is none of ours. For those it looks at nothing
 * else, because every letter that somebody types comes here.
 */
export class KeyReader {
  #prefixAtMs = -Infinity;

  read(press: KeyPress, letters: Letters): KeyCommand | null {
    const { key, isCommand, isAlt, atMs } = press;
    const isSecond = atMs - this.#prefixAtMs <= PREFIX_MS;
    this.#prefixAtMs = -Infinity;
    if (isCommand && !isAlt && key.toLowerCase() === 'k') return { is: 'palette' };
    if (isCommand || isAlt || !(isSecond || FIRST_KEYS.has(key))) return null;
    if (press.isTyping() || !letters.areOn()) return null;
    if (isSecond) {
      const path = letters.pathOf(key);
      return path === undefined ? null : { is: 'go', path };
    }
    if (key === 'g') this.#prefixAtMs = atMs;
    if (key === '/') return { is: 'filter' };
    return key === '?' ? { is: 'shortcuts' } : null;
  }
}

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file', 'reset']);

/** Converts a keyboard event of the window. */
export function pressOf(event: KeyboardEvent): KeyPress {
  return {
    key: event.key,
    isCommand: event.ctrlKey || event.metaKey,
    isAlt: event.altKey,
    isTyping: () => event.isComposing || takesText(event),
    atMs: event.timeStamp,
  };
}

function takesText(event: KeyboardEvent): boolean {
  const way = event.composedPath().filter((node): node is HTMLElement => node instanceof HTMLElement);
  return isText(way[0]) || way.some(takesLetters);
}

/** Whether letters belong to the element: in a menu they lead to the item that begins with them. */
function takesLetters(element: HTMLElement): boolean {
  return element.localName === 'dialog' || element.getAttribute('role') === 'menu';
}

function isText(element: HTMLElement | undefined): boolean {
  if (!element) return false;
  if (element instanceof HTMLInputElement) return !NO_TEXT.has(element.type);
  return element.isContentEditable || ['textarea', 'select'].includes(element.localName);
}
