import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isMet, ratioOf } from './bench.ts';
import type { Figure } from './bench.ts';
import { median } from './support/stats.ts';
import { tableOf } from './table.ts';

const test = suite('bench figures');

const figure = (more: Partial<Figure>): Figure => ({ name: 'a thing', value: 3, unit: 'ms', ...more });

test('a target is judged by the value or by the ratio, and its limit still meets it', () => {
  const base = { name: 'least', value: 1.5 };
  assert.is(isMet(figure({})), null);
  assert.is(isMet(figure({ target: { of: 'value', max: 3 } })), true);
  assert.is(isMet(figure({ target: { of: 'value', max: 2.9 } })), false);
  assert.is(isMet(figure({ base, target: { of: 'ratio', max: 2 } })), true);
  assert.is(isMet(figure({ base, target: { of: 'ratio', max: 1.9 } })), false);
});

test('a ratio to nothing is no ratio, and misses its target', () => {
  const broken = figure({ base: { name: 'least', value: 0 }, target: { of: 'ratio', max: 2 } });
  assert.is(ratioOf(broken), null);
  assert.is(isMet(broken), false);
});

test('the table names what was missed', () => {
  const figures = [figure({ base: { name: 'least', value: 1 }, target: { of: 'ratio', max: 2 } })];
  const [, , row] = tableOf([{ bench: 'thing', figures }]).split('\n');
  assert.is(row?.replaceAll(/ {2,}/g, '|'), 'thing|a thing|3.00|ratio ≤ 2: MISSED|3.00 ms|least|1.00 ms');
});

test('ratios come before mere values', () => {
  const figures = [
    figure({ name: 'a value' }),
    figure({ name: 'a ratio', base: { name: 'least', value: 1 } }),
  ];
  const [, , ...rows] = tableOf([{ bench: 'thing', figures }]).split('\n');
  assert.equal(
    rows.map((row) => row.split(/ {2,}/)[1]),
    ['a ratio', 'a value'],
  );
});

test('the middle of an even number of values is between the two', () => {
  assert.is(median([4, 1, 3]), 3);
  assert.is(median([4, 1, 3, 2]), 2.5);
  assert.throws(() => median([]), /nothing was measured/);
});

test.run();
