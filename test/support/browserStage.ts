import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SimulatedPackages } from '../../agent/simulator/backend.ts';
import {
  axeEverywhere,
  launchBrowser,
  NARROW,
  openWindow,
  overflowPx,
  signIn,
  type Browser,
  type BrowserContext,
  type OpenOptions,
  type Page,
  type Window,
} from './browser.ts';
import { permissionsOf } from '../../web/core/permissions.ts';
import { KeptTab } from './browserKeptTab.ts';
import type { WireHost } from './fleet.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from './manager.ts';
import { waitFor } from './wait.ts';
import { startSimulatedFleet, type SimulatedFleet } from './simulated.ts';

export interface StageOptions {
  /** How many simulated hosts are enrolled and read before the first test. */
  hosts?: number;
  packages?: SimulatedPackages;
  /** False: the suite brings its own browser. */
  hasBrowser?: boolean;
  /**
   * `open` lends one tab, signed in without the form, to test after test (browserKeptTab.ts) instead of opening a
   * window. Not for tests that need the form or an empty cache, such as of where the focus is.
   */
  keepsTab?: boolean;
  /** Environment of the manager, `FLEETMEND_…`. */
  env?: Record<string, string>;
}

/** A uvu suite, as far as suites over the UI need it. */
interface Tests extends Pick<ReturnType<typeof suite>, 'before' | 'after' | 'run'> {
  (name: string, body: () => Promise<void>): void;
}

/** A suite over the UI and what it uses: one real manager, its agents, and one browser for all of the tests. */
export class Stage {
  /** Closes a test's windows at its end, and asserts that none of their pages has complained. */
  readonly test: Tests;
  declare manager: ManagerProcess;
  declare browser: Browser;
  /** The simulated hosts of `hosts`, or of the last `simulate`. */
  declare fleet: SimulatedFleet;
  hosts: readonly WireHost[] = [];
  readonly #windows: Window[] = [];
  readonly #keepsTab: boolean;
  readonly #lent: KeptTab[] = [];
  readonly #kept: KeptTab[] = [];

  constructor(name: string, options: StageOptions = {}) {
    this.#keepsTab = options.keepsTab ?? false;
    const all = suite(name);
    all.before(() => this.#start(options));
    all.after(() => this.#stop());
    const add = (test: string, body: () => Promise<void>): void => all(test, () => this.#play(body));
    this.test = Object.assign(add, { before: all.before, after: all.after, run: all.run });
  }

  async #start({ hosts = 0, packages, hasBrowser = true, env = {} }: StageOptions): Promise<void> {
    const launch = async (): Promise<void> => void (this.browser = await launchBrowser());
    const serve = async (): Promise<void> => {
      this.manager = await createManager({ port: 0, env });
      await this.manager.start();
      await this.manager.signIn();
      if (hosts > 0) await this.simulate(hosts, packages);
    };
    // Waits for both: what one of them started must be stopped when the other fails.
    const parts = await Promise.allSettled([serve(), ...(hasBrowser ? [launch()] : [])]);
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
  }

  async #stop(): Promise<void> {
    await this.browser?.close();
    await this.fleet?.stop();
    await this.manager?.stop();
  }

  async #play(body: () => Promise<void>): Promise<void> {
    let isGood = false;
    try {
      await body();
      const windows = [...this.#windows, ...this.#lent.map(({ window }) => window)];
      const problems = windows.flatMap((window) => window.problems);
      assert.equal(problems, [], 'what the pages complained of');
      isGood = true;
    } finally {
      const lent = this.#lent.splice(0);
      await Promise.all(this.#windows.splice(0).map((window) => window.close()));
      await Promise.all(lent.map((tab) => this.#takeBack(tab, isGood)));
    }
  }

  /** Keeps the tab for the next test; after a failure its state is unknown, so it is closed. */
  async #takeBack(tab: KeptTab, isGood: boolean): Promise<void> {
    const isKept =
      isGood &&
      (await tab.takeBack().then(
        () => true,
        () => false,
      ));
    if (isKept) this.#kept.push(tab);
    else await tab.window.close();
  }

  /** Lets so many agents enroll, and waits until the manager has read them. */
  async simulate(count: number, packages?: SimulatedPackages): Promise<void> {
    this.fleet = await startSimulatedFleet(this.manager, count, packages);
    const areRead = ({ hosts }: { hosts: WireHost[] }): boolean =>
      hosts.length === count && hosts.every((host) => host.patches_polled_at !== null);
    ({ hosts: this.hosts } = await this.manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', areRead));
  }

  get hostIds(): string[] {
    return this.hosts.map(({ id }) => id);
  }

  /** Opens a window with nothing of another test's session; its tabs share one session. */
  async window(options: OpenOptions = {}): Promise<Window> {
    const window = await openWindow(this.browser, options);
    this.#windows.push(window);
    return window;
  }

  /** Opens a tab at this page, or at the sign-in in its place. */
  async visit(where: string, options: OpenOptions = {}): Promise<Page> {
    return (await this.window(options)).open(this.manager.url + where);
  }

  /** Opens a signed-in tab at this page; `prepare` runs before. A second one within a test has a session of its own. */
  async open(
    where: string,
    { prepare, ...options }: OpenOptions & { prepare?: (page: Page) => Promise<unknown> } = {},
  ): Promise<Page> {
    if (this.#keepsTab) return this.#lend(where, options, prepare);
    const page = await this.visit(where, options);
    await prepare?.(page);
    await this.signIn(page);
    return page;
  }

  async #lend(
    where: string,
    options: OpenOptions,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Page> {
    const tab = this.#kept.pop() ?? (await KeptTab.make(this.browser, this.manager));
    this.#lent.push(tab);
    const page = await tab.lend(options);
    await prepare?.(page);
    await page.goto(this.manager.url + where);
    await page.locator('fm-header').waitFor();
    return page;
  }

  signIn(page: Page): Promise<void> {
    return signIn(page, 'admin', ADMIN_PASSWORD);
  }

  /**
   * Ends the session of the tab at the manager while the tab is away from it, and comes back to the same page: a page
   * that is there may learn of it before it is read again, and who reads a sign-in again is told of no end.
   */
  async endSession(page: Page): Promise<void> {
    const stored = await page.evaluate(() => sessionStorage.getItem('fleetmend.session') ?? '');
    const { refreshToken } = JSON.parse(stored) as { refreshToken: string };
    const url = page.url();
    await page.goto('about:blank');
    await this.manager.must('POST', '/api/v1/auth/logout', { refresh_token: refreshToken });
    await page.goto(url);
  }
}

/** Asserts that axe finds nothing at both widths and in both themes, and that nothing sticks out at the side. */
export async function judge(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  // Tables measure themselves in the frames after; what sticks out still is a fault.
  await waitFor(async () => (await overflowPx(page)) === 0, { timeoutMs: 3_000 }).catch(() => undefined);
  assert.is(await overflowPx(page), 0);
  assert.equal(await axeEverywhere(page), []);
}

/** Makes the manager's answers name a user of this role; no second user exists. */
export async function answerAs(role: string, target: Page | BrowserContext): Promise<void> {
  await target.route(/\/api\/v1\/(auth\/login|users\/me)$/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = (await response.json()) as { user?: object };
    const named = { role, permissions: permissionsOf(role) };
    const json = body.user ? { ...body, user: { ...body.user, ...named } } : { ...body, ...named };
    await route.fulfill({ response, json });
  });
}

/** A refusal, as the manager answers it. */
export function refusal(status: number, code: string, message: string): { status: number; json: object } {
  return {
    status,
    json: { error: { code, message, request_id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21' } },
  };
}
