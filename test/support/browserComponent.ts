import {
  launchBrowser,
  openWindow,
  type Browser,
  type OpenOptions,
  type Page,
  type Window,
} from './browser.ts';
import { openBundle } from './browserBundle.ts';

/** A browser for the tests of one component: `open` makes a page that holds only what the code makes. */
export class ComponentBrowser {
  #browser: Browser | undefined;
  readonly #windows: Window[] = [];

  async start(): Promise<void> {
    this.#browser = await launchBrowser();
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
  }

  /** Opens a page. `code` may import from `/web/…`; `main` is the element to put things into. */
  async open(code: string, options: OpenOptions = {}): Promise<{ page: Page; problems: string[] }> {
    if (!this.#browser) throw new Error('the browser is not started');
    const window = await openWindow(this.#browser, options);
    this.#windows.push(window);
    const start = `const main = document.querySelector('main');\n`;
    const page = await openBundle(window.context, start + code);
    return { page, problems: window.problems };
  }
}
