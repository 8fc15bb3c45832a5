/** Long enough for what is read around a part of a page; later, it is the reader who moves the page. */
const LIMIT_MS = 5_000;
const READER_ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to a part of a page, and stays there while the parts around it arrive and change their height: until the
 * reader does anything, or for five seconds. `page`: the element whose size the parts change.
 */
export function stayAt(part: Element, page: Element): void {
  const over = new AbortController();
  const { signal } = over;
  const observer = new ResizeObserver(() => part.scrollIntoView({ block: 'start' }));
  signal.addEventListener('abort', () => {
    clearTimeout(limit);
    observer.disconnect();
  });
  const limit = setTimeout(() => over.abort(), LIMIT_MS);
  for (const act of READER_ACTS)
    addEventListener(act, () => over.abort(), { signal, passive: true, capture: true });
  observer.observe(page);
}
