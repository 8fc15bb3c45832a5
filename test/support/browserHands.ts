import type { Locator } from 'playwright-core';
import * as assert from 'uvu/assert';
import { NARROW, overflowPx, WIDE, type Page } from './browser.ts';

/** How a person uses a page: with a mouse, by the keyboard alone, or on a phone. */
export interface Hand {
  readonly name: 'mouse' | 'keyboard' | 'phone';
  readonly viewport: { width: number; height: number };
  /** Presses a button, follows a link, switches a box. */
  press(target: Locator): Promise<void>;
  /** Writes into a field. */
  write(target: Locator, text: string): Promise<void>;
  /** Opens the row of a table that holds this text. */
  open(grid: Locator, text: string): Promise<void>;
  /** Opens the menu, and chooses this entry. */
  choose(menu: Locator, item: string): Promise<void>;
}

/** More stops than any page has. */
const MOST_STOPS = 150;

export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    // The focused element may be inside the target, such as a link within it.
    return active === element || (active !== null && active !== document.body && element.contains(active));
  });

/**
 * Whether the focus is among its siblings: tabs are one stop of the Tab key, and so are radio buttons; the arrows move
 * among them.
 */
const isAmong = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const active = (element.getRootNode() as ShadowRoot).activeElement;
    const areRadios =
      element instanceof HTMLInputElement &&
      active instanceof HTMLInputElement &&
      element.type === 'radio' &&
      active.type === 'radio' &&
      element.name === active.name;
    return areRadios || (element.matches('[role=tab]') && active?.matches('[role=tab]') === true);
  });

/** Whether the element stands before the focus, in the order in which Tab goes; through shadow roots. */
const isBehind = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const wayTo = (node: Node): Node[] => {
      const way: Node[] = [];
      for (let at: Node | null = node; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
        way.unshift(at);
      return way;
    };
    let active = document.activeElement ?? document.body;
    while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const [mine, its] = [wayTo(element), wayTo(active)];
    const fork = mine.findIndex((node, index) => node !== its[index]);
    const [here, there] = [mine[fork], its[fork]];
    if (!here || !there) return false;
    if (here instanceof ShadowRoot || there instanceof ShadowRoot) return here instanceof ShadowRoot;
    return (here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  });

/**
 * Presses Tab, or Shift+Tab for what stands before the focus, until the element has the focus; returns how often. Fails
 * after `most` presses.
 */
export async function reach(target: Locator, most = MOST_STOPS): Promise<number> {
  await target.waitFor();
  const page = target.page();
  const key = (await isBehind(target)) ? 'Shift+Tab' : 'Tab';
  for (let stops = 0; stops < most; stops += 1) {
    if (await isFocused(target)) return stops;
    await page.keyboard.press((await isAmong(target)) ? 'ArrowRight' : key);
  }
  throw new Error(`the keyboard does not reach ${String(target)} within ${most} presses of ${key}`);
}

/** Goes to the row of a table that holds this text; returns how often Tab was pressed for the table. */
export async function rowsDown(grid: Locator, text: string): Promise<number> {
  await grid.getByText(text).first().waitFor();
  const stops = await reach(grid);
  await grid.page().keyboard.press('Home');
  for (let down = 0; down < MOST_STOPS; down += 1) {
    const active = await grid.evaluate((element) => {
      const root = element.getRootNode() as ShadowRoot;
      const id = element.getAttribute('aria-activedescendant') ?? '';
      return root.getElementById(id)?.textContent ?? '';
    });
    if (active.includes(text)) return stops;
    await grid.page().keyboard.press('ArrowDown');
  }
  throw new Error(`no row holds ${text}`);
}

const keyboard: Hand = {
  name: 'keyboard',
  viewport: WIDE,
  press: async (target) => {
    await reach(target);
    const isBox = await target.evaluate((element) =>
      element.matches('input[type=checkbox], input[type=radio]'),
    );
    await target.page().keyboard.press(isBox ? 'Space' : 'Enter');
  },
  write: async (target, text) => {
    await reach(target);
    await target.page().keyboard.press('Control+A');
    await target.page().keyboard.type(text);
  },
  open: async (grid, text) => {
    await rowsDown(grid, text);
    await grid.page().keyboard.press('Enter');
  },
  choose: async (menu, item) => {
    await reach(menu);
    const { keyboard: keys } = menu.page();
    await keys.press('Enter');
    const wanted = menu.page().getByRole('menuitem', { name: item, exact: true });
    await wanted.waitFor();
    for (let down = 0; down < MOST_STOPS && !(await isFocused(wanted)); down += 1)
      await keys.press('ArrowDown');
    await keys.press('Enter');
  },
};

const pointer = (name: 'mouse' | 'phone', viewport: Hand['viewport']): Hand => ({
  name,
  viewport,
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  open: (grid, text) => grid.getByText(text).first().click(),
  choose: async (menu, item) => {
    await menu.click();
    await menu.page().getByRole('menuitem', { name: item, exact: true }).click();
  },
});

export const hands: readonly Hand[] = [pointer('mouse', WIDE), keyboard, pointer('phone', NARROW)];

/** Asserts that nothing sticks out at the side: it could not be reached on a phone. */
export async function fits(page: Page): Promise<void> {
  assert.is(await overflowPx(page), 0, page.url());
}

/** Closes what is shown once, a token or the secret of a webhook, without copying it: that is asked. */
export async function closeSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.locator('fm-confirm').getByRole('button', { name: 'Close without copying' }).press('Enter');
}
