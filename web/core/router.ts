import { unsaved } from './unsaved.ts';

/** Navigation by the History API. The shell listens for `fm-navigated` on window and shows the page that fits. */

export interface NavigateOptions {
  replace?: boolean;
}

/** Goes to a path of this UI, with its query. The same address again does nothing. */
export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  const url = new URL(to, location.origin);
  if (url.href === location.href) return;
  const isNewPage = url.pathname !== location.pathname;
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  tell(isNewPage);
}

/** As `navigate`, at the wish of the reader, who may have typed something on the page of now: asks first. */
export async function leaveFor(to: string): Promise<void> {
  const { pathname } = new URL(to, location.origin);
  if (pathname === location.pathname || (await unsaved.mayLeave())) navigate(to);
}

/** The address of the page on the screen: after Back, the browser's is another one already. */
let here = location.href;

/** Back and Forward have gone already when they are told: the page of before is put back while the reader is asked. */
async function wentBack(): Promise<void> {
  const to = location.href;
  const isOther = new URL(here).pathname !== location.pathname;
  if (isOther && unsaved.isAny()) {
    history.pushState(null, '', here);
    if (!(await unsaved.mayLeave())) return;
    history.replaceState(null, '', to);
  }
  tell(true);
}

/** Counts the pages that were opened. */
let visit = 0;

/**
 * Returns a `navigate` that does nothing once the reader has left the page of now. Take it before waiting for an answer:
 * a late one must not take the reader away from another page, where they may be typing.
 */
export function onward(): typeof navigate {
  const from = visit;
  return (to, options) => {
    if (visit === from) navigate(to, options);
  };
}

/** Makes links inside the UI change the page without a reload, also those in shadow roots. */
export function startRouter(): void {
  addEventListener('popstate', () => void wentBack());
  addEventListener('click', (event) => {
    const link = linkOf(event);
    if (!link) return;
    event.preventDefault();
    const to = link.pathname + link.search + link.hash;
    if (unsaved.isWayOut(event)) navigate(to);
    else void leaveFor(to);
  });
}

/** A plain click on a link that the UI itself serves; new tabs, downloads and the API stay the browser's. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented) return null;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  if (/^\/(?:api|docs)(?:\/|$)/.test(link.pathname) || link.getAttribute('href')?.startsWith('#'))
    return null;
  return link;
}

function tell(isNewPage: boolean): void {
  here = location.href;
  if (isNewPage) visit += 1;
  dispatchEvent(new CustomEvent('fm-navigated', { detail: { isNewPage } }));
}
