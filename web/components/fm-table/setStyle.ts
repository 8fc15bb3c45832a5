/** Sets a custom property if it differs: setting the same value makes the browser check all that inherits it. */
export function setStyle(element: HTMLElement | null, name: `--${string}`, value: string): void {
  if (element && element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
