// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settle, type Page } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';
import { CODE } from './testing.ts';

const test = suite('fm-table: the focus in a row');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

/** Three hosts with a button each; `render` renders them again, as a page does after an action. */
const BUTTONS =
  `import { html } from 'lit';` +
  CODE +
  `
  globalThis.render = (names, isBusy = false) => {
    table.columns = [
      { key: 'name', header: 'Name', render: (row) => row.name },
      { key: 'os', header: 'System', minRem: 40, priority: 3, render: (row) => row.os },
      { key: 'acts', header: 'Change', minRem: 12, render: (row) =>
        html\`<button ?disabled=\${isBusy}>Remove \${row.name}</button>\` },
    ];
    table.rows = names.map((name) => ({ id: name, name, os: 'Debian 12' }));
    table.selected = null;
    table.total = names.length;
    return table.updateComplete;
  };
  globalThis.render(['a', 'b', 'c']);`;

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return active?.getAttribute('role') ?? active?.textContent?.trim().slice(0, 20) ?? 'nothing';
  });
const render = (page: Page, names: string[], isBusy = false): Promise<void> =>
  page.evaluate(
    ([list, busy]) =>
      (globalThis as unknown as { render(names: string[], isBusy: boolean): Promise<void> }).render(
        list,
        busy,
      ),
    [names, isBusy] as const,
  );

test('it stays at its button when the window becomes wider or narrower, and when rows come, go and move', async () => {
  const { page, problems } = await browser.open(BUTTONS);
  await page.getByRole('button', { name: 'Remove b' }).focus();
  for (const width of [360, 1280, 700, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await settle(page);
    await settle(page);
    assert.is(await focused(page), 'Remove b', `at ${width} px`);
  }
  for (const names of [['c', 'b', 'a'], ['0', 'b', 'c'], ['b'], ['x', 'y', 'z', 'b']]) {
    await render(page, names);
    assert.is(await focused(page), 'Remove b', names.join());
  }
  assert.equal(problems, []);
});

test('it comes back to a button that was disabled while work was under way, unless its reader went elsewhere', async () => {
  const { page } = await browser.open(BUTTONS);
  const names = ['a', 'b', 'c'];
  await page.getByRole('button', { name: 'Remove b' }).focus();
  await render(page, names, true);
  await settle(page);
  await render(page, names);
  assert.is(await focused(page), 'Remove b');
  await render(page, names, true);
  await settle(page);
  await page.evaluate(() => {
    const other = document.body.appendChild(document.createElement('button'));
    other.textContent = 'Elsewhere';
    other.focus();
  });
  await render(page, names);
  assert.is(await focused(page), 'Elsewhere');
});

test('when its row is gone the table has it, and no other row’s button', async () => {
  const { page } = await browser.open(BUTTONS);
  await page.getByRole('button', { name: 'Remove b' }).focus();
  await render(page, ['a', 'b', 'c'], true);
  await settle(page);
  await render(page, ['a', 'c']);
  assert.is(await focused(page), 'grid');
  await page.getByRole('button', { name: 'Remove a' }).focus();
  await render(page, ['c']);
  assert.is(await focused(page), 'grid');
});

test.run();
