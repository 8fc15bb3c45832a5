import { navigate } from './router.ts';

/**
 * Filters, sorting and the like live in the address, so that a view can be passed on. Null or '' removes a name.
 * Replaces the history entry unless `push`: typing in a filter is not a new page.
 */
export function setQuery(changes: Readonly<Record<string, string | null>>, push = false): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  navigate(url.pathname + url.search, { replace: !push });
}
