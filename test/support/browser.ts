import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { webBuild } from '../../scripts/buildWeb.mjs';
import { CHROMIUM } from './chromium.ts';
import { waitFor } from './wait.ts';

const root = path.resolve(import.meta.dirname, '../..');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type { Browser, BrowserContext, Page };

export const NARROW = { width: 360, height: 740 };
export const WIDE = { width: 1280, height: 800 };

export const BROWSER_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  // There is no graphics card, and imitating one takes the processor that the pages need.
  '--disable-gpu',
];

/** Real Chromium without a window, with further flags of its command line. Close it in `after`. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...BROWSER_ARGS, ...flags] });
}

export interface OpenOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Console errors that the test provokes itself. */
  allow?: RegExp;
}

/** Opens a window with nothing of another test's session. */
export async function openWindow(browser: Browser, options: OpenOptions = {}): Promise<Window> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: options.viewport ?? WIDE,
    colorScheme: options.colorScheme ?? 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000 * SLOWDOWN);
  if (SLOWDOWN > 1) context.on('page', (page) => void slowDown(page));
  return new Window(context, options.allow ?? null);
}

/** Pages get so many times less of the processor, so that tests meet what a person on a slow machine meets. */
const SLOWDOWN = Math.max(1, Number(process.env['TEST_SLOWDOWN']) || 1);

/** Slows the page down, unless it is closed already. */
async function slowDown(page: Page): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

/** A browser context, and what its pages complained of: script errors, refused styles, requests to other origins. */
export class Window {
  readonly context: BrowserContext;
  readonly problems: string[] = [];
  /** What its pages may complain of from now on; null: nothing. */
  allow: RegExp | null;

  constructor(context: BrowserContext, allow: RegExp | null) {
    this.context = context;
    this.allow = allow;
    const note = (text: string): void => {
      if (!this.allow?.test(text)) this.problems.push(text);
    };
    context.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => note(`script: ${error.error().message}`));
  }

  /** Opens a tab that may send requests to this origin alone. */
  async open(url: string, { origin } = new URL(url)): Promise<Page> {
    wantWebUi();
    const page = await this.context.newPage();
    page.on('request', (request) => {
      const target = request.url();
      if (!target.startsWith(origin) && !/^(data|blob):/.test(target))
        this.problems.push(`a request to elsewhere: ${target}`);
    });
    await page.goto(url);
    return page;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

let isWebUiKnown = false;

/**
 * Throws unless the UI is built and current: otherwise a test would wait in vain for things on the page, or see old
 * ones.
 */
function wantWebUi(): void {
  // The runner has built it.
  if (isWebUiKnown || process.env['TEST_CHROMIUM'] !== undefined) return;
  const build = webBuild();
  const how = 'Run the suite by `npm test -- NAME`, which builds it, or run `npm run build:web` first.';
  if (build === 'missing') throw new Error(`The web UI is not built. ${how}`);
  if (build === 'stale') console.warn(`The web UI in web/dist was built from other sources. ${how}`);
  isWebUiKnown = true;
}

/** Fills in the sign-in page and waits for the shell. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('fm-header').waitFor();
}

/**
 * Waits until nothing moves or fades any more, in shadow roots too: a dialog that is half faded in has colours of no
 * theme. Endless animations (a spinner) are not waited for.
 */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll('*'))
        if (element.shadowRoot) roots.push(element.shadowRoot);
    const running = new Set(roots.flatMap((root) => root.getAnimations()));
    const ends = [...running].filter(
      (one) => Number.isFinite(one.effect?.getComputedTiming().endTime) && one.playState === 'running',
    );
    await Promise.allSettled(ends.map((one) => one.finished));
  });
}

/** What axe finds wrong with the page once it has come to rest: one line for each violation and element. */
export async function axeViolations(page: Page): Promise<string[]> {
  await animationsEnded(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: AxeCore };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help} at ${target.flat().join(' ')}: ${failureSummary}`,
      ),
    );
  });
}

interface AxeCore {
  run(
    context: Document,
    options: object,
  ): Promise<{
    violations: {
      id: string;
      help: string;
      nodes: { target: (string | string[])[]; failureSummary: string }[];
    }[];
  }>;
}

/** Waits for the frame after the next one: a change of theme or size has reached every style by then. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Every width and theme in two runs of axe; it ends as pages begin: light and wide. */
const EACH_ONCE = [
  ['dark', NARROW],
  ['light', WIDE],
] as const;
/** Every theme at every width. In this order the least has to change from one to the next. */
export const ALL_PAIRS = [
  ['light', NARROW],
  ['dark', NARROW],
  ['dark', WIDE],
  ['light', WIDE],
] as const;

/** Runs axe at both widths and in both themes; `'light 360: …'` for each violation. */
export async function axeEverywhere(
  page: Page,
  pairs: typeof EACH_ONCE | typeof ALL_PAIRS = EACH_ONCE,
): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, viewport] of pairs) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await settle(page);
    const violations = await axeViolations(page);
    found.push(...violations.map((text) => `${colorScheme} ${viewport.width}: ${text}`));
  }
  return found;
}

/** Waits for an expression of the page; `waitForFunction` with a string would need `unsafe-eval`. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await waitFor(() => page.evaluate<boolean>(`Boolean(${expression})`), {
    timeoutMs: 15_000,
    what: expression,
  });
}

/** How far the page sticks out at the side, in px; it should be 0, because a page scrolls down only. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A page that was just made narrower lays its tables out anew in the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
}

/** Saves a screenshot in .cache/screenshots, for people to look at. Returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = path.join(root, '.cache/screenshots');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true });
  return file;
}
