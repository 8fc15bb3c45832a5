/**
 * Tells screen readers about a change on the screen; the shell holds the live region. `assertive` only for failures.
 */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  dispatchEvent(new CustomEvent('fm-announce', { detail: { text, urgency } }));
}
