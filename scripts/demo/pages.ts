import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '../../web/core/page.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The data of web/core/pages.ts, which as a whole only the bundler can read. */
export async function findPages(): Promise<Page[]> {
  const plugins = readdirSync(path.join(root, 'plugins')).map((name) =>
    path.join(root, 'plugins', name, 'web'),
  );
  const folders = [path.join(root, 'web/pages'), ...plugins].filter((folder) => existsSync(folder));
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name, 'page.ts')))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(file).href) as Promise<{ page: Page }>),
  );
  return modules.map(({ page }) => page);
}
