import { session } from '../core/session.ts';

/**
 * Keeps the page on the screen when the session expires, if its reader has typed something: once the same person has
 * signed in again, it is put back with it. After a sign-out nothing is kept.
 */
export class KeptPage {
  #shown: { element: HTMLElement; path: string; userId: string } | null = null;
  #isTyped = false;

  constructor() {
    session.addEventListener('change', () => {
      const isKept = session.state !== 'signed-out' || (session.endReason === 'expired' && this.#isTyped);
      if (!isKept) this.#shown = null;
      else if (session.state === 'signed-out') hold(this.#shown?.element, true);
    });
  }

  /** Notes which page is on the screen. Ignores the sign-in. */
  shows(element: HTMLElement, path: string): void {
    if (session.state !== 'signed-in' || session.user === null || element === this.#shown?.element) return;
    this.#shown = { element, path, userId: session.user.id };
    this.#isTyped = false;
  }

  /** Notes that the reader has typed something into the page. */
  readonly typed = (): void => {
    if (session.state === 'signed-in') this.#isTyped = true;
  };

  /** The page that was kept, for the same person at the same address; null: there is none. */
  at(path: string): HTMLElement | null {
    const shown = this.#shown;
    if (shown?.path !== path || shown.userId !== session.user?.id) return null;
    hold(shown.element, false);
    return shown.element;
  }
}

function hold(element: HTMLElement | undefined, isHeld: boolean): void {
  if (element) Object.assign(element, { isHeld });
}
