import type { Page } from '../core/page.ts';
import { findPage } from '../core/pages.ts';
import { titlePage } from '../core/pageTitle.ts';

/** The title of the browser's tab, as far as the shell sets it. */
export class TabTitle {
  /** The path for which it was set; '': none. */
  #path = '';

  /**
   * Sets the title once for each path: the page sets it again when it knows its thing's name, and a change of filter
   * must not undo that.
   */
  show(page: Page, path: string): void {
    if (this.#path === path) return;
    this.#path = path;
    const above = parentOf(path);
    titlePage(page.title, ...(above ? [above.title] : []));
  }

  /** Sets the title while no page is shown; `parts` as for `titlePage`. */
  clear(...parts: readonly string[]): void {
    this.#path = '';
    titlePage(...parts);
  }
}

/** The page above this one: for `/hosts/1` that is `/hosts`. */
function parentOf(path: string): Page | null {
  const above = path.slice(0, path.lastIndexOf('/'));
  if (above === '') return null;
  return findPage(above)?.page ?? parentOf(above);
}
