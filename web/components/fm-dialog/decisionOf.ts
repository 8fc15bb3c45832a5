import type { FmElement } from '../../core/element.ts';
import { atPageEnd } from '../../core/pageEnd.ts';

/** An element that shows a dialog while `open` is true, and fires `fm-decided` with what was decided. */
interface Asking extends FmElement {
  open: boolean;
}

/**
 * Shows a dialog over the page, waits for the decision and removes the dialog. If the reader leaves the page (by
 * “Back”) or is signed out meanwhile, the answer is `dismissed`.
 */
export async function decisionOf<T>(element: Asking, dismissed: T): Promise<T> {
  document.body.append(element);
  await element.updateComplete;
  const ending = new AbortController();
  const decided = new Promise<T>((resolve) => {
    const { signal } = ending;
    element.addEventListener('fm-decided', (event) => resolve((event as CustomEvent<T>).detail), { signal });
    atPageEnd(() => resolve(dismissed), signal);
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
