// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settle, type Page } from '../../test/support/browser.ts';
import { ComponentBrowser } from '../../test/support/browserComponent.ts';

const test = suite('action');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { html, LitElement } from 'lit';
  import { Action } from '/web/core/action.ts';
  customElements.define('x-work', class extends LitElement {
    action = new Action(this);
    render() {
      return html\`<button ?disabled=\${this.action.isBusy} @click=\${() => this.action.run(
        () => new Promise((done, fail) => Object.assign(globalThis, { done, fail })),
      )}>Work</button>\`;
    }
  });
  main.innerHTML = '<x-work></x-work><button id="other">Other</button>';`;

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.id || (document.activeElement?.localName ?? ''));

test('a button that was disabled while its work was under way has the focus again afterwards, unless another has it', async () => {
  const { page } = await browser.open(CODE);
  const work = page.getByRole('button', { name: 'Work' });
  for (const end of ['done()', `fail(new Error('no'))`]) {
    await work.press('Enter');
    await settle(page);
    assert.is(await focused(page), 'body', 'the browser takes it from what is disabled');
    await page.evaluate(end);
    await settle(page);
    assert.is(await focused(page), 'x-work');
  }
  await work.press('Enter');
  await page.locator('#other').focus();
  await page.evaluate('done()');
  await settle(page);
  assert.is(await focused(page), 'other');
});

test.run();
