// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';
import { activeRow, CODE, headers, NAMED, renderedRows } from './testing.ts';

const test = suite('fm-table: room');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

test('a name wraps and is never cut; a long text shows three lines, and all of it to the pointer and the keyboard', async () => {
  const { page, problems } = await browser.open(CODE, { viewport: { width: 500, height: 700 } });
  await page.evaluate(() => {
    const { table } = globalThis as unknown as { table: { rows: object[]; columns: object[] } };
    const text = 'The package manager was interrupted. '.repeat(12);
    const row = (id: string): object => ({ id, name: id.repeat(253), os: text });
    table.columns = [
      { key: 'name', header: 'Name', render: (one: { name: string }) => one.name },
      { key: 'os', header: 'Why', isLong: true, minRem: 12, render: (one: { os: string }) => one.os },
    ];
    table.rows = [row('a'), row('b'), row('c')];
  });
  const name = page.getByText('bbbb');
  await name.waitFor();
  assert.not.ok(
    await name.evaluate(
      (cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight,
    ),
  );
  const long = page.locator('.long').nth(1);
  const cutPx = (): Promise<number> => long.evaluate((box) => box.scrollHeight - box.clientHeight);
  assert.ok((await cutPx()) > 20, 'it is cut');
  await long.hover();
  assert.match((await long.getAttribute('title')) ?? '', /^The package manager was interrupted\. The/);
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => {
    const rows = [...(document.querySelector('fm-table')?.shadowRoot?.querySelectorAll('.row') ?? [])];
    const ends = rows.map((row) => row.getBoundingClientRect());
    const space = document
      .querySelector('fm-table')
      ?.shadowRoot?.querySelector('.space')
      ?.getBoundingClientRect();
    return Math.abs((ends.at(-1)?.bottom ?? 0) - (space?.bottom ?? 1e6)) < 2;
  });
  assert.is(await cutPx(), 0, 'the keyboard unfolds the row it is at, and the others make room');
  assert.equal(problems, []);
});

test('a table whose rows all fit has nothing to scroll to', async () => {
  const { page } = await browser.open(CODE, { viewport: { width: 1000, height: 740 } });
  await page.evaluate(() => {
    const { table } = globalThis as unknown as { table: { rows: object[] } };
    table.rows = table.rows.slice(0, 2);
  });
  await page.waitForFunction(() => {
    const root = document.querySelector('fm-table')?.shadowRoot;
    const scroller = root?.querySelector('.scroller');
    const rows = root?.querySelectorAll('.row').length;
    return scroller && rows === 2 && scroller.scrollHeight === scroller.clientHeight;
  });
});

test('columns give way where there is no room, and then each row is a card that names what it says', async () => {
  const { page } = await browser.open(
    CODE +
      `table.columns = [...table.columns, { key: 'state', header: 'State', minRem: 22, render: () => 'Healthy' }];`,
    { viewport: NARROW },
  );
  await page.setViewportSize({ width: 1000, height: 740 });
  // The table measures itself in the frame after.
  await page.getByText('Debian 12').first().waitFor();
  assert.equal(await headers(page), ['Name', 'System', 'State']);
  await page.setViewportSize({ width: 700, height: 740 });
  await page.getByText('Debian 12').first().waitFor({ state: 'detached' });
  assert.equal(await headers(page), ['Name', 'State'], 'the one of the largest priority is gone');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('.cards').waitFor();
  assert.match(
    (await page.locator('#row-1').textContent())?.replaceAll(/\s+/g, ' ') ?? '',
    /host-1 State ?Healthy/,
  );
  assert.is(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await page.getByLabel('Sort by').selectOption('Name');
  await page.getByRole('button', { name: 'Ascending: sort descending' }).click();
  assert.equal(await page.evaluate('globalThis.heard'), ['sort name', 'sort name']);
  assert.equal(await axeEverywhere(page), []);
});

test('in a small window the page scrolls and not a box in it: the last row is reached by the wheel and by the keyboard', async () => {
  const { page } = await browser.open(CODE, { viewport: NARROW });
  await page.getByText('host-0', { exact: true }).waitFor();
  await page.mouse.move(180, 500);
  await page.mouse.wheel(0, 3_000);
  await page.waitForFunction(() => scrollY > 2_000);
  await page.waitForFunction(() => document.querySelector('fm-table')?.shadowRoot?.querySelector('#row-70'));
  assert.ok((await renderedRows(page)) < 60);
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  const last = page.getByText('host-9999', { exact: true });
  await last.waitFor();
  const box = await last.boundingBox();
  assert.ok(box && box.y > 0 && box.y + box.height <= NARROW.height, JSON.stringify(box));
  await page.keyboard.press('ArrowUp');
  assert.match(await activeRow(page), /host-9998/);
});

test('at 200 and 400 percent the list shows rows', async () => {
  const { page } = await browser.open(CODE, { viewport: { width: 640, height: 400 } });
  for (const viewport of [
    { width: 640, height: 400 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole('grid').scrollIntoViewIfNeeded();
    await page.evaluate(`globalThis.table.scrollIntoView()`);
    const seen = await page
      .locator('[id^=row-]')
      .evaluateAll(
        (rows, height) =>
          rows.filter(
            (row) => row.getBoundingClientRect().top >= 0 && row.getBoundingClientRect().bottom <= height,
          ).length,
        viewport.height,
      );
    assert.ok(seen >= 3, `${seen} rows at ${viewport.width} px`);
  }
});

test('on paper all rows are there, or it says which are not', async () => {
  const { page } = await browser.open(NAMED);
  await page.getByText('host-1', { exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.waitForFunction(
    () => (document.querySelector('fm-table')?.shadowRoot?.querySelectorAll('.row').length ?? 0) === 300,
  );
  const [lastPx, endPx] = await page.evaluate(() => {
    const root = document.querySelector('fm-table')?.shadowRoot;
    const last = root?.querySelector('#row-299')?.getBoundingClientRect().bottom ?? 0;
    return [last, root?.querySelector('.scroller')?.getBoundingClientRect().bottom ?? 0];
  });
  assert.ok(lastPx > 5_000 && lastPx <= endPx + 2, `${lastPx} of ${endPx}`);
  assert.ok(await page.getByText('300 of 500 rows loaded.').isVisible());
  assert.not.ok(await page.getByRole('button', { name: 'CSV' }).isVisible());
  await page.emulateMedia({ media: 'screen' });
  await page.waitForFunction(
    () => (document.querySelector('fm-table')?.shadowRoot?.querySelectorAll('.row').length ?? 0) < 60,
  );
});

test.run();
