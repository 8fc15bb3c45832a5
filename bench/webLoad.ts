import type { ManagerProcess } from '../test/support/manager.ts';
import type { Figure } from './bench.ts';
import { openContext, signIn } from './support/chromium.ts';
import type { Browser, Page } from './support/chromium.ts';
import { median } from './support/stats.ts';
import { pageScript } from './webJob.ts';

const TIMES = 5;
const BUDGET_KB = 200;
const BUDGET_MS = 1_000;

/** Measures what a browser with an empty cache fetches, and how long until the page answers to a person. */
export async function measureLoad(browser: Browser, manager: ManagerProcess): Promise<Figure[]> {
  const all: Load[] = [];
  for (let time = 0; time < TIMES; time += 1) all.push(await loadOnce(browser, manager.url));
  const p50 = (of: (load: Load) => number): number => median(all.map(of));
  return [
    {
      name: 'first load, sign-in and fleet page: compressed',
      value: p50(({ bytes }) => bytes) / 1_000,
      unit: 'kB',
      target: { of: 'value', max: BUDGET_KB },
    },
    {
      name: 'sign-in page, nothing cached: interactive',
      value: p50(({ signInMs }) => signInMs),
      unit: 'ms',
      target: { of: 'value', max: BUDGET_MS },
    },
    {
      name: 'fleet page, signed in, loaded again: interactive',
      value: p50(({ fleetMs }) => fleetMs),
      unit: 'ms',
      target: { of: 'value', max: BUDGET_MS },
    },
  ];
}

interface Load {
  bytes: number;
  signInMs: number;
  fleetMs: number;
}

async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const context = await openContext(browser, pageScript);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await session.send('Network.enable');
    const signInMs = await interactiveMs(page, () => page.goto(url), 'User name');
    await signIn(page);
    await page.getByRole('heading', { name: 'What needs you now' }).waitFor();
    // The chart of the history is fetched once the figures are there.
    await page.waitForLoadState('networkidle');
    const loaded = bytes;
    const fleetMs = await interactiveMs(page, () => page.reload(), 'What needs you now');
    return { bytes: loaded, signInMs, fleetMs };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the start of the navigation until the text is there and the main thread is idle. */
async function interactiveMs(page: Page, navigate: () => Promise<unknown>, text: string): Promise<number> {
  const navigated = navigate();
  await page.getByText(text).first().waitFor();
  await navigated;
  const idle = 'new Promise((done) => requestIdleCallback(() => done(performance.now())))';
  return page.evaluate<number>(idle);
}
