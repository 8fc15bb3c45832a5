// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-timeline');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('what happened stands under its day, with its zone, and links where there is more', async () => {
  const { page, problems } = await browser.open(`
    import '/web/components/fm-timeline/fm-timeline.ts';
    main.append(Object.assign(document.createElement('fm-timeline'), { label: 'web1', entries: [
      { at: '2026-03-01T23:30:00Z', title: 'Patched', href: '/jobs/1', tone: 'ok' },
      { at: '2026-03-01T10:00:00Z', title: 'Unreachable', text: 'No answer for 5 minutes.', tone: 'bad' },
      { at: '2026-03-01T09:00:00Z', title: 'Enrolled' },
    ] }));`);
  const days = page.getByRole('heading', { level: 3 });
  assert.equal(await days.allTextContents(), ['Monday, 2 March 2026', 'Sunday, 1 March 2026']);
  assert.equal(await page.getByRole('list').nth(1).getByRole('listitem').count(), 2);
  await page.getByText('2 Mar 2026, 00:30 CET').waitFor();
  assert.is(await page.getByRole('link', { name: 'Patched' }).getAttribute('href'), '/jobs/1');
  await page.evaluate(`document.querySelector('h1').insertAdjacentHTML('afterend', '<h2>Timeline</h2>')`);
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test.run();
