import type { FmElement } from '../../core/element.ts';
import { session } from '../../core/session.ts';

/** An element that shows a dialog while `open` is true, and fires `fm-decided` with what was decided. */
interface Asking extends FmElement {
  open: boolean;
}

/**
 * Shows a dialog over the page, waits for the decision and removes the dialog. If the reader is signed out meanwhile,
 * the answer is `dismissed`.
 */
export async function decisionOf<T>(element: Asking, dismissed: T): Promise<T> {
  document.body.append(element);
  await element.updateComplete;
  const ending = new AbortController();
  const decided = new Promise<T>((resolve) => {
    const { signal } = ending;
    element.addEventListener('fm-decided', (event) => resolve((event as CustomEvent<T>).detail), { signal });
    const listener = (): void => {
      if (session.state === 'signed-out') resolve(dismissed);
    };
    session.addEventListener('change', listener, { signal });
  });
  element.open = true;
  const answer = await decided;
  ending.abort();
  // Closing the dialog before its removal gives the focus back to where it was.
  element.open = false;
  await element.updateComplete;
  element.remove();
  return answer;
}
