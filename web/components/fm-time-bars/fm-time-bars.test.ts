// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-time-bars');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('what went on stands at its time on one axis, and below in words', async () => {
  const { page, problems } = await browser.open(`
    import '/web/components/fm-time-bars/fm-time-bars.ts';
    main.append(Object.assign(document.createElement('fm-time-bars'), { label: 'Hosts', now: '2026-03-01T10:04:00Z', bars: [
      { label: 'web1', href: '/hosts/1', spans: [
        { label: 'Downloading', from: '2026-03-01T10:00:00Z', to: '2026-03-01T10:01:00Z' },
        { label: 'Installing', from: '2026-03-01T10:01:00Z', to: '2026-03-01T10:02:00Z', tone: 'ok' } ] },
      { label: 'web2', spans: [{ label: 'Downloading', from: '2026-03-01T10:02:00Z', to: null }] },
    ] }));`);
  await page.getByText('Downloading 1 min, Installing 1 min').waitFor();
  await page.getByText('Downloading 2 min so far').waitFor();
  await page.getByText('1 Mar 2026, 11:04 CET').waitFor();
  const places = await page.locator('.span').evaluateAll((spans) =>
    spans.map((span) => {
      const line = span.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const box = span.getBoundingClientRect();
      return [(box.left - line.left) / line.width, box.width / line.width].map((part) =>
        Math.round(part * 100),
      );
    }),
  );
  assert.equal(places, [
    [0, 25],
    [25, 25],
    [50, 50],
  ]);
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test.run();
