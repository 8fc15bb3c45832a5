// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, untilTrue } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-confirm');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { confirmAction } from '/web/components/fm-confirm/fm-confirm.ts';
  globalThis.ask = () => {
    globalThis.answer = 'open';
    void confirmAction({ title: 'Remove 14 hosts?', text: 'Their certificates are revoked. This cannot be undone.',
      items: Array.from({ length: 14 }, (_, index) => 'web-' + index), action: 'Remove' })
      .then((answer) => { globalThis.answer = answer; });
  };
  globalThis.ask();`;

test('it names what is destroyed, starts on the harmless choice, and Escape means no', async () => {
  const { page, problems } = await browser.open(CODE);
  const dialog = page.getByRole('dialog', { name: 'Remove 14 hosts?' });
  await dialog.waitFor();
  await page.getByText('web-11', { exact: true }).waitFor();
  await page.getByText('and 2 more').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.keyboard.press('Escape');
  await untilTrue(page, 'globalThis.answer === false');
  assert.is(await page.locator('fm-confirm').count(), 0);
  await page.evaluate('globalThis.ask()');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await untilTrue(page, 'globalThis.answer === false');
  await page.evaluate('globalThis.ask()');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await untilTrue(page, 'globalThis.answer === true');
  assert.equal(problems, []);
});

test('the harmless choice has the focus', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('dialog').waitFor();
  await page.waitForFunction(() => {
    const host = document.querySelector('fm-confirm');
    return host?.shadowRoot?.activeElement?.textContent?.trim() === 'Cancel';
  });
});

test.run();
