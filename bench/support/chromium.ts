import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { CHROMIUM } from '../../test/support/chromium.ts';
import { ADMIN_PASSWORD } from './manager.ts';

export type { Browser, BrowserContext, CDPSession, Page };

/** Starts a real Chromium without a window, as the tests do. */
export function launchChromium(): Promise<Browser> {
  const rootNeeds = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM, args: [...rootNeeds, '--disable-dev-shm-usage'] });
}

/** A window with nothing cached and nobody signed in; `script` runs in it before any of the page's own. */
export async function openContext(browser: Browser, script: string): Promise<BrowserContext> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport });
  await context.addInitScript({ path: script });
  return context;
}

/** Fills in the form of the page that is open. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Bytes of the page's JavaScript heap that are still in use after a full collection. */
export async function heapBytes(session: CDPSession): Promise<number> {
  // What is freed only by a finalizer, or after a first collection, is gone after the second.
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
