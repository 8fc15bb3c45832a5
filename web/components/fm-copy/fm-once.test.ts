// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, overflowPx, type Page } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-once');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { html, render } from 'lit';
  import '/web/components/fm-copy/fm-once.ts';
  import '/web/shell/fm-announcer.ts';
  import { unsaved } from '/web/core/unsaved.ts';
  window.asked = [];
  unsaved.follow((loss) => (window.asked.push(loss), Promise.resolve(true)));
  window.leave = async () => (await unsaved.mayLeave(), window.asked.splice(0));
  const show = (value) => render(html\`<h1>Tokens</h1><fm-once name="token" .value=\${value}
    @fm-done=\${() => render(html\`<h1>Gone</h1>\`, main)}>For the pipeline.</fm-once>\`, main);
  window.show = show;
  show('fm_abc');`;

const asked = (page: Page): Promise<string[]> => page.evaluate('leave()');

test('the focus is on Copy, and leaving asks until it was copied; another secret asks anew', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  assert.equal(await asked(page), ['secret']);
  assert.equal(await axeEverywhere(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('Copied', { exact: false }).first().waitFor();
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), 'fm_abc');
  assert.equal(await asked(page), []);
  await page.evaluate("show('fm_def')");
  await page.getByText('fm_def').waitFor();
  assert.equal(await asked(page), ['secret']);
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  assert.equal(problems, []);
});

test('Done asks before it was copied, and closes at once after', async () => {
  const { page } = await browser.open(CODE);
  const done = page.getByRole('button', { name: 'Done' });
  await done.click();
  await page.getByRole('dialog', { name: 'Close without copying the token?' }).waitFor();
  await page.locator('fm-confirm').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('fm_abc').waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the token' }).click();
  await page.getByText('Copied').first().waitFor();
  await done.click();
  await page.getByRole('heading', { name: 'Gone' }).waitFor();
});

test('where there is no clipboard, the keys of the browser count as copying', async () => {
  const { page } = await browser.open(`
    Object.defineProperty(navigator, 'clipboard', { value: undefined });${CODE}`);
  await page.getByRole('button', { name: 'Copy the token' }).click();
  assert.equal(await asked(page), ['secret']);
  await page.keyboard.press('Control+c');
  assert.equal(await asked(page), []);
});

test.run();
