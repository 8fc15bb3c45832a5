import { deepActive } from '../core/focus.ts';

const LOOK_EVERY_MS = 50;
/** A page that has no heading by then has its focus where it is. */
const LOOK_FOR_MS = 4_000;

/**
 * Puts the focus on the page's heading, so that a screen reader says where it is and the Tab key goes on from there.
 * Until the page has drawn its heading the focus stands on `main`; once somebody has moved it, it stays where it is.
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

/** The search of the page: what its filter bar takes, else its first field for searching. */
export function focusFilter(main: HTMLElement): void {
  const before = deepActive();
  dispatchEvent(new Event('fm-focus-filter'));
  if (deepActive() === before) deepFind(main, 'input[type=search], [role=search] input')?.focus();
}

/** The first that fits and is seen, through shadow roots, in the order of the page. */
function deepFind(root: Element | ShadowRoot, selector: string): HTMLElement | null {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.matches(selector) && element.checkVisibility()) return element;
    const inner = element.shadowRoot && deepFind(element.shadowRoot, selector);
    if (inner) return inner;
  }
  return null;
}
