// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Page } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';
import { activeRow, CODE } from './testing.ts';

const test = suite('fm-table: selection');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const selection = (page: Page): Promise<string[]> => page.evaluate('[...globalThis.table.selected]');

test('a header sorts, “all” selects what is loaded, and a selected row says so', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('button', { name: 'Name' }).click();
  assert.equal(await page.evaluate('globalThis.heard'), ['sort name']);
  assert.is(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'ascending');
  await page.getByLabel('Select all shown').click();
  assert.is(await page.evaluate('globalThis.table.selected.size'), 10_000);
  assert.is(await page.locator('#row-0').getAttribute('aria-selected'), 'true');
});

test('a range is selected by Shift with Space, and by a click with Shift; Ctrl+A selects all', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  assert.equal(await selection(page), ['h1', 'h2', 'h3']);
  await page.getByRole('checkbox', { name: 'Select host-5', exact: true }).click({ modifiers: ['Shift'] });
  assert.equal(await selection(page), ['h1', 'h2', 'h3', 'h4', 'h5']);
  assert.match(await activeRow(page), /host-5/);
  await page.keyboard.press('ArrowDown');
  assert.match(await activeRow(page), /host-6/, 'the keyboard goes on after the click');
  await page.keyboard.press('Control+a');
  assert.is((await selection(page)).length, 10_000);
});

test('who means more than the loaded rows takes “all” over', async () => {
  const { page } = await browser.open(
    CODE +
      `table.total = 20_000;
       table.selectAllLabel = 'Select all 20,000 that match';
       table.addEventListener('fm-select-all', (event) => {
         event.preventDefault();
         globalThis.heard.push('all ' + event.detail);
       });`,
  );
  const box = page.getByRole('checkbox', { name: 'Select all 20,000 that match' });
  await box.click();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  assert.equal(await page.evaluate('globalThis.heard'), ['all true', 'all true']);
  assert.equal(await selection(page), []);
  assert.not.ok(await box.isChecked(), 'nothing is selected yet');
});

test.run();
