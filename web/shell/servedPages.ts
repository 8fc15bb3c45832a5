import { features } from '../core/features.ts';
import { SECTIONS, type Page, type Section } from '../core/page.ts';
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
    .sort((a, b) => placeOf(a) - placeOf(b));
}

const ROOM = 1_000_000;
const placeOf = ({ nav }: Page): number => (nav ? SECTIONS.indexOf(nav.section) * ROOM + nav.order : 0);

/** Whether an address is that of the page, or of one below it. */
const isAt = (path: string, page: Page): boolean =>
  page.path === '/' ? path === '/' : `${path}/`.startsWith(`${page.path}/`);

/** The page that an address belongs to: of those above it the nearest, as `/settings/export-and-import` is none of `/settings`. */
export const pageAt = (all: readonly Page[], path: string): Page | undefined =>
  all.filter((page) => isAt(path, page)).sort((a, b) => b.path.length - a.path.length)[0];

/** What the side bar links to: a page, or those of one place, of which it opens the first. */
export type NavEntry = readonly [Page, ...Page[]];

/** The entries of a section, in its order. */
export function entriesOf(all: readonly Page[], section: Section): readonly NavEntry[] {
  const inSection = all.filter(({ nav }) => nav?.section === section);
  return [
    ...Map.groupBy(inSection, ({ path, nav }) => nav?.tab?.of ?? path).values(),
  ] as unknown as NavEntry[];
}

/** The pages that are tabs at an address; none where the reader sees one of them alone. */
export function tabsAt(all: readonly Page[], path: string): readonly Page[] {
  const place = pageAt(all, path)?.nav?.tab?.of;
  const tabs = place === undefined ? [] : all.filter(({ nav }) => nav?.tab?.of === place);
  return tabs.length > 1 ? tabs : [];
}
