/** The element that has the focus, whichever shadow root it is in. */
export function deepActive(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/**
 * Whether nothing has the focus: the browser took it from what was disabled or removed, and the next key does nothing.
 */
export function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** An element and its ancestors, from the inside out, through shadow roots. */
export function pathOf(element: Element | null): Element[] {
  const path: Element[] = [];
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof Element) path.push(at);
  return path;
}

/** Gives the focus back to the first of a path; if that is gone and nothing else has it, to an ancestor. */
export function focusFirst([first, ...around]: readonly Element[]): void {
  if (first?.isConnected && first instanceof HTMLElement) first.focus({ preventScroll: true });
  const active = deepActive();
  // A hidden element keeps the focus until the browser draws again.
  if (active instanceof HTMLElement && !active.checkVisibility()) active.blur();
  for (const element of around) {
    if (!isFocusNowhere()) return;
    if (element.isConnected && element instanceof HTMLElement) element.focus({ preventScroll: true });
  }
}
