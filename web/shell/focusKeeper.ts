import { deepActive, isFocusNowhere } from '../core/focus.ts';
import { focusHeading } from './pageFocus.ts';

const LOOK_EVERY_MS = 50;
/** What goes later than this after a click did not go because of it. */
const LOOK_FOR_MS = 2_000;

/**
 * When a click takes away what had the focus (the button in whose place a form comes, the form that is saved), gives it
 * to the page's heading. Otherwise nothing would have it, and the next Tab begin at the top of the navigation.
 */
export function keepFocus(main: () => HTMLElement | null, signal: AbortSignal): void {
  // Captured: by the time that the event bubbles, the button may be gone.
  addEventListener('click', () => void follow(deepActive(), main), { capture: true, signal });
}

async function follow(before: Element | null, main: () => HTMLElement | null): Promise<void> {
  if (isFocusNowhere() || !(before instanceof HTMLElement)) return;
  const until = performance.now() + LOOK_FOR_MS;
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    if (isFocusNowhere() && !before.checkVisibility()) {
      const page = main();
      return page ? focusHeading(page) : undefined;
    }
    // A button that is disabled for its work gets the focus back afterwards.
    if (!isFocusNowhere() && deepActive() !== before) return;
  }
}
