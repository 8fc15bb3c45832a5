import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Column } from './column.ts';
import { layoutOf } from './fittingColumns.ts';
import { RowHeights } from './rowHeights.ts';

const test = suite('fm-table: parts');

const column = (key: string, minRem: number, priority = 1, isExtra = false): Column<unknown> => ({
  key,
  header: key,
  minRem,
  priority,
  isExtra,
  render: () => '',
});
const columns = [
  column('status', 9),
  column('security', 6, 2),
  column('lists', 8, 3),
  { ...column('name', 14), isRowHeader: true },
  column('system', 9, 3),
  column('address', 8, 4, true),
];
const keysAt = (roomRem: number, choice = {}): string => {
  const layout = layoutOf(columns, { roomRem, choice });
  return `${layout.columns.map(({ key }) => key).join(' ')}${layout.isCards ? ' as cards' : ''}`;
};

test('the largest priority gives way first, the last of equals before the first; then come cards', () => {
  assert.is(keysAt(46), 'status security lists name system');
  assert.is(keysAt(45.9), 'status security lists name');
  assert.is(keysAt(36.9), 'status security name');
  assert.is(keysAt(28.9), 'status name');
  assert.is(keysAt(22.9), 'status security name as cards');
});

test('what was switched on stays longer than what was not asked for, and what names the row always', () => {
  assert.is(keysAt(54, { address: true }), 'status security lists name system address');
  assert.is(keysAt(37, { address: true }), 'status security name address');
  assert.is(keysAt(46, { status: false, name: false }), 'security lists name system');
});

test('rows of different heights: each stands below the others, also after sorting, and unknown ones are like the known', () => {
  const heights = new RowHeights(40);
  heights.keys = ['a', 'b', 'c', 'd'];
  assert.is(heights.totalPx, 160);
  assert.ok(
    heights.measured([
      ['a', 100],
      ['b', 60],
    ]),
  );
  assert.not.ok(heights.measured([['a', 100.2]]), 'a fraction moves nothing');
  assert.equal(
    [0, 1, 2, 3, 4, 9].map((index) => heights.offsetOf(index)),
    [0, 100, 160, 240, 320, 320],
  );
  heights.keys = ['c', 'b', 'a', 'd'];
  assert.equal(
    [1, 2, 3, 4].map((index) => heights.offsetOf(index)),
    [80, 140, 240, 320],
  );
  assert.equal(
    [0, 79, 80, 139, 140, 500].map((px) => heights.indexAt(px)),
    [0, 0, 1, 1, 2, 3],
  );
  heights.reset(50);
  assert.is(heights.totalPx, 200);
});

test('of many rows those that are seen, and a few beyond', () => {
  const heights = new RowHeights(50);
  heights.keys = Array.from({ length: 1_000 }, (_, index) => `k${index}`);
  assert.equal(heights.windowOf(5_000, 500), { first: 92, end: 119, offsetPx: 4_600, totalPx: 50_000 });
  assert.equal(heights.windowOf(1e9, 500).end, 1_000);
  assert.is(heights.windowOf(0, 500).first, 0);
});

test.run();
