// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';
import { activeRow, CODE, renderedRows } from './testing.ts';

const test = suite('fm-table');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('of 10,000 rows a screenful is in the page, and a screen reader hears of all', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.getByText('host-0', { exact: true }).waitFor();
  assert.ok((await renderedRows(page)) < 45, String(await renderedRows(page)));
  assert.is(await page.getByRole('grid').getAttribute('aria-rowcount'), '10001');
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test('the keyboard reaches every row, opens it, and selects', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await page.getByText('host-9999', { exact: true }).waitFor();
  assert.match(await activeRow(page), /host-9999/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.getByText('host-0', { exact: true }).waitFor();
  const { selected, heard } = await page.evaluate(() => {
    const { table, heard: list } = globalThis as unknown as {
      table: { selected: Set<string> };
      heard: string[];
    };
    return { selected: [...table.selected], heard: list };
  });
  assert.equal(selected, ['h9998', 'h9997']);
  assert.equal(heard, ['open h9997']);
});

test('a column that names the row is its header, wherever it stands', async () => {
  const { page } = await browser.open(
    CODE +
      `table.columns = [
         { key: 'os', header: 'System', render: (row) => row.os },
         { key: 'name', header: 'Name', isRowHeader: true, render: (row) => row.name },
       ];
       table.rowHref = (row) => '#' + row.id;`,
  );
  await page.getByRole('rowheader', { name: 'host-0', exact: true }).waitFor();
  assert.is(await page.getByRole('rowheader', { name: 'Debian 12' }).count(), 0);
  assert.is(await page.getByRole('link', { name: 'host-0', exact: true }).getAttribute('href'), '#h0');
  assert.equal(await axeEverywhere(page), []);
});

test('scrolling through everything stays quick', async () => {
  const { page } = await browser.open(CODE);
  await page.getByText('host-0', { exact: true }).waitFor();
  const usualMs = await page.evaluate(async () => {
    const { table } = globalThis as unknown as { table: HTMLElement & { updateComplete: Promise<boolean> } };
    const scroller = table.shadowRoot?.querySelector('.scroller');
    if (!scroller) throw new Error('no scroller');
    const took: number[] = [];
    for (let at = 0; at < 400_000; at += 10_000) {
      scroller.scrollTop = at;
      await new Promise(requestAnimationFrame);
      const startedMs = performance.now();
      await table.updateComplete;
      took.push(performance.now() - startedMs);
    }
    // The median, not the slowest: another process may have had the processor meanwhile.
    return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? Infinity;
  });
  assert.ok(usualMs < 50, `${usualMs} ms`);
});

test.run();
