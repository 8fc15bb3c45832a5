/**
 * Sets the tab's title, the most specific part first: `titlePage('web-1', 'Hosts')` is “web-1 · Hosts · Fleetmend”. The
 * shell does it for each page; a page of one thing does it again once it knows the thing's name.
 */
export function titlePage(...parts: readonly string[]): void {
  document.title = [...parts, 'Fleetmend'].join(' · ');
}
