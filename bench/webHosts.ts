import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Figure } from './bench.ts';
import { openContext, signIn } from './support/chromium.ts';
import type { Browser } from './support/chromium.ts';
import { quantile } from './support/stats.ts';
import { pageScript } from './webJob.ts';

const MAX_KEY_MS = 50;
/** Each word is typed and deleted again; the list is read anew whenever no key is pressed for a while. */
const WORDS = ['srv-1', 'dc3.example', 'web', 'nothing like it'];
/** Of every length within two frames, so that the keys fall at all places of a frame. */
const BETWEEN_KEYS_MS = { least: 45, most: 45 + 2 * 16.7 };
/** More than once, because the page's code is new to the browser at first, and slower. */
const TIMES = 3;
const REST_MS = 500;

/** Measures typing into the filter of the host list, key by key, until the frame that shows the letter is painted. */
export async function measureFilter(
  browser: Browser,
  manager: ManagerProcess,
  hosts: number,
): Promise<Figure[]> {
  const context = await openContext(browser, pageScript);
  try {
    const page = await context.newPage();
    await page.goto(`${manager.url}/hosts`);
    await signIn(page);
    await page
      .getByText(`${hosts.toLocaleString('en')} hosts`)
      .first()
      .waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    await page.evaluate('globalThis.fmKeys = fmBench.watchKeys()');
    const { least, most } = BETWEEN_KEYS_MS;
    let keys = 0;
    for (const word of Array.from({ length: TIMES }, () => WORDS).flat()) {
      for (const key of [...word, ...Array.from(word, () => 'Backspace')]) {
        await page.keyboard.press(key === ' ' ? 'Space' : key);
        keys += 1;
        await sleep(least + Math.random() * (most - least));
        if (key === word.at(-1)) await sleep(REST_MS);
      }
      await sleep(REST_MS);
    }
    const keysMs = await page.evaluate<number[]>('globalThis.fmKeys');
    if (keysMs.length < keys) throw new Error(`${keysMs.length} of ${keys} keys reached the page`);
    return [0.5, 0.95].map((share) => ({
      name: `filter of ${hosts.toLocaleString('en')} hosts: key to its frame, p${share * 100} of ${keys}`,
      value: quantile(keysMs, share),
      unit: 'ms',
      target: { of: 'value', max: MAX_KEY_MS },
    }));
  } finally {
    await context.close();
  }
}
