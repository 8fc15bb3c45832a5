// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, untilTrue, type Page } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-menu');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import '/web/components/fm-menu/fm-menu.ts';
  const menu = Object.assign(document.createElement('fm-menu'), { label: 'Actions', items: [
    { key: 'refresh', label: 'Refresh', icon: 'refresh' },
    { key: 'reboot', label: 'Reboot', reason: 'A job is at work on this host.' },
    { key: 'remove', label: 'Remove', tone: 'danger' },
    { key: 'help', label: 'Help', href: '#help' },
  ] });
  globalThis.heard = [];
  menu.addEventListener('fm-choose', ({ detail }) => heard.push(detail));
  Object.assign(globalThis, { menu });
  main.append(menu, Object.assign(document.createElement('p'), { textContent: 'Beside' }));`;

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.querySelector('fm-menu')?.shadowRoot?.activeElement;
    return active?.id || (active?.querySelector('span')?.textContent?.trim() ?? 'nothing');
  });
const isOpen = (page: Page): Promise<boolean> => page.getByRole('menu').isVisible();
const heard = (page: Page): Promise<string[]> => page.evaluate('globalThis.heard');

test('the keyboard opens it, moves in it, chooses, and comes back to the button', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.getByRole('button', { name: 'Actions' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Refresh' }).waitFor();
  assert.equal(await axeEverywhere(page), []);
  assert.not.ok(await isOpen(page), 'a menu closes when the window changes: its button is elsewhere');
  await page.getByRole('button', { name: 'Actions' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Refresh' }).waitFor();
  const walk: string[] = [];
  for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'r', 'r']) {
    await page.keyboard.press(key);
    walk.push(await focused(page));
  }
  assert.equal(walk, ['Reboot', 'Help', 'Refresh', 'Help', 'Refresh', 'Reboot', 'Remove']);
  await page.keyboard.press('Enter');
  assert.equal(await heard(page), ['remove']);
  assert.not.ok(await isOpen(page));
  assert.is(await focused(page), 'trigger');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.not.ok(await isOpen(page));
  assert.equal(problems, []);
});

test('a closed menu keeps no lines', async () => {
  const { page } = await browser.open(CODE);
  const lines = `menu.shadowRoot.querySelectorAll('.item').length`;
  const button = page.getByRole('button', { name: 'Actions' });
  await button.waitFor();
  assert.is(await page.evaluate(lines), 0);
  await button.press('Enter');
  assert.is(await page.evaluate(lines), 4);
  await page.keyboard.press('Escape');
  await untilTrue(page, `${lines} === 0`);
  await button.press('Enter');
  assert.is(await focused(page), 'Refresh');
});

test('what cannot be chosen says why, and is not chosen; a second click on the button closes', async () => {
  const { page } = await browser.open(CODE);
  const button = page.getByRole('button', { name: 'Actions' });
  await button.click();
  const reboot = page.getByRole('menuitem', { name: /Reboot/ });
  assert.match((await reboot.textContent()) ?? '', /A job is at work on this host\./);
  await reboot.evaluate((item) => (item as HTMLElement).click());
  assert.equal(await heard(page), []);
  assert.ok(await isOpen(page));
  await button.click();
  assert.not.ok(await isOpen(page));
  await button.click();
  await page.getByText('Beside').click({ position: { x: 300, y: 5 } });
  assert.not.ok(await isOpen(page));
});

test('once it is open the next key is the menu’s, however slow the browser is', async () => {
  const { page } = await browser.open(CODE);
  // A slow browser fires the opening event late: here the keys always come before it.
  const walked = await page.evaluate(() => {
    const root = document.querySelector('fm-menu')?.shadowRoot;
    const press = (key: string): string => {
      const init = { key, bubbles: true, composed: true, cancelable: true };
      root?.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
      return root?.activeElement?.querySelector('span')?.textContent?.trim() ?? '';
    };
    const trigger = root?.querySelector<HTMLElement>('#trigger');
    trigger?.focus();
    const byKeys = [press('ArrowDown'), press('ArrowDown'), press('End')];
    trigger?.click();
    trigger?.focus();
    trigger?.click();
    return [...byKeys, press('ArrowDown')];
  });
  assert.equal(walked, ['Refresh', 'Reboot', 'Help', 'Reboot']);
});

test('it stays in the window, also at the edge of a small one', async () => {
  const { page } = await browser.open(
    `${CODE} main.style.cssText = '';
    Object.assign(menu.style, { position: 'fixed', right: '0', bottom: '0' });`,
    { viewport: NARROW },
  );
  await page.getByRole('button', { name: 'Actions' }).click();
  const box = await page.getByRole('menu').boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= NARROW.width, JSON.stringify(box));
  assert.ok(box && box.y >= 0 && box.y + box.height <= NARROW.height, JSON.stringify(box));
});

test.run();
