// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-progress');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('a value, an unknown one and parts of a whole are drawn and named, without a style attribute of a template', async () => {
  const { page, problems } = await browser.open(`
    import { html, render } from 'lit';
    import '/web/components/fm-progress/fm-progress.ts';
    const parts = [
      { tone: 'ok', count: 3, label: 'completed' },
      { tone: 'bad', count: 1, label: 'failed' },
      { tone: 'busy', count: 0, label: 'running' },
    ];
    render(html\`<fm-progress label="Download" .value=\${40}></fm-progress>
      <fm-progress label="Start"></fm-progress><fm-progress label="Hosts" .parts=\${parts}></fm-progress>\`, main);`);
  const known = page.getByRole('progressbar', { name: 'Download' });
  assert.is(await known.getAttribute('aria-valuenow'), '40');
  const share = await known.evaluate((bar) => (bar.firstElementChild?.clientWidth ?? 0) / bar.clientWidth);
  assert.ok(Math.abs(share - 0.4) < 0.02, String(share));
  assert.is(await page.getByRole('progressbar', { name: 'Start' }).getAttribute('aria-valuenow'), null);
  const whole = page.getByRole('img', { name: 'Hosts: 3 completed, 1 failed' });
  const widths = await whole.evaluate((bar) => [...bar.children].map(({ clientWidth }) => clientWidth));
  assert.ok(Math.abs((widths[0] ?? 0) / (widths[1] ?? 1) - 3) < 0.1, String(widths));
  assert.is(widths[2], 0);
  const restPx = await whole.evaluate((bar) => {
    const ends = [...bar.children].map((part) => part.getBoundingClientRect().right);
    return bar.getBoundingClientRect().right - Math.max(...ends);
  });
  assert.ok(restPx < 0.5, `what is over fills the bar to its end, but for ${restPx} px`);
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test.run();
