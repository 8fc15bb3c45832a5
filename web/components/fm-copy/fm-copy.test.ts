// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, overflowPx } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-copy');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { html, render } from 'lit';
  import '/web/components/fm-copy/fm-copy.ts';
  import '/web/shell/fm-announcer.ts';
  render(html\`<fm-copy value="npm run agent -- --token abc" name="command"></fm-copy><fm-announcer></fm-announcer>\`, main);`;

test('the line goes to the clipboard, and a screen reader is told', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  await page.getByRole('status').getByText('Copied the command').waitFor({ state: 'attached' });
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), 'npm run agent -- --token abc');
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test('a long line is seen whole on a narrow screen', async () => {
  const { page } = await browser.open(CODE.replace('abc', '0123456789ABCDEF:'.repeat(20)));
  await page.setViewportSize(NARROW);
  const code = page.locator('fm-copy code');
  assert.ok(await code.evaluate((element) => element.scrollWidth <= element.clientWidth));
  assert.ok(((await code.boundingBox())?.height ?? 0) > 40);
  assert.is(await overflowPx(page), 0);
});

test('without a clipboard the line is selected for the reader’s own copy', async () => {
  const { page } = await browser.open(`
    Object.defineProperty(navigator, 'clipboard', { value: undefined });${CODE}`);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  await page.getByText('The text is selected').waitFor({ state: 'attached' });
});

test.run();
