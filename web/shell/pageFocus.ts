import { deepActive } from '../core/focus.ts';

const LOOK_EVERY_MS = 50;
/** After this time without a heading, the focus stays where it is. */
const LOOK_FOR_MS = 4_000;

/**
 * Puts the focus on the page's heading, so that a screen reader says where it is and the Tab key goes on from there.
 * Until the page has rendered its heading the focus is on `main`; once the reader has moved it, it stays where it is.
 */
export async function focusHeading(main: HTMLElement): Promise<void> {
  main.focus({ preventScroll: true });
  const until = performance.now() + LOOK_FOR_MS;
  while (performance.now() < until) {
    if (deepActive() !== main) return;
    const heading = deepFind(main, 'h1');
    if (heading) {
      heading.tabIndex = -1;
      return heading.focus({ preventScroll: true });
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Focuses the search of the page: that of its filter bar, or else its first search field. */
export function focusFilter(main: HTMLElement): void {
  const before = deepActive();
  dispatchEvent(new Event('fm-focus-filter'));
  if (deepActive() === before) deepFind(main, 'input[type=search], [role=search] input')?.focus();
}

/** The first visible element that matches, through shadow roots, in the order of the page. */
function deepFind(root: Element | ShadowRoot, selector: string): HTMLElement | null {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.matches(selector) && element.checkVisibility()) return element;
    const inner = element.shadowRoot && deepFind(element.shadowRoot, selector);
    if (inner) return inner;
  }
  return null;
}
