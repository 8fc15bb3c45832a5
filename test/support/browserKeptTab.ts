import { openWindow, WIDE, type Browser, type OpenOptions, type Page, type Window } from './browser.ts';
import { ADMIN_PASSWORD, type ManagerProcess } from './manager.ts';

/** Key under which pages keep the session over a reload: web/core/sessionStore.ts. */
const SESSION_KEY = 'fleetmend.session';

/**
 * A tab that goes from test to test with what the browser has fetched and compiled of the pages: a new window that
 * begins with nothing and signs in by the form costs two seconds of CPU each time, and signing in has its own suite.
 * Each test gets a session of its own and begins with a page that is loaded anew; what the last test stored, routed or
 * emulated is gone.
 */
export class KeptTab {
  readonly window: Window;
  readonly #page: Page;
  readonly #manager: ManagerProcess;

  private constructor(window: Window, page: Page, manager: ManagerProcess) {
    this.window = window;
    this.#page = page;
    this.#manager = manager;
  }

  /** Opens a tab in a window of its own; it shows nothing yet. */
  static async make(browser: Browser, manager: ManagerProcess): Promise<KeptTab> {
    const window = await openWindow(browser);
    const page = await window.open('about:blank', new URL(manager.url));
    await empty(page, manager.url);
    return new KeptTab(window, page, manager);
  }

  /** Returns the tab, signed in, with these options. It is still empty, so that routes can be set beforehand. */
  async lend({ viewport = WIDE, colorScheme = 'light', allow }: OpenOptions): Promise<Page> {
    this.window.allow = allow ?? null;
    const page = this.#page;
    await page.emulateMedia({ colorScheme, media: null, forcedColors: null, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const credentials = { username: 'admin', password: ADMIN_PASSWORD };
    const { status, body } = await this.#manager.call('POST', '/api/v1/auth/login', credentials, null);
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
    const session = JSON.stringify({ sessionId: 'kept', refreshToken: body['refresh_token'] });
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      SESSION_KEY,
      session,
    ] as const);
    return page;
  }

  /** Clears everything that a test left in the tab. Throws when the tab is of no use any more. */
  async takeBack(): Promise<void> {
    const page = this.#page;
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await empty(page, this.#manager.url);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    this.window.problems.length = 0;
  }
}

/** Opens a page of the manager's origin that runs nothing: what a page stores belongs to its origin. */
async function empty(page: Page, origin: string): Promise<void> {
  const url = `${origin}/empty`;
  // The page names an icon; otherwise the browser would ask for one.
  const body = '<!doctype html><link rel="icon" href="data:," />';
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(url);
  await page.unroute(url);
}
