// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-time');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('an age grows by itself, its hover holds the exact UTC, and null is a word', async () => {
  const { page, problems } = await browser.open(`
    import { html, render } from 'lit';
    import '/web/components/fm-time/fm-time.ts';
    render(html\`<fm-time datetime="2026-03-01T10:00:00.000Z"></fm-time> <fm-time missing="never read"></fm-time>
      <fm-time mode="absolute" datetime="2026-03-01T10:00:00.000Z"></fm-time>
      <fm-time mode="exact" datetime="2026-03-01T10:00:09.000Z"></fm-time>
      <fm-time mode="date" datetime="2026-03-01T23:30:00.000Z"></fm-time>\`, main);`);
  const age = page.locator('fm-time').first().locator('time');
  await page.clock.install({ time: new Date('2026-03-01T10:02:00Z') });
  await page.reload();
  await age.getByText('2 minutes ago').waitFor();
  await page.clock.fastForward(180_000);
  await age.getByText('5 minutes ago').waitFor();
  assert.match((await age.getAttribute('title')) ?? '', /1 Mar 2026, 11:00 CET\n2026-03-01 10:00:00 UTC/);
  await page.getByText('never read').waitFor();
  await page.getByText('1 Mar 2026, 11:00 CET', { exact: true }).waitFor();
  await page.getByText('1 Mar 2026, 11:00:09 CET', { exact: true }).waitFor();
  await page.getByText('2 Mar 2026', { exact: true }).waitFor();
  assert.equal(problems, []);
});

test.run();
