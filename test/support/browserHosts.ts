import type { Locator } from 'playwright-core';
import type { Page } from './browser.ts';

const MANY = 10_000;
const MANY_A_PAGE = 2_500;
/** How many answers {@link routeMany} needs for all of them. */
export const MANY_PAGES = MANY / MANY_A_PAGE;

export const rows = (page: Page): Locator => page.getByRole('rowgroup').getByRole('row');

/** The line under the heading; what is announced to screen readers says the same. */
export const summary = (page: Page, text: string): Locator =>
  page.getByRole('paragraph').and(page.getByText(text, { exact: true }));

/** Answers for the hosts as a fleet of ten thousand like `example` would; `search` finds by a part of the name. */
export async function routeMany(page: Page, example: object): Promise<void> {
  const all = Array.from({ length: MANY }, (_, at) => ({
    ...example,
    id: `01939f6a-7c1e-7b1a-9d2e-${String(at).padStart(12, '0')}`,
    fqdn: `host-${String(at).padStart(5, '0')}.example.org`,
  }));
  await page.route(/\/api\/v1\/hosts\?/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const found = all.filter(({ fqdn }) => fqdn.includes(searchParams.get('search') ?? ''));
    const from = Number(searchParams.get('cursor') ?? 0);
    const end = Math.min(found.length, from + MANY_A_PAGE);
    const next = end < found.length ? String(end) : null;
    return route.fulfill({ json: { hosts: found.slice(from, end), total: found.length, next_cursor: next } });
  });
}
