import { session } from './session.ts';

/** Calls `work` when the reader goes to another page or is signed out, unless `signal` has aborted. */
export function atPageEnd(work: () => void, signal: AbortSignal): void {
  const navigated = (event: Event): void => {
    if ((event as CustomEvent<{ isNewPage: boolean }>).detail.isNewPage) work();
  };
  const changed = (): void => {
    if (session.state === 'signed-out') work();
  };
  addEventListener('fm-navigated', navigated, { signal });
  session.addEventListener('change', changed, { signal });
}

/** Puts an overlay over the page; it goes when the page does. */
export function showOver(overlay: HTMLElement): void {
  document.body.append(overlay);
  const ending = new AbortController();
  const end = (): void => {
    ending.abort();
    overlay.remove();
  };
  atPageEnd(end, ending.signal);
}
