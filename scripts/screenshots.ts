import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  axeViolations,
  launchBrowser,
  NARROW,
  openWindow,
  overflowPx,
  screenshot,
  signIn,
  WIDE,
  type Browser,
} from '../test/support/browser.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../test/support/manager.ts';
import type { Page as PageRow } from '../web/page.ts';
import { ensureWebBuilt } from './buildWeb.mjs';

const root = path.resolve(import.meta.dirname, '..');
const SIGN_IN = '/sign-in';

/**
 * Pictures of every page. By default of a fresh manager; `SCREENSHOT_URL` with `SCREENSHOT_PASSWORD` (of `admin`) takes
 * one that has a fleet. Pages with parameters are found by following the first link that fits.
 */
export async function main(names: readonly string[]): Promise<number> {
  await ensureWebBuilt({ log: console.log });
  const pages = (await findPages()).filter(({ path: url }) => names.every((name) => url.includes(name)));
  const own = process.env['SCREENSHOT_URL'] === undefined ? await createManager({ port: 0 }) : null;
  await own?.start();
  const browser = await launchBrowser();
  try {
    const target = targetOf(own);
    let problems = 0;
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [NARROW, WIDE])
        problems += await shoot(browser, { target, pages, colorScheme, viewport });
    return problems > 0 ? 1 : 0;
  } finally {
    await browser.close();
    await own?.stop();
  }
}

interface Target {
  url: string;
  password: string;
}

function targetOf(own: ManagerProcess | null): Target {
  if (own) return { url: own.url, password: ADMIN_PASSWORD };
  return {
    url: process.env['SCREENSHOT_URL'] ?? '',
    password: process.env['SCREENSHOT_PASSWORD'] ?? ADMIN_PASSWORD,
  };
}

/** The data of pages.ts, which only the bundler can read as a whole. */
async function findPages(): Promise<PageRow[]> {
  const plugins = readdirSync(path.join(root, 'plugins')).map((name) =>
    path.join(root, 'plugins', name, 'web'),
  );
  const folders = [path.join(root, 'web/pages'), ...plugins].filter((folder) => existsSync(folder));
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name, 'page.ts')))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(file).href) as Promise<{ page: PageRow }>),
  );
  return modules.map(({ page }) => page).sort((a, b) => a.path.localeCompare(b.path));
}

interface Shoot {
  target: Target;
  pages: readonly PageRow[];
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

async function shoot(browser: Browser, { target, pages, colorScheme, viewport }: Shoot): Promise<number> {
  const window = await openWindow(browser, { colorScheme, viewport });
  const page = await window.open(target.url);
  await page.getByLabel('User name').waitFor();
  const suffix = `${viewport.width}-${colorScheme}`;
  const take = async (name: string): Promise<number> => {
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.waitForFunction(() => document.querySelector('fm-shell')?.shadowRoot?.querySelector('main'));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    const found = [
      ...(await axeViolations(page)),
      ...((await overflowPx(page)) > 0 ? ['the page scrolls sideways'] : []),
    ];
    console.log(`${found.length === 0 ? 'ok  ' : 'BAD '} ${await screenshot(page, `${name}-${suffix}`)}`);
    for (const text of found) console.log(`     ${text}`);
    return found.length;
  };
  let problems = pages.some((row) => row.path === SIGN_IN) ? await take('sign-in') : 0;
  await signIn(page, 'admin', target.password);
  for (const row of pages.filter(({ path: url }) => url !== SIGN_IN)) {
    const url = await addressOf(row, target, async (list) => {
      await page.goto(target.url + list);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      return page
        .getByRole('main')
        .locator('a')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    });
    if (url === null) continue;
    await page.goto(target.url + url);
    problems += await take(
      row.path === '/' ? 'fleet' : row.path.replace(/^\//, '').replaceAll(/[/:]+/g, '-'),
    );
  }
  for (const text of window.problems) console.log(`BAD  ${suffix}: ${text}`);
  problems += window.problems.length;
  await window.close();
  return problems;
}

/** `/hosts/:id`: the first link of `/hosts` that fits; null when there is none. */
async function addressOf(
  { path: pattern }: PageRow,
  _target: Target,
  linksOf: (list: string) => Promise<string[]>,
): Promise<string | null> {
  if (!pattern.includes(':')) return pattern;
  const list = pattern.slice(0, pattern.indexOf('/:'));
  const expression = pattern.split('/').map((part) => (part.startsWith(':') ? '[0-9a-f-]{36}' : part));
  // eslint-disable-next-line security/detect-non-literal-regexp -- made of our own page list
  const fits = new RegExp(`^${expression.join('/')}$`);
  const found = (await linksOf(list)).find((url) => fits.test(url));
  if (found === undefined) console.log(`skip ${pattern}: nothing of it on ${list}`);
  return found ?? null;
}
