// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-bars');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('each bar is as long as its figure, which stands beside it', async () => {
  const { page, problems } = await browser.open(`
    import '/web/components/fm-bars/fm-bars.ts';
    main.append(Object.assign(document.createElement('fm-bars'), { label: 'Age of the patches', bars: [
      { label: 'Up to a week', count: 1200, tone: 'ok' },
      { label: 'Older', count: 300, tone: 'bad', href: '/hosts?age=old' },
      { label: 'Unknown', count: 0 },
    ] }));`);
  const lines = page.getByRole('list', { name: 'Age of the patches' }).getByRole('listitem');
  const texts = (await lines.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  assert.equal(texts, ['Up to a week 1,200', 'Older 300', 'Unknown 0']);
  const widths = await page.locator('.bar').evaluateAll((bars) => bars.map((bar) => bar.clientWidth));
  assert.ok(Math.abs((widths[0] ?? 0) / (widths[1] ?? 1) - 4) < 0.1, String(widths));
  assert.is(await page.getByRole('link', { name: 'Older' }).getAttribute('href'), '/hosts?age=old');
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test.run();
