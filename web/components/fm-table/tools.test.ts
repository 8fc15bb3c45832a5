// needs: chromium
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';
import { headers, NAMED } from './testing.ts';

const test = suite('fm-table: tools');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('columns and density are chosen, and columns can be reset', async () => {
  const { page } = await browser.open(NAMED);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Address' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'System' }).click();
  assert.equal(await headers(page), ['Name', 'Address']);
  assert.equal(await axeEverywhere(page), []);
  await page.keyboard.press('Escape');
  const height = async (): Promise<number> => (await page.locator('#row-0').boundingBox())?.height ?? 0;
  const usualPx = await height();
  await page.getByRole('button', { name: 'Density' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Compact' }).click();
  await page.waitForFunction(`globalThis.table.choice.density === 'compact'`);
  assert.ok((await height()) < usualPx);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  assert.equal(await headers(page), ['Name', 'System']);
});

test('a file holds what is shown, harmless to a spreadsheet, and says what it lacks', async () => {
  const { page } = await browser.open(NAMED);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^hosts-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  assert.equal(lines.slice(0, 3), [
    '\ufeffName,System',
    `"'=HYPERLINK(""x"")","a, ""b"""`,
    'host-1,Debian 12',
  ]);
  assert.is(lines.length, 302);
  await page.getByText('The file contains 300 of 500 rows.').waitFor();
});

test.run();
