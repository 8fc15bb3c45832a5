import { matchPath } from './match.ts';
import type { Page } from './page.ts';

/** Every pages/<name>/page.ts, of the UI and of the plugins; there are no other pages. */
const found = {
  ...import.meta.glob<Page>('../pages/*/page.ts', { eager: true, import: 'page' }),
  ...import.meta.glob<Page>('../../plugins/*/web/*/page.ts', { eager: true, import: 'page' }),
};

/** Patterns with parameters come after the fixed ones: `/jobs/new` is not a job. */
export const pages: readonly Page[] = Object.values(found).sort(
  (a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')) || a.path.localeCompare(b.path),
);

/** `more`: pages of installed plugins, which are tried last and so take no address of ours. */
export function findPage(
  path: string,
  more: readonly Page[] = [],
): { page: Page; params: Record<string, string> } | null {
  for (const page of [...pages, ...more]) {
    const params = matchPath(page.path, path);
    if (params) return { page, params };
  }
  return null;
}
