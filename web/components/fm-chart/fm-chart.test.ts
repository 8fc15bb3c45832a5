// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-chart');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import '/web/components/fm-chart/fm-chart.ts';
  const points = Array.from({ length: 48 }, (_, hour) => ({
    at: new Date(Date.UTC(2026, 2, 1, hour)).toISOString(), values: { lost: hour, due: hour === 47 ? null : 7 } }));
  const chart = Object.assign(document.createElement('fm-chart'), { label: 'Hosts', points,
    lines: [{ key: 'lost', label: 'unreachable', tone: 'bad' }, { key: 'due', label: 'needing a reboot', tone: 'info' }],
    ranges: [{ label: 'All', secs: null }, { label: '6 hours', secs: 21600 }] });
  globalThis.heard = [];
  chart.addEventListener('fm-range', ({ detail }) => heard.push(detail));
  main.append(chart);`;

test('values are read by the pointer and by the keyboard, with the zone of their time', async () => {
  const { page, problems } = await browser.open(CODE);
  const plot = page.getByRole('slider', { name: 'Hosts' });
  const box = await plot.boundingBox();
  if (!box) throw new Error('nothing is drawn');
  await page.mouse.move(box.x + (box.width * 10) / 47, box.y + 20);
  assert.is(
    await plot.getAttribute('aria-valuetext'),
    '1 Mar, 11:00 CET: 10 unreachable, 7 needing a reboot',
  );
  await page.getByText(': 10 unreachable, 7 needing a reboot').waitFor();
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  assert.match((await plot.getAttribute('aria-valuetext')) ?? '', /: 11 unreachable/);
  await page.keyboard.press('End');
  assert.match(
    (await plot.getAttribute('aria-valuetext')) ?? '',
    /: 47 unreachable, unknown needing a reboot/,
  );
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test('a range is chosen, and the table holds its figures for who cannot see lines', async () => {
  const { page } = await browser.open(CODE, { viewport: NARROW });
  assert.is(await page.getByRole('row').count(), 25, 'every second hour');
  await page.getByRole('button', { name: '6 hours' }).click();
  assert.equal(await page.evaluate('globalThis.heard'), [1]);
  assert.is(await page.getByRole('row').count(), 8);
  await page.getByRole('button', { name: 'Table' }).click();
  assert.is(await page.getByRole('slider').count(), 0);
  assert.match((await page.getByRole('row').last().textContent()) ?? '', /47\s*unknown/);
  await page.getByRole('cell', { name: '47' }).waitFor();
  assert.is(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
});

test.run();
