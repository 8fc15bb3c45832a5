import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  animationsEnded,
  axeViolations,
  launchBrowser,
  NARROW,
  openWindow,
  overflowPx,
  screenshot,
  settle,
  signIn,
  WIDE,
  type Browser,
  type Page,
} from '../test/support/browser.ts';
import { ADMIN_PASSWORD, createManager } from '../test/support/manager.ts';
import { ensureWebBuilt } from './buildWeb.mjs';
import { startDemoFleet } from './demo/fleet.ts';
import { findPages } from './demo/pages.ts';
import { scenesOf, type Scene } from './demo/scenes.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Long enough for all pages on a busy machine. */
const LIMIT_MS = 1_200_000;

/**
 * Takes pictures of every page of a manager with a demo fleet, at 360 and 1280 px, light and dark, into
 * .cache/screenshots. `names`: only the scenes whose name contains one of them. Returns 1 when something is wrong with
 * a page.
 */
export async function main(names: readonly string[]): Promise<number> {
  const limit = setTimeout(() => {
    console.error(`not done after ${LIMIT_MS / 1_000} s`);
    process.exit(1);
  }, LIMIT_MS);
  await ensureWebBuilt({ log: console.log });
  const dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-screenshots-'));
  const manager = await createManager({ port: 0, dataDir: path.join(dir, 'manager') });
  // Ends the manager and removes its data however this script ends; the browser closes by itself.
  const abandon = (): void => {
    if (manager.pid > 0) process.kill(manager.pid, 'SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  try {
    await manager.start();
    await manager.signIn();
    console.log('a demo fleet is working ...');
    const fleet = await startDemoFleet(manager, dir);
    try {
      const scenes = [...scenesOf(fleet), ...(await otherPages(scenesOf(fleet)))].filter(
        ({ name }) => names.length === 0 || names.some((one) => name.includes(one)),
      );
      return (await shootAll(manager.url, scenes)) > 0 ? 1 : 0;
    } finally {
      await fleet.stop();
    }
  } finally {
    await manager.stop();
    process.off('exit', abandon);
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
    clearTimeout(limit);
  }
}

/** Scenes for pages that have none, so that new pages are not forgotten. Pages with parameters need a scene. */
async function otherPages(scenes: readonly Scene[]): Promise<Scene[]> {
  const known = new Set(scenes.map((scene) => scene.path));
  const rows = await findPages();
  const ready = (page: Page): Promise<unknown> => page.getByRole('heading', { level: 1 }).waitFor();
  return rows
    .map((row) => row.path)
    .filter((url) => !url.includes(':') && !known.has(url))
    .map((url) => ({ name: url.slice(1).replaceAll('/', '-'), path: url, ready }));
}

async function shootAll(url: string, scenes: readonly Scene[]): Promise<number> {
  const browser = await launchBrowser();
  try {
    const signedOut = scenes.filter(({ isSignedOut }) => isSignedOut === true);
    const signedIn = scenes.filter(({ isSignedOut }) => isSignedOut !== true);
    return (await shoot(browser, url, signedOut, false)) + (await shoot(browser, url, signedIn, true));
  } finally {
    await browser.close();
  }
}

/** Takes all pictures in one window; returns how many things are wrong. */
async function shoot(
  browser: Browser,
  url: string,
  scenes: readonly Scene[],
  isSignedIn: boolean,
): Promise<number> {
  const window = await openWindow(browser, { allow: /status of 401/ });
  const page = await window.open(`${url}/about`);
  if (isSignedIn) await signIn(page, 'admin', ADMIN_PASSWORD);
  let problems = 0;
  for (const scene of scenes) {
    await page.setViewportSize(WIDE);
    await page.goto(url + scene.path);
    try {
      await scene.ready(page);
      problems += await takeAll(page, scene.name);
    } catch (error) {
      console.log(`BAD  ${scene.name}: ${error instanceof Error ? error.message : String(error)}`);
      problems += 1;
    }
  }
  for (const text of window.problems) console.log(`BAD  ${text}`);
  await window.close();
  return problems + window.problems.length;
}

async function takeAll(page: Page, name: string): Promise<number> {
  let problems = 0;
  for (const viewport of [WIDE, NARROW])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await settle(page);
      await animationsEnded(page);
      const file = await screenshot(page, `${name}-${viewport.width}-${colorScheme}`);
      const found = await judge(page, viewport === NARROW);
      console.log(`${found.length === 0 ? 'ok  ' : 'BAD '} ${path.relative(root, file)}`);
      for (const line of found) console.log(`     ${line}`);
      problems += found.length;
    }
  return problems;
}

async function judge(page: Page, withAxe: boolean): Promise<string[]> {
  const sideways = (await overflowPx(page)) > 0 ? ['the page scrolls sideways'] : [];
  return withAxe ? [...sideways, ...(await axeViolations(page))] : sideways;
}
