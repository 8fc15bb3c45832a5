import { browserStore, type TextStore } from '../core/browserStore.ts';

/** What a key asks of the frame. */
export type KeyCommand =
  { is: 'palette' } | { is: 'filter' } | { is: 'shortcuts' } | { is: 'go'; path: string };

export interface KeyPress {
  key: string;
  /** Ctrl or, on a Mac, Command. */
  isCommand: boolean;
  isAlt: boolean;
  /** In a field or in a dialog, where letters are text. */
  isTyping: boolean;
  atMs: number;
}

const LETTERS = 'fleetmend.letterShortcuts';
/** `g` waits so long for its letter. */
const PREFIX_MS = 1_500;

/** Single letters do something unless the person switched them off (WCAG 2.1.4); Ctrl-K always does. */
export function lettersAreOn(store: TextStore = browserStore): boolean {
  return store.getItem(LETTERS) !== 'off';
}

export function switchLetters(on: boolean, store: TextStore = browserStore): void {
  if (on) store.removeItem(LETTERS);
  else store.setItem(LETTERS, 'off');
}

/** Reads key after key: `g` is the first half of `g h`. Null: the key is none of ours. */
export class KeyReader {
  #prefixAtMs = -Infinity;

  /** `paths`: letter → the page that it leads to. */
  read(press: KeyPress, paths: ReadonlyMap<string, string>, letters = true): KeyCommand | null {
    const { key, isCommand, isAlt, isTyping, atMs } = press;
    const isSecond = atMs - this.#prefixAtMs <= PREFIX_MS;
    this.#prefixAtMs = -Infinity;
    if (isCommand && !isAlt && key.toLowerCase() === 'k') return { is: 'palette' };
    if (isCommand || isAlt || isTyping || !letters) return null;
    if (isSecond) {
      const path = paths.get(key);
      return path === undefined ? null : { is: 'go', path };
    }
    if (key === 'g') this.#prefixAtMs = atMs;
    if (key === '/') return { is: 'filter' };
    return key === '?' ? { is: 'shortcuts' } : null;
  }
}

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file', 'reset']);

/** The press of an event of the window. */
export function pressOf(event: KeyboardEvent): KeyPress {
  const way = event.composedPath().filter((node): node is HTMLElement => node instanceof HTMLElement);
  return {
    key: event.key,
    isCommand: event.ctrlKey || event.metaKey,
    isAlt: event.altKey,
    isTyping: event.isComposing || isText(way[0]) || way.some(takesLetters),
    atMs: event.timeStamp,
  };
}

/** In a menu they lead to the item that begins with them. */
function takesLetters(element: HTMLElement): boolean {
  return element.localName === 'dialog' || element.getAttribute('role') === 'menu';
}

function isText(element: HTMLElement | undefined): boolean {
  if (!element) return false;
  if (element instanceof HTMLInputElement) return !NO_TEXT.has(element.type);
  return element.isContentEditable || ['textarea', 'select'].includes(element.localName);
}
