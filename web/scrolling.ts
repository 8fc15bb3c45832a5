/**
 * Scrolls to `topPx`. Chromium at times keeps the height of the content (`.space` inside the scroller) from before
 * more rows came and stops short; laying it out anew makes it look again.
 */
export function scrollToPx(scroller: HTMLElement, topPx: number): void {
  const targetPx = Math.max(0, topPx);
  scroller.scrollTop = targetPx;
  const space = scroller.querySelector<HTMLElement>('.space');
  if (!space || Math.abs(scroller.scrollTop - targetPx) <= 1) return;
  space.style.display = 'none';
  void scroller.scrollHeight;
  space.style.display = '';
  scroller.scrollTop = targetPx;
}
