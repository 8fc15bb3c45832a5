// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-tabs');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { chosenTab } from '/web/components/fm-tabs/fm-tabs.ts';
  const all = [{ key: 'patches', label: 'Patches', count: 12, tone: 'warn' }, { key: 'packages', label: 'Packages' },
    { key: 'jobs', label: 'Jobs', count: 0 }];
  const tabs = Object.assign(document.createElement('fm-tabs'), { label: 'web1', tabs: all });
  const show = () => {
    tabs.selected = chosenTab(new URLSearchParams(location.search), all);
    tabs.textContent = 'All about ' + tabs.selected;
  };
  addEventListener('fm-navigated', show);
  show();
  main.append(tabs);`;

test('arrows choose, the address keeps the choice, and the panel is named by its tab', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.getByRole('tab', { name: 'Patches 12' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tabpanel', { name: 'Jobs' }).waitFor();
  await page.getByText('All about jobs').waitFor();
  assert.match(page.url(), /\?tab=jobs$/);
  await page.keyboard.press('ArrowRight');
  assert.not.match(page.url(), /tab=/, 'the first one needs no word');
  await page.getByRole('tab', { name: 'Packages' }).click();
  await page.getByText('All about packages').waitFor();
  assert.is(await page.getByRole('tab', { selected: true }).count(), 1);
  const reachable = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).tabIndex));
  assert.equal(reachable, [-1, 0, -1]);
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(NARROW);
  assert.is(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  assert.equal(problems, []);
});

test.run();
