import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { BROWSER_ARGS } from './browser.ts';
import { CHROMIUM } from './chromium.ts';
import { freePort } from './ports.ts';

/** Lighthouse's scores, out of 100. */
export interface Scores {
  accessibility: number;
  bestPractices: number;
  /** What costs points: the audit's id and title, and the place. */
  findings: string[];
}

/**
 * A browser that Lighthouse reaches over its debugging port. It can reach only this machine, and its tabs share one
 * session: other tabs sign Lighthouse's tab in, as they would a person's.
 */
export class LighthouseBrowser {
  readonly context: BrowserContext;
  readonly #port: number;
  readonly #dir: string;

  private constructor(context: BrowserContext, port: number, dir: string) {
    this.context = context;
    this.#port = port;
    this.#dir = dir;
  }

  static async launch(): Promise<LighthouseBrowser> {
    const [port, dir] = [await freePort(), await mkdtemp(path.join(tmpdir(), 'lighthouse-'))];
    const context = await chromium.launchPersistentContext(dir, {
      executablePath: CHROMIUM,
      args: [
        ...BROWSER_ARGS,
        `--remote-debugging-port=${port}`,
        '--ignore-certificate-errors',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
      viewport: null,
    });
    context.setDefaultTimeout(30_000);
    return new LighthouseBrowser(context, port, dir);
  }

  /**
   * Judges a page. `look` waits on the judged tab for what must be there: a verdict about another page is worthless.
   */
  async judge(url: string, look: (page: Page) => Promise<unknown>): Promise<Scores> {
    // Lighthouse closes its tab by itself when it has seen enough.
    const looked = this.context.waitForEvent('page').then(look);
    looked.catch(() => undefined);
    const result = await lighthouse(url, { ...FLAGS, port: this.#port });
    if (!result) throw new Error(`Lighthouse answered nothing for ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    await looked;
    const score = (id: string): number => Math.round((lhr.categories[id]?.score ?? 0) * 100);
    const findings = Object.values(lhr.audits)
      .filter(({ score: points }) => points !== null && points < 1)
      .map(({ id, title, details }) => `${id}: ${title} ${JSON.stringify(details ?? null).slice(0, 1_500)}`);
    return { accessibility: score('accessibility'), bestPractices: score('best-practices'), findings };
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

const FLAGS: Flags = {
  output: 'json',
  logLevel: 'error',
  onlyCategories: ['accessibility', 'best-practices'],
  formFactor: 'desktop',
  screenEmulation: { disabled: true },
  // Slows nothing down (only calculates), and leaves the waits below as they are.
  throttlingMethod: 'simulate',
  disableStorageReset: true,
  disableFullPageScreenshot: true,
  maxWaitForFcp: 30_000,
  maxWaitForLoad: 30_000,
  // Short waits are enough: on loopback everything arrives at once.
  pauseAfterFcpMs: 200,
  pauseAfterLoadMs: 500,
  networkQuietThresholdMs: 500,
  cpuQuietThresholdMs: 200,
};
