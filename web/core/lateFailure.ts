import { session } from './session.ts';

/** Something that failed when the page or panel that had started it was gone: nothing there could tell of it. */
export interface LateFailure {
  /** Title of the page where it was started: “web-1 · Hosts”. */
  title: string;
  /** Path and query of that page. */
  href: string;
  error: unknown;
}

type Place = Pick<LateFailure, 'title' | 'href'>;

/** The page that is on the screen. */
export const placeNow = (): Place => ({
  title: document.title.replace(/ · Fleetmend$/, ''),
  href: location.pathname + location.search,
});

/**
 * Lets the shell tell of a failure. Tells nobody who was signed out meanwhile: the session's end is told, and a page
 * that is kept over it shows its failure itself.
 */
export function tellLate(place: Place, error: unknown): void {
  if (session.state !== 'signed-in') return;
  dispatchEvent(new CustomEvent<LateFailure>('fm-late-failure', { detail: { ...place, error } }));
}
