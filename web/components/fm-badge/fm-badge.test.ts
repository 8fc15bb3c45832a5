// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-badge');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('every tone has a shape of its own beside its words, readable in both themes', async () => {
  const { page, problems } = await browser.open(`
    import { html, render } from 'lit';
    import { statusBadge } from '/web/components/fm-badge/status.ts';
    const states = ['pending', 'completed', 'failed', 'partial', 'running', 'scheduled'];
    render(html\`\${states.map((state) => statusBadge('job', state))} \${statusBadge('job', 'brand_new')}\`, main);`);
  const badges = page.locator('fm-badge');
  assert.is(await badges.count(), 7);
  assert.equal(
    await badges
      .nth(2)
      .textContent()
      .then(() => badges.nth(2).evaluate((node) => node.shadowRoot?.textContent?.trim())),
    'Failed',
  );
  await page.getByText('brand new').waitFor();
  const shapes = await badges.evaluateAll((nodes) =>
    nodes
      .slice(0, 6)
      .map((node) => node.shadowRoot?.querySelector('svg')?.innerHTML.replaceAll(/<!--.*?-->/g, '')),
  );
  assert.is(new Set(shapes).size, 6);
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test.run();
