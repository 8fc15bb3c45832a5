import { features } from '../core/features.ts';
import type { Page } from '../core/page.ts';
import { pages } from '../core/pages.ts';
import { may } from '../core/permissions.ts';
import { session } from '../core/session.ts';

/** Whether all that the page needs is served; false if there is no page. */
export function isServed(page: Page | undefined): boolean {
  return page !== undefined && (page.needs ?? []).every((name) => features.serves(name));
}

/** The pages of the navigation, in its order: our own and those of `plugins` that are served and the user may see. */
export function navPages(plugins: readonly Page[]): readonly Page[] {
  return [...pages, ...plugins]
    .filter((page) => page.nav && may(session.user, page.permission) && isServed(page))
    .sort((a, b) => (a.nav?.order ?? 0) - (b.nav?.order ?? 0));
}
