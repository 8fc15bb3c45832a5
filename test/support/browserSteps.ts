import type { Locator } from 'playwright-core';
import * as assert from 'uvu/assert';
import { isFocused, reach, rowsDown } from './browserHands.ts';
import type { Page } from './browser.ts';
import { waitFor } from './wait.ts';

/** What a person puts up with: further away than this is out of reach. */
const MOST_TABS = 60;

/** Where the focus is: the element's tag, or null when it is nowhere. */
const focus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const active = document.activeElement;
    return active === null || active === document.body ? null : active.localName;
  });

/**
 * A person at the keyboard alone, whose steps are counted: what is activated, and each field that has to be filled.
 * Going to a page is none, as little as opening it from the side bar; nor is a key that only moves the focus. Fails
 * when a target cannot be reached, or when the page has dropped the focus.
 */
export class Keyboard {
  readonly page: Page;
  steps = 0;
  /** How often Tab was pressed. */
  tabs = 0;
  /** A document that was just loaded has no focus yet; from the first act on, the page must keep it. */
  #hasActed = false;

  constructor(page: Page) {
    this.page = page;
    // Without anybody who listens, the browser opens its own dialog for a file.
    page.on('filechooser', () => undefined);
    page.on('domcontentloaded', () => (this.#hasActed = false));
  }

  /** Signs in on the form that is shown; the account of steps begins after it. */
  async signIn(username: string, password: string): Promise<void> {
    await this.fill(this.page.getByLabel('User name'), username);
    await this.fill(this.page.getByLabel('Password'), password);
    await this.press(this.page.getByRole('button', { name: 'Sign in', exact: true }));
    await this.page.locator('fm-header').waitFor();
    this.steps = this.tabs = 0;
  }

  /** Goes to a page by its name, with Ctrl-K; no step. */
  async go(name: string): Promise<void> {
    await this.#keepsFocus();
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('combobox', { name: /^Search/ }).waitFor();
    await this.page.keyboard.type(name);
    const found = this.page.getByRole('option', { name: new RegExp(`^${name}\\b`) }).first();
    await found.waitFor();
    await waitFor(
      async () => {
        if ((await found.getAttribute('aria-selected')) === 'true') return true;
        await this.page.keyboard.press('ArrowDown');
        return false;
      },
      { what: `${name} under the keys` },
    );
    await this.#act('Enter');
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  /** Presses a button, follows a link, switches a box: one step. */
  async press(target: Locator): Promise<void> {
    await this.#reach(target);
    const isBox = await target.evaluate((element) =>
      element.matches('input[type=checkbox], input[type=radio]'),
    );
    await this.#act(isBox ? 'Space' : 'Enter');
    this.steps += 1;
  }

  /** Writes into a field: one step. */
  async fill(target: Locator, text: string): Promise<void> {
    await this.#reach(target);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
    this.steps += 1;
  }

  /** Chooses what a list of choices has under this label: one step. */
  async choose(target: Locator, label: string): Promise<void> {
    await this.#reach(target);
    await target.getByRole('option', { name: label, exact: true }).waitFor({ state: 'attached' });
    await this.page.keyboard.type(label);
    const chosen = (): Promise<string> =>
      target.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text.trim() ?? '');
    assert.is(await chosen(), label);
    this.steps += 1;
  }

  /** Gives a file to a field for files: one step. */
  async attach(target: Locator, name: string, text: string): Promise<void> {
    await this.#reach(target);
    const chooser = this.page.waitForEvent('filechooser');
    await this.#act('Enter');
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    this.steps += 1;
  }

  /** Opens the row of a table that holds this text: one step. */
  async openRow(grid: Locator, text: string): Promise<void> {
    await this.#keepsFocus();
    this.tabs += await rowsDown(grid, text);
    await this.#act('Enter');
    this.steps += 1;
  }

  /** Selects this many rows from the first one on: the first, and with Shift all to the last; two steps. */
  async selectRows(grid: Locator, count: number): Promise<void> {
    await this.#reach(grid);
    const keys = this.page.keyboard;
    await keys.press('Home');
    await keys.press('Space');
    for (let down = 1; down < count; down += 1) await keys.press('ArrowDown');
    await this.#act('Shift+Space');
    this.steps += 2;
  }

  /** Opens a menu and chooses this entry: two steps. */
  async pick(menu: Locator, item: string): Promise<void> {
    await this.press(menu);
    const wanted = this.page.getByRole('menuitem', { name: item });
    await wanted.waitFor();
    for (let down = 0; down < MOST_TABS && !(await isFocused(wanted)); down += 1)
      await this.page.keyboard.press('ArrowDown');
    await this.#act('Enter');
    this.steps += 1;
  }

  async #act(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#hasActed = true;
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor();
    await this.#keepsFocus();
    this.tabs += await reach(target, MOST_TABS);
  }

  /** A page that changes takes the focus along: for a moment it may be nowhere, but not when the page has come to rest. */
  async #keepsFocus(): Promise<void> {
    if (!this.#hasActed) return;
    await waitFor(async () => (await focus(this.page)) !== null, {
      timeoutMs: 5_000,
      what: 'the focus: the page has dropped it',
    });
  }
}
