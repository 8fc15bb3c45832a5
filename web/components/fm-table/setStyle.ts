/** Sets a custom property; the same value again would have all that inherits it looked at. */
export function setStyle(element: HTMLElement | null, name: `--${string}`, value: string): void {
  if (element && element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
