/** The element that has the focus, in whichever shadow root. */
export function deepActive(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Nothing has the focus: the browser took it from what was disabled or went, and the next key is pressed in vain. */
export function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** An element and all that it is in, from the inside out, through shadow roots. */
export function pathOf(element: Element | null): Element[] {
  const path: Element[] = [];
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof Element) path.push(at);
  return path;
}

/** Gives the focus back to the first of a path; where that is gone and nothing else has it, to what it was in. */
export function focusFirst([first, ...around]: readonly Element[]): void {
  if (first?.isConnected && first instanceof HTMLElement) first.focus({ preventScroll: true });
  const active = deepActive();
  // What is hidden keeps it until the browser draws again.
  if (active instanceof HTMLElement && !active.checkVisibility()) active.blur();
  for (const element of around) {
    if (!isFocusNowhere()) return;
    if (element.isConnected && element instanceof HTMLElement) element.focus({ preventScroll: true });
  }
}
