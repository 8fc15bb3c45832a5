import { openWindow, WIDE, type Browser, type OpenOptions, type Page, type Window } from './browser.ts';
import { ADMIN_PASSWORD, type ManagerProcess } from './manager.ts';

/** Key under which pages keep the session over a reload: web/core/sessionStore.ts. */
const SESSION_KEY = 'fleetmend.session';

/** How long a session is handed on. Ten minutes after the sign-in the manager asks again, for some deeds, who is there. */
const HANDED_ON_MS = 240_000;

/**
 * A tab that goes from test to test with what the browser has fetched and compiled of the pages: a new window that
 * begins with nothing and signs in by the form costs two seconds of CPU each time, and signing in has its own suite.
 * Each test begins with a page that is loaded anew; what the last test stored, routed or emulated is gone. A session
 * that still holds is handed on, because each check of a password takes a third of a second of CPU.
 */
export class KeptTab {
  readonly window: Window;
  readonly #page: Page;
  readonly #manager: ManagerProcess;
  /** The refresh token that the last test left, null if it left none. */
  #left: string | null = null;
  #signedInAt = 0;

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
    const session = JSON.stringify({ sessionId: 'kept', refreshToken: await this.#refreshToken() });
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      SESSION_KEY,
      session,
    ] as const);
    return page;
  }

  /** A refresh token that nobody has used yet: of the session of the last test, or of a new one. */
  async #refreshToken(): Promise<unknown> {
    const left = this.#left;
    this.#left = null;
    if (left !== null && performance.now() - this.#signedInAt < HANDED_ON_MS) {
      const body = { refresh_token: left };
      const renewed = await this.#manager.call('POST', '/api/v1/auth/refresh', body, null);
      if (renewed.status === 200) return renewed.body['refresh_token'];
    }
    const credentials = { username: 'admin', password: ADMIN_PASSWORD };
    this.#signedInAt = performance.now();
    const { status, body } = await this.#manager.call('POST', '/api/v1/auth/login', credentials, null);
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
    return body['refresh_token'];
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
    const left = await page.evaluate((key) => {
      const session = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { refreshToken?: string } | null;
      localStorage.clear();
      sessionStorage.clear();
      return session?.refreshToken ?? null;
    }, SESSION_KEY);
    this.#left = left;
    this.window.problems.length = 0;
  }
}

/**
 * Opens something of the manager's origin that runs nothing: what a page stores belongs to its origin. A document made
 * by `route` would do, but Chromium starts a new process for that, and another one for the page after it.
 */
async function empty(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/favicon.svg`);
}
