// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, type Page } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-filter-bar');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import '/web/components/fm-filter-bar/fm-filter-bar.ts';
  const bar = Object.assign(document.createElement('fm-filter-bar'), { label: 'Hosts', search: 'web', filters: [
    { name: 'status', label: 'Status', value: 'bad',
      options: [{ value: 'ok', label: 'Healthy' }, { value: 'bad', label: 'Unreachable' }] },
    { name: 'reboot', label: 'Reboot', value: null, options: [{ value: 'true', label: 'Due' }] },
    { name: 'group_id', label: 'Group', value: '01939f6a', valueText: 'Databases of Berlin' },
  ] });
  globalThis.heard = [];
  for (const name of ['fm-search', 'fm-filter', 'fm-clear-filters'])
    bar.addEventListener(name, ({ detail }) => heard.push([name, detail]));
  main.append(bar);
  Object.assign(globalThis, { bar });`;

const heard = (page: Page): Promise<unknown[]> => page.evaluate('globalThis.heard.splice(0)');
/** What can be removed, to be seen at this width. */
const active = async (page: Page): Promise<string[]> => {
  const buttons = await page.getByRole('button', { name: /^Remove filter|^Clear all/ }).all();
  return Promise.all(
    buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? (await button.innerText())),
  );
};

test('what filters now is always to be seen, and goes by a click; also on a phone, where the choices are folded', async () => {
  const { page, problems } = await browser.open(CODE);
  const all = [
    'Remove filter Status: Unreachable',
    'Remove filter Group: Databases of Berlin',
    'Clear all filters',
  ];
  assert.equal(await active(page), all);
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(NARROW);
  assert.equal(await active(page), all);
  assert.not.ok(await page.getByRole('combobox', { name: 'Reboot' }).isVisible());
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  assert.ok(await page.getByRole('combobox', { name: 'Reboot' }).isVisible());
  assert.is(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await page.getByRole('button', { name: 'Remove filter Group: Databases of Berlin' }).click();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  assert.equal(await heard(page), [
    ['fm-filter', { name: 'group_id', value: null }],
    ['fm-clear-filters', null],
  ]);
  assert.equal(problems, []);
});

test('a choice tells at once, typing when it pauses, Enter at once; a space that was just typed stays', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('combobox', { name: 'Reboot' }).selectOption('Due');
  assert.equal(await heard(page), [['fm-filter', { name: 'reboot', value: 'true' }]]);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Any');
  assert.equal(await heard(page), [['fm-filter', { name: 'status', value: null }]]);
  const search = page.getByRole('searchbox');
  assert.is(await search.inputValue(), 'web');
  await page.evaluate(`dispatchEvent(new Event('fm-focus-filter'))`);
  await page.keyboard.type('db ');
  await page.waitForFunction(() => (globalThis as unknown as { heard: unknown[] }).heard.length > 0);
  assert.equal(await heard(page), [['fm-search', 'db']]);
  await page.evaluate(`globalThis.bar.search = 'db'; globalThis.bar.updateComplete`);
  assert.is(await search.inputValue(), 'db ');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  assert.equal(await heard(page), [['fm-search', 'db 1']]);
});

test.run();
